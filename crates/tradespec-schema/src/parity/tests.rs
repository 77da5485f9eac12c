#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::differences;
use crate::catalogue::Catalogue;

/// The differences as text, `left` and `right` named so.
fn found(left: &Value, right: &Value) -> Vec<String> {
    differences(left, right).iter().map(ToString::to_string).collect()
}

#[test]
fn what_only_people_read_makes_no_difference() {
    let bare = json!({"$defs": {"Cart": {"type": "object", "properties": {"id": {"type": "string"}}}}});
    let dressed = json!({
        "$id": "https://example.com/cart", "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$comment": "c", "title": "t", "description": "d",
        "$defs": {"Cart": {
            "examples": [{"id": "1"}], "example": {"id": "2"}, "deprecated": true, "type": "object",
            "properties": {"id": {"description": "i", "type": "string"}}
        }}
    });
    assert_eq!(found(&bare, &dressed), [""; 0]);
}

#[test]
fn members_called_like_annotations_are_members() {
    let names = ["$id", "$schema", "$comment", "title", "description", "example", "examples", "deprecated"];
    for name in names {
        let with = json!({"properties": {name: {"type": "string"}}});
        let without = json!({"properties": {}});
        let expected = format!("/properties/{name}: {{type}} on the left, nothing on the right");
        assert_eq!(found(&with, &without), [expected]);
        // And so they are in data.
        assert_eq!(found(&json!({"const": {name: 1}}), &json!({"const": {name: 2}})).len(), 1);
        assert_eq!(found(&json!({"$defs": {name: true}}), &json!({"$defs": {name: false}})).len(), 1);
    }
}

#[test]
fn some_lists_are_sets_and_others_are_not() {
    for set in ["required", "enum", "type"] {
        assert_eq!(found(&json!({set: ["a", "b"]}), &json!({set: ["b", "a"]})), [""; 0]);
        assert_eq!(
            found(&json!({set: ["a", "b", "c"]}), &json!({set: ["d", "c", "b"]})),
            [
                format!("/{set}: \"a\" on the left, nothing on the right"),
                format!("/{set}: nothing on the left, \"d\" on the right")
            ]
        );
    }
    assert_eq!(found(&json!({"const": ["a", "b"]}), &json!({"const": ["b", "a"]})).len(), 2);
    assert_eq!(found(&json!({"default": [1, 2]}), &json!({"default": [2, 1]})).len(), 2);
    let branches = |one: &str, other: &str| json!({"oneOf": [{"type": one}, {"type": other}]});
    assert_eq!(
        found(&branches("string", "null"), &branches("null", "string")),
        [
            "/oneOf/0/type: \"string\" on the left, \"null\" on the right",
            "/oneOf/1/type: \"null\" on the left, \"string\" on the right"
        ]
    );
}

#[test]
fn numbers_count_by_value() {
    for (one, other) in
        [("1", "1.0"), ("100", "1e2"), ("0", "-0.0"), ("18446744073709551615", "18446744073709551615")]
    {
        let schema = |number: &str| serde_json::from_str(&format!(r#"{{"maximum": {number}}}"#)).unwrap();
        assert_eq!(found(&schema(one), &schema(other)), [""; 0]);
    }
    for (one, other) in [
        (json!(9_007_199_254_740_993_u64), json!(9_007_199_254_740_992_u64)),
        (json!(0), json!(false)),
        (json!(1), json!(true)),
    ] {
        assert_eq!(found(&json!({"const": one}), &json!({"const": other})).len(), 1);
        assert_eq!(found(&json!({"enum": [one]}), &json!({"enum": [other]})).len(), 2);
    }
}

#[test]
fn each_difference_has_its_place() {
    let left = json!({"$defs": {"a/b": {"minimum": 1, "items": {"pattern": "^a"}, "allOf": [true, {"minLength": 1}]}}});
    let right = json!({"$defs": {"a/b": {"minimum": 2, "items": {"pattern": "^b"}, "allOf": [true]}}});
    assert_eq!(
        found(&left, &right),
        [
            "/$defs/a~1b/allOf/1: {minLength} on the left, nothing on the right",
            "/$defs/a~1b/items/pattern: \"^a\" on the left, \"^b\" on the right",
            "/$defs/a~1b/minimum: 1 on the left, 2 on the right",
        ]
    );
}

#[test]
fn a_schema_that_is_true_is_not_an_empty_one() {
    assert_eq!(found(&json!({"items": true}), &json!({"items": {}})).len(), 1);
    assert_eq!(found(&json!({"additionalProperties": false}), &json!({})).len(), 1);
}

/// The same schema with the members of every object in another order, with `sets` also `required`, `enum` and `type`.
fn shuffled(value: &Value, sets: bool, seed: &mut u64) -> Value {
    match value {
        Value::Object(members) => {
            let mut rest: Vec<_> = members.iter().collect();
            let mut mixed = Map::new();
            while !rest.is_empty() {
                let (name, value) = rest.swap_remove(below(rest.len(), seed));
                // What is data to JSON Schema has no sets.
                let sets = sets && name != "embedded";
                let mut value = shuffled(value, sets, seed);
                if let Value::Array(list) = &mut value
                    && sets
                    && ["required", "enum", "type"].contains(&name.as_str())
                {
                    let by = below(list.len(), seed);
                    list.rotate_left(by);
                }
                mixed.insert(name.clone(), value);
            }
            mixed.into()
        }
        Value::Array(list) => list.iter().map(|element| shuffled(element, sets, seed)).collect(),
        plain => plain.clone(),
    }
}

/// The next of a row of numbers that look random, below `bound`.
fn below(bound: usize, seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 33).unwrap() % bound.max(1)
}

/// Any JSON value, with names that mean something in a schema.
fn schemas() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..3).prop_map(Value::from),
        "[a-c]{0,2}".prop_map(Value::from),
    ];
    let names = prop::sample::select(vec![
        "$defs",
        "properties",
        "items",
        "allOf",
        "required",
        "enum",
        "type",
        "const",
        "title",
        "description",
        "examples",
        "minimum",
        "unheard-of",
    ]);
    plain.prop_recursive(5, 40, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((names.clone(), inner), 0..5)
                .prop_map(|members| members.into_iter().map(|(n, v)| (n.to_owned(), v)).collect()),
        ]
    })
}

proptest! {
    #[test]
    fn shuffling_members_makes_no_difference(schema in schemas(), mut seed in any::<u64>()) {
        prop_assert_eq!(found(&schema, &schema), [""; 0]);
        let mixed = shuffled(&schema, false, &mut seed);
        prop_assert_eq!(found(&schema, &mixed), [""; 0]);
    }

    #[test]
    fn the_sides_are_treated_alike(one in schemas(), other in schemas()) {
        let there = differences(&one, &other);
        let back = differences(&other, &one);
        prop_assert_eq!(there.len(), back.len());
        let turned: Vec<_> = back.into_iter().map(|d| (d.pointer, d.right, d.left)).collect();
        for found in there {
            prop_assert!(turned.contains(&(found.pointer, found.left, found.right)));
        }
    }
}

#[test]
fn shuffling_a_whole_release_makes_no_difference() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut seed = 1;
    for (protocol, release) in catalogue.releases() {
        for (name, file) in catalogue.set(protocol, Some(release)).unwrap().files() {
            assert_eq!(
                found(&file.root, &shuffled(&file.root, true, &mut seed)),
                [""; 0],
                "{release} {name}"
            );
        }
    }
}
