//! What is negotiated is what is validated: the outcome chooses the extensions of a validator, and is valid itself.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tradespec_protocol::negotiation::{Outcome, Policy, Seller};
use tradespec_schema::Release;
use tradespec_validator::{Builder, Validator};

fn example(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/negotiation").join(name);
    serde_json::from_str(&fs::read_to_string(path).expect("the example is there")).expect("it is JSON")
}

fn negotiate(agent: &Value) -> Outcome {
    let policy: Policy = serde_json::from_value(example("seller.json")).expect("a policy");
    let release = Release::new("2026-04-17").expect("a date");
    Seller::new(policy, &release).expect("the policy makes sense").negotiate(agent)
}

fn builder(outcome: &Outcome) -> Builder<'static> {
    outcome.extension_names().fold(Validator::builder().release("2026-04-17"), Builder::extension)
}

#[test]
fn the_active_extensions_are_those_of_the_validator() {
    let request = json!({
        "currency": "eur",
        "line_items": [{"id": "teapot"}],
        "capabilities": {},
        "loyalty_id": "FF-1840",
    });
    for (agent, accepted) in [("agent.json", true), ("simple-agent.json", false)] {
        let outcome = negotiate(&example(agent));
        let validator = builder(&outcome).message_type("CheckoutSessionCreateRequest").build();
        assert_eq!(validator.expect("it composes").is_valid(&request), accepted, "{agent}");
    }
}

#[test]
fn the_capabilities_of_the_response_are_valid() {
    for agent in [example("agent.json"), example("simple-agent.json"), json!({}), json!([])] {
        let outcome = negotiate(&agent);
        let validator = builder(&outcome).message_type("Capabilities").build().expect("it composes");
        let found = validator.check_value(&Value::Object(outcome.capabilities.clone()));
        assert!(found.is_empty(), "{found:#?}");
        let validator = builder(&outcome).message_type("MessageError").build().expect("it composes");
        for message in &outcome.messages {
            let found = validator.check_value(&json!(message));
            assert!(found.is_empty(), "{found:#?}");
        }
    }
}
