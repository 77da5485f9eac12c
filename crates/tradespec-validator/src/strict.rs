//! Members that no schema names, whether or not it lets them pass.
//!
//! In:  what evaluating a message against its schema has looked at.
//! Out: the members that nothing has looked at, each with the schemas of the object around it.
//! Holds: what a branch looks at counts if the branch applies; where no branch of a union holds, each might be meant, and
//! all count. `additionalProperties: true` looks at nothing. An object of which nothing names a member is free.

use std::collections::{BTreeMap, BTreeSet};

use jsonschema::OutputUnit;
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use tradespec_schema::walk::Keyword;
use tradespec_schema::{Pointer, Tree};

use crate::trees::{Instance, Trees};

/// A member that nothing names.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unnamed {
    /// The object that has it.
    pub(crate) at: Pointer,
    pub(crate) name: String,
    /// Where the schema says what that object has.
    pub(crate) schemas: Vec<Pointer>,
}

/// The members of `message`, whose tree is `tree`, that nothing names.
pub(crate) fn unnamed(
    document: &Value,
    validator: &jsonschema::Validator<Trees>,
    tree: &Tree<'_>,
    message: &Value,
) -> Vec<Unnamed> {
    let evaluation = validator.evaluate(Instance(tree.root()));
    let mut seen = Seen::default();
    let mut queue = vec![evaluation.root()];
    while let Some(unit) = queue.pop() {
        seen.take(document, unit);
        queue.extend(that_apply(unit));
    }
    let mut found = Vec::new();
    seen.compare(message, &Pointer::root(), &mut found);
    found
}

/// What has been looked at.
#[derive(Debug, Default)]
struct Seen {
    /// The places of values.
    values: BTreeSet<String>,
    /// The places of objects, with the schemas that name members of them.
    objects: BTreeMap<String, BTreeSet<Pointer>>,
}

impl Seen {
    fn take(&mut self, document: &Value, unit: OutputUnit<'_>) {
        let at = unit.instance_location().as_str();
        let schema_at = place(unit.schema_location());
        let Some(schema) = schema_at.resolve(document) else { return };
        let (keyword, name) = end(unit);
        if allows_anything(schema)
            && matches!(keyword.as_str(), "additionalProperties" | "unevaluatedProperties")
        {
            return;
        }
        self.values.insert(at.to_owned());
        let is_schema = name.is_some()
            || matches!(keyword.as_str(), "" | "$ref" | "$dynamicRef")
            || Keyword::of(&keyword) == Keyword::Schema;
        let names = |keyword: &&str| schema.get(*keyword).is_some_and(|value| !allows_anything(value));
        let is_named =
            ["properties", "patternProperties"].iter().any(|keyword| schema.get(*keyword).is_some())
                || ["additionalProperties", "unevaluatedProperties"].iter().any(names);
        if is_schema && is_named {
            self.objects.entry(at.to_owned()).or_default().insert(schema_at);
        }
    }

    fn compare(&self, value: &Value, at: &Pointer, found: &mut Vec<Unnamed>) {
        match value {
            Value::Object(members) => {
                let schemas = self.objects.get(at.as_str());
                for (name, member) in members {
                    let below = at.join(name);
                    if self.values.contains(below.as_str()) {
                        self.compare(member, &below, found);
                    } else if let Some(schemas) = schemas {
                        let schemas = schemas.iter().cloned().collect();
                        found.push(Unnamed { at: at.clone(), name: name.clone(), schemas });
                    }
                }
            }
            Value::Array(elements) => {
                for (number, element) in elements.iter().enumerate() {
                    self.compare(element, &at.join(&number.to_string()), found);
                }
            }
            _ => {}
        }
    }
}

/// What was evaluated below a unit, without the branches that do not apply.
fn that_apply(unit: OutputUnit<'_>) -> Vec<OutputUnit<'_>> {
    let holding: BTreeSet<String> =
        unit.children().filter(OutputUnit::valid).map(|child| end(child).0).collect();
    let applies = |child: &OutputUnit<'_>| match end(*child) {
        (keyword, None) if keyword == "if" => child.valid(),
        (keyword, None) if keyword == "not" => false,
        (keyword, Some(_)) if matches!(keyword.as_str(), "anyOf" | "oneOf") => {
            child.valid() || !holding.contains(&keyword)
        }
        _ => true,
    };
    unit.children().filter(applies).collect()
}

