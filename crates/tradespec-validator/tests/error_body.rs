//! The body that answers an invalid request: what it says, and what it must not say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use serde_json::{Value, json};
use serde_json_path::JsonPath;
use tradespec_validator::{Report, Validator};

use support::samples;

fn validator(name: &str) -> Validator {
    Validator::builder().release("2026-04-17").message_type(name).build().unwrap()
}

fn body(report: &Report) -> Value {
    serde_json::to_value(report.error_body().unwrap()).unwrap()
}

#[test]
fn a_valid_message_has_none() {
    let update = validator("CheckoutSessionUpdateRequest");
    assert_eq!(update.check(b"{}").error_body(), None);
    let noted =
        update.with_strictness(tradespec_validator::Strictness { receiver: true, ..Default::default() });
    let report = noted.check(br#"{"gift": true}"#);
    assert_eq!((report.len(), report.error_body()), (1, None));
}

#[test]
fn the_body_is_an_error_of_the_release_and_its_param_leads_to_the_place() {
    let error = validator("Error");
    let (mut invalid, mut followed) = (0, 0);
    for (name, of_type, message) in samples("invalid") {
        let report = validator(&of_type).check(message.to_string().as_bytes());
        let body = body(&report);
        assert!(error.is_valid(&body), "{name}: {:?}", error.check_value(&body));
        let nodes = JsonPath::parse(body["param"].as_str().unwrap()).unwrap().query(&message).all();
        // A missing member is not there.
        let wanted = usize::from(body["code"] != "missing_member");
        assert_eq!(nodes.len(), wanted, "{name}: {body}");
        invalid += 1;
        followed += wanted;
    }
    assert!(invalid > followed && followed > 5, "{followed} of {invalid}");
}

#[test]
fn places_are_written_as_rfc_9535_has_them() {
    let create = validator("CheckoutSessionCreateRequest");
    let with = |name: &str, value: Value| {
        let mut request = json!({"line_items": [{"id": "teapot"}], "currency": "usd", "capabilities": {}});
        request[name] = value;
        request
    };
    let attribution = |name: &str| {
        with("affiliate_attribution", json!({"provider": "trailmark", "token": "t", "metadata": {name: []}}))
    };
    let nested = |rest: &str| format!("$.affiliate_attribution.metadata{rest}");
    let cases = [
        (json!([]), "$".to_owned()),
        (json!({"line_items": [{"id": "teapot"}], "currency": "usd"}), "$.capabilities".to_owned()),
        (with("line_items", json!([{"id": "teapot"}, {}])), "$.line_items[1].id".to_owned()),
        (with("gift", json!(true)), "$.gift".to_owned()),
        (with("gift wrap", json!(true)), "$['gift wrap']".to_owned()),
        (with("", json!(true)), "$['']".to_owned()),
        (attribution("slot"), nested(".slot")),
        (attribution("2nd"), nested("['2nd']")),
        (attribution("02"), nested("['02']")),
        (attribution("größe"), nested("['größe']")),
        (attribution("a/b~c"), nested("['a/b~c']")),
        (attribution(r"it's a \ "), nested(r"['it\'s a \\ ']")),
        (attribution("\u{8}\t\n\u{c}\r\u{1}\u{1f}"), nested(r"['\b\t\n\f\r\u0001\u001f']")),
        // A name that is too long to be shown is left out.
        (attribution(&"n".repeat(81)), nested("")),
        (attribution(&"9".repeat(40)), nested(&format!("['{}']", "9".repeat(40)))),
    ];
    for (request, expected) in cases {
        let body = body(&create.check(request.to_string().as_bytes()));
        assert_eq!(body["param"], expected);
        let query = JsonPath::parse(&expected).unwrap_or_else(|error| panic!("{expected}: {error}"));
        let nodes = query.query(&request).all();
        assert_eq!(nodes.len(), usize::from(body["code"] != "missing_member"), "{expected}");
    }
}

#[test]
fn a_text_that_is_not_json_has_no_place() {
    let body = body(&validator("CartCreateRequest").check(b"{\"line_items\": [}"));
    assert_eq!((&body["code"], body.get("param")), (&json!("not_json"), None));
}

#[test]
fn no_value_of_the_request_is_in_the_body() {
    const SECRET: &str = "zq-secret";
    let mut checked = 0;
    for folder in ["valid", "invalid"] {
        for (name, of_type, mut message) in samples(folder) {
            let validator = validator(&of_type);
            spoil(&mut message, SECRET);
            let report = validator.check(message.to_string().as_bytes());
            if let Some(body) = report.error_body() {
                let body = serde_json::to_string(&body).unwrap();
                assert!(!body.contains(SECRET) && !body.contains("40404"), "{name}: {body}");
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "{checked}");
}

/// Replaces every text by `secret` and every number by a fraction.
fn spoil(value: &mut Value, secret: &str) {
    match value {
        Value::String(text) => secret.clone_into(text),
        Value::Number(_) => *value = json!(40404.5),
        Value::Array(list) => list.iter_mut().for_each(|element| spoil(element, secret)),
        Value::Object(members) => members.values_mut().for_each(|member| spoil(member, secret)),
        _ => {}
    }
}
