//! The short way from bytes to a verdict, against the long one by way of a value and a validator of values.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::collections::BTreeMap;

use jsonschema::Draft;
use serde_json::Value;
use support::samples;
use tradespec_schema::parse_json;
use tradespec_validator::{Strictness, Validator};

/// How many slips each sample is tried with.
const SLIPS: usize = 60;

/// What the document of `validator` says of a value, by the library's own representation.
fn judge(validator: &Validator) -> jsonschema::Validator {
    let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
    options.build(validator.document()).unwrap()
}

/// The verdict on bytes by way of a value.
fn long_way(judge: &jsonschema::Validator, bytes: &[u8]) -> bool {
    let is_valid = |value: &Value| judge.is_valid(value);
    parse_json(bytes).is_ok_and(|parsed| parsed.twice.is_empty() && is_valid(&parsed.value))
}

#[test]
fn both_ways_give_one_verdict() {
    let newest = Validator::builder().compose().unwrap();
    let mut random = fastrand::Rng::with_seed(8);
    let mut by_type = BTreeMap::new();
    let mut verdicts = [0_usize; 2];
    for (name, of_type, payload) in [samples("valid"), samples("invalid"), samples("loyalty")].concat() {
        let (validator, judge) = by_type.entry(of_type.clone()).or_insert_with(|| {
            let validator = newest.validator(&of_type).unwrap();
            let judge = judge(&validator);
            (validator, judge)
        });
        let bytes = serde_json::to_vec(&payload).unwrap();
        for slip in 0..=SLIPS {
            let mut bytes = bytes.clone();
            if slip > 0 {
                let place = random.usize(..bytes.len());
                bytes[place] = *random.choice(b"{}[],:\"\\0123456789.-eEtrufalsn AZz_").unwrap();
            }
            let long = long_way(judge, &bytes);
            let shown = String::from_utf8_lossy(&bytes);
            assert_eq!(validator.accepts(&bytes), long, "{name}: {shown}");
            assert_eq!(validator.check(&bytes).is_valid(), long, "{name}: {shown}");
            verdicts[usize::from(long)] += 1;
        }
    }
    // Slips in texts stay valid, others do not: both ways were tried on both.
    assert!(verdicts.iter().all(|count| *count > 500), "{verdicts:?}");
}

#[test]
fn what_judges_otherwise_is_asked_too() {
    let builder = Validator::builder().message_type("CheckoutSessionUpdateRequest");
    let more = br#"{"order_notes": "Ring twice.", "more": 1}"#;
    let coupons = br#"{"coupons": ["TEN"]}"#;
    let plain = builder.clone().build().unwrap();
    assert!(!plain.accepts(more));
    assert!(plain.accepts(coupons));

    let receiver = Strictness { receiver: true, ..Strictness::default() };
    assert!(builder.clone().strictness(receiver).build().unwrap().accepts(more));

    let with_rules = builder.rules().build().unwrap();
    assert!(with_rules.accepts(coupons), "a warning is no error");
    assert_eq!(with_rules.check(coupons)[0].code.as_str(), "deprecated-coupons");

    let item = br#"{"id": "teapot", "title": "Teapot", "price": 1900, "colour": "blue"}"#;
    let builder = Validator::builder().protocol(tradespec_schema::Protocol::Ucp).message_type("Item");
    assert!(builder.clone().build().unwrap().accepts(item));
    let strict = Strictness { strict: true, ..Strictness::default() };
    assert!(!builder.strictness(strict).build().unwrap().accepts(item));
}
