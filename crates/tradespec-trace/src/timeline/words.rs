//! The words that both forms of a timeline use.
//!
//! In:  parts of [`Timelines`].
//! Out: short texts: places, times, counts, names.
//! Holds: nothing in a text ends a line, moves a cursor or turns the direction of reading.

use jiff::Timestamp;
use tradespec_validator::Severity;
use tradespec_validator::render::{counted, printable};

use super::{Event, Timeline, Timelines};

/// The name of an event's file.
fn file(timelines: &Timelines, event: &Event) -> String {
    timelines.files.get(event.file).map_or_else(|| "-".to_owned(), |file| printable(file))
}

/// Where an event stands, as `file:line`.
pub(super) fn place(timelines: &Timelines, event: &Event) -> String {
    format!("{}:{}", file(timelines, event), event.line)
}

/// The lines of each file that the events are in.
pub(super) fn extent(timelines: &Timelines, events: &[Event]) -> String {
    let parts = events.chunk_by(|one, next| one.file == next.file).filter_map(|part| {
        let lines = || part.iter().map(|event| event.line);
        let (first, last) = (lines().min()?, lines().max()?);
        let place = format!("{}:{first}", file(timelines, part.first()?));
        Some(if first == last { place } else { format!("{place}–{last}") })
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// What a request did, in a word: the last one of its path, or its method.
pub(super) fn verb(operation: &str) -> String {
    let (method, path) = operation.split_once(' ').unwrap_or((operation, ""));
    let behind_id = path.rsplit_once("}/").map(|(_, word)| word);
    printable(behind_id.unwrap_or(method))
}

/// The id of a session, or that it has none.
pub(super) fn id(timeline: &Timeline) -> String {
    timeline.id.as_deref().map_or_else(|| "without an id".to_owned(), printable)
}

/// A point in time, to the second.
pub(super) fn moment(time: i64) -> Option<String> {
    let time = Timestamp::from_millisecond(time).ok()?;
    Some(time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string())
}

/// How long after `start` a time is: `+0.25 s`, `+2 min 5 s`, `+3 h 0 min`, `+2 d 4 h`.
pub(super) fn offset(time: i64, start: i64) -> String {
    let sign = if time < start { '-' } else { '+' };
    let milliseconds = time.abs_diff(start);
    let seconds = milliseconds / 1000;
    let length = match seconds {
        0..=59 => format!("{seconds}.{:03} s", milliseconds % 1000),
        60..=3599 => format!("{} min {} s", seconds / 60, seconds % 60),
        3600..=86399 => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86400, seconds / 3600 % 24),
    };
    format!("{sign}{length}")
}

/// Whether a request was refused.
pub(super) fn is_refused(event: &Event) -> bool {
    event.status >= 400
}

/// How many there are of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) exchanges: usize,
    pub(super) replayed: usize,
    pub(super) refused: usize,
    pub(super) errors: usize,
    pub(super) warnings: usize,
    pub(super) notes: usize,
}

impl Counts {
    /// What is in all of a recording.
    pub(super) fn all(timelines: &Timelines) -> Self {
        let sessions = timelines.sessions.iter().flat_map(|timeline| &timeline.events);
        Self::of(sessions.chain(&timelines.others))
    }

    /// What is in some events.
    pub(super) fn of<'e>(events: impl IntoIterator<Item = &'e Event>) -> Self {
        let mut counts = Self::default();
        for event in events {
            counts.exchanges += 1;
            counts.replayed += usize::from(event.replayed);
            counts.refused += usize::from(is_refused(event));
            for finding in &event.findings {
                *match finding.severity {
                    Severity::Error => &mut counts.errors,
                    Severity::Warning => &mut counts.warnings,
                    Severity::Note => &mut counts.notes,
                } += 1;
            }
        }
        counts
    }

    /// The severity of the worst finding.
    pub(super) fn worst(self) -> Option<Severity> {
        match self {
            Self { errors: 1.., .. } => Some(Severity::Error),
            Self { warnings: 1.., .. } => Some(Severity::Warning),
            Self { notes: 1.., .. } => Some(Severity::Note),
            _ => None,
        }
    }

    /// The findings in words; `nothing found` where there are none.
    pub(super) fn findings(self) -> String {
        let parts = [(self.errors, "error"), (self.warnings, "warning"), (self.notes, "note")];
        let parts: Vec<_> =
            parts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| counted(*count, name)).collect();
        if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") }
    }
}

/// How many sessions there are, and how many carts.
pub(super) fn sessions_and_carts(timelines: &Timelines) -> (usize, usize) {
    let carts = timelines.sessions.iter().filter(|timeline| timeline.kind == "cart").count();
    (timelines.sessions.len() - carts, carts)
}

/// How many sessions and carts there are, in words.
pub(super) fn things(timelines: &Timelines) -> String {
    let (sessions, carts) = sessions_and_carts(timelines);
    let sessions = counted(sessions, "session");
    if carts == 0 { sessions } else { format!("{sessions}, {}", counted(carts, "cart")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let rows = [
            (0, "+0.000 s"),
            (250, "+0.250 s"),
            (-1, "-0.001 s"),
            (59_999, "+59.999 s"),
            (125_000, "+2 min 5 s"),
            (10_800_000, "+3 h 0 min"),
            (187_200_000, "+2 d 4 h"),
        ];
        for (time, text) in rows {
            assert_eq!(offset(1_000 + time, 1_000), text);
        }
        assert_eq!(offset(i64::MAX, i64::MIN), "+213503982334 d 14 h");
        assert_eq!(moment(0).as_deref(), Some("1970-01-01 00:00:00 UTC"));
        assert_eq!(moment(i64::MAX), None);
    }

    #[test]
    fn nothing_steers_a_terminal() {
        assert_eq!(printable("a\u{1b}[31m\n\u{202e}é"), "a\\u{1b}[31m\\u{a}\\u{202e}é");
    }
}
