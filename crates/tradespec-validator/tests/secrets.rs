//! No value of a message shows up in anything that is said about it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use support::{json as file, root, samples};
use tradespec_schema::{Catalogue, Pointer};
use tradespec_validator::render::{Checked, Format, Look, Subject, Totals};
use tradespec_validator::{Code, Report, Rule, Severity, Validator};

const TEXT: &str = "4242-s3cr3t";
const NUMBER: u64 = 424_242_424_242;

fn pointers(value: &Value, at: &Pointer, found: &mut Vec<Pointer>) {
    found.push(at.clone());
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, member)| pointers(member, &at.join(name), found));
        }
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(n, element)| pointers(element, &at.join(&n.to_string()), found));
        }
        _ => {}
    }
}

/// What every format writes about the report.
fn outputs(validator: &Validator, report: Report) -> Vec<(Format, String)> {
    let subject = Some(Subject::new("Message", validator));
    let checked = Checked::new("message.json", Some(7), subject, report);
    let mut totals = Totals::default();
    totals.add(&checked);
    let one = |format: &Format| {
        let mut out = Vec::new();
        let mut renderer = format.renderer(Look { colour: true, ..Look::default() });
        renderer.document(&checked, &mut out).unwrap();
        renderer.finish(&totals, &mut out).unwrap();
        (*format, String::from_utf8(out).unwrap())
    };
    Format::ALL.iter().map(one).collect()
}

fn assert_silent(validator: &Validator, message: &Value, place: &str) {
    let report = validator.check(serde_json::to_string_pretty(message).unwrap().as_bytes());
    assert_eq!(report.is_valid(), validator.is_valid(message), "{place}");
    assert_no_secret(validator, report, place);
}

fn assert_no_secret(validator: &Validator, report: Report, place: &str) {
    for (format, out) in outputs(validator, report) {
        assert!(!out.contains("s3cr3t") && !out.contains("424242"), "{place}, {}:\n{out}", format.as_str());
    }
}

/// Puts secrets into each place of `payload`; the number of messages that were tried.
fn with_secrets(validator: &Validator, name: &str, payload: &Value) -> usize {
    let mut tried = 0;
    let mut places = Vec::new();
    pointers(payload, &Pointer::root(), &mut places);
    let others = [json!(NUMBER), json!({"type": TEXT, "other": NUMBER}), json!([TEXT, NUMBER, TEXT])];
    for (place, other) in places.iter().zip(others.iter().cycle()) {
        for secret in [json!(TEXT), other.clone()] {
            let mut message = payload.clone();
            *message.pointer_mut(place.as_str()).unwrap() = secret;
            assert_silent(validator, &message, &format!("{name} {place}"));
            tried += 1;
        }
        let mut message = payload.clone();
        if let Some(Value::Object(members)) = message.pointer_mut(place.as_str()) {
            members.insert("unknown".to_owned(), json!(TEXT));
            assert_silent(validator, &message, &format!("{name} {place} and one more"));
        }
    }
    tried
}

