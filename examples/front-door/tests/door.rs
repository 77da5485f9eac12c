//! What comes in at the door, what does not, and what is answered. Everything runs in this process, without a socket.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use tower::ServiceExt;
use tradespec_validator::Validator;

/// Sends a body, and checks that the answer is valid too.
fn post(body: impl Into<Body>) -> (StatusCode, Value) {
    let request = Request::post("/checkout_sessions")
        .header(header::CONTENT_TYPE, "application/json")
        .body(body.into())
        .unwrap();
    let (status, answer) = pollster::block_on(async {
        let response = front_door::shop().unwrap().oneshot(request).await.unwrap();
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/json");
        (response.status(), to_bytes(response.into_body(), usize::MAX).await.unwrap())
    });
    let answered = if status.is_success() { "CheckoutSession" } else { "Error" };
    let report = validator(answered).check(&answer);
    assert!(report.is_empty(), "{report:?}");
    (status, serde_json::from_slice(&answer).unwrap())
}

fn validator(message_type: &str) -> Validator {
    Validator::builder().release("2026-04-17").message_type(message_type).build().unwrap()
}

fn request(change: impl FnOnce(&mut Value)) -> String {
    let mut request = json!({
        "line_items": [{"id": "teapot", "unit_amount": 6400}, {"id": "oolong"}],
        "currency": "usd",
        "capabilities": {},
    });
    change(&mut request);
    request.to_string()
}

#[test]
fn a_valid_request_reaches_the_handler() {
    let (status, session) = post(request(|_| {}));
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(session["line_items"][0]["item"]["id"], "teapot");
    assert_eq!(session["totals"][0]["amount"], 7900);
}

#[test]
fn the_samples_of_the_repository_come_in() {
    let sample = include_str!("../../payloads/valid/agentic_checkout.CheckoutSessionCreateRequest.json");
    assert_eq!(post(sample).0, StatusCode::CREATED);
}

#[test]
fn an_invalid_request_is_answered_with_the_place_of_its_fault() {
    let refused = |change: fn(&mut Value)| {
        let (status, error) = post(request(change));
        assert_eq!(status, StatusCode::BAD_REQUEST);
        error
    };
    assert_eq!(
        refused(|request| request["line_items"][1]["unit_amount"] = json!(18.5)),
        json!({
            "type": "invalid_request",
            "code": "wrong_type",
            "message": "expected integer, found a number with a fraction",
            "param": "$.line_items[1].unit_amount",
        })
    );
    let error = refused(|request| drop(request.as_object_mut().unwrap().remove("currency")));
    assert_eq!((&error["code"], &error["param"]), (&json!("missing_member"), &json!("$.currency")));
    let error = refused(|request| request["buyer"] = json!({"email": "maren at mail"}));
    assert_eq!((&error["code"], &error["param"]), (&json!("wrong_format"), &json!("$.buyer.email")));
}

#[test]
fn what_a_receiver_does_not_know_is_let_in() {
    let (status, _) = post(request(|request| {
        request["gift"] = json!(true);
        request["capabilities"]["interventions"] = json!({"supported": ["3ds", "voice"]});
    }));
    assert_eq!(status, StatusCode::CREATED);
}

#[test]
fn what_is_not_json_is_answered_likewise() {
    for body in ["", "{", "{\"currency\": \"usd\", \"currency\": \"eur\"}", "\u{feff}{}"] {
        let (status, error) = post(body);
        assert_eq!((status, &error["type"]), (StatusCode::BAD_REQUEST, &json!("invalid_request")), "{body}");
    }
    assert_eq!(post(vec![b'"', 0xff, b'"']).1["code"], "invalid_utf8");
}

#[test]
fn a_number_that_the_types_do_not_take_is_answered_and_not_quoted() {
    // An integer for JSON Schema, and none for the types.
    let (status, error) = post(request(|_| {}).replace("6400", "4711.0"));
    assert_eq!((status, &error["code"]), (StatusCode::BAD_REQUEST, &json!("unsupported_number")));
    assert!(!error.to_string().contains("4711"), "{error}");
}

#[test]
fn a_body_that_is_too_large_is_not_read() {
    let (status, error) = post(" ".repeat(3 << 20));
    assert_eq!((status, &error["type"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("invalid_request")));
}
