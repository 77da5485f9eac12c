//! Names that are required and that no property declares.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tradespec_schema::{Location, Pointer};
use tradespec_validator::Severity;

use super::references::in_place;
use crate::code::Code;
use crate::conjuncts::{called, conjuncts, declares};
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    let users = users(tree);
    for (at, schema) in tree.schemas() {
        let names = schema.get("required").and_then(Value::as_array).into_iter().flatten().enumerate();
        let mut around = None;
        for (number, name) in names.filter_map(|(number, name)| Some((number, name.as_str()?))) {
            let around = around.get_or_insert_with(|| around_value(tree, &users, at));
            if around.iter().any(|at| tree.schema(at).is_some_and(|schema| declares(schema, name))) {
                continue;
            }
            let place = at.join("required").join(&number.to_string());
            // What is closed for every value that this is about.
            let closed = holders(tree, at).into_iter().find_map(|holder| {
                conjuncts(tree, &holder).into_iter().find(|part| part.refuses(name)).map(|part| part.at)
            });
            faults.push(match closed {
                Some(closed) if !is_condition(at) => Fault::new(
                    Code::RequiredNotDeclared,
                    place,
                    format!("\"{name}\" is required, and {} is closed and has no such member, so no object is valid by this schema", called(&closed)),
                )
                .severity(Severity::Error),
                _ => Fault::new(Code::RequiredNotDeclared, place, format!("\"{name}\" is required and declared nowhere, so it may be anything")),
            });
        }
    }
    faults
}

/// Whether the schema only asks, so that it is no fault if nothing is ever valid by it.
fn is_condition(at: &Location) -> bool {
    let segments: Vec<_> = at.pointer.segments().collect();
    segments
        .iter()
        .rev()
        .take_while(|segment| !matches!(segment.as_str(), "properties" | "items" | "$defs"))
        .any(|segment| segment == "not" || segment == "if")
}

/// The schema itself, and those around it in the file that are about the same value.
fn holders(tree: &Tree, at: &Location) -> Vec<Location> {
    let mut found = vec![at.clone()];
    let mut here = at.clone();
    loop {
        let outer = tree.owner(&here);
        if here.pointer == Pointer::root() || !in_place(tree, &outer).contains(&here) {
            return found;
        }
        found.push(outer.clone());
        here = outer;
    }
}

/// By a schema: those that apply to the same values as it does, and refer to it or hold it.
fn users(tree: &Tree) -> BTreeMap<Location, BTreeSet<Location>> {
    let mut users: BTreeMap<Location, BTreeSet<Location>> = BTreeMap::new();
    for (at, _) in tree.all_schemas() {
        for inner in in_place(tree, at) {
            users.entry(inner).or_default().insert(at.clone());
        }
    }
    users
}

/// Everything that may say something of the same value as the schema at `at`: what holds it, what these refer to, and what
/// they have for the same member. The way up is through the text, so it ends.
fn around_value(
    tree: &Tree,
    users: &BTreeMap<Location, BTreeSet<Location>>,
    at: &Location,
) -> BTreeSet<Location> {
    let mut found = BTreeSet::new();
    let mut open = vec![at.clone()];
    while let Some(next) = open.pop() {
        if found.insert(next.clone()) {
            open.extend(users.get(&next).into_iter().flatten().cloned());
        }
    }
    let mut open: Vec<_> = std::mem::take(&mut found).into_iter().collect();
    for (holder, step) in holders(tree, at).iter().filter_map(|member| step_into(tree, member)) {
        let others = around_value(tree, users, &holder).into_iter();
        open.extend(others.map(|other| step.iter().fold(other, |at, name| at.join(name))));
    }
    while let Some(next) = open.pop() {
        if tree.schema(&next).is_some() && found.insert(next.clone()) {
            open.extend(in_place(tree, &next));
        }
    }
    found
}

/// The schema that says of a member or of elements what the one at `at` says, and the way from there.
fn step_into(tree: &Tree, at: &Location) -> Option<(Location, Vec<String>)> {
    let holder = tree.owner(at);
    let below = at.pointer.as_str().strip_prefix(holder.pointer.as_str())?;
    let step: Vec<_> = Pointer::from_text(below).segments().collect();
    matches!(step.first().map(String::as_str), Some("properties" | "items")).then_some((holder, step))
}
