//! The cases of idempotency, as tables.
//!
//! `equal/*.txt`: a case a line, `A == B`, `A != B at POINTER KIND, …` or `A is FAULT`, with raw JSON texts. A `#` at the
//! start of a line begins a comment.
//! `decisions/*.json`: what the store has, what is sent, and the whole answer.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tradespec_protocol::idempotency::{
    Body, BodyFault, Decision, Found, Record, Response, decide, difference, equivalent, fingerprint,
};

datatest_stable::harness! {
    { test = table, root = "tests/idempotency/equal", pattern = r"\.txt$" },
    { test = decision, root = "tests/idempotency/decisions", pattern = r"\.json$" },
}

#[expect(clippy::unnecessary_wraps, reason = "the signature is that of the harness")]
fn table(path: &Path) -> datatest_stable::Result<()> {
    let text = fs::read_to_string(path).unwrap();
    let cases = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let mut count = 0;
    for case in cases {
        count += 1;
        if let Some((a, b)) = case.split_once(" == ") {
            check(case, a, b, "");
        } else if let Some((a, rest)) = case.split_once(" != ") {
            let (b, wanted) = rest.rsplit_once(" at ").unwrap_or_else(|| panic!("no place: {case}"));
            check(case, a, b, wanted);
        } else {
            let (body, fault) = case.rsplit_once(" is ").unwrap_or_else(|| panic!("no case: {case}"));
            let found = fingerprint(body.as_bytes()).expect_err(case).fault();
            let name = match found {
                BodyFault::NotJson => "not-json",
                BodyFault::DuplicateKey => "duplicate-key",
                BodyFault::TooDeep => "too-deep",
                _ => "another fault",
            };
            assert_eq!(name, fault, "{case}");
        }
    }
    assert!(count > 0, "no cases");
    Ok(())
}

/// Everything that compares two bodies says the same, in both directions.
fn check(case: &str, a: &str, b: &str, wanted: &str) {
    let (first, second) = (Body::parse(a.as_bytes()).unwrap(), Body::parse(b.as_bytes()).unwrap());
    let equal = wanted.is_empty();
    let (a, b) = (a.as_bytes(), b.as_bytes());
    assert_eq!(equivalent(a, b).unwrap(), equal, "{case}");
    assert_eq!(equivalent(b, a).unwrap(), equal, "{case}");
    assert_eq!(fingerprint(a).unwrap() == fingerprint(b).unwrap(), equal, "{case}");
    assert_eq!(first.canonical() == second.canonical(), equal, "{case}");
    let found = first.differences(&second, 100);
    assert_eq!(difference(a, b).unwrap(), found.first().cloned(), "{case}");
    let shown: Vec<_> = found.iter().map(|it| format!("{} {}", it.at, it.kind.as_str())).collect();
    assert_eq!(shown.join(", "), wanted, "{case}");
}

#[expect(clippy::unnecessary_wraps, reason = "the signature is that of the harness")]
fn decision(path: &Path) -> datatest_stable::Result<()> {
    let cases: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    for case in cases.as_array().unwrap() {
        let name = case["case"].as_str().unwrap();
        let bytes = |member: &str| case[member].as_str().unwrap().as_bytes();
        let record = record(&case["found"]);
        let found = match (&record, case["found"].as_str()) {
            (Some(record), _) => Found::Taken(record),
            (None, Some("fresh")) => Found::Fresh,
            (None, Some("expired")) => Found::Expired,
            _ => panic!("{name}: what is found?"),
        };
        let print = fingerprint(bytes("body")).unwrap();
        // A key as long as the case says, or the key itself.
        let key = match &case["key"] {
            Value::Number(length) => Some("ü".repeat(usize::try_from(length.as_u64().unwrap()).unwrap())),
            key => key.as_str().map(str::to_owned),
        };
        let decision = decide(case["method"].as_str().unwrap(), key.as_deref(), found, &print);
        let shown = match decision.response() {
            None => json!("proceed"),
            Some(response) => {
                assert_ne!(decision, Decision::Proceed, "{name}");
                let headers: Vec<_> =
                    response.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                let body = String::from_utf8(response.body).unwrap();
                json!({ "status": response.status, "headers": headers, "body": body })
            }
        };
        assert_eq!(shown, case["decision"], "{name}");
    }
    Ok(())
}

fn record(found: &Value) -> Option<Record> {
    let of = |body: &Value| fingerprint(body.as_str().unwrap().as_bytes()).unwrap();
    if let Some(body) = found.get("in_flight") {
        let retry_after = Duration::from_millis(found["retry_after_ms"].as_u64().unwrap());
        return Some(Record::InFlight { fingerprint: of(body), retry_after });
    }
    let completed = found.get("completed")?;
    let response = Response {
        status: u16::try_from(found["status"].as_u64().unwrap()).unwrap(),
        headers: vec![("Content-Type".to_owned(), "application/json".to_owned())],
        body: found["response"].as_str().unwrap().as_bytes().to_vec(),
    };
    Some(Record::Completed { fingerprint: of(completed), response: Arc::new(response) })
}
