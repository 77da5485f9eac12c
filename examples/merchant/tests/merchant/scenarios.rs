//! What the merchant answers in each scenario.

use merchant::Set;
use serde_json::{Value, json};

use crate::common::{exchanges, id, recording};

struct Played(Vec<Value>);

impl Played {
    fn new(set: Set) -> Self {
        Self(exchanges(&recording(set, None)))
    }

    /// The exchanges of a scenario, in the order of the recording.
    fn scenario(&self, name: &str) -> Vec<&Value> {
        let is_of = |id: &str| id.rsplit_once('-').is_some_and(|(scenario, _)| scenario == name);
        self.0.iter().filter(|exchange| is_of(id(exchange))).collect()
    }

    /// The status codes of a scenario, each with the status of the session or the code of the error.
    fn outcomes(&self, name: &str) -> Vec<(u64, &str)> {
        let outcome = |exchange: &&Value| -> (u64, &'static str) {
            let body = &exchange["response"]["body"];
            let word = body["status"].as_str().or(body["code"].as_str()).unwrap_or_default();
            (exchange["status"].as_u64().unwrap(), String::leak(word.to_owned()))
        };
        self.scenario(name).iter().map(outcome).collect()
    }
}

fn body(exchange: &Value) -> &Value {
    &exchange["response"]["body"]
}

fn amount(totals: &Value, kind: &str) -> i64 {
    let entry = totals.as_array().unwrap().iter().find(|entry| entry["type"] == kind);
    entry.map_or(0, |entry| entry["amount"].as_i64().unwrap())
}

fn codes(session: &Value) -> Vec<(&str, &str)> {
    let messages = session["messages"].as_array().unwrap().iter();
    messages.filter_map(|message| Some((message["type"].as_str()?, message["code"].as_str()?))).collect()
}

#[test]
fn discovery_names_the_release_and_needs_none() {
    let played = Played::new(Set::Proper);
    let [exchange] = played.scenario("discovery")[..] else { panic!() };
    assert_eq!(exchange["request"]["headers"].get("api-version"), None);
    assert_eq!(body(exchange)["protocol"]["supported_versions"], json!(["2026-04-17"]));
    assert_eq!(body(exchange)["capabilities"]["services"], json!(["checkout", "carts"]));
}

#[test]
fn a_cart_lives_until_it_is_canceled() {
    let played = Played::new(Set::Proper);
    assert_eq!(played.outcomes("cart"), [(201, ""), (200, ""), (200, ""), (200, ""), (404, "not_found")]);
    let cart = played.scenario("cart");
    assert_eq!(body(cart[0])["line_items"].as_array().unwrap().len(), 1);
    assert_eq!(body(cart[1]), body(cart[2]));
    assert_eq!(amount(&body(cart[1])["totals"], "total"), 1_800 + 6_450);
}

#[test]
fn a_checkout_ends_with_an_order() {
    let played = Played::new(Set::Proper);
    assert_eq!(
        played.outcomes("checkout"),
        [
            (201, "not_ready_for_payment"),
            (200, "not_ready_for_payment"),
            (200, "ready_for_payment"),
            (200, "ready_for_payment"),
            (200, "completed"),
        ]
    );
    let steps = played.scenario("checkout");
    assert_eq!(body(steps[0])["fulfillment_options"], json!([]));
    assert_eq!(body(steps[1])["fulfillment_options"][1]["id"], "courier");
    assert_eq!(body(steps[1])["buyer"]["email"], "maren@mail.example");
    assert_eq!(body(steps[2])["selected_fulfillment_options"][0]["option_id"], "post");
    assert_eq!(body(steps[2]), body(steps[3]));
    let completed = body(steps[4]);
    assert_eq!(amount(&completed["totals"], "total"), 8_250 + 660 + 500);
    assert_eq!(completed["totals"], completed["order"]["totals"]);
    assert_eq!(completed["order"]["checkout_session_id"], completed["id"]);
}

#[test]
fn totals_add_up_everywhere() {
    for exchange in Played::new(Set::Proper).0 {
        let Some(totals) = body(&exchange).get("totals") else { continue };
        let of = |kind| amount(totals, kind);
        let lines = body(&exchange)["line_items"].as_array().unwrap();
        let base: i64 = lines.iter().map(|line| amount(&line["totals"], "items_base_amount")).sum();
        let due: i64 = lines.iter().map(|line| amount(&line["totals"], "total")).sum();
        assert_eq!(of("items_base_amount"), base, "{}", id(&exchange));
        assert_eq!(of("subtotal"), due, "{}", id(&exchange));
        assert_eq!(of("subtotal"), base - of("items_discount"), "{}", id(&exchange));
        assert_eq!(of("total"), due + of("fulfillment") + of("tax"), "{}", id(&exchange));
    }
}

#[test]
fn one_code_is_taken_and_one_is_not() {
    let played = Played::new(Set::Proper);
    let steps = played.scenario("discount");
    let session = body(steps[0]);
    assert_eq!(session["capabilities"]["extensions"][0]["name"], "discount@2026-04-17");
    assert_eq!(session["discounts"]["applied"][0]["amount"], 825);
    assert_eq!(
        session["discounts"]["applied"][0]["allocations"],
        json!([{"path": "$.line_items[0]", "amount": 180}, {"path": "$.line_items[1]", "amount": 645}])
    );
    assert_eq!(session["discounts"]["rejected"][0]["reason"], "discount_code_expired");
    assert_eq!(codes(session), [("warning", "discount_code_expired")]);
    assert_eq!(played.outcomes("discount")[2], (200, "completed"));
}

