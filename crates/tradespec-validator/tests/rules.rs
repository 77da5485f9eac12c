//! Runs the table of message rules: each folder of `tests/rules` is one sentence about what a validator says that checks
//! them too.
//!
//! A folder holds `case.json` (`type`, and where they matter `release`, `extensions`, `receiver`, `allow_null_clear` and
//! the `request` that the message answers), `input.json`, and `expected.json`: the diagnostics. `TRADESPEC_BLESS=1`
//! writes what is found over what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{builder, json};
use tradespec_validator::{Diagnostic, Origin, Report};

/// What is said, by place; only a text has places in lines.
fn without_lines(report: &Report) -> Vec<(String, String, String)> {
    let said = |diagnostic: &Diagnostic| {
        let Diagnostic { code, instance_path, message, .. } = diagnostic;
        (instance_path.to_string(), code.to_string(), message.clone())
    };
    let mut all: Vec<_> = report.iter().map(said).collect();
    all.sort();
    all
}

fn run(case_file: &Path) -> datatest_stable::Result<()> {
    let folder = case_file.parent().unwrap();
    let case = json(case_file);
    let validator = builder(&case).rules().build().unwrap();
    let by_schema = builder(&case).build().unwrap();
    let (bytes, input) = (fs::read(folder.join("input.json"))?, json(&folder.join("input.json")));
    let request = case.get("request");
    let found = validator.check_answer(&bytes, Origin::default(), request);
    if request.is_none() {
        assert_eq!(found.is_valid(), validator.is_valid(&input), "check and is_valid disagree");
        assert_eq!(without_lines(&found), without_lines(&validator.check_value(&input)));
        assert_eq!(found, validator.check(&bytes));
    }
    // The rules take nothing away that makes a message invalid.
    assert!(by_schema.is_valid(&input) || !found.is_valid());
    let found = serde_json::to_value(found.iter().collect::<Vec<_>>())?;
    let expected = folder.join("expected.json");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&expected, serde_json::to_string_pretty(&found)? + "\n")?;
    }
    let wanted: Value = json(&expected);
    assert_eq!(serde_json::to_string_pretty(&found)?, serde_json::to_string_pretty(&wanted)?);
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/rules", pattern = r"case\.json$" },
}
