//! Runs the table of cases: each folder of `tests/rules` is one sentence about what the message rules say.
//!
//! A folder holds `case.json` (`type`, and where they matter `release`, `direction` and the `request`), `input.json`, and
//! `expected.json`: the breaches. `TRADESPEC_BLESS=1` writes what is found over what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tradespec_protocol::rules::{Breach, Context, check};
use tradespec_schema::Release;
use tradespec_schema::messages::Direction;

fn read(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn shown(breach: &Breach) -> Value {
    json!({
        "rule": breach.rule,
        "severity": breach.rule.severity(),
        "at": breach.at.as_str(),
        "message": breach.message,
        "help": breach.help,
    })
}

fn run(case_file: &Path) -> datatest_stable::Result<()> {
    let folder = case_file.parent().unwrap();
    let case = read(case_file);
    let release = Release::new(case["release"].as_str().unwrap_or("2026-04-17"))?;
    let direction = match case["direction"].as_str() {
        Some("request") => Direction::Request,
        Some("response") | None => Direction::Response,
        Some(other) => panic!("no direction {other}"),
    };
    let mut context = Context::new(&release, case["type"].as_str().unwrap(), direction);
    if let Some(request) = case.get("request") {
        context = context.answering(request);
    }
    let breaches = check(&read(&folder.join("input.json")), &context);
    let found = serde_json::to_string_pretty(&breaches.iter().map(shown).collect::<Vec<_>>())?;
    let expected = folder.join("expected.json");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&expected, found.clone() + "\n")?;
    }
    assert_eq!(found, serde_json::to_string_pretty(&read(&expected))?);
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/rules", pattern = r"case\.json$" },
}
