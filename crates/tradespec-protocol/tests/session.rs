//! Sessions as a table: each file of `tests/session` is a release and exchanges, each with the status that the session has
//! after it, `uncertain`, or the rule that it breaks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tradespec_protocol::session::{Exchange, Operation, Rule, Session, State, Status};
use tradespec_schema::Release;

fn outcome(result: Result<State, tradespec_protocol::session::Violation>) -> Value {
    match result {
        Ok(State::Known(status)) => json!(status.as_str()),
        Ok(State::Uncertain) => json!("uncertain"),
        Ok(State::Unseen) => json!("unseen"),
        Err(violation) => json!({"rule": violation.rule.as_str()}),
    }
}

#[test]
fn every_case_comes_out_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/session");
    let mut broken = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the cases are there") {
        let path = entry.expect("an entry").path();
        let name = path.display();
        let case: Value = serde_json::from_str(&fs::read_to_string(&path).expect("readable")).expect("JSON");
        let mut session =
            Session::new(&Release::new(case["release"].as_str().expect("a date")).expect("a date"));
        for (n, exchange) in case["exchanges"].as_array().expect("a list").iter().enumerate() {
            let operation =
                Operation::ALL.into_iter().find(|operation| exchange["operation"] == operation.as_str());
            let status = exchange["status"].as_u64().and_then(|status| u16::try_from(status).ok());
            let result = session.apply(&Exchange {
                operation: operation.expect("an operation"),
                request: &exchange["request"],
                status: status.expect("a status code"),
                response: &exchange["response"],
            });
            if let Err(violation) = &result {
                assert!(
                    violation.at.resolve(&exchange["response"]).is_some(),
                    "{name} #{n}: {}",
                    violation.at
                );
            }
            let outcome = outcome(result);
            assert_eq!(outcome, exchange["expect"], "{name} #{n}");
            broken.extend(outcome["rule"].as_str().map(str::to_owned));
        }
    }
    let rules: BTreeSet<_> = Rule::ALL.iter().map(|(rule, _)| rule.as_str().to_owned()).collect();
    assert_eq!(broken, rules, "every rule is broken somewhere");
}

#[test]
fn the_document_lists_every_rule_and_status() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/sessions.md");
    let page = fs::read_to_string(path).expect("the page is there");
    let listed = |kind: &str| page.lines().filter(|line| line.starts_with(&format!("| `{kind}` |"))).count();
    for (rule, _) in Rule::ALL {
        assert_eq!(listed(rule.as_str()), 1, "{rule}");
    }
    for status in Status::ALL {
        assert_eq!(listed(status.as_str()), 1, "{status}");
    }
}