#[test]
fn a_dear_payment_is_authenticated_first() {
    let played = Played::new(Set::Proper);
    assert_eq!(
        played.outcomes("authentication"),
        [
            (201, "not_ready_for_payment"),
            (200, "authentication_required"),
            (400, "requires_3ds"),
            (200, "completed"),
        ]
    );
    let steps = played.scenario("authentication");
    assert_eq!(body(steps[1])["authentication_metadata"]["directory_server"], "visa");
    assert_eq!(body(steps[2])["param"], "$.authentication_result");
    assert_eq!(body(steps[3]).get("authentication_metadata"), None);
}

#[test]
fn what_is_out_of_stock_is_told() {
    let played = Played::new(Set::Proper);
    let [exchange] = played.scenario("out-of-stock")[..] else { panic!() };
    assert_eq!(codes(body(exchange)), [("error", "out_of_stock")]);
    assert_eq!(body(exchange)["messages"][0]["param"], "$.line_items[0]");
    assert_eq!(body(exchange)["status"], "not_ready_for_payment");
}

#[test]
fn a_declined_card_leaves_the_session_as_it_was() {
    let played = Played::new(Set::Proper);
    assert_eq!(played.outcomes("declined")[2..], [(200, "ready_for_payment"), (200, "completed")]);
    let steps = played.scenario("declined");
    assert_eq!(codes(body(steps[2])), [("error", "payment_declined")]);
    assert_eq!(codes(body(steps[3])), []);
}

#[test]
fn a_failure_is_not_kept_for_a_retry() {
    let played = Played::new(Set::Proper);
    assert_eq!(played.outcomes("provider-down")[2..], [(503, "payment_provider_down"), (200, "completed")]);
    let steps = played.scenario("provider-down");
    let key = |exchange: &Value| exchange["request"]["headers"]["idempotency-key"].clone();
    assert_eq!(key(steps[2]), key(steps[3]));
    assert_eq!(steps[3]["response"]["headers"].get("idempotent-replayed"), None);
}

#[test]
fn an_end_is_an_end() {
    let played = Played::new(Set::Proper);
    assert_eq!(played.outcomes("cancel")[1..], [(200, "canceled"), (405, "session_ended")]);
    assert_eq!(
        played.outcomes("after-complete")[2..],
        [(200, "completed"), (405, "session_ended"), (400, "session_ended"), (200, "completed")]
    );
    let steps = played.scenario("after-complete");
    assert_eq!(body(steps[2]), body(steps[5]));
    assert_eq!(played.outcomes("unknown"), [(404, "not_found")]);
}

#[test]
fn a_retry_is_replayed_and_another_body_refused() {
    let played = Played::new(Set::Proper);
    let steps = played.scenario("retry");
    assert_ne!(steps[0]["request"]["body"].to_string(), steps[1]["request"]["body"].to_string());
    assert_eq!(body(steps[0]).to_string(), body(steps[1]).to_string());
    assert_eq!(steps[0]["response"]["headers"].get("idempotent-replayed"), None);
    assert_eq!(steps[1]["response"]["headers"]["idempotent-replayed"], "true");
    assert_eq!(steps[1]["status"], 201);
    assert_eq!(played.outcomes("retry")[2], (422, "idempotency_conflict"));
}

#[test]
fn the_second_of_two_at_once_is_asked_to_wait() {
    let played = Played::new(Set::Proper);
    assert_eq!(
        played.outcomes("in-flight"),
        [(409, "idempotency_in_flight"), (201, "not_ready_for_payment")]
    );
    assert_eq!(played.scenario("in-flight")[0]["response"]["headers"]["retry-after"], "1");
}

#[test]
fn an_agent_without_a_required_step_gets_no_further() {
    let played = Played::new(Set::Proper);
    for exchange in played.scenario("intervention") {
        assert_eq!(body(exchange)["status"], "not_ready_for_payment");
        assert_eq!(codes(body(exchange)), [("error", "intervention_required")]);
        let interventions = &body(exchange)["capabilities"]["interventions"];
        assert_eq!(interventions["supported"], json!(["address_verification"]));
        assert_eq!(
            (&interventions["required"], &interventions["enforcement"]),
            (&json!(["3ds"]), &json!("always"))
        );
    }
}

#[test]
fn what_is_wrong_is_refused() {
    let played = Played::new(Set::Refusals);
    let refused = |name, status, code| assert_eq!(played.outcomes(name), [(status, code)], "{name}");
    refused("without-key", 400, "idempotency_key_required");
    refused("key-too-long", 400, "idempotency_key_invalid");
    refused("without-version", 400, "missing_api_version");
    refused("unknown-version", 400, "unsupported_api_version");
    refused("broken-json", 400, "invalid_json");
    refused("unknown-path", 404, "not_found");
    assert_eq!(played.outcomes("invalid-body"), [(400, "wrong_type"), (400, "missing_member")]);
    assert_eq!(body(played.scenario("invalid-body")[0])["param"], "$.line_items[0].unit_amount");
    assert_eq!(body(played.scenario("unknown-version")[0])["supported_versions"], json!(["2026-04-17"]));
    let deleted = played.scenario("deleted")[1];
    assert_eq!(
        (&deleted["status"], &deleted["response"]["headers"]["allow"]),
        (&json!(405), &json!("GET, POST"))
    );
}
