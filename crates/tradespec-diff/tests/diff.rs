//! Changes, case by case: `tests/diff/<sentence>/{old.json, new.json, expected.json}`.
//!
//! `TRADESPEC_BLESS=1 cargo test -p tradespec-diff --test diff` writes the `expected.json` files anew; review them like
//! code. What holds of every case is checked of every case: the witnesses separate the two documents, nothing is breaking
//! without one, reading from new to old finds the mirror image, and order does not matter.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::path::Path;

use serde_json::Value;
use support::{Sides, bless, laws};
use tradespec_diff::render::{Format, Options, render};
use tradespec_diff::{Edition, diff};

datatest_stable::harness! {
    { test = case, root = "tests/diff", pattern = r"old\.json$" },
}

fn case(path: &Path) -> datatest_stable::Result<()> {
    let folder = path.parent().unwrap();
    let read =
        |name: &str| serde_json::from_str::<Value>(&std::fs::read_to_string(folder.join(name)).unwrap());
    let sides = Sides { old: read("old.json")?, new: read("new.json")? };
    let edition = |label: &str, document: &Value| Edition::from_document(label, document.clone());
    let found = diff(&edition("old", &sides.old)?, &edition("new", &sides.new)?, &[])?;
    laws(&sides, &found);
    let actual = render(&found, Format::Json, &Options::default());
    bless(&folder.join("expected.json"), &actual);
    Ok(())
}
