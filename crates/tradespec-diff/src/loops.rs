//! Definitions that come back to themselves without going into a member or an element.
//!
//! No document can be checked against them. Releases are refused with such by their index; documents come straight from
//! a file.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::edition::Edition;

/// How far the search is with a reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    Done,
}

/// A definition that leads back to itself, if there is one.
pub(crate) fn find(edition: &Edition) -> Option<String> {
    let mut states = BTreeMap::new();
    for name in edition.names() {
        if edition.schema(name).is_some_and(|schema| loops(edition, schema, &mut states)) {
            return Some(name.clone());
        }
    }
    None
}

fn loops<'e>(edition: &'e Edition, schema: &'e Value, states: &mut BTreeMap<&'e str, State>) -> bool {
    let mut references = Vec::new();
    in_place(schema, &mut references);
    for reference in references {
        match states.get(reference) {
            Some(State::Open) => return true,
            Some(State::Done) => continue,
            None => {}
        }
        states.insert(reference, State::Open);
        if edition.target(reference).is_some_and(|target| loops(edition, target, states)) {
            return true;
        }
        states.insert(reference, State::Done);
    }
    false
}

/// The references that count for the value itself, not for what it holds.
fn in_place<'e>(schema: &'e Value, found: &mut Vec<&'e str>) {
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("$ref", Value::String(reference)) => found.push(reference),
            ("allOf" | "anyOf" | "oneOf", Value::Array(list)) => {
                list.iter().for_each(|sub| in_place(sub, found));
            }
            ("not" | "if" | "then" | "else", sub) => in_place(sub, found),
            ("dependentSchemas", Value::Object(named)) => named.values().for_each(|sub| in_place(sub, found)),
            _ => {}
        }
    }
}
