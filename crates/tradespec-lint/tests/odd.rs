//! Files that nobody would write: no rule fails on them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use serde_json::{Value, json};
use tradespec_lint::{Code, Options, Schemas};

fn lint(files: &[(&str, &Value)]) -> Vec<Code> {
    let texts: Vec<_> = files.iter().map(|(name, root)| (*name, root.to_string())).collect();
    let schemas = Schemas::from_files(texts.iter().map(|(name, text)| (*name, text.as_str()))).unwrap();
    let options = Options { on: Code::ALL.iter().map(|(code, _)| *code).collect(), ..Options::default() };
    schemas.lint(&options).into_iter().map(|finding| finding.code).collect()
}

const KEYWORDS: [&str; 36] = [
    "$anchor",
    "$defs",
    "$id",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "default",
    "definitions",
    "dependentSchemas",
    "enum",
    "example",
    "examples",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxItems",
    "minItems",
    "minLength",
    "minimum",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "required",
    "then",
    "title",
    "type",
    "x-extension",
];

#[test]
fn any_keyword_may_have_any_value() {
    let values = [
        json!(null),
        json!(false),
        json!(-1),
        json!(1e300),
        json!(""),
        json!("#/$defs/A"),
        json!("(%zz#["),
        json!([]),
        json!([null, 7, "id", {}, {"$ref": "#"}]),
        json!({}),
        json!({"id": null, "": {"$ref": "#/$defs/A"}, "(": true, "a/b~%": {"example": 1}}),
    ];
    for keyword in KEYWORDS {
        for value in &values {
            let odd =
                json!({keyword: value, "oneOf": [{keyword: value}, {"type": "object"}, {"type": "array"}]});
            let root = json!({
                "$defs": {
                    "A": odd,
                    "B": {"allOf": [{"$ref": "#/$defs/A"}, {"properties": {"id": odd}, "required": ["id"]}]},
                    "C": {"type": "object", "additionalProperties": false, "properties": {"id": odd}, "example": {"id": 1}},
                },
            });
            let whole = json!({keyword: value, "type": "object", "properties": {"b": {"$ref": "../a.json#/$defs/B"}}});
            lint(&[("a.json", &root), ("b/c.json", &whole)]);
        }
    }
}

#[test]
fn a_faulty_file_with_definitions_says_no_more_than_it_must() {
    let root = json!({"properties": 7, "$defs": {"A": {"$ref": "#", "example": 1}, "B": {"type": "integer", "example": "x"}}});
    assert_eq!(lint(&[("a.json", &root)]).iter().filter(|code| **code == Code::InvalidExample).count(), 1);
}

#[test]
fn long_chains_and_wide_unions_come_to_an_end() {
    let name = |number: usize| format!("D{number}");
    let chain = |last: Value| {
        let definitions = (0..600).map(|number| {
            let next = json!({"type": "object", "required": ["next"], "properties": {"next": {"$ref": format!("#/$defs/D{}", number + 1)}}});
            (name(number), next)
        });
        let mut definitions: serde_json::Map<String, Value> = definitions.collect();
        definitions.insert(name(600), last);
        json!({"$defs": definitions})
    };
    let (one, other) = (chain(json!({"type": "string"})), chain(json!({"type": "integer"})));
    assert!(lint(&[("a.json", &one), ("b.json", &other)]).contains(&Code::SameName));

    let branches: Vec<_> = (0..300).map(|number| json!({"type": "array", "maxItems": number})).collect();
    lint(&[("a.json", &json!({"$defs": {"A": {"oneOf": branches}}}))]);

    let mut deep = json!({"type": "string", "example": 1});
    for _ in 0..40 {
        deep = json!({"type": "object", "properties": {"a": deep}});
    }
    assert!(lint(&[("a.json", &deep)]).contains(&Code::InvalidExample));
}
