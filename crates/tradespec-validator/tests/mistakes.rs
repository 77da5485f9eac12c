//! Runs the table of mistakes: each folder of `tests/mistakes` is one mistake that people make in real payloads.
//!
//! A folder holds `input.json`, a whole payload with that mistake and no other, and `expected.json`, written as a person
//! would put it: the `type` that it is meant to be, which nobody tells the checker (but for a `hint` where its members
//! alone cannot tell); the `code`, `line` and `instance_path` of the first error; words that its message and help must
//! have (`says`); and how many `errors` there are at most.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;
use tradespec_validator::render::{Checked, Format, Look, Totals};
use tradespec_validator::{Checker, Code, Diagnostic, Hint, Origin, Selection, Severity, Validator};

/// The fewest characters of a value that nothing may show; shorter ones turn up by chance.
const TELLING: usize = 6;

static CHECKER: LazyLock<Checker<'static>> =
    LazyLock::new(|| Validator::builder().rules().checker().unwrap());
static NEWEST: LazyLock<Selection> = LazyLock::new(|| Validator::builder().compose().unwrap());

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(rename = "type")]
    type_name: String,
    hint: Option<Given>,
    code: Code,
    line: usize,
    instance_path: String,
    says: Vec<String>,
    errors: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    #[serde(rename = "type")]
    type_name: Option<String>,
}

fn run(input: &Path) -> datatest_stable::Result<()> {
    let bytes = fs::read(input)?;
    let expected: Expected = serde_json::from_slice(&fs::read(input.with_file_name("expected.json"))?)?;
    let hint = Hint {
        message_type: expected.hint.as_ref().and_then(|given| given.type_name.clone()),
        ..Hint::default()
    };
    let checked = CHECKER.check("input.json", &bytes, Origin::default(), &hint);
    says_what_a_person_would(&checked, &expected);
    shows_no_value(&checked, &expected, &String::from_utf8(bytes)?);
    Ok(())
}

fn says_what_a_person_would(checked: &Checked, expected: &Expected) {
    let is_error = |diagnostic: &&Diagnostic| diagnostic.severity == Severity::Error;
    let errors: Vec<_> = checked.report.iter().filter(is_error).collect();
    let first = errors.first().expect("there is a mistake");
    let all = format!("{:?}\n{errors:#?}", checked.subject);
    assert_eq!(first.code, expected.code, "{all}");
    assert_eq!(first.instance_path.as_str(), expected.instance_path, "{all}");
    assert_eq!(first.span.expect("a text has places").line, expected.line, "{all}");
    let said = format!("{}; {}", first.message, first.help.as_deref().unwrap_or_default());
    for words in &expected.says {
        assert!(said.contains(words), "nothing of {words:?} in {said:?}");
    }
    assert!(errors.len() <= expected.errors, "more than {} errors: {all}", expected.errors);
    // What cannot be read, or is no object, is of no type.
    let is_read = !first.code.is_input() && !first.code.is_undecided();
    let found = checked.subject.as_ref().map(|subject| subject.type_name.as_str());
    assert_eq!(found, is_read.then_some(expected.type_name.as_str()), "{all}");
}

/// Asserts that no value of the payload is in what any format writes. Words that the schema itself has are no values of
/// anybody: a format may list what is allowed and what codes mean, and name the release and the extensions that are known.
fn shows_no_value(checked: &Checked, expected: &Expected, text: &str) {
    let mut totals = Totals::default();
    totals.add(checked);
    let validator = NEWEST.validator(&expected.type_name).unwrap();
    let mut words = BTreeSet::from([validator.release().to_string()]);
    collect_words(validator.document(), &mut words);
    let extensions = NEWEST.active().iter().chain(NEWEST.inactive());
    words.extend(extensions.map(|extension| extension.id().name.clone()));
    let is_said_anyway = |value: &str| Code::ALL.iter().any(|(_, meaning)| meaning.contains(value));
    let values: Vec<_> = values(text)
        .into_iter()
        .filter(|value| value.chars().count() >= TELLING && !words.contains(value) && !is_said_anyway(value))
        .collect();
    assert!(!values.is_empty(), "a payload has values");
    for format in Format::ALL {
        let mut out = Vec::new();
        let mut renderer = format.renderer(Look { colour: true, ..Look::default() });
        renderer.document(checked, &mut out).unwrap();
        renderer.finish(&totals, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        for value in &values {
            assert!(!out.contains(value.as_str()), "{} shows {value:?}:\n{out}", format.as_str());
        }
    }
}

/// The names of members, and the values that are allowed by name.
fn collect_words(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(members) => {
            for (keyword, value) in members {
                match (keyword.as_str(), value) {
                    ("const", Value::String(word)) => drop(words.insert(word.clone())),
                    ("enum", Value::Array(list)) => {
                        words.extend(list.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("properties", Value::Object(names)) => words.extend(names.keys().cloned()),
                    _ => {}
                }
                collect_words(value, words);
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect_words(value, words)),
        _ => {}
    }
}

/// The texts and numbers of a document that need not be JSON; not the names of its members.
fn values(text: &str) -> Vec<String> {
    let mut values = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|next: char| next == '"' || next == '\'' || next.is_ascii_digit()) {
        rest = &rest[start..];
        let end = match rest.as_bytes()[0] {
            quote @ (b'"' | b'\'') => {
                let mut escaped = false;
                let end = rest.bytes().enumerate().skip(1).find(|(_, next)| {
                    let ends = !escaped && *next == quote;
                    escaped = !escaped && *next == b'\\';
                    ends
                });
                end.map_or(rest.len(), |(end, _)| end + 1)
            }
            _ => rest.find(|next: char| !(next.is_ascii_digit() || next == '.')).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(end);
        rest = behind;
        if !behind.trim_start().starts_with(':') {
            values.push(unquoted(token));
        }
    }
    values
}

fn unquoted(token: &str) -> String {
    serde_json::from_str(token).unwrap_or_else(|_| token.trim_matches(['"', '\'']).to_owned())
}

datatest_stable::harness! {
    { test = run, root = "tests/mistakes", pattern = r"input\.json$" },
}
