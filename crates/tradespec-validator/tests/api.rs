//! What users of the library rely on: errors that say what to do, stable codes, and renderers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tradespec_schema::{
    Catalogue, Code as SchemaCode, Error, Extension, Index, Pointer, Protocol, Release, SchemaSet, TypeId,
    compose, walk,
};
use tradespec_validator::messages::{self, Direction};
use tradespec_validator::{Builder, Checker, Code, Hint, Origin, Report, Validator};

fn is_shared<T: Send + Sync + 'static>() {}

#[test]
fn a_validator_can_be_shared_between_threads() {
    is_shared::<Validator>();
    is_shared::<Builder<'static>>();
    is_shared::<Checker<'static>>();
}

#[test]
fn codes_are_kebab_case_and_mean_one_thing() {
    let texts: BTreeSet<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(texts.len(), Code::ALL.len());
    for (code, meaning) in Code::ALL {
        let plain = code.as_str().bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        assert!(plain, "{code}");
        assert!(meaning.ends_with('.'), "{code}: {meaning}");
        assert_eq!(serde_json::to_value(code).unwrap(), json!(code.as_str()));
    }
}

/// Codes that no single document shows, and what does.
const ELSEWHERE: &[Code] = &[
    // A file that is not there: transcripts of the command.
    Code::Unreadable,
    // It takes an extension that is not built in: `what_a_payload_declares_may_not_go_together`.
    Code::CannotCompose,
];

#[test]
fn every_code_has_a_case() {
    let mut seen: BTreeSet<Code> = BTreeSet::new();
    for table in ["cases", "checker", "input", "rules"] {
        for case in std::fs::read_dir(format!("{}/tests/{table}", env!("CARGO_MANIFEST_DIR"))).unwrap() {
            let expected = case.unwrap().path().join("expected.json");
            let Ok(text) = std::fs::read_to_string(expected) else { continue };
            let quoted = |code: &Code| text.contains(&format!("\"code\": \"{code}\""));
            seen.extend(Code::ALL.iter().map(|(code, _)| *code).filter(quoted));
        }
    }
    let all = Code::ALL.iter().map(|(code, _)| *code);
    let missing: BTreeSet<_> = all.filter(|code| !seen.contains(code)).collect();
    assert_eq!(missing, ELSEWHERE.iter().copied().collect());
}

#[test]
fn a_report_is_read_back_as_it_was_written() {
    let validator = Validator::builder().message_type("CheckoutSessionUpdateRequest").build().unwrap();
    let report = validator.check(br#"{"buyer": null, "order_notes": 7, "nots": ""}"#);
    assert_eq!(report.len(), 3);
    let written = serde_json::to_string(&report).unwrap();
    let read: Report = serde_json::from_str(&written).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), written);
    assert_eq!(read[0].code, report[0].code);
    assert_eq!(read[2].span, report[2].span);
}

fn gift(schema: &str) -> Extension {
    let declaration =
        r#"{"name": "com.example.gift@2026-06-01", "extends": ["$.Cart.gift"], "schema": "s.json"}"#;
    Extension::from_text("gift.json", declaration, |name| Ok((name.to_owned(), schema.to_owned()))).unwrap()
}

const GIFT: &str = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "boolean"}}}}}"#;

fn message(result: Result<Validator, Error>) -> String {
    result.expect_err("this should be refused").to_string()
}

#[test]
fn what_cannot_be_chosen_is_refused_with_what_could_be() {
    let cart = || Validator::builder().message_type("Cart");
    let cases = [
        (Validator::builder().build(), "no message type given; name one with message_type(…) [unknown-type]"),
        (
            Validator::builder().message_type("Crat").build(),
            "no type \"Crat\" in this release; did you mean \"Cart\"? [unknown-type]",
        ),
        (
            cart().release("yesterday").build(),
            "\"yesterday\" is not a release; a release is a date such as 2026-04-17 [bad-release]",
        ),
        (
            cart().release("2020-01-01").build(),
            "acp has no release of 2020-01-01; known: 2025-09-29, 2025-12-12, 2026-01-16, 2026-01-30, 2026-04-17 \
             [unknown-release]",
        ),
        (
            cart().extension("discuont").build(),
            "no extension \"discuont\"; did you mean \"discount\"? [unknown-extension]",
        ),
        (
            cart().extension("com.example.gift").extension_given(gift(GIFT)).build(),
            "gift.json: \"com.example.gift@2026-06-01\" is given by name and as a declaration; give it once [extension-twice]",
        ),
        (
            cart().extension_given(gift(GIFT)).extension_given(gift(GIFT)).build(),
            "gift.json: \"com.example.gift@2026-06-01\" is given in several declarations; give it once [extension-twice]",
        ),
    ];
    for (result, expected) in cases {
        assert_eq!(message(result), expected);
    }
}

#[test]
fn several_faults_of_asking_are_told_together() {
    let error =
        Validator::builder().message_type("Cart").extension("a").extension("b!").extension("c").build();
    assert_eq!(error.unwrap_err().problems().len(), 3);
}

#[test]
fn a_given_extension_is_active() {
    let validator = Validator::builder().message_type("Cart").extension_given(gift(GIFT)).build().unwrap();
    assert_eq!(validator.extensions()[0].to_string(), "com.example.gift@2026-06-01");
    let found = validator.check_value(&json!({"gift": 1}));
    let gift = found.iter().find(|found| found.instance_path.as_str() == "/gift").unwrap();
    assert_eq!(gift.extension.as_ref(), Some(&validator.extensions()[0]));
}

