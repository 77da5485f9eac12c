//! Small documents that fit a schema, with a given place in them.

use serde_json::{Map, Value, json};
use tradespec_schema::{Index, Step};

use super::shop::behind;

/// A document for `schema` that has something wherever `steps` lead, if a simple one can be made.
pub(crate) fn document(index: &Index, schema: &Value, steps: &[Step]) -> Option<Value> {
    make(index, schema, steps, 8)
}

fn make(index: &Index, schema: &Value, steps: &[Step], depth: usize) -> Option<Value> {
    let schema = behind(index, schema);
    let depth = depth.checked_sub(1)?;
    let list =
        |keyword: &str| schema.get(keyword).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if let Some(found) = list("oneOf").iter().find_map(|branch| make(index, branch, steps, depth)) {
        return Some(found);
    }
    if !list("oneOf").is_empty() {
        return None;
    }
    if schema.get("items").is_some() {
        return match steps.split_first() {
            Some((Step::Elements, rest)) => Some(json!([make(index, &schema["items"], rest, depth)?])),
            Some(_) => None,
            None => Some(json!([])),
        };
    }
    match schema["type"].as_str() {
        Some("string") => return steps.is_empty().then(|| json!("text")),
        Some("integer") => return steps.is_empty().then(|| json!(7)),
        _ => {}
    }
    let mut out = Map::new();
    let mut reached = steps.is_empty();
    for branch in list("allOf") {
        let with = make(index, branch, steps, depth);
        reached |= with.is_some();
        out.extend(with.or_else(|| make(index, branch, &[], depth))?.as_object()?.clone());
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    for name in list("required").iter().filter_map(Value::as_str) {
        out.insert(name.to_owned(), make(index, properties?.get(name)?, &[], depth)?);
    }
    if let Some((Step::Field(member), rest)) = steps.split_first()
        && let Some(below) = properties.and_then(|properties| properties.get(member))
    {
        out.insert(member.clone(), make(index, below, rest, depth)?);
        reached = true;
    }
    reached.then_some(out.into())
}

/// Puts `value` as `field` into every object that `steps` lead to.
pub(crate) fn put(document: &mut Value, steps: &[Step], field: &str, value: &Value) {
    match (steps.split_first(), document) {
        (None, Value::Object(members)) => {
            members.insert(field.to_owned(), value.clone());
        }
        (Some((Step::Field(member), rest)), Value::Object(members)) => {
            if let Some(below) = members.get_mut(member) {
                put(below, rest, field, value);
            }
        }
        (Some((Step::Elements, rest)), Value::Array(elements)) => {
            elements.iter_mut().for_each(|element| put(element, rest, field, value));
        }
        _ => {}
    }
}
