//! Runs the table of cases: each folder of `tests/cases` is one sentence about what a validator says.
//!
//! A folder holds `case.json` (`type`, and where they matter `release`, `extensions`, `receiver` and
//! `allow_null_clear`), `input.json`, and
//! `expected.json`: the diagnostics. With a `schema.json` the case brings a schema of its own instead of a release.
//! `TRADESPEC_BLESS=1` writes what is found over what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use support::{builder, json};
use tradespec_schema::{Index, Protocol, Release, SchemaSet, compose};
use tradespec_validator::{Code, Diagnostic, Report, Validator};

fn validator(folder: &Path, case: &Value) -> Validator {
    let type_name = case["type"].as_str().expect("a case has a type");
    let own = folder.join("schema.json");
    if own.is_file() {
        let files = [("schema.case.json".to_owned(), fs::read_to_string(own).unwrap())];
        let set = SchemaSet::from_files(Protocol::Acp, Release::new("2026-01-01").unwrap(), files).unwrap();
        let composed = compose(&Index::new(&set).unwrap(), &[]).unwrap();
        return Validator::new(&composed, &composed.type_named(type_name).unwrap()).unwrap();
    }
    builder(case).build().unwrap()
}

/// What is said, in any order: only a text has places to go by.
fn without_places(report: &Report) -> BTreeSet<(Code, String, String)> {
    let of_value = |diagnostic: &&Diagnostic| diagnostic.schema_path.as_str() != "";
    let said = |diagnostic: &Diagnostic| {
        (diagnostic.code, diagnostic.instance_path.to_string(), diagnostic.message.clone())
    };
    report.iter().filter(of_value).map(said).collect()
}

fn run(case_file: &Path) -> datatest_stable::Result<()> {
    let folder = case_file.parent().unwrap();
    let validator = validator(folder, &json(case_file));
    let bytes = fs::read(folder.join("input.json"))?;
    let found = validator.check(&bytes);
    let input = json(&folder.join("input.json"));
    assert_eq!(found.is_valid(), validator.is_valid(&input), "check and is_valid disagree");
    assert_eq!(
        without_places(&found),
        without_places(&validator.check_value(&input)),
        "check and check_value disagree"
    );
    let found = serde_json::to_value(found.iter().collect::<Vec<_>>())?;
    let expected = folder.join("expected.json");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&expected, serde_json::to_string_pretty(&found)? + "\n")?;
    }
    assert_eq!(serde_json::to_string_pretty(&found)?, serde_json::to_string_pretty(&json(&expected))?);
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/cases", pattern = r"case\.json$" },
}
