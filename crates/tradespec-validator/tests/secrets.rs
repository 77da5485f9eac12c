//! No value of a message shows up in anything that is said about it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use serde_json::{Value, json};
use support::samples;
use tradespec_schema::{Catalogue, Pointer, parse_json};
use tradespec_validator::render::{Checked, Format};
use tradespec_validator::{Diagnostic, Validator};

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

fn assert_silent(validator: &Validator, message: &Value, place: &str) {
    let found = validator.validate(message);
    assert_eq!(found.is_empty(), validator.is_valid(message), "{place}");
    assert_no_secret(validator, found, place);
}

fn assert_no_secret(validator: &Validator, found: Vec<Diagnostic>, place: &str) {
    let checked = Checked::new("message.json", "Message", validator, found);
    for format in Format::ALL {
        let mut out = Vec::new();
        let mut renderer = format.renderer(false);
        renderer.document(&checked, &mut out).unwrap();
        renderer.finish(&mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(!out.contains("s3cr3t") && !out.contains("424242"), "{place}:\n{out}");
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
    let selection = Validator::builder().catalogue(&catalogue).compose().unwrap();
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
            if let Err(error) = parse_json(broken.as_bytes()) {
                assert_no_secret(&validator, vec![Diagnostic::not_json(&error)], &broken);
            }
        }
    }
}
