//! Which members of a schema hold schemas, and which hold data.
//!
//! A property may be called `description` or `enum`, and an `example` may look like a schema: every walk over
//! schemas goes through this table, so that names and data are never taken for keywords.

use serde_json::{Map, Value};

use crate::pointer::Pointer;

/// What a keyword's value is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// One schema.
    Schema,
    /// A list of schemas.
    Schemas,
    /// Schemas by name; the names are not keywords.
    Named,
    /// Text and data for people: no effect on what is valid.
    Annotation,
    /// Data that counts for validation.
    Data,
}

impl Keyword {
    /// What JSON Schema 2020-12 (and the drafts before it) makes of `keyword`.
    #[must_use]
    pub fn of(keyword: &str) -> Self {
        match keyword {
            "additionalItems"
            | "additionalProperties"
            | "contains"
            | "contentSchema"
            | "else"
            | "if"
            | "items"
            | "not"
            | "propertyNames"
            | "then"
            | "unevaluatedItems"
            | "unevaluatedProperties" => Self::Schema,
            "allOf" | "anyOf" | "oneOf" | "prefixItems" => Self::Schemas,
            "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => Self::Named,
            "$comment" | "$id" | "$schema" | "deprecated" | "description" | "example" | "examples"
            | "title" | "x-extension" => Self::Annotation,
            _ => Self::Data,
        }
    }
}

/// The direct subschemas of `schema`, each with the pointer that leads to it.
///
/// ```
/// use serde_json::json;
/// use tradespec_schema::walk;
///
/// let schema = json!({"properties": {"enum": {"type": "string"}}, "enum": [{"type": "not a schema"}]});
/// let found: Vec<_> = walk::subschemas(&schema).into_iter().map(|(at, _)| at.to_string()).collect();
/// assert_eq!(found, ["/properties/enum"]);
/// ```
#[must_use]
pub fn subschemas(schema: &Value) -> Vec<(Pointer, &Value)> {
    let mut found = Vec::new();
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let at = Pointer::root().join(keyword);
        match (Keyword::of(keyword), value) {
            (Keyword::Schema | Keyword::Schemas, Value::Array(list)) => {
                found.extend(list.iter().enumerate().map(|(n, sub)| (at.join(&n.to_string()), sub)));
            }
            (Keyword::Schema, sub) => found.push((at, sub)),
            (Keyword::Named, Value::Object(named)) => {
                found.extend(named.iter().map(|(name, sub)| (at.join(name), sub)));
            }
            _ => {}
        }
    }
    found
}

/// Calls `visit` on `schema` and every schema below it, outermost first, with the pointer from `at`.
pub fn each<'v>(schema: &'v Value, at: &Pointer, visit: &mut impl FnMut(&Pointer, &'v Value)) {
    visit(at, schema);
    for (below, sub) in subschemas(schema) {
        let at = Pointer::from_text(&format!("{at}{below}"));
        each(sub, &at, visit);
    }
}

/// Calls `change` on the members of `schema` and of every object schema below it, innermost first.
pub fn each_mut(schema: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    let Value::Object(members) = schema else {
        return;
    };
    for (keyword, value) in members.iter_mut() {
        match (Keyword::of(keyword), value) {
            (Keyword::Schema | Keyword::Schemas, Value::Array(list)) => {
                for sub in list {
                    each_mut(sub, change);
                }
            }
            (Keyword::Schema, sub) => each_mut(sub, change),
            (Keyword::Named, Value::Object(named)) => {
                for sub in named.values_mut() {
                    each_mut(sub, change);
                }
            }
            _ => {}
        }
    }
    change(members);
}

/// The schema that `schema` is another name for: a lone `$ref`, or an `allOf` of one schema, beside nothing but
/// annotations.
#[must_use]
pub fn alias(schema: &Value) -> Option<&Value> {
    let mut constraints = schema
        .as_object()?
        .iter()
        .filter(|(keyword, _)| Keyword::of(keyword) != Keyword::Annotation && *keyword != "$defs");
    match (constraints.next(), constraints.next()) {
        (Some((keyword, value)), None) if keyword == "$ref" => Some(value),
        (Some((keyword, Value::Array(list))), None) if keyword == "allOf" && list.len() == 1 => list.first(),
        _ => None,
    }
}

/// The resolved reference that `schema` is another name for, through any number of one-branch `allOf`s.
#[must_use]
pub fn alias_target(schema: &Value) -> Option<&str> {
    let mut schema = schema;
    loop {
        match alias(schema)? {
            Value::String(target) => return Some(target),
            inner => schema = inner,
        }
    }
}
