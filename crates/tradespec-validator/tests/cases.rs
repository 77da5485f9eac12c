//! Runs the table of cases: each folder of `tests/cases` is one sentence about what a validator says.
//!
//! A folder holds `case.json` (`type`, and where they matter `release` and `extensions`), `input.json`, and
//! `expected.json`: the diagnostics. With a `schema.json` the case brings a schema of its own instead of a release.
//! `TRADESPEC_BLESS=1` writes what is found over what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tradespec_schema::{Index, Protocol, Release, SchemaSet, compose, parse_json};
use tradespec_validator::{Diagnostic, Validator};

fn json(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_json(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display())).0
}

fn validator(folder: &Path, case: &Value) -> Validator {
    let type_name = case["type"].as_str().expect("a case has a type");
    let own = folder.join("schema.json");
    if own.is_file() {
        let files = [("schema.case.json".to_owned(), fs::read_to_string(own).unwrap())];
        let set = SchemaSet::from_files(Protocol::Acp, Release::new("2026-01-01").unwrap(), files).unwrap();
        let composed = compose(&Index::new(&set).unwrap(), &[]).unwrap();
        return Validator::new(&composed, &composed.type_named(type_name).unwrap()).unwrap();
    }
    let mut builder = Validator::builder().message_type(type_name);
    if let Some(release) = case["release"].as_str() {
        builder = builder.release(release);
    }
    for extension in case["extensions"].as_array().into_iter().flatten() {
        builder = builder.extension(extension.as_str().unwrap());
    }
    builder.build().unwrap()
}

fn run(case_file: &Path) -> datatest_stable::Result<()> {
    let folder = case_file.parent().unwrap();
    let validator = validator(folder, &json(case_file));
    let input = json(&folder.join("input.json"));
    let found: Vec<Diagnostic> = validator.validate(&input);
    assert_eq!(found.is_empty(), validator.is_valid(&input), "validate and is_valid disagree");
    let found = serde_json::to_value(&found)?;
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
