//! Documents that no release would have: an error or an answer, in time, and never a panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use serde_json::{Map, Value, json};
use tradespec_diff::{Edition, diff};

fn refused(document: Value) -> String {
    let error = Edition::from_document("it.json", document).unwrap_err();
    error
        .problems()
        .iter()
        .map(|problem| format!("{}: {}", problem.place, problem.message))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn what_is_no_composed_document_is_refused() {
    assert_eq!(
        refused(json!([])),
        "it.json: a composed document is a JSON object; `tradespec compose` writes one"
    );
    assert_eq!(refused(json!({"$defs": []})), "it.json#/$defs: \"$defs\" is an object of schemas by name");
    assert!(
        refused(json!({"$ref": "#/$defs/Gone"}))
            .starts_with("it.json#/$ref: \"#/$defs/Gone\" is not in this document")
    );
    let inside = json!({"$defs": {"A": {"properties": {"b": {"$ref": "other.json"}}}}});
    assert!(
        refused(inside)
            .starts_with("it.json#/$defs/A/properties/b/$ref: \"other.json\" is not in this document")
    );
}

#[test]
fn a_definition_that_is_itself_is_refused() {
    for body in [json!({"$ref": "#/$defs/A"}), json!({"anyOf": [{"allOf": [{"$ref": "#/$defs/B"}]}]})] {
        let document = json!({"$ref": "#/$defs/A", "$defs": {"A": body, "B": {"$ref": "#/$defs/A"}}});
        assert!(refused(document).contains("leads back to itself"));
    }
}

#[test]
fn a_schema_that_cannot_be_compiled_is_an_error() {
    let edition = |pattern: &str| {
        let member = json!({"type": "string", "pattern": pattern});
        let cart = json!({"type": "object", "properties": {"a": member}});
        Edition::from_document("it.json", json!({"$ref": "#/$defs/Cart", "$defs": {"Cart": cart}})).unwrap()
    };
    let error = diff(&edition("^a"), &edition("("), &[]).unwrap_err();
    assert!(error.problems()[0].message.starts_with("cannot be compiled"));
}

/// A document of this type would have 2^30 members.
#[test]
fn types_that_double_at_each_level_end() {
    let edition = |last: Value| {
        let mut definitions = Map::new();
        for level in 0..30 {
            let next = json!({"$ref": format!("#/$defs/T{}", level + 1)});
            let both =
                json!({"type": "object", "properties": {"a": next, "b": next}, "required": ["a", "b"]});
            definitions.insert(format!("T{level}"), both);
        }
        definitions.insert("T30".to_owned(), last);
        Edition::from_document("it.json", json!({"$ref": "#/$defs/T0", "$defs": definitions})).unwrap()
    };
    let found = diff(&edition(json!({"type": "string"})), &edition(json!({"type": "integer"})), &[]).unwrap();
    assert_eq!(found.changes.len(), 1);
    assert_eq!(found.changes[0].type_name, "T30");
}

/// Types of other names on both sides are compared in place, which must not multiply without end.
#[test]
fn other_names_at_each_level_end() {
    let edition = |prefix: &str, last: &str| {
        let mut definitions = Map::new();
        for level in 0..20 {
            let next = json!({"$ref": format!("#/$defs/{prefix}{}", level + 1)});
            let members = json!({"a": next, "b": next, "c": next});
            definitions.insert(format!("{prefix}{level}"), json!({"type": "object", "properties": members}));
        }
        definitions.insert(format!("{prefix}20"), json!({"type": last}));
        let root = json!({"type": "object", "properties": {"x": {"$ref": format!("#/$defs/{prefix}0")}}});
        definitions.insert("Root".to_owned(), root);
        Edition::from_document("it.json", json!({"$ref": "#/$defs/Root", "$defs": definitions})).unwrap()
    };
    assert!(diff(&edition("Xyz", "string"), &edition("Abc", "string"), &[]).is_ok());
}
