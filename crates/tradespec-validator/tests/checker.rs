//! Runs the table of documents whose type, release and extensions nobody gave: each folder of `tests/checker` is one
//! sentence about what is found out.
//!
//! A folder holds `input.json`, `expected.json`, and where something is given `case.json` (`type`, `release`,
//! `extensions`, `receiver`, `allow_null_clear`, and a `hint` with `type` and `release`). `TRADESPEC_BLESS=1` writes
//! what is found over what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tradespec_validator::{Hint, Origin};

fn run(input: &Path) -> datatest_stable::Result<()> {
    let folder = input.parent().unwrap();
    let case =
        fs::read(folder.join("case.json")).map_or(json!({}), |case| serde_json::from_slice(&case).unwrap());
    let hint = |name: &str| case["hint"][name].as_str().map(str::to_owned);
    let hint = Hint { message_type: hint("type"), release: hint("release") };
    let checked = support::builder(&case).checker().unwrap().check(
        "input.json",
        &fs::read(input)?,
        Origin::default(),
        &hint,
    );
    let subject = checked.subject.as_ref().map(|subject| {
        json!({"type": subject.type_name, "release": subject.release, "extensions": subject.extensions})
    });
    let found = json!({
        "verdict": format!("{:?}", checked.verdict()),
        "subject": subject,
        "diagnostics": checked.report.iter().collect::<Vec<_>>(),
    });
    let expected = folder.join("expected.json");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&expected, serde_json::to_string_pretty(&found)? + "\n")?;
    }
    let wanted: Value = serde_json::from_slice(&fs::read(&expected)?)?;
    assert_eq!(serde_json::to_string_pretty(&found)?, serde_json::to_string_pretty(&wanted)?);
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/checker", pattern = r"input\.json$" },
}
