//! Checking messages.

use std::sync::LazyLock;

use serde_json::Value;
use tradespec_samples::{Draw, mutate, rng};
use tradespec_schema::Protocol;
use tradespec_validator::{Checker, Code, Diagnostic, Hint, Origin, Report, Severity, Strictness, Validator};

use crate::choices::Choices;
use crate::json;

const TYPES: [(Protocol, &str); 6] = [
    (Protocol::Acp, "CheckoutSession"),
    (Protocol::Acp, "CheckoutSessionCreateRequest"),
    (Protocol::Acp, "CheckoutSessionUpdateRequest"),
    (Protocol::Acp, "DelegatePaymentRequest"),
    (Protocol::Ucp, "Checkout"),
    (Protocol::Ucp, "Order"),
];

static VALIDATORS: LazyLock<Vec<Validator>> = LazyLock::new(|| {
    let built =
        TYPES.map(|(protocol, name)| Validator::builder().protocol(protocol).message_type(name).build());
    built.into_iter().map(|built| built.expect("a built-in type")).collect()
});
/// The same, with all that can be switched on.
static STRICT: LazyLock<Vec<Validator>> = LazyLock::new(|| {
    let strictness = Strictness { strict: true, receiver: true, ..Strictness::default() };
    let built = TYPES.map(|(protocol, name)| {
        Validator::builder().protocol(protocol).message_type(name).strictness(strictness).rules().build()
    });
    built.into_iter().map(|built| built.expect("a built-in type")).collect()
});
static CHECKERS: LazyLock<Vec<Checker<'static>>> = LazyLock::new(|| {
    let protocols = [Protocol::Acp, Protocol::Ucp];
    let made = protocols.map(|protocol| Validator::builder().protocol(protocol).rules().checker());
    made.into_iter().map(|made| made.expect("a built-in protocol")).collect()
});

/// Bytes and the value they stand for have one verdict; every finding has its place in the bytes.
///
/// ```
/// tradespec_properties::validate(br#"{"line_items": []}"#);
/// ```
pub fn validate(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let which = choices.below(VALIDATORS.len());
    let validator = &VALIDATORS[which];
    let text = text(&mut choices, validator);
    let report = validator.check(&text);
    is_placed(&report, &text);
    assert!(validator.accepts(&text) == report.is_valid(), "the fast path says {}", !report.is_valid());
    let strict = &STRICT[which];
    assert!(
        strict.accepts(&text) == strict.check(&text).is_valid(),
        "the fast path differs with rules or strictness"
    );
    match serde_json::from_slice::<Value>(&text) {
        Ok(value) => {
            let of_value = validator.check_value(&value);
            assert_eq!(validator.is_valid(&value), of_value.is_valid());
            // What is said of the text comes on top of what is said of the value.
            assert!(of_value.is_valid() || !report.is_valid(), "the bytes are valid, the value is not");
            let is_of_text = |code: Code| code.is_input() || code == Code::DuplicateMember;
            let of_value_alone =
                |found: &&Diagnostic| found.severity == Severity::Error && !is_of_text(found.code);
            let counts = (
                report.iter().filter(of_value_alone).count(),
                of_value.iter().filter(of_value_alone).count(),
            );
            assert!(counts.0 == counts.1, "{} errors in the bytes, {} in the value", counts.0, counts.1);
        }
        Err(_) => assert!(!report.is_valid(), "what is not JSON is valid"),
    }
    let checker = &CHECKERS[usize::from(TYPES[which].0 == Protocol::Ucp)];
    let checked = checker.check("document.json", &text, Origin::default(), &Hint::default());
    is_placed(&checked.report, &text);
}

/// Any text, or a document of the type with mistakes in its values and its bytes.
fn text(choices: &mut Choices<'_>, validator: &Validator) -> Vec<u8> {
    if choices.once_in(4) {
        return choices.rest().to_vec();
    }
    let seed = choices.byte();
    let mut document = Draw::new(validator.document(), seed.into()).document();
    let mut rng = rng(choices.byte().into());
    for _ in 0..choices.below(3) {
        mutate(&mut document, &mut rng);
    }
    json::spoil(&mut document, choices, 2);
    let mut text = document.to_string().into_bytes();
    json::spoil_bytes(&mut text, choices, 3);
    text
}

fn is_placed(report: &Report, text: &[u8]) {
    for found in report {
        let span = found.span.expect("what is found in bytes has a place");
        assert!(span.offset + span.length <= text.len(), "the place of {} is outside", found.code.as_str());
        assert!(
            span.line > 0 && span.column > 0 && (span.line, span.column) <= (span.end_line, span.end_column)
        );
        if let Some(excerpt) = &found.excerpt {
            assert!(!excerpt.text.contains(char::is_control), "an excerpt has control characters");
        }
    }
}
