//! Turning an `allOf` of objects into one closed object that means the same.
//!
//! A field added beside a closed base is never accepted, so a target that is composed of branches becomes one
//! object first. The result accepts exactly what the branches together accepted: a member that one closed branch
//! does not know stays refused, whatever another branch says of it.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::meaning::{self, Files};
use super::source;
use crate::pointer::Location;
use crate::walk::Keyword;

/// Flattens `schema`, or says why that would change its meaning.
pub(super) fn flatten(files: &Files, schema: &Value) -> Result<Value, String> {
    let mut flat = Flat { annotations: annotations(schema).collect(), ..Flat::default() };
    flat.add(files, schema, &mut Vec::new())?;
    if flat.rest.iter().any(|branch| closes(files, branch)) {
        return Err("something beside its members takes no others".to_owned());
    }
    flat.finish()
}

/// Whether something beside the members of `schema` refuses members that it does not know.
pub(super) fn closes_beside(files: &Files, schema: &Value) -> bool {
    schema.as_object().into_iter().flatten().any(|(keyword, value)| match (keyword.as_str(), value) {
        ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => {
            branches.iter().any(|branch| closes(files, branch))
        }
        ("then" | "else", branch) => closes(files, branch),
        ("dependentSchemas", Value::Object(branches)) => {
            branches.values().any(|branch| closes(files, branch))
        }
        ("$ref", Value::String(target)) => {
            source::schema(files, &Location::from_resolved(target)).is_some_and(|body| closes(files, body))
        }
        ("propertyNames", names) => *names != Value::Bool(true),
        _ => false,
    })
}

fn closes(files: &Files, schema: &Value) -> bool {
    let closed = |keyword: &str| schema.get(keyword).is_some_and(|others| *others != Value::Bool(true));
    closed("additionalProperties") || closed("unevaluatedProperties") || closes_beside(files, schema)
}

fn annotations(schema: &Value) -> impl Iterator<Item = (String, Value)> {
    let members = schema.as_object().into_iter().flatten();
    members
        .filter(|(keyword, _)| Keyword::of(keyword) == Keyword::Annotation)
        .map(|(keyword, value)| (keyword.clone(), value.clone()))
}

/// Whether `schema` is made of branches that have to be flattened before a field can be added.
pub(super) fn is_composite(schema: &Value) -> bool {
    let objects = |branch: &Value| {
        branch.get("$ref").is_some() || branch.get("properties").is_some() || branch.get("allOf").is_some()
    };
    schema.get("$ref").is_some()
        || schema.get("allOf").and_then(Value::as_array).is_some_and(|branches| branches.iter().any(objects))
}

#[derive(Default)]
struct Flat {
    annotations: Map<String, Value>,
    properties: Map<String, Value>,
    required: Vec<Value>,
    /// For each closed branch, the members it knows.
    closed: Vec<BTreeSet<String>>,
    /// Constraints that do not concern which members exist, each as a branch of its own.
    rest: Vec<Value>,
}

impl Flat {
    /// `open` are the definitions this call is inside of.
    fn add(&mut self, files: &Files, schema: &Value, open: &mut Vec<Location>) -> Result<(), String> {
        let Some(members) = schema.as_object() else {
            return Err("a branch is not an object schema".to_owned());
        };
        let mut rest = Map::new();
        for (keyword, value) in members {
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => self.add_properties(files, properties),
                ("required", Value::Array(names)) => {
                    let new: Vec<_> =
                        names.iter().filter(|name| !self.required.contains(name)).cloned().collect();
                    self.required.extend(new);
                }
                ("additionalProperties", Value::Bool(true)) | ("$defs", _) => {}
                ("additionalProperties", Value::Bool(false)) => {
                    let known = members.get("properties").and_then(Value::as_object);
                    self.closed.push(known.into_iter().flatten().map(|(name, _)| name.clone()).collect());
                }
                ("type", value) if value == "object" => {}
                ("$ref", Value::String(target)) => {
                    let target = Location::from_resolved(target);
                    let branch = source::schema(files, &target).ok_or("a reference leads nowhere")?;
                    if open.contains(&target) {
                        return Err("the type contains itself".to_owned());
                    }
                    open.push(target);
                    self.add(files, branch, open)?;
                    open.pop();
                }
                ("allOf", Value::Array(branches)) => {
                    for branch in branches {
                        let plain = branch.get("properties").is_none()
                            && branch.get("$ref").is_none()
                            && branch.get("allOf").is_none();
                        if plain && branch.get("additionalProperties").is_none() {
                            self.rest.push(branch.clone());
                        } else {
                            self.add(files, branch, open)?;
                        }
                    }
                }
                (
                    "additionalProperties" | "patternProperties" | "unevaluatedProperties" | "propertyNames",
                    _,
                ) => {
                    return Err(format!(
                        "a branch has \"{keyword}\", which cannot be merged with other branches"
                    ));
                }
                (other, _) if Keyword::of(other) == Keyword::Annotation => {}
                (other, value) => {
                    rest.insert(other.to_owned(), value.clone());
                }
            }
        }
        if !rest.is_empty() {
            self.rest.push(Value::Object(rest));
        }
        Ok(())
    }

    fn add_properties(&mut self, files: &Files, properties: &Map<String, Value>) {
        for (name, schema) in properties {
            let merged = match self.properties.get(name) {
                Some(existing) if meaning::same(files, existing, schema).is_some() => {
                    let mut described = existing.clone();
                    if let Some(members) = described.as_object_mut() {
                        members.extend(annotations(schema));
                    }
                    described
                }
                Some(existing) => json!({"allOf": [existing, schema]}),
                None => schema.clone(),
            };
            self.properties.insert(name.clone(), merged);
        }
    }

    fn finish(mut self) -> Result<Value, String> {
        let closed = std::mem::take(&mut self.closed);
        self.properties.retain(|name, _| closed.iter().all(|known| known.contains(name)));
        if let Some(name) = self
            .required
            .iter()
            .filter_map(Value::as_str)
            .find(|name| closed.iter().any(|known| !known.contains(*name)))
        {
            return Err(format!(
                "\"{name}\" is required by one branch and refused by another, so no document fits"
            ));
        }
        let mut out = self.annotations;
        out.insert("type".to_owned(), "object".into());
        if !closed.is_empty() {
            out.insert("additionalProperties".to_owned(), false.into());
        }
        if !self.required.is_empty() {
            out.insert("required".to_owned(), self.required.into());
        }
        out.insert("properties".to_owned(), self.properties.into());
        if !self.rest.is_empty() {
            out.insert("allOf".to_owned(), self.rest.into());
        }
        Ok(out.into())
    }
}
