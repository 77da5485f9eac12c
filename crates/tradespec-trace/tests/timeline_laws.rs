//! What holds for every picture of a timeline, whatever a recording has in it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use proptest::prelude::*;
use tradespec_trace::timeline::{Event, Finding, Timeline, Timelines, html, text};
use tradespec_validator::Severity;

/// Text that would like to be something else.
fn hostile() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z<>&\"' /=\u{1b}\u{202e}\n\\]é日-]{0,20}",
        Just("</title><script>x</script><!-- ]]>".to_owned()),
        Just("\" onload=\"x".to_owned()),
    ]
}

fn finding() -> impl Strategy<Value = Finding> {
    let severity = prop::sample::select(vec![Severity::Error, Severity::Warning, Severity::Note]);
    let code = prop::sample::select(vec!["unknown-member", "replay-header"]);
    (severity, code, hostile()).prop_map(|(severity, code, message)| Finding { severity, code, message })
}

fn event() -> impl Strategy<Value = Event> {
    let state = prop::sample::select(vec![None, Some("incomplete"), Some("completed"), Some("<odd>")]);
    let operation = prop_oneof![Just("POST /carts/{id}/cancel".to_owned()), hostile()];
    let time = prop::option::of(prop_oneof![any::<i64>(), 0..9_i64]);
    let findings = prop::collection::vec(finding(), 0..3);
    (0..3_usize, any::<usize>(), time, operation, any::<u16>(), state, any::<bool>(), findings).prop_map(
        |(file, line, time, operation, status, state, replayed, findings)| Event {
            file,
            line,
            time,
            operation,
            status,
            state,
            replayed,
            findings,
        },
    )
}

/// Some events, of which some come several times.
fn events() -> impl Strategy<Value = Vec<Event>> {
    let some = (event(), 1..7_usize).prop_map(|(event, times)| vec![event; times]);
    prop::collection::vec(some, 0..8).prop_map(|events| events.concat())
}

fn timelines() -> impl Strategy<Value = Timelines> {
    let kind = prop::sample::select(vec!["session", "cart"]);
    let names = || prop::collection::vec(hostile(), 0..2);
    let session =
        (kind, prop::option::of(hostile()), prop::option::of(hostile()), names(), events()).prop_map(
            |(kind, id, release, extensions, events)| Timeline { kind, id, release, extensions, events },
        );
    (names(), prop::collection::vec(session, 0..4), events(), 0..3_usize)
        .prop_map(|(files, sessions, others, left_out)| Timelines { files, sessions, others, left_out })
}

/// Whether nothing but the ends of lines steers a terminal.
fn is_plain(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() && c != '\n' || c == '\u{202e}')
}

fn page(timelines: &Timelines) -> String {
    let mut page = Vec::new();
    html(timelines, &mut page).unwrap();
    String::from_utf8(page).unwrap()
}

/// Every element of the page, opened and closed in order; attributes have no `<` or `>` in them.
fn elements(page: &str) -> Vec<String> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    let (before, after) = page.split_once("<style>").unwrap();
    let markup = before.to_owned() + after.split_once("</style>").unwrap().1;
    for part in markup.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.split(' ').next().unwrap().trim_end_matches('/');
        if let Some(closed) = name.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(closed), "{tag}");
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            all.push(name.to_owned());
            if !tag.ends_with('/') && !["!doctype", "meta"].contains(&name) {
                open.push(name.to_owned());
            }
        }
    }
    assert!(open.is_empty(), "{open:?}");
    all
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_page_is_what_we_wrote(timelines in timelines()) {
        let page = page(&timelines);
        let known = [
            "!doctype", "html", "head", "meta", "title", "body", "header", "h1", "h2", "h3", "p", "ul", "li", "b", "code",
            "section", "main", "nav", "div", "table", "thead", "tbody", "tr", "th", "td", "a", "span", "details", "summary",
            "svg", "desc", "g", "path", "circle", "rect", "text",
        ];
        for name in elements(&page) {
            prop_assert!(known.contains(&name.as_str()), "{name}");
        }
        prop_assert!(is_plain(&page));
        for place in ["onload=\"x", "http:", "https:", "url("] {
            prop_assert!(!page.contains(place), "{place}");
        }
    }

    #[test]
    fn a_text_has_each_exchange_and_no_control_characters(timelines in timelines(), width in 0..200_usize) {
        let mut shown = Vec::new();
        text(&timelines, width, &mut shown).unwrap();
        let shown = String::from_utf8(shown).unwrap();
        prop_assert!(is_plain(&shown));
        prop_assert!(shown.lines().all(|line| !line.ends_with(' ') || !line.starts_with("  ")), "{shown}");
        let events = timelines.sessions.iter().flat_map(|session| &session.events).chain(&timelines.others);
        let mut count = 0;
        for event in events {
            count += 1;
            for finding in &event.findings {
                let mark = format!("{}[{}]", finding.severity, finding.code);
                prop_assert!(shown.contains(&mark), "{mark}");
            }
        }
        let total = format!("{count} exchange{}: ", if count == 1 { "" } else { "s" });
        prop_assert!(shown.contains(&total), "{shown}");
    }
}

fn created(line: usize) -> Event {
    Event { line, operation: "POST /checkout_sessions".to_owned(), status: 201, ..Event::default() }
}

#[test]
fn rows_keep_to_the_width() {
    let operation = "POST /checkout_sessions/{id}/complete".to_owned();
    let codes = ["unknown-member", "replay-header", "illegal-transition"];
    let findings =
        codes.map(|code| Finding { severity: Severity::Warning, code, message: String::new() }).to_vec();
    let state = Some("authentication_required");
    let event = Event { time: Some(9), operation, replayed: true, state, findings, ..created(12_345) };
    let session =
        Timeline { kind: "session", id: Some("cs_1".to_owned()), events: vec![event], ..Timeline::default() };
    let timelines =
        Timelines { files: vec!["a.jsonl".to_owned()], sessions: vec![session], ..Timelines::default() };
    for width in 54..160 {
        let mut shown = Vec::new();
        text(&timelines, width, &mut shown).unwrap();
        for line in String::from_utf8(shown).unwrap().lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
        }
    }
}

#[test]
fn sessions_with_errors_are_shown_before_others_are_left_out() {
    let mut sessions: Vec<_> = (0..700)
        .map(|number| Timeline {
            kind: "session",
            id: Some(format!("cs_{number}_")),
            events: vec![created(number + 1)],
            ..Timeline::default()
        })
        .collect();
    let finding = Finding { severity: Severity::Error, code: "unknown-member", message: String::new() };
    sessions[699].events[0].findings.push(finding);
    let page = page(&Timelines { sessions, ..Timelines::default() });
    assert_eq!(elements(&page).iter().filter(|name| *name == "h3").count(), 500);
    assert!(page.contains("cs_699_") && page.contains("cs_498_") && !page.contains("cs_499_"));
    assert!(page.contains("500 of 700 sessions"));
}

#[test]
fn a_session_of_many_rows_says_what_is_not_shown() {
    let events =
        (1..=900).map(|line| Event { status: 200 + u16::from(line % 2 == 0), ..created(line) }).collect();
    let sessions = vec![Timeline { kind: "cart", events, ..Timeline::default() }];
    assert!(
        page(&Timelines { sessions, ..Timelines::default() })
            .contains("<p>500 exchanges more not shown.</p>")
    );
}
