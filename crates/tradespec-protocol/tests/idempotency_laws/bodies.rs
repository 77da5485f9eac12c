//! Bodies: equal fingerprints mean equivalent bodies, whatever their spelling.

use proptest::prelude::*;
use serde::de::IgnoredAny;
use tradespec_protocol::idempotency::{Body, BodyFault, difference, equivalent, fingerprint};

use crate::model::{Model, Pen, leaf, model};

/// Everything that compares two texts agrees with what they were made from.
fn agree(first: &Model, second: &Model, seeds: (u64, u64)) -> Result<(), TestCaseError> {
    let (a, b) = (first.write(&mut Pen(seeds.0)), second.write(&mut Pen(seeds.1)));
    let equal = first == second;
    let (body, other) = (Body::parse(a.as_bytes()).unwrap(), Body::parse(b.as_bytes()).unwrap());
    prop_assert_eq!(equivalent(a.as_bytes(), b.as_bytes()).unwrap(), equal, "{} {}", a, b);
    prop_assert_eq!(body.fingerprint() == other.fingerprint(), equal, "{} {}", a, b);
    prop_assert_eq!(body.canonical() == other.canonical(), equal, "{} {}", a, b);
    prop_assert_eq!(body.differences(&other, usize::MAX).is_empty(), equal, "{} {}", a, b);
    prop_assert_eq!(difference(a.as_bytes(), b.as_bytes()).unwrap().is_none(), equal, "{} {}", a, b);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn another_spelling_changes_nothing(value in model(), seeds: (u64, u64)) {
        agree(&value, &value, seeds)?;
    }

    #[test]
    fn two_values_are_equal_only_by_meaning(a in leaf(), b in leaf(), seeds: (u64, u64)) {
        agree(&a, &b, seeds)?;
    }

    #[test]
    fn a_change_is_found_where_it_is(
        value in model(), other in leaf(), place: prop::sample::Index, seeds: (u64, u64),
    ) {
        let pointers = value.pointers();
        let pointer = &pointers[place.index(pointers.len())];
        let mut changed = value.clone();
        *changed.at(pointer) = other;
        agree(&value, &changed, seeds)?;
        let (a, b) = (value.write(&mut Pen(seeds.0)), changed.write(&mut Pen(seeds.1)));
        let (a, b) = (Body::parse(a.as_bytes()).unwrap(), Body::parse(b.as_bytes()).unwrap());
        for found in a.differences(&b, usize::MAX) {
            prop_assert!(found.at.as_str().starts_with(pointer.as_str()), "{} is not at {}", found.at, pointer);
        }
    }

    #[test]
    fn the_canonical_text_is_its_own(value in model(), seed: u64) {
        let text = value.write(&mut Pen(seed));
        let canonical = Body::parse(text.as_bytes()).unwrap().canonical();
        prop_assert_eq!(Body::parse(canonical.as_bytes()).unwrap().canonical(), canonical.as_str());
        prop_assert_eq!(fingerprint(canonical.as_bytes()), fingerprint(text.as_bytes()));
    }

    /// Where every double is written in its shortest form, the canonical text is that of RFC 8785.
    #[test]
    fn doubles_in_their_shortest_form_are_laid_out_as_by_rfc_8785(value: f64) {
        prop_assume!(value.is_finite());
        let text = format!("{value:e}");
        let canonical = Body::parse(text.as_bytes()).unwrap().canonical();
        // Minus zero is zero.
        let read = canonical.parse::<f64>().unwrap();
        prop_assert_eq!(read.to_bits(), (value + 0.0).to_bits());
        let magnitude = value.abs();
        let plain = magnitude == 0.0 || (1e-6..1e21).contains(&magnitude);
        prop_assert_eq!(canonical.contains('e'), !plain, "{}", canonical);
        if plain && value != 0.0 {
            // Without an exponent, the layout is the one that Rust has for all doubles.
            prop_assert_eq!(canonical, value.to_string());
        }
    }

    /// Any bytes: what is read is what another reader of JSON reads, but for members that stand twice.
    #[test]
    fn the_grammar_is_json(text in r#"[\[\]{},:"\\/abfnrtu0 19.eE+\-]{0,12}"#) {
        let other = serde_json::from_str::<IgnoredAny>(&text).is_ok();
        match fingerprint(text.as_bytes()) {
            Ok(_) => prop_assert!(other, "{}", text),
            Err(error) => prop_assert!(!other || error.fault() == BodyFault::DuplicateKey, "{}", text),
        }
    }

    #[test]
    fn no_bytes_are_too_much(bytes: Vec<u8>) {
        if let Ok(body) = Body::parse(&bytes) {
            prop_assert_eq!(equivalent(&bytes, body.canonical().as_bytes()), Ok(true));
        }
    }
}

#[test]
fn long_numbers_cost_what_their_text_costs() {
    let digits = "7".repeat(1_000_000);
    let number = format!("{digits}e{digits}");
    let canonical = Body::parse(number.as_bytes()).unwrap().canonical();
    assert!(canonical.len() < number.len() + 8);
    // An exponent is no request for memory.
    assert_eq!(Body::parse(b"1e999999999").unwrap().canonical(), "1e+999999999");
    assert_eq!(Body::parse(b"100e-999999999").unwrap().canonical(), "1e-999999997");
}

#[test]
fn bytes_that_are_not_utf_8_are_no_json() {
    for bytes in [&b"\"\xff\""[..], b"\"\xed\xa0\x80\"", b"\"\xc0\xaf\"", b"\xef\xbb\xbf{}", b""] {
        assert_eq!(fingerprint(bytes).unwrap_err().fault(), BodyFault::NotJson);
    }
    let error = fingerprint(b"{\n  \"\xc3\xa9\": \"\xff\"}").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 9));
}

#[test]
fn no_value_is_shown() {
    let secret = br#"{"number": "4242424242424242", "number": "4000000000000002"}"#;
    let error = fingerprint(secret).unwrap_err().to_string();
    assert!(!error.contains("42424") && !error.contains("40000"), "{error}");
    let body = Body::parse(br#"{"number": "4242424242424242"}"#).unwrap();
    assert!(!format!("{body:?}").contains("42424"));
}
