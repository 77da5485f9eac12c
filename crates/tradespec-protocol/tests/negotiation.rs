//! Negotiations as a table: each folder of `tests/negotiation` is a seller, an agent and what comes of it.
//!
//! `TRADESPEC_BLESS=1` writes what is expected anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::path::Path;
use std::{env, fs};

use serde_json::{Value, json};
use tradespec_protocol::negotiation::{Policy, PolicyError, Seller};
use tradespec_schema::Release;

fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn seller(policy: Value) -> Result<Seller, PolicyError> {
    let policy: Policy = serde_json::from_value(policy).expect("the policy has the form of one");
    Seller::new(policy, &Release::new("2026-04-17").expect("a date"))
}

#[test]
fn every_case_comes_out_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/negotiation");
    let mut cases = 0;
    for entry in fs::read_dir(folder).expect("the cases are there") {
        let case = entry.expect("an entry").path();
        let seller = seller(read(&case.join("seller.json"))).expect("the policy is accepted");
        let outcome = json!(seller.negotiate(&read(&case.join("agent.json"))));
        let expected = case.join("expected.json");
        if env::var_os("TRADESPEC_BLESS").is_some() {
            let text = serde_json::to_string_pretty(&outcome).expect("JSON") + "\n";
            fs::write(&expected, text).expect("it can be written");
        }
        assert_eq!(outcome, read(&expected), "{}", case.display());
        cases += 1;
    }
    assert!(cases > 25, "only {cases} cases were found");
}

#[test]
fn a_policy_that_makes_no_sense_is_refused_with_everything_that_is_wrong() {
    let policy = json!({
        "interventions": {"supported": ["3DS", "biometric", "biometric"], "required": ["address_verification"]},
        "extensions": [
            {"name": "discount"},
            {"name": "discount@2026-04-17"},
            {"name": "No Name", "depends_on": ["com.example.a@someday"]},
        ],
    });
    let error = seller(policy).expect_err("it is refused");
    let lines: Vec<_> = error.problems().iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "/interventions/supported/0: no intervention \"3DS\" here; did you mean \"3ds\"?",
            "/interventions/supported/2: \"biometric\" stands here twice; once is enough",
            "/interventions/required/0: no intervention \"address_verification\" here; there are 3ds, biometric",
            "/extensions/1/name: discount@2026-04-17 is offered twice; offer it once",
            "/extensions/2/depends_on/0: \"someday\" is not a version; a version is a date such as 2026-05-01",
            "/extensions/2/name: \"No Name\" is not the name of an extension; core ones are like \"discount\", \
             others like \"com.example.loyalty\"",
        ]
    );
}

#[test]
fn a_release_without_capabilities_has_no_negotiation() {
    let error = Seller::new(Policy::default(), &Release::new("2025-12-12").expect("a date"));
    let message = error.expect_err("it is refused").to_string();
    assert_eq!(message, "release 2025-12-12 has no negotiation; there is one in 2026-01-30, 2026-04-17");
}

#[test]
fn a_misspelt_member_of_a_policy_is_an_error() {
    for text in [
        r#"{"intervention": {}}"#,
        r#"{"interventions": {"require": []}}"#,
        r#"{"extensions": [{"name": "a", "x": 1}]}"#,
    ] {
        assert!(serde_json::from_str::<Policy>(text).is_err(), "{text}");
    }
}
