//! What a schema says of a value altogether.
//!
//! In:  a bundled document and a schema in it.
//! Out: one schema without `$ref` and `allOf`. Of several bounds the narrower one counts. Conditions, unions and what a list
//!      must contain can come from several parts, so they stand in lists of their own.
//! Holds: what is merged can be merged again.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value, json};

/// Objects with the members `if`, `then` and `else`.
pub(crate) const CONDITIONS: &str = "conditions";
/// Objects with the members `of`, `least` and `most`.
pub(crate) const CONTAINED: &str = "contained";
/// Lists of names: beside none of them, an object may have another member.
pub(crate) const CLOSED: &str = "closed";
/// Lists of branches.
pub(crate) const UNIONS: &str = "unions";

/// How deep references and branches may be nested.
const DEPTH: usize = 64;

/// The schema with its references followed and its `allOf` in one.
pub(crate) fn merged(document: &Value, schema: &Value) -> Map<String, Value> {
    let mut merged = Map::new();
    add(document, schema, &mut merged, DEPTH);
    merged
}

fn add(document: &Value, schema: &Value, merged: &mut Map<String, Value>, depth: usize) {
    let (Some(members), Some(depth)) = (schema.as_object(), depth.checked_sub(1)) else { return };
    if let Some(target) = members.get("$ref").and_then(Value::as_str).and_then(|at| target(document, at)) {
        add(document, target, merged, depth);
    }
    for branch in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        add(document, branch, merged, depth);
    }
    if members.get("additionalProperties") == Some(&Value::Bool(false)) {
        let names = members.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
        push(merged, CLOSED, names.cloned().collect());
    }
    for (keyword, value) in members {
        match keyword.as_str() {
            "$ref" | "allOf" | "$defs" | "then" | "else" | "minContains" | "maxContains" => {}
            "if" => {
                let condition =
                    json!({"if": value, "then": members.get("then"), "else": members.get("else")});
                push(merged, CONDITIONS, condition);
            }
            "contains" => push(
                merged,
                CONTAINED,
                json!({
                    "of": value,
                    "least": members.get("minContains").and_then(Value::as_u64).unwrap_or(1),
                    "most": members.get("maxContains"),
                }),
            ),
            "oneOf" | "anyOf" => push(merged, UNIONS, value.clone()),
            "required" | CLOSED | CONDITIONS | CONTAINED | UNIONS => {
                value.as_array().into_iter().flatten().for_each(|one| push(merged, keyword, one.clone()));
            }
            "properties" => {
                let known = merged.entry("properties").or_insert_with(|| json!({}));
                for (name, member) in value.as_object().into_iter().flatten() {
                    let both = match known.get(name) {
                        Some(other) => json!({"allOf": [other, member]}),
                        None => member.clone(),
                    };
                    known[name] = both;
                }
            }
            _ => {
                let both = match merged.get(keyword) {
                    Some(other) => narrower(keyword, other, value),
                    None => value.clone(),
                };
                merged.insert(keyword.clone(), both);
            }
        }
    }
}

/// Puts `value` into a list of what several parts say, once.
fn push(merged: &mut Map<String, Value>, keyword: &str, value: Value) {
    let known = merged.entry(keyword).or_insert_with(|| json!([]));
    if let Some(known) = known.as_array_mut().filter(|known| !known.contains(&value)) {
        known.push(value);
    }
}

/// What two parts say with the same keyword.
fn narrower(keyword: &str, one: &Value, other: &Value) -> Value {
    let is_less = || one.as_f64() < other.as_f64();
    match keyword {
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" if is_less() => other,
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" if !is_less() => other,
        "additionalProperties" | "items" | "propertyNames" => {
            return match (one, other) {
                (Value::Bool(false), _) | (_, Value::Bool(false)) => json!(false),
                (Value::Bool(true), schema) | (schema, Value::Bool(true)) => schema.clone(),
                _ => json!({"allOf": [one, other]}),
            };
        }
        "enum" => {
            let both = one.as_array().into_iter().flatten();
            return both
                .filter(|value| other.as_array().is_some_and(|list| list.contains(value)))
                .cloned()
                .collect();
        }
        "type" if one == "number" || one.is_array() => other,
        _ => one,
    }
    .clone()
}

/// The schema that a reference inside the document means.
pub(crate) fn target<'d>(document: &'d Value, reference: &str) -> Option<&'d Value> {
    document.pointer(&percent_decode_str(reference.strip_prefix('#')?).decode_utf8().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_narrower_counts_and_lists_grow() {
        let document = json!({"$defs": {"A b": {"minimum": 3, "enum": [3, 4]}}});
        let cases = [
            (json!({"allOf": [{"minimum": 1}, {"minimum": 2}]}), json!({"minimum": 2})),
            (json!({"allOf": [{"maximum": 1}], "maximum": 2}), json!({"maximum": 1})),
            (json!({"$ref": "#/$defs/A%20b", "enum": [4, 5]}), json!({"minimum": 3, "enum": [4]})),
            (json!({"type": "integer", "allOf": [{"type": "number"}]}), json!({"type": "integer"})),
            (json!({"items": true, "allOf": [{"items": {"minimum": 1}}]}), json!({"items": {"minimum": 1}})),
            (
                json!({"required": ["a"], "allOf": [{"required": ["b", "a"]}]}),
                json!({"required": ["b", "a"]}),
            ),
            (
                json!({"properties": {"a": {"minimum": 1}}, "allOf": [{"properties": {"a": {"maximum": 2}}}]}),
                json!({"properties": {"a": {"allOf": [{"maximum": 2}, {"minimum": 1}]}}}),
            ),
            (
                json!({"additionalProperties": false, "properties": {"a": {}}}),
                json!({"closed": [["a"]], "additionalProperties": false, "properties": {"a": {}}}),
            ),
            (json!({"oneOf": [{"const": 1}], "anyOf": [{}]}), json!({"unions": [[{"const": 1}], [{}]]})),
            (
                json!({"contains": {"const": 1}, "maxContains": 1}),
                json!({"contained": [{"of": {"const": 1}, "least": 1, "most": 1}]}),
            ),
        ];
        for (schema, wanted) in cases {
            let once = merged(&document, &schema);
            assert_eq!(Value::Object(once.clone()), wanted, "{schema}");
            assert_eq!(Value::Object(merged(&document, &once.into())), wanted, "{schema}, merged again");
        }
    }
}
