//! Members that are declared and that no document can have.
//!
//! A type that is closed cannot be opened from outside: a member that another branch of the same `allOf` declares is
//! refused by the closed one. And a member that two branches declare with types that have no value in common cannot be
//! there either.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tradespec_schema::Location;

use crate::code::Code;
use crate::conjuncts::{Conjunct, called, conjuncts, is_within};
use crate::finding::Fault;
use crate::solver::Solver;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree, solver: &Solver<'_>) -> Vec<Fault> {
    let mut combined: Vec<(&Location, Vec<Conjunct<'_>>)> = tree
        .schemas()
        .filter(|(at, schema)| tree.is_current_draft(&at.file) && combines(schema))
        .map(|(at, _)| (at, conjuncts(tree, at)))
        .filter(|(_, parts)| parts.len() > 1)
        .collect();
    // What is wrong with a part of a combination is told there, and not of every type that it is part of.
    combined.sort_by_key(|(_, parts)| parts.len());
    let mut told: BTreeSet<(Location, String, Location)> = BTreeSet::new();
    let mut faults = Vec::new();
    for (at, parts) in &combined {
        for part in parts {
            for (name, member) in part.properties().filter(|(_, member)| **member != Value::Bool(false)) {
                for other in parts.iter().filter(|other| other.at != part.at) {
                    let pair = (part.at.clone(), name.clone(), other.at.clone());
                    if other.refuses(name) {
                        if told.insert(pair) {
                            faults.push(refused(at, part, other, name));
                        }
                    } else if part.at < other.at
                        && member_of(other, name).is_some_and(|other| other != member)
                        && told.insert(pair)
                    {
                        faults.extend(contradicted(solver, at, part, other, name));
                    }
                }
            }
        }
    }
    faults
}

/// Whether a schema puts others together.
fn combines(schema: &Value) -> bool {
    schema.get("allOf").is_some()
        || schema.get("$ref").is_some()
            && (schema.get("properties").is_some() || schema.get("additionalProperties").is_some())
}

fn member_of<'v>(part: &'v Conjunct<'_>, name: &str) -> Option<&'v Value> {
    part.schema.get("properties")?.get(name)
}

/// Where to tell of a member: where it stands, or where the type is put together of others.
fn place(at: &Location, part: &Conjunct<'_>, name: &str) -> Location {
    if is_within(&part.at, at) { part.at.join("properties").join(name) } else { at.clone() }
}

fn refused(at: &Location, part: &Conjunct<'_>, closed: &Conjunct<'_>, name: &str) -> Fault {
    let message = format!(
        "no document can have \"{name}\" here: {} beside it is closed and does not have it",
        shown(&closed.at, at)
    );
    Fault::new(Code::DeadMember, place(at, part, name), message).help(format!(
        "declare \"{name}\" in the closed type, or repeat the closed type's members here and close that"
    ))
}

fn contradicted(
    solver: &Solver<'_>,
    at: &Location,
    part: &Conjunct<'_>,
    other: &Conjunct<'_>,
    name: &str,
) -> Option<Fault> {
    let both = [part, other].map(|part| part.at.join("properties").join(name));
    let question = json!({"allOf": [Solver::refer(&both[0]), Solver::refer(&both[1])]});
    let [first, second] = &both;
    if !solver.is_surely_empty(question, &both)
        || [first, second]
            .into_iter()
            .any(|one| solver.is_surely_empty(Solver::refer(one), std::slice::from_ref(one)))
    {
        return None;
    }
    let message = format!(
        "no document can have \"{name}\" here: what {} and {} say of it has no value in common",
        shown(&part.at, at),
        shown(&other.at, at)
    );
    let here = if is_within(&part.at, at) && part.at != *at { part } else { other };
    Some(Fault::new(Code::DeadMember, place(at, here, name), message))
}

/// How to call a part of the combination at `at`.
fn shown(part: &Location, at: &Location) -> String {
    if part == at {
        "this schema".to_owned()
    } else if is_within(part, at) {
        format!(
            "\"{}\"",
            part.pointer
                .as_str()
                .strip_prefix(at.pointer.as_str())
                .unwrap_or_default()
                .trim_start_matches('/')
        )
    } else {
        called(part)
    }
}