/// The last keyword on the way to a unit, and the name or number below it, if the way goes on to one. Members may have the
/// names of keywords, so the way is read from its start.
fn end(unit: OutputUnit<'_>) -> (String, Option<String>) {
    let path = Pointer::from_text(unit.evaluation_path().as_str());
    let (mut keyword, mut name) = (String::new(), None);
    let mut takes_name = false;
    for segment in path.segments() {
        if takes_name {
            (takes_name, name) = (false, Some(segment));
        } else {
            takes_name = matches!(Keyword::of(&segment), Keyword::Named | Keyword::Schemas);
            (keyword, name) = (segment, None);
        }
    }
    (keyword, name)
}

/// The place in the document that a schema's location names.
fn place(location: &str) -> Pointer {
    let fragment = location.split_once('#').map_or(location, |(_, fragment)| fragment);
    Pointer::from_text(&percent_decode_str(fragment).decode_utf8_lossy())
}

fn allows_anything(schema: &Value) -> bool {
    *schema == Value::Bool(true) || schema.as_object().is_some_and(Map::is_empty)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]
    use serde_json::json;

    use super::*;

    fn found(schema: &Value, message: &Value) -> Vec<String> {
        let validator = jsonschema::options_for::<Trees>().build(schema).unwrap();
        let unnamed = unnamed(schema, &validator, &Tree::of(message), message);
        unnamed.into_iter().map(|unnamed| unnamed.at.join(&unnamed.name).to_string()).collect()
    }

    #[test]
    fn what_is_named_where() {
        let item =
            json!({"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": true});
        let schema = json!({
            "allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"note": {"type": "string"}, "any": true}}],
            "additionalProperties": true,
            "$defs": {
                "Base": {
                    "properties": {
                        "item": {"$ref": "#/$defs/Item"},
                        "free": {"type": "object", "additionalProperties": true},
                        "open": {"type": "object"},
                        "map": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Item"}},
                        "list": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
                        "either": {"anyOf": [
                            {"properties": {"kind": {"const": "a"}, "a": {}}, "required": ["kind"]},
                            {"properties": {"kind": {"const": "b"}, "b": {}}, "required": ["kind"]}
                        ]},
                        "properties": {"type": "object", "properties": {"if": {}}},
                        "when": {
                            "properties": {"kind": {}},
                            "if": {"properties": {"asked": {"const": 1}}, "required": ["asked"]},
                            "then": {"properties": {"more": {}}}
                        },
                        "mixed": {"properties": {"id": {}}, "patternProperties": {"^x-": {}}, "additionalProperties": {}}
                    },
                    "additionalProperties": {}
                },
                "Item": item
            }
        });
        let cases: &[(Value, &[&str])] = &[
            (json!({}), &[]),
            (json!({"note": "n", "any": {"thing": 1}, "item": {"id": "a"}}), &[]),
            (json!({"more": 1}), &["/more"]),
            (json!({"item": {"id": "a", "more": 1}, "more": {"id": 1}}), &["/item/more", "/more"]),
            (json!({"free": {"a": {"b": 1}}, "open": {"a": {"b": 1}}}), &[]),
            (json!({"map": {"a": {"id": "x"}, "b": {"more": 1}}}), &["/map/b/more"]),
            (json!({"list": [{"id": "x"}, {"more": 1}]}), &["/list/1/more"]),
            (json!({"either": {"kind": "a", "a": 1, "b": 1}}), &["/either/b"]),
            // Neither branch holds, so both might be meant.
            (json!({"either": {"kind": "c", "a": 1, "b": 1, "c": 1}}), &["/either/c"]),
            (json!({"properties": {"if": 1, "properties": 1}}), &["/properties/properties"]),
            (json!({"when": {"kind": 1, "asked": 1, "more": 1}}), &[]),
            (json!({"when": {"kind": 1, "asked": 2, "more": 1}}), &["/when/asked", "/when/more"]),
            (json!({"mixed": {"id": 1, "x-a": 1, "more": 1}}), &["/mixed/more"]),
            // What is wrong elsewhere does not change what is named.
            (json!({"note": 7, "item": {"id": 7, "more": 1}}), &["/item/more"]),
            (json!([{"more": 1}]), &[]),
        ];
        for (message, wanted) in cases {
            assert_eq!(found(&schema, message), *wanted, "{message}");
        }
    }
}
