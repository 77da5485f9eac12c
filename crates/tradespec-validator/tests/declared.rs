//! What a checker hands out for those who know type and release of their messages: validators, and what is declared.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::sync::Arc;

use serde_json::{Value, json};
use tradespec_schema::{Extension, Release};
use tradespec_validator::{Builder, Code, Hint, Origin, Rule, Validator};

const SESSION: &str = "CheckoutSession";

fn declaring(name: &str) -> Value {
    json!({"capabilities": {"extensions": [{"name": name, "extends": ["$.CheckoutSession.nothing"]}]}})
}

/// A builder with an extension that contradicts `com.example.loyalty`.
fn with_points() -> Builder<'static> {
    let declaration = r#"{"name": "com.example.points@2026-06-01", "extends": ["$.CheckoutSession.loyalty"], "schema": "s.json"}"#;
    let schema = r#"{"$defs": {"CheckoutSession": {"properties": {"loyalty": {"type": "boolean"}}}}}"#;
    let points =
        Extension::from_text("points.json", declaration, |name| Ok((name.to_owned(), schema.to_owned())));
    Validator::builder().extension_given(points.unwrap())
}

#[test]
fn declared_extensions_come_with_their_versions_and_their_faults() {
    let checker = Validator::builder().checker().unwrap();
    let (names, wrong) = checker.declared(None, SESSION, &declaring("com.example.loyalty")).unwrap();
    assert_eq!(names, ["com.example.loyalty@2026-05-01"]);
    assert_eq!(wrong.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::ExtensionMismatch]);
    let (names, wrong) = checker.declared(None, SESSION, &declaring("com.example.gift")).unwrap();
    assert!(names.is_empty());
    assert_eq!(wrong[0].code, Code::UnknownExtension);
}

#[test]
fn what_the_builder_has_activated_is_not_named_again() {
    let checker = Validator::builder().extension("com.example.loyalty").checker().unwrap();
    let (names, _) = checker.declared(None, SESSION, &declaring("com.example.loyalty")).unwrap();
    assert!(names.is_empty());
    let validator = checker.validator(None, &names, SESSION).unwrap();
    assert_eq!(validator.extensions()[0].to_string(), "com.example.loyalty@2026-05-01");
}

#[test]
fn extensions_that_do_not_go_together_are_not_named() {
    let checker = with_points().checker().unwrap();
    let (names, wrong) = checker.declared(None, SESSION, &declaring("com.example.loyalty")).unwrap();
    assert!(names.is_empty());
    assert_eq!(wrong.last().map(|found| found.code), Some(Code::CannotCompose));
    assert!(checker.validator(None, &["com.example.loyalty".to_owned()], SESSION).is_err());
}

#[test]
fn a_validator_is_made_once_for_each_release_and_set_of_extensions() {
    let checker = Validator::builder().checker().unwrap();
    let release = Release::new("2026-01-30").unwrap();
    let loyalty = ["com.example.loyalty@2026-05-01".to_owned()];
    let newest = checker.validator(None, &[], SESSION).unwrap();
    let older = checker.validator(Some(&release), &[], SESSION).unwrap();
    assert_eq!((newest.release().as_str(), older.release()), ("2026-04-17", &release));
    let with_loyalty = checker.validator(None, &loyalty, SESSION).unwrap();
    assert_eq!(with_loyalty.extensions()[0].to_string(), loyalty[0]);
    for (first, release, extensions) in
        [(newest, None, &[][..]), (older, Some(&release), &[]), (with_loyalty, None, &loyalty)]
    {
        assert!(Arc::ptr_eq(&first, &checker.validator(release, extensions, SESSION).unwrap()));
    }
}

#[test]
fn what_is_not_known_is_an_error() {
    let checker = Validator::builder().checker().unwrap();
    let future = Release::new("2030-01-01").unwrap();
    assert!(checker.validator(None, &[], "Sesion").is_err());
    assert!(checker.validator(Some(&future), &[], SESSION).is_err());
    assert!(checker.validator(None, &["com.example.gift".to_owned()], SESSION).is_err());
    assert!(checker.declared(None, "Sesion", &json!({})).is_err());
    assert!(checker.declared(Some(&future), SESSION, &json!({})).is_err());
}

#[test]
fn a_checker_and_its_validators_check_rules_if_the_builder_says_so() {
    let error = br#"{"type": "invalid_request", "code": "x", "message": "No.", "param": "buyer"}"#;
    let found = |builder: Builder<'_>| {
        let checker = builder.checker().unwrap();
        let by_checker = checker.check("a.json", error, Origin::default(), &Hint::default()).report;
        let by_validator = checker.validator(None, &[], "agentic_checkout.Error").unwrap().check(error);
        assert_eq!(by_checker, by_validator);
        by_checker.iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(found(Validator::builder()), []);
    assert_eq!(found(Validator::builder().rules()), [Code::Rule(Rule::NotAJsonPath)]);
}

/// An error fits `Error` of several files; a rule that the message breaks must not change which of them it is.
#[test]
fn rules_have_no_say_in_what_a_message_is() {
    let with_rules = Validator::builder().rules().checker().unwrap();
    let without = Validator::builder().checker().unwrap();
    for param in ["$.buyer", "buyer", "$["] {
        for code in ["invalid", "missing", "invalid_card"] {
            let error = json!({"type": "invalid_request", "code": code, "message": "No.", "param": param});
            let subject = |checker: &tradespec_validator::Checker<'_>| {
                let bytes = error.to_string();
                checker.check("a.json", bytes.as_bytes(), Origin::default(), &Hint::default()).subject
            };
            assert_eq!(subject(&with_rules), subject(&without));
        }
    }
}
