//! The message rules over whole messages: the examples of this repository, and those that are published with each release.
//!
//! `tests/rules_examples/own.txt` and `published.txt` list every breach found; a line that is not there, or no longer
//! found, fails. `TRADESPEC_BLESS=1` writes what is found. The published files are not part of this repository: where they
//! do not stand beside it, only the former are checked.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![allow(clippy::print_stderr, reason = "a test that checks nothing says so")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tradespec_protocol::rules::{Context, Severity, check};
use tradespec_schema::messages::{Direction, is_response};
use tradespec_schema::{Protocol, Release, TypeId};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn read(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// One line a breach: place, rule and severity.
fn lines(
    label: &str,
    message: &Value,
    release: &str,
    type_name: &str,
    request: Option<&Value>,
) -> Vec<(Severity, String)> {
    let (file, name) = type_name.split_once('.').unwrap();
    let type_id = TypeId { file: format!("schema.{file}.json"), name: name.to_owned() };
    let is_response = is_response(Protocol::Acp, &type_id) || name == "Order";
    let direction = if is_response { Direction::Response } else { Direction::Request };
    let release = Release::new(release).unwrap();
    let mut context = Context::new(&release, type_name, direction);
    if let Some(request) = request {
        context = context.answering(request);
    }
    let breaches = check(message, &context);
    let line = |severity: Severity, rule: &str, at: &str| format!("{label} {at} {severity} {rule}");
    breaches
        .iter()
        .map(|breach| {
            let severity = breach.rule.severity();
            (severity, line(severity, breach.rule.as_str(), breach.at.as_str()))
        })
        .collect()
}

fn compare(found: &[(Severity, String)], table: &str) {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules_examples").join(table);
    let found = found.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n") + "\n";
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&table, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&table).unwrap());
}

/// The examples of a folder, with the release they are of.
fn own(folder: &str, release: &str, found: &mut Vec<(Severity, String)>) -> usize {
    let mut files: Vec<_> = fs::read_dir(root(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    for file in &files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let type_name: Vec<_> = name.split('.').take(2).collect();
        found.extend(lines(&format!("{folder}/{name}"), &read(file), release, &type_name.join("."), None));
    }
    files.len()
}

#[test]
fn valid_examples_break_no_must() {
    let mut found = Vec::new();
    let mut count = own("examples/payloads/valid", "2026-04-17", &mut found);
    count += own("examples/payloads/loyalty", "2026-04-17", &mut found);
    for release in ["2025-09-29", "2025-12-12", "2026-01-16"] {
        count += own(&format!("examples/payloads/older/{release}"), release, &mut found);
    }
    assert!(count > 40, "only {count} examples were found");
    assert!(found.iter().all(|(severity, _)| *severity == Severity::Warning), "{found:?}");
    compare(&found, "own.txt");
}

/// The request that a published response answers, where one stands beside it.
fn answered<'v>(document: &'v Value, pointer: &str) -> Option<&'v Value> {
    let request = pointer.replace("_success_response", "_request").replace("response", "request");
    (request != pointer).then(|| document.pointer(&request)).flatten()
}

#[test]
fn published_examples_break_what_the_table_says() {
    let mut found = Vec::new();
    for release in ["2025-09-29", "2025-12-12", "2026-01-16", "2026-01-30", "2026-04-17"] {
        let folder = root("../shared/upstream/acp").join(release).join("examples");
        if !folder.is_dir() {
            eprintln!("skipped: the published files of {release} are not at hand");
            return;
        }
        let table = read(&root("crates/tradespec-validator/tests/published").join(format!("{release}.json")));
        for row in table.as_array().unwrap() {
            let text = |member: &str| row[member].as_str().unwrap();
            let document = read(&folder.join(text("file")));
            let message = document.pointer(text("pointer")).unwrap();
            let label = format!("{release}/{}#{}", text("file"), text("pointer"));
            let request = answered(&document, text("pointer"));
            found.extend(lines(&label, message, release, text("type"), request));
        }
    }
    compare(&found, "published.txt");
}
