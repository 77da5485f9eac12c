//! docs/conformance.md against the tables of codes and the folders of cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::path::Path;

use tradespec_trace::{Code, Rule};

const DOCUMENT: &str = include_str!("../../../docs/conformance.md");

/// The rows of the tables below the headings that are wanted, as cells.
fn rows(is_wanted: impl Fn(&str) -> bool) -> Vec<Vec<String>> {
    let sections =
        DOCUMENT.split("\n## ").skip(1).filter(|section| is_wanted(section.lines().next().unwrap()));
    let lines =
        sections.flat_map(str::lines).filter(|line| line.starts_with('|') && !line.starts_with("|---"));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    lines.map(cells).filter(|cells| cells[0] != "statement" && cells[0] != "name").collect()
}

/// The names between backticks.
fn names(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_rule_is_a_row_and_every_code_is_known() {
    let rows = rows(|heading| heading != "Cases");
    assert!(rows.iter().all(|row| row.len() == 7), "{rows:?}");
    let listed: BTreeSet<_> = rows.iter().flat_map(|row| names(&row[3])).collect();
    let of_schemas = tradespec_schema::Code::ALL.iter().map(|(code, _)| code.as_str());
    let known: BTreeSet<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).chain(of_schemas).collect();
    assert_eq!(listed.difference(&known).collect::<Vec<_>>(), Vec::<&&str>::new(), "unknown codes");
    let is_rule = |code: &Code| match code {
        Code::Exchange(rule) => *rule != Rule::UnreadableExchange,
        Code::Session(_) => true,
        Code::Message(code) => matches!(code, tradespec_validator::Code::Rule(_)),
    };
    let rules = Code::ALL.iter().filter(|(code, _)| is_rule(code)).map(|(code, _)| code.as_str());
    let missing: Vec<_> = rules.filter(|code| !listed.contains(code)).collect();
    assert!(missing.is_empty(), "{missing:?} have no row");
}

#[test]
fn every_row_has_a_status_and_cases_that_are_there() {
    let folders: Vec<_> = rows(|heading| heading == "Cases");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in &folders {
        let path = root.join(names(&folder[1])[0]);
        assert!(path.is_dir(), "{} is not there", path.display());
    }
    let known: BTreeSet<_> = folders.iter().flat_map(|row| names(&row[0])).collect();
    for row in rows(|heading| heading != "Cases") {
        let status = row[6].split(':').next().unwrap();
        assert!(["checked", "library", "schema", "open"].contains(&status), "{row:?}");
        let cases = names(&row[5]);
        assert!(cases.iter().all(|case| known.contains(case)), "{row:?}");
        assert!(status == "open" || !cases.is_empty(), "{row:?} has no cases");
    }
}
