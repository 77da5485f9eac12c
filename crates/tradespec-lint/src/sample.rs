//! A value that is likely to be valid by some schemas at once.
//!
//! In:  the places of schemas.
//! Out: a small value made by what they require, or none. Whether it is valid is for a validator to say.

use serde_json::{Map, Value, json};
use tradespec_schema::Location;
use tradespec_schema::pattern::shortest;

use crate::conjuncts::{Conjunct, conjuncts, declares};
use crate::tree::Tree;

/// How deep a value may be.
const DEPTH: usize = 8;
/// The most elements that a list is made of.
const ELEMENTS: u64 = 4;

/// A small value that has what each of the schemas asks for.
pub(crate) fn sample(tree: &Tree, schemas: &[Location]) -> Option<Value> {
    value(tree, schemas, DEPTH)
}

/// The JSON types that the schemas at `at` are about: those they name, or those their keywords are for.
pub(crate) fn types(tree: &Tree, at: &Location) -> Option<Vec<&'static str>> {
    let parts = all(tree, std::slice::from_ref(at));
    common_types(&parts)
}

/// Everything that must hold, a branch of each union among it.
fn all<'t>(tree: &'t Tree, schemas: &[Location]) -> Vec<Conjunct<'t>> {
    let mut parts: Vec<Conjunct<'t>> = schemas.iter().flat_map(|at| conjuncts(tree, at)).collect();
    let mut number = 0;
    while let Some(part) = parts.get(number).cloned() {
        for union in ["oneOf", "anyOf"] {
            if part.schema.get(union).and_then(Value::as_array).is_some_and(|branches| !branches.is_empty()) {
                parts.extend(conjuncts(tree, &part.at.join(union).join("0")));
            }
        }
        number += 1;
        if number > 64 {
            break;
        }
    }
    parts
}

const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

fn common_types(parts: &[Conjunct<'_>]) -> Option<Vec<&'static str>> {
    let mut common: Option<Vec<&'static str>> = None;
    for part in parts {
        let named: Vec<&'static str> = match part.schema.get("type") {
            Some(Value::String(name)) => TYPES.into_iter().filter(|known| known == name).collect(),
            Some(Value::Array(names)) => {
                TYPES.into_iter().filter(|known| names.iter().any(|name| name == known)).collect()
            }
            _ => match part.schema.get("const").map(type_of) {
                Some(kind) => vec![kind],
                None => continue,
            },
        };
        common = Some(match common {
            Some(before) => before
                .into_iter()
                .filter(|kind| named.contains(kind) || *kind == "integer" && named.contains(&"number"))
                .collect(),
            None => named,
        });
    }
    common.or_else(|| {
        let has = |names: &[&str]| {
            parts.iter().any(|part| names.iter().any(|name| part.schema.get(name).is_some()))
        };
        if has(&["properties", "required", "additionalProperties", "patternProperties"]) {
            Some(vec!["object"])
        } else if has(&["items", "prefixItems", "minItems", "contains"]) {
            Some(vec!["array"])
        } else if has(&["pattern", "minLength", "maxLength", "format"]) {
            Some(vec!["string"])
        } else {
            None
        }
    })
}

/// The name of a value's type.
pub(crate) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn value(tree: &Tree, schemas: &[Location], depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let parts = all(tree, schemas);
    let first = |keyword: &str| parts.iter().find_map(|part| part.schema.get(keyword));
    if let Some(value) = first("const") {
        return Some(value.clone());
    }
    let enums: Vec<_> = parts.iter().filter_map(|part| part.schema.get("enum")?.as_array()).collect();
    if let Some((shortest, others)) = enums.split_first() {
        return shortest.iter().find(|value| others.iter().all(|other| other.contains(value))).cloned();
    }
    match *common_types(&parts)?.first()? {
        "object" => Some(object(tree, &parts, depth)),
        "array" => array(tree, &parts, depth),
        "string" => text(&parts),
        "boolean" => Some(json!(true)),
        "null" => Some(Value::Null),
        _ => Some(number(&parts)),
    }
}

fn object(tree: &Tree, parts: &[Conjunct<'_>], depth: usize) -> Value {
    let mut members = Map::new();
    let required = parts.iter().filter_map(|part| part.schema.get("required")?.as_array()).flatten();
    for name in required.filter_map(Value::as_str) {
        let schemas: Vec<_> = parts.iter().filter_map(|part| member(part, name)).collect();
        let value = if schemas.is_empty() { Some(json!("text")) } else { value(tree, &schemas, depth) };
        members.insert(name.to_owned(), value.unwrap_or_else(|| json!("text")));
    }
    Value::Object(members)
}

/// The schema that a part has for a member.
fn member(part: &Conjunct<'_>, name: &str) -> Option<Location> {
    if part.schema.get("properties")?.get(name).is_some() {
        return Some(part.at.join("properties").join(name));
    }
    let others = part.schema.get("additionalProperties").is_some_and(Value::is_object);
    (others && !declares(part.schema, name)).then(|| part.at.join("additionalProperties"))
}

fn array(tree: &Tree, parts: &[Conjunct<'_>], depth: usize) -> Option<Value> {
    let least = parts.iter().filter_map(|part| part.schema.get("minItems")?.as_u64()).max().unwrap_or(0);
    if least == 0 {
        return Some(json!([]));
    }
    let items: Vec<_> = parts
        .iter()
        .filter(|part| part.schema.get("items").is_some())
        .map(|part| part.at.join("items"))
        .collect();
    let element = if items.is_empty() { json!("text") } else { value(tree, &items, depth)? };
    (least <= ELEMENTS).then(|| (0..least).map(|_| element.clone()).collect())
}

fn text(parts: &[Conjunct<'_>]) -> Option<Value> {
    let format = parts.iter().find_map(|part| part.schema.get("format")?.as_str());
    let text = match format {
        Some("date-time") => "2026-01-01T00:00:00Z",
        Some("date") => "2026-01-01",
        Some("time") => "00:00:00Z",
        Some("email") => "someone@example.com",
        Some("uri" | "iri" | "uri-reference") => "https://example.com/",
        Some("uuid") => "00000000-0000-4000-8000-000000000000",
        _ => "text",
    };
    let patterns: Vec<_> = parts.iter().filter_map(|part| part.schema.get("pattern")?.as_str()).collect();
    if !patterns.is_empty() {
        // Its author knows best what fits a pattern.
        let given = |part: &Conjunct<'_>| {
            let examples = part.schema.get("examples").and_then(|list| list.get(0)).cloned();
            part.schema.get("example").cloned().or(examples)
        };
        let made = || patterns.iter().find_map(|pattern| shortest(pattern)).map(Value::from);
        return parts.iter().find_map(given).or_else(made);
    }
    let least = parts.iter().filter_map(|part| part.schema.get("minLength")?.as_u64()).max().unwrap_or(0);
    let mut text = text.to_owned();
    while u64::try_from(text.len()).is_ok_and(|length| length < least.min(1024)) {
        text.push('x');
    }
    Some(Value::from(text))
}

fn number(parts: &[Conjunct<'_>]) -> Value {
    let least = parts.iter().filter_map(|part| part.schema.get("minimum")?.as_i64()).max();
    let above =
        parts.iter().filter_map(|part| part.schema.get("exclusiveMinimum")?.as_i64()?.checked_add(1)).max();
    json!(least.max(above).unwrap_or(1))
}
