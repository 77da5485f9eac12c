//! Runs the table of documents with faults: each folder of `tests/input` is one sentence about what is said of a text.
//!
//! A folder holds `input.json`, byte for byte, and `expected.json`: what is said of it as JSON, with the line as it is
//! shown and, below it, what of the line it is about. Where they matter, `case.json` has the `origin` of the document
//! in its file, and `"values": "shown"`. `TRADESPEC_BLESS=1` writes what is found over what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::{Value, json};
use tradespec_schema::parse_json;
use tradespec_validator::{Builder, Code, Diagnostic, Excerpt, Origin, Validator};

static MASKING: LazyLock<Validator> = LazyLock::new(|| builder().build().unwrap());
static SHOWING: LazyLock<Validator> = LazyLock::new(|| builder().show_values().build().unwrap());

/// Any type will do: what is said of a text as JSON does not depend on it.
fn builder() -> Builder<'static> {
    Validator::builder().release("2026-04-17").message_type("CheckoutSessionUpdateRequest")
}

fn json(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_json(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display())).value
}

fn origin(case: &Value) -> Origin {
    let number = |name: &str| usize::try_from(case["origin"][name].as_u64().unwrap()).unwrap();
    if case["origin"].is_null() {
        return Origin::default();
    }
    Origin { line: number("line"), column: number("column"), offset: number("offset") }
}

/// What is below a line: `^` for what it is about, `|` for a place between two characters.
fn mark(excerpt: &Excerpt) -> String {
    let before = excerpt.text[..excerpt.highlight.start].chars().count();
    let within = excerpt.text[excerpt.highlight.clone()].chars().count();
    let mark = if within == 0 { "|".to_owned() } else { "^".repeat(within) };
    " ".repeat(before) + &mark
}

fn said(diagnostic: &Diagnostic, line: &Excerpt) -> Value {
    let span = diagnostic.span.expect("a document has places");
    assert_eq!(line.line, span.line, "the excerpt is another line");
    json!({
        "code": diagnostic.code,
        "at": diagnostic.instance_path.as_str(),
        "from": format!("{}:{}", span.line, span.column),
        "to": format!("{}:{}", span.end_line, span.end_column),
        "offset": span.offset,
        "length": span.length,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "excerpt": [line.text, mark(line)],
    })
}

fn run(input: &Path) -> datatest_stable::Result<()> {
    let folder = input.parent().unwrap();
    let case_file = folder.join("case.json");
    let case = if case_file.is_file() { json(&case_file) } else { Value::Null };
    let validator = if case["values"] == "shown" { &SHOWING } else { &MASKING };
    let report = validator.check_at(&fs::read(input)?, origin(&case));
    let is_about_text =
        |code: Code| code.is_input() || matches!(code, Code::DuplicateMember | Code::InexactNumber);
    let found: Vec<_> = report
        .iter()
        .filter(|diagnostic| is_about_text(diagnostic.code))
        .map(|diagnostic| said(diagnostic, diagnostic.excerpt.as_ref().expect("a place has a line")))
        .collect();
    let found = serde_json::to_string_pretty(&found)? + "\n";
    let expected = folder.join("expected.json");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&expected, &found)?;
    }
    assert_eq!(found, fs::read_to_string(expected)?);
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/input", pattern = r"input\.json$" },
}
