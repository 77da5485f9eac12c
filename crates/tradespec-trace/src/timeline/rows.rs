//! The exchanges of a session as rows: what is repeated without news is one of them.
//!
//! In:  events in their order.
//! Out: [`Row`]s in the same order, each with its first and its last event.
//! Holds: an event with a finding, or that is a replay, has a row of its own.

use super::Event;

/// How many events that are alike are one row; fewer are easier to read one by one.
const FOLDED: usize = 4;

/// One row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row<'e> {
    pub(super) first: &'e Event,
    pub(super) last: &'e Event,
    /// How many events it stands for.
    pub(super) count: usize,
    /// The last status that was known, which holds until there is another.
    pub(super) state: Option<&'static str>,
}

/// The rows of `events`.
pub(super) fn rows(events: &[Event]) -> Vec<Row<'_>> {
    let mut state = None;
    let mut rows = Vec::new();
    for alike in events.chunk_by(are_alike) {
        let (Some(first), Some(last)) = (alike.first(), alike.last()) else { continue };
        state = first.state.or(state);
        if alike.len() >= FOLDED {
            rows.push(Row { first, last, count: alike.len(), state });
        } else {
            rows.extend(alike.iter().map(|event| Row { first: event, last: event, count: 1, state }));
        }
    }
    rows
}

fn are_alike(one: &Event, next: &Event) -> bool {
    let has_news = |event: &Event| event.replayed || !event.findings.is_empty();
    !has_news(one)
        && !has_news(next)
        && (one.file, one.status, one.state) == (next.file, next.status, next.state)
        && one.operation == next.operation
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use tradespec_validator::Severity;

    use super::*;
    use crate::timeline::Finding;

    fn get(line: usize) -> Event {
        Event { line, operation: "GET /carts/{id}".to_owned(), status: 200, ..Event::default() }
    }

    #[test]
    fn what_is_repeated_without_news_is_one_row() {
        let counts = |events: &[Event]| rows(events).iter().map(|row| row.count).collect::<Vec<_>>();
        let mut events: Vec<_> = (1..=10).map(get).collect();
        assert_eq!(counts(&events), [10]);
        assert_eq!((rows(&events)[0].first.line, rows(&events)[0].last.line), (1, 10));
        assert_eq!(counts(&events[..3]), [1, 1, 1]);
        events[4].replayed = true;
        assert_eq!(counts(&events), [4, 1, 5]);
        let finding = Finding { severity: Severity::Note, code: "a", message: String::new() };
        events[7].findings.push(finding);
        assert_eq!(counts(&events), [4, 1, 1, 1, 1, 1, 1]);
        events[3].status = 404;
        assert_eq!(counts(&events), [1; 10]);
    }

    #[test]
    fn a_status_holds_until_there_is_another() {
        let mut events: Vec<_> = (1..=4).map(get).collect();
        events[1].state = Some("incomplete");
        events[3].state = Some("completed");
        let states: Vec<_> = rows(&events).iter().map(|row| row.state).collect();
        assert_eq!(states, [None, Some("incomplete"), Some("incomplete"), Some("completed")]);
    }
}
