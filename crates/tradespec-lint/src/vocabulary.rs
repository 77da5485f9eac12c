//! The keywords of JSON Schema, and definitions that have none.

use serde_json::Value;
use tradespec_schema::Location;
use tradespec_schema::walk::Keyword;

/// All keywords of draft 2020-12, and those of drafts before it that still mean something in its files.
pub(crate) const KNOWN: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    // Not of JSON Schema, and used everywhere for what it says.
    "example",
    "definitions",
];

/// Whether JSON Schema has a keyword, or it is an annotation by its name.
pub(crate) fn is_known(keyword: &str) -> bool {
    KNOWN.contains(&keyword) || keyword.starts_with("x-")
}

/// Whether a definition has nothing but schemas under names of its own.
pub(crate) fn is_holder(at: &Location, schema: &Value) -> bool {
    at.as_definition().is_some()
        && !constrains(schema)
        && held(schema).next().is_some()
        && held(schema).all(|(_, value)| constrains(value))
}

/// What a schema has that is no keyword.
pub(crate) fn held(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.as_object().into_iter().flatten().filter(|(keyword, _)| !is_known(keyword))
}

/// Whether it has a keyword that counts for what is valid.
fn constrains(schema: &Value) -> bool {
    let counts = |keyword: &String| is_known(keyword) && Keyword::of(keyword) != Keyword::Annotation;
    schema.as_object().is_some_and(|members| members.keys().any(counts))
}