#[test]
fn what_a_payload_declares_may_not_go_together() {
    let declaration = r#"{"name": "com.example.points@2026-06-01", "extends": ["$.CheckoutSession.loyalty"], "schema": "s.json"}"#;
    let schema = r#"{"$defs": {"CheckoutSession": {"properties": {"loyalty": {"type": "boolean"}}}}}"#;
    let points =
        Extension::from_text("points.json", declaration, |name| Ok((name.to_owned(), schema.to_owned())));
    let checker = Validator::builder()
        .message_type("CheckoutSession")
        .extension_given(points.unwrap())
        .checker()
        .unwrap();
    let payload = br#"{"capabilities": {"extensions": [{"name": "com.example.loyalty", "extends": []}]}}"#;
    let checked = checker.check("a.json", payload, Origin::default(), &Hint::default());
    assert_eq!(checked.report[0].code, Code::CannotCompose);
    assert!(
        checked.report[0].message.contains("com.example.points@2026-06-01"),
        "{}",
        checked.report[0].message
    );
    // It is still checked, with what was chosen.
    assert_eq!(checked.subject.unwrap().extensions, ["com.example.points@2026-06-01"]);
    assert!(checked.report.iter().any(|diagnostic| diagnostic.code == Code::MissingMember));
}

#[test]
fn a_schema_that_is_none_is_refused_with_its_place() {
    let schema = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "bolean"}}}}}"#;
    let error = Validator::builder().message_type("Cart").extension_given(gift(schema)).build().unwrap_err();
    assert!(error.has(SchemaCode::NotASchema));
    assert_eq!(
        error.to_string(),
        "com.example.gift@2026-06-01/schema.json#/$defs/Cart/properties/gift/type: not a JSON Schema: must be one \
         of \"boolean\", \"array\", \"integer\", \"null\", \"number\", \"object\" or \"string\" [not-a-schema]"
    );
}

#[test]
fn a_pattern_that_is_none_is_refused_with_its_place() {
    let schema = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "string", "pattern": "(a"}}}}}"#;
    let error = Validator::builder().message_type("Cart").extension_given(gift(schema)).build();
    assert_eq!(
        message(error),
        "com.example.gift@2026-06-01/schema.json#/$defs/Cart/properties/gift/pattern: not a JSON Schema: must be a \
         valid regex [not-a-schema]"
    );
}

#[test]
fn a_pattern_that_takes_too_much_memory_is_refused_with_its_place() {
    let schema = r#"{"$defs": {"Cart": {"properties": {"gift": {"pattern": "^(a{1000}){1000}$"}}}}}"#;
    let error = Validator::builder().message_type("Cart").extension_given(gift(schema)).build();
    let text = message(error);
    assert!(text.contains("/$defs/Cart/properties/gift/pattern: cannot be compiled: "), "{text}");
}

/// What only an engine that tracks back can match.
#[test]
fn no_published_pattern_looks_around_or_back() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut patterns = 0;
    for (protocol, release) in catalogue.releases() {
        for (file, root) in catalogue.release(protocol, Some(release)).unwrap().files() {
            walk::each(root, &Pointer::root(), &mut |at, schema| {
                if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
                    patterns += 1;
                    let special = ["(?=", "(?!", "(?<", "\\1", "\\k"];
                    assert!(special.iter().all(|what| !pattern.contains(what)), "{file}#{at}: {pattern}");
                }
            });
        }
    }
    assert!(patterns > 10, "only {patterns} patterns");
}

#[test]
fn a_type_of_another_release_is_refused() {
    let set = SchemaSet::from_files(
        Protocol::Acp,
        Release::new("2026-01-01").unwrap(),
        [("schema.a.json".to_owned(), r#"{"$defs": {"A": {}}}"#.to_owned())],
    )
    .unwrap();
    let composed = compose(&Index::new(&set).unwrap(), &[]).unwrap();
    let other = TypeId { file: "schema.a.json".to_owned(), name: "B".to_owned() };
    let error = message(Validator::new(&composed, &other));
    assert_eq!(error, "no type \"a.B\" in this composed schema [unknown-type]");
}

#[test]
fn every_message_of_the_table_is_a_type_of_the_newest_release() {
    let catalogue = Catalogue::embedded().unwrap();
    let selection = Validator::builder().catalogue(&catalogue).compose().unwrap();
    let types: BTreeSet<_> = selection.composed().types().map(|id| id.to_string()).collect();
    for operation in messages::operations(Protocol::Acp) {
        for name in operation.request.into_iter().chain(operation.response) {
            assert!(types.contains(name), "{}: {name}", operation.name);
        }
    }
    let session = selection.composed().type_named("CheckoutSession").unwrap();
    let uses: Vec<_> = messages::uses(Protocol::Acp, &session).collect();
    assert_eq!(uses.len(), 4);
    assert!(uses.iter().all(|(_, direction)| *direction == Direction::Response));
    let item = selection.composed().type_named("Item").unwrap();
    assert_eq!(messages::uses(Protocol::Acp, &item).count(), 0);
}

#[test]
fn the_name_of_a_type_finds_it_again() {
    let selection = Validator::builder().extension("com.example.loyalty").compose().unwrap();
    let mut full = 0;
    for type_id in selection.composed().types() {
        let name = selection.name_of(&type_id);
        assert_eq!(selection.composed().type_named(&name).unwrap(), type_id);
        full += usize::from(name.contains('.'));
    }
    assert!(full > 0, "Address, Error, … stand in several files");
}