#[test]
fn a_secret_in_any_place_of_a_message_is_not_shown() {
    let catalogue = Catalogue::embedded().unwrap();
    let selection = Validator::builder().catalogue(&catalogue).rules().compose().unwrap();
    let samples = samples("valid");
    let tried: usize = std::thread::scope(|scope| {
        let threads: Vec<_> = samples
            .iter()
            .map(|(name, of_type, payload)| {
                let validator = selection.validator(of_type).unwrap();
                scope.spawn(move || with_secrets(&validator, name, payload))
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert!(tried > 3000, "only {tried} messages");
}

#[test]
fn a_secret_in_a_text_that_is_not_json_is_not_shown() {
    let validator = Validator::builder().message_type("CancelSessionRequest").build().unwrap();
    let text =
        format!(r#"{{"token": "{TEXT}", "list": [{NUMBER}, true, null, "{TEXT}\u0041"], "n": 4242e42}}"#);
    for end in 0..text.len() {
        for tail in ["", "x", "\"", "}", "\u{1}", ",", NUMBER.to_string().as_str(), TEXT] {
            let broken = format!("{}{tail}", &text[..end]);
            let report = validator.check(broken.as_bytes());
            if !report.is_valid() {
                assert_no_secret(&validator, report, &broken);
            }
        }
    }
}

/// Members that are secret, in the words of the protocol and of those who get them wrong.
const SECRET: [&str; 12] = [
    "number",
    "cvc",
    "cryptogram",
    "three_ds_cryptogram",
    "authentication_value",
    "token",
    "vaultToken",
    "credential",
    "card-number",
    "authorization",
    "client_secret",
    "license_key",
];

#[test]
fn those_who_ask_for_values_get_all_but_the_secret_ones() {
    let validator =
        Validator::builder().message_type("CheckoutSessionUpdateRequest").show_values().build().unwrap();
    for name in SECRET {
        for secret in [json!(TEXT), json!(NUMBER), json!({"inner": [TEXT]})] {
            let message = json!({
                "order_notes": {"plain": "seen-4711", name: secret},
                "buyer": {"email": 815, name: secret},
                "line_items": [{"id": "x", "custom_attributes": [{name: secret}]}],
                name: secret,
            });
            for text in [serde_json::to_string_pretty(&message).unwrap(), message.to_string()] {
                let report = validator.check(text.as_bytes());
                assert!(report.len() > 3, "{name}");
                for (format, out) in outputs(&validator, report) {
                    let secret = out.contains("s3cr3t") || out.contains("424242");
                    assert!(!secret, "{name} in {}:\n{out}", format.as_str());
                }
            }
        }
    }
    let report = validator.check(br#"{"order_notes": {"plain": "seen-4711"}}"#);
    let seen: Vec<_> =
        outputs(&validator, report).into_iter().filter(|(_, out)| out.contains("seen-4711")).collect();
    assert!(
        seen.iter().any(|(format, _)| *format == Format::Pretty),
        "values are shown where they are asked for"
    );
    assert!(
        seen.iter().any(|(format, _)| *format == Format::Json),
        "values are shown where they are asked for"
    );
}

/// The smallest session, with these members in place of its own.
fn session(members: &Value) -> Value {
    let mut session = file(&root("examples/payloads/valid/agentic_checkout.CheckoutSession.minimal.json"));
    session.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    session
}

/// Messages in which every value that a rule looks at is a secret, and their types.
fn against_the_rules() -> Vec<(&'static str, Value)> {
    let total = json!([{"type": "total", "display_text": TEXT, "amount": 0}]);
    let grant = |coupon: Value| {
        json!({"id": TEXT, "code": TEXT, "amount": NUMBER, "automatic": true, "coupon": coupon,
        "allocations": [{"path": format!("$.{TEXT}["), "amount": 1}]})
    };
    let discounts = json!({
        "codes": ["other"],
        "applied": [
            grant(json!({"id": TEXT, "name": TEXT, "percent_off": 5, "amount_off": NUMBER, "duration": "repeating"})),
            grant(json!({"id": TEXT, "name": TEXT})),
        ],
        "rejected": [{"code": TEXT, "reason": "discount_code_expired"}],
    });
    let courier = json!([{"type": "local_delivery", "id": "x", "title": TEXT, "totals": total,
        "service_area": {"radius_miles": 1, "price": 424_242.5, "charge": "424242.5"}}]);
    let notes = json!([
        {"type": "info", "param": format!("$['{TEXT}'][424242]"), "content_type": "markdown", "content": format!("<b>{TEXT}</b>")},
        {"type": "info", "param": TEXT, "content_type": "markdown", "content": format!("# {TEXT}\n\n<{TEXT}>")},
    ]);
    vec![
        ("CheckoutSession", session(&json!({"currency": TEXT, "totals": []}))),
        ("CheckoutSession", session(&json!({"presentment_currency": "XTS", "messages": notes}))),
        ("CheckoutSession", session(&json!({"discounts": discounts}))),
        (
            "CheckoutSession",
            session(&json!({
                "fulfillment_options": courier,
                "selected_fulfillment_options": [{"type": "shipping", "option_id": TEXT, "item_ids": [TEXT]}],
            })),
        ),
        ("CheckoutSession", session(&json!({"payment_data": {"token": TEXT}, "risk_signals": NUMBER}))),
        (
            "CheckoutSessionCreateRequest",
            json!({"line_items": [{"id": TEXT}], "currency": "usd", "capabilities": {}, "coupons": [TEXT]}),
        ),
        (
            "DiscoveryResponse",
            json!({
                "protocol": {"name": "acp", "version": "4242-02-02", "supported_versions": ["4242-04-02", "4242-03-02"]},
                "api_base_url": format!("https://{TEXT}.example.com"),
                "transports": ["rest"],
                "capabilities": {"services": ["checkout"]},
                "merchant_id": TEXT,
                "seller": NUMBER,
            }),
        ),
    ]
}

#[test]
fn no_rule_shows_what_breaks_it() {
    let selection = Validator::builder().rules().compose().unwrap();
    let mut broken = BTreeSet::new();
    for (of_type, message) in against_the_rules() {
        let validator = selection.validator(of_type).unwrap();
        let report = validator.check_value(&message);
        broken.extend(report.iter().filter_map(|found| match found.code {
            Code::Rule(rule) => Some(rule),
            _ => None,
        }));
        assert_silent(&validator, &message, of_type);
        for (format, out) in outputs(&validator, report) {
            assert!(!out.contains("4242-0"), "{of_type}, {}:\n{out}", format.as_str());
        }
    }
    assert_eq!(broken, Rule::ALL.iter().copied().collect());
}

#[test]
fn those_who_ask_for_values_do_not_get_what_should_not_be_there() {
    let validator =
        Validator::builder().message_type("CheckoutSession").rules().show_values().build().unwrap();
    let message = session(&json!({"payment_data": {"handler_id": TEXT, "token": TEXT}}));
    let report = validator.check(serde_json::to_string_pretty(&message).unwrap().as_bytes());
    assert_eq!(report[0].severity, Severity::Error);
    assert_no_secret(&validator, report, "payment_data");
}
