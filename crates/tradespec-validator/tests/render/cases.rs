//! Documents and findings made by hand, one function a case.

use serde_json::json;
use tradespec_schema::Pointer;
use tradespec_validator::render::{Checked, Subject};
use tradespec_validator::{Code, Diagnostic, Excerpt, Report, Severity, Span};

use crate::Run;

/// Every case by the name of its folder.
pub(crate) fn all() -> Vec<(&'static str, Run)> {
    let mut all: Vec<_> = [
        ("no-documents", vec![]),
        ("no-findings", vec![checked("session.json", vec![])]),
        ("several-documents", several_documents()),
        ("documents-of-one-file", documents_of_one_file()),
        ("unicode", unicode()),
        ("odd-paths", odd_paths()),
        ("no-places", no_places()),
        ("long-lines", long_lines()),
        ("warnings-and-notes", warnings_and_notes()),
        ("unreadable", unreadable()),
        ("undecided", undecided()),
        ("values", values()),
        ("edges-of-lines", edges_of_lines()),
        ("names-that-steer-terminals", names_that_steer_terminals()),
    ]
    .into_iter()
    .map(|(name, documents)| (name, Run::new(documents)))
    .collect();
    for (name, hidden) in [("one-hidden-error", 1), ("hidden-errors", 12)] {
        let mut run = Run::new(several_documents());
        run.totals.errors += hidden;
        run.totals.hidden = hidden;
        all.push((name, run));
    }
    all
}

