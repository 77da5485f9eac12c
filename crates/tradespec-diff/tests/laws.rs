//! What holds of any two documents.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use support::{Sides, laws};
use tradespec_diff::render::{Format, Options, render};
use tradespec_diff::{Edition, diff};

/// Few names, so that two random documents have some in common.
const NAMES: [&str; 5] = ["items", "line_items", "amount", "note", "kind"];
const TYPES: [&str; 3] = ["Cart", "Entry", "Party"];

fn schema() -> impl Strategy<Value = Value> {
    let text = (0_u8..4, 2_u8..6)
        .prop_map(|(least, more)| json!({"type": "string", "minLength": least, "maxLength": least + more}));
    let leaf = prop_oneof![
        Just(json!({"type": "string"})),
        Just(json!({"type": "boolean"})),
        Just(json!({"type": "string", "pattern": "^[a-z]{2}$"})),
        text,
        (0_i8..3).prop_map(|least| json!({"type": "integer", "minimum": least})),
        (0_i8..3).prop_map(|least| json!({"type": "number", "exclusiveMinimum": least})),
        proptest::sample::subsequence(vec!["open", "done", "lost"], 1..=3)
            .prop_map(|words| json!({"enum": words})),
        proptest::sample::select(TYPES.to_vec()).prop_map(|name| json!({"$ref": format!("#/$defs/{name}")})),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            object(inner.clone()),
            (inner.clone(), 0_u8..2)
                .prop_map(|(items, least)| json!({"type": "array", "items": items, "minItems": least})),
            proptest::collection::vec(inner, 1..3).prop_map(|forms| json!({"anyOf": forms})),
        ]
    })
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let members = proptest::collection::btree_map(proptest::sample::select(NAMES.to_vec()), inner, 0..4);
    (members, any::<bool>(), any::<u8>()).prop_map(|(members, open, required)| {
        let required: Vec<&str> = members
            .keys()
            .enumerate()
            .filter(|(n, _)| required & (1 << n) != 0)
            .map(|(_, name)| *name)
            .collect();
        let members: Map<String, Value> =
            members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
        json!({"type": "object", "properties": members, "required": required, "additionalProperties": open})
    })
}

fn document() -> impl Strategy<Value = Value> {
    let body = || object(schema());
    (body(), body(), body()).prop_map(|(cart, entry, party)| {
        json!({"$ref": "#/$defs/Cart", "$defs": {"Cart": cart, "Entry": entry, "Party": party}})
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn witnesses_separate_and_the_way_back_mirrors((old, new) in (document(), document())) {
        let edition = |label: &str, document: &Value| Edition::from_document(label, document.clone()).unwrap();
        let found = diff(&edition("old", &old), &edition("new", &new), &[]).unwrap();
        laws(&Sides { old, new }, &found);
    }

    #[test]
    fn one_changed_member_is_one_place((old, name, schema) in (document(), proptest::sample::select(NAMES.to_vec()), schema())) {
        let mut new = old.clone();
        new["$defs"]["Cart"]["properties"][name] = schema;
        let edition = |label: &str, document: &Value| Edition::from_document(label, document.clone()).unwrap();
        let found = diff(&edition("old", &old), &edition("new", &new), &[]).unwrap();
        laws(&Sides { old, new }, &found);
    }

    #[test]
    fn every_format_can_be_written((old, new) in (document(), document())) {
        let edition = |label: &str, document: &Value| Edition::from_document(label, document.clone()).unwrap();
        let found = diff(&edition("old", &old), &edition("new", &new), &[]).unwrap();
        for format in Format::ALL {
            let text = render(&found, format, &Options { verbose: true, artifact: None });
            prop_assert!(text.ends_with('\n'));
            if matches!(format, Format::Json | Format::Sarif) {
                let document: Value = serde_json::from_str(&text).unwrap();
                let listed = if format == Format::Json { &document["changes"] } else { &document["runs"][0]["results"] };
                prop_assert_eq!(listed.as_array().unwrap().len(), found.changes.len());
            }
        }
    }
}
