//! The rules, case by case: `tests/rules/<sentence>/{schema files, expected.json}`.
//!
//! A case has what a rule finds and, beside it, what it must not find. `options.json` names codes to switch on.
//! `UPDATE_EXPECTED=1 cargo test --test rules` writes the `expected.json` files anew; review them like code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tradespec_lint::{Options, Schemas};

datatest_stable::harness! {
    { test = case, root = "tests/rules", pattern = r"expected\.json$" },
}

#[expect(clippy::unnecessary_wraps, reason = "the signature is that of the harness")]
fn case(expected: &Path) -> datatest_stable::Result<()> {
    let folder = expected.parent().unwrap();
    let mut options = Options::default();
    if let Ok(text) = fs::read_to_string(folder.join("options.json")) {
        let given: Value = serde_json::from_str(&text).unwrap();
        let codes = given["on"].as_array().unwrap().iter();
        options.on = codes.map(|code| code.as_str().unwrap().parse().unwrap()).collect();
    }
    let mut found = json!(Schemas::folder(folder).unwrap().lint(&options));
    let base = format!("{}/", folder.to_str().unwrap());
    for finding in found.as_array_mut().unwrap() {
        let file = finding["file"].as_str().unwrap().replace(&base, "");
        finding["file"] = file.into();
    }
    let found = json!({ "findings": found });
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(expected, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    }
    let wanted: Value = serde_json::from_str(&fs::read_to_string(expected).unwrap()).unwrap();
    assert!(found == wanted, "{}", serde_json::to_string_pretty(&found).unwrap());
    Ok(())
}