pub(crate) fn several_documents() -> Vec<Checked> {
    let cart = Subject { type_name: "cart.Cart".to_owned(), extensions: vec![], ..subject() };
    let missing = found(Code::MissingMember, "/line_items/0", "missing member \"id\"");
    let wrong = found(Code::WrongType, "/line_items/0/quantity", "expected an integer, found a string");
    let unknown = found(Code::UnknownMember, "/line_items/0", "unknown member \"nmae\"");
    vec![
        checked("carts/a.json", vec![]),
        Checked {
            subject: Some(cart.clone()),
            ..checked(
                "carts/b.json",
                vec![
                    at(missing, 3, r#"    { "quantity": "••••", "nmae": "••••••" }"#, r#"{ "quantity""#),
                    at(wrong.clone(), 3, r#"    { "quantity": "••••", "nmae": "••••••" }"#, r#""••••""#),
                    helped(
                        at(unknown, 3, r#"    { "quantity": "••••", "nmae": "••••••" }"#, r#""nmae""#),
                        "did you mean \"name\"?",
                    ),
                ],
            )
        },
        Checked { subject: Some(cart), ..checked("carts/c.json", vec![]) },
        checked("carts/d.json", vec![at(wrong, 1234, r#"  "quantity": "•","#, r#""•""#)]),
    ]
}

/// The same thing is wrong with two of them.
fn documents_of_one_file() -> Vec<Checked> {
    let line = |line: usize, report| Checked { line: Some(line), ..checked("log/requests.jsonl", report) };
    let null = || found(Code::NullValue, "/buyer", "null is not allowed here");
    let text = r#"{"buyer": null, "items": ••}"#;
    vec![
        line(1, vec![]),
        line(2, vec![at(null(), 2, text, "null")]),
        line(3, vec![]),
        line(5, vec![at(null(), 5, text, "null")]),
        line(6, vec![null()]),
    ]
}

/// Wide characters, emoji, combining marks, and letters of several bytes.
fn unicode() -> Vec<Checked> {
    let wrong = |path| found(Code::WrongType, path, "expected a number, found a string");
    let unknown = found(Code::UnknownMember, "", "unknown member \"größe\"");
    vec![checked(
        "entwürfe/茶.json",
        vec![
            at(wrong("/茶/価格"), 2, r#"  "茶": { "価格": "••" }"#, r#""••""#),
            helped(at(unknown, 3, r#"  "größe": ••, "🫖": 1"#, r#""größe""#), "did you mean \"Größe\"?"),
            at(wrong("/e\u{301}te\u{301}"), 4, "  \"e\u{301}te\u{301}\": \"•\"", "\"•\""),
            at(wrong("/🫖"), 5, r#"  "🫖": "•""#, r#""🫖": "•""#),
        ],
    )]
}

fn odd_paths() -> Vec<Checked> {
    [
        "with space.json",
        "100%25.json",
        "two\nlines.json",
        "a::b.json",
        "a,b=c.json",
        "./here.json",
        "../up/#1?.json",
        "/srv/absolute.json",
        "table|`cell`.json",
        "<tag attribute=\"'&amp;'\">.json",
        "]]>.json",
    ]
    .into_iter()
    .map(|path| {
        let wrong = found(Code::TooSmall, "/a%/b:c,d/~1e\"f", "expected at least 1");
        checked(path, vec![helped(at(wrong, 1, r#"{"a": ••}"#, "••"), "100% of them, all: 1 & more")])
    })
    .collect()
}

fn no_places() -> Vec<Checked> {
    vec![checked(
        "session.json",
        vec![
            found(Code::MissingMember, "", "missing member \"id\""),
            helped(
                found(Code::NotInEnum, "/status", "not one of the values that are allowed"),
                "use \"open\"",
            ),
        ],
    )]
}

/// What does not fit into 100 columns.
fn long_lines() -> Vec<Checked> {
    let long = |n: usize| "•".repeat(n);
    let wrong = || found(Code::WrongPattern, "/note", "does not match the pattern that it should match");
    let start = format!(r#"{{"note": "{}", "b": 1}}"#, long(120));
    let end = format!(r#"{{"a": "{}", "note": "{}"}}"#, long(150), long(7));
    let middle = format!(r#"{{"a": "{}", "note": "{}", "c": "{}"}}"#, long(90), long(9), long(90));
    let wide =
        format!(r#"{{"a": "{}", "note": "{}", "c": "{}"}}"#, "茶".repeat(60), long(9), "茶".repeat(60));
    let help = "the allowed forms are many, so many that the line that lists them is too long for any terminal: \
                first, second, third, fourth, fifth, sixth and seventh";
    vec![checked(
        "long.json",
        vec![
            at(wrong(), 1, &start, &format!("\"{}\"", long(120))),
            at(wrong(), 2, &end, &format!("\"{}\"", long(7))),
            at(wrong(), 3, &middle, &format!("\"{}\"", long(9))),
            helped(at(wrong(), 4, &wide, &format!("\"{}\"", long(9))), help),
            found(Code::NotAllowed, &format!("/{}", "deep/".repeat(30)), help),
        ],
    )]
}

fn warnings_and_notes() -> Vec<Checked> {
    let mut note = found(Code::NotAllowed, "/legacy", "this member goes away in the next release");
    note.severity = Severity::Note;
    let extension =
        found(Code::UnknownExtension, "/extensions/0", "the schema of \"com.acme.tier\" is not known");
    let digits = found(Code::InexactNumber, "/total", "a double does not keep all digits of this number");
    vec![
        checked("notes.json", vec![at(note.clone(), 2, r#"  "legacy": ••"#, r#""legacy""#)]),
        checked(
            "warnings.json",
            vec![
                helped(extension, "give it with --extension-file"),
                at(digits.clone(), 7, r#"  "total": ••••"#, "••••"),
            ],
        ),
        checked(
            "all.json",
            vec![
                note,
                digits,
                found(Code::TooLong, "/name", "longer than the 20 characters that it may have"),
            ],
        ),
    ]
}

fn unreadable() -> Vec<Checked> {
    let mut not_json =
        Diagnostic::new(Code::NotJson, Pointer::root(), Pointer::root(), "expected a comma or }");
    not_json = at(not_json, 4, r#"  "b": ••"#, r#""b""#);
    vec![
        Checked { subject: None, ..checked("gone.json", vec![Diagnostic::unreadable("no such file")]) },
        Checked { subject: None, ..checked("-", vec![not_json.clone()]) },
        checked("known.json", vec![not_json]),
    ]
}

fn undecided() -> Vec<Checked> {
    let ambiguous = found(Code::AmbiguousType, "", "this may be a Cart or a CheckoutSession");
    vec![
        Checked { subject: None, ..checked("what.json", vec![helped(ambiguous, "say which with --type")]) },
        Checked {
            subject: None,
            line: Some(9),
            ..checked("what.jsonl", vec![found(Code::UnrecognisedType, "", "this is like no message type")])
        },
    ]
}

fn values() -> Vec<Checked> {
    let with = |value, path| {
        let mut found = found(Code::WrongType, path, "expected a string, found something else");
        found.value = Some(value);
        found
    };
    vec![checked(
        "values.json",
        vec![
            with(json!(7), "/order_notes"),
            with(json!({"card": {"number": "••••"}, "name": "a\u{202e}\n\u{1b}[31m"}), "/payment"),
            with(json!("long ".repeat(60)), "/note"),
            with(json!(null), "/buyer"),
        ],
    )]
}

/// Highlights that are empty, at the end of a line, of a whole line, and of several lines.
fn edges_of_lines() -> Vec<Checked> {
    let found = || found(Code::NotJson, "", "something else was expected");
    let mut several = at(found(), 2, r#"  "a": {"#, "{");
    several.span = several.span.map(|span| Span { end_line: 9, end_column: 4, length: 120, ..span });
    vec![checked(
        "edges.json",
        vec![
            at(found(), 1, "", ""),
            several,
            at(found(), 3, "    ", ""),
            at(found(), 4, "[1]", "[1]"),
            empty_at_end(found(), 99, "[1"),
            empty_at_end(found(), 100, "[1"),
        ],
    )]
}

fn names_that_steer_terminals() -> Vec<Checked> {
    let name = "\u{1b}[31mred\u{7}\u{202e}\u{feff}\u{ffff}\r\n::error::x";
    let path = format!("/{name}");
    let unknown = helped(found(Code::UnknownMember, &path, name), &format!("did you mean \"{name}\"?"));
    let subject = Subject { type_name: name.to_owned(), extensions: vec![name.to_owned()], ..subject() };
    vec![
        Checked {
            subject: Some(subject),
            ..checked(name, vec![at(unknown, 1, "{\"a\u{202e}b\": 1}", "\"a\u{202e}b\"")])
        },
        checked(&format!("{name}.json"), vec![]),
    ]
}

fn subject() -> Subject {
    Subject {
        type_name: "CheckoutSession".to_owned(),
        protocol: "acp".to_owned(),
        release: "2026-04-17".to_owned(),
        extensions: vec!["discount@2026-04-17".to_owned()],
    }
}

fn checked(path: &str, found: Vec<Diagnostic>) -> Checked {
    Checked::new(path, None, Some(subject()), Report::new(found))
}

fn found(code: Code, path: &str, message: &str) -> Diagnostic {
    let schema = Pointer::root().join("$defs").join("Something").join("properties");
    Diagnostic::new(code, Pointer::from_text(path), schema, message)
}

fn helped(mut diagnostic: Diagnostic, help: &str) -> Diagnostic {
    diagnostic.help = Some(help.to_owned());
    diagnostic
}

/// The diagnostic at the first place of `marked` in a line, as if 40 bytes had stood in every line above.
fn at(diagnostic: Diagnostic, line: usize, text: &str, marked: &str) -> Diagnostic {
    let start = text.find(marked).unwrap();
    place(diagnostic, line, text, start..start + marked.len())
}

fn empty_at_end(diagnostic: Diagnostic, line: usize, text: &str) -> Diagnostic {
    place(diagnostic, line, text, text.len()..text.len())
}

fn place(
    mut diagnostic: Diagnostic,
    line: usize,
    text: &str,
    highlight: std::ops::Range<usize>,
) -> Diagnostic {
    let column = |byte: usize| text[..byte].chars().count() + 1;
    let span = Span {
        line,
        column: column(highlight.start),
        end_line: line,
        end_column: column(highlight.end),
        offset: (line - 1) * 40 + highlight.start,
        length: highlight.len(),
    };
    diagnostic.span = Some(span);
    diagnostic.excerpt = Some(Excerpt { line, text: text.to_owned(), highlight });
    diagnostic
}
