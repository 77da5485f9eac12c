//! References that lead nowhere, somewhere else, or back to where they started.

use std::collections::BTreeSet;

use serde_json::Value;
use tradespec_schema::Location;

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, reference) in &tree.references {
        if !tree.files.get(&at.file).is_some_and(|file| file.linted) {
            continue;
        }
        let place = at.join("$ref");
        let target = match &reference.target {
            Ok(target) => target,
            Err(message) => {
                faults.push(Fault::new(Code::UnresolvedRef, place, message.clone()));
                continue;
            }
        };
        match &reference.by_id {
            None => {}
            Some((uri, carriers)) if carriers.is_empty() => faults.push(
                Fault::new(
                    Code::RefByNameOnly,
                    place,
                    format!("leads to {} by file name only: by the \"$id\" of its file it is \"{uri}\", which no file has as \"$id\"", target.file),
                )
                .help("a validator that goes by \"$id\" cannot load the file; give the files \"$id\"s that fit their names"),
            ),
            Some((uri, carriers)) => faults.push(
                Fault::new(
                    Code::RefElsewhere,
                    place,
                    format!("leads to {} by file name, and to {} by \"$id\", which is \"{uri}\"", target.file, carriers.join(" and ")),
                )
                .help("validators disagree on what it means; give the files \"$id\"s that fit their names"),
            ),
        }
    }
    faults.extend(loops(tree));
    faults
}

/// Schemas that come back to themselves without going into a member or an element.
fn loops(tree: &Tree) -> Vec<Fault> {
    let mut known: BTreeSet<Location> = BTreeSet::new();
    let mut faults = Vec::new();
    for (at, _) in tree.schemas().filter(|(at, _)| tree.references.contains_key(at)) {
        let mut open = vec![at.clone()];
        let mut seen = BTreeSet::new();
        while let Some(next) = open.pop() {
            for inner in in_place(tree, &next) {
                if inner == *at && !known.contains(at) {
                    known.extend(seen.iter().cloned());
                    let message = "comes back to itself for the same value, so it says nothing, and validators refuse or never end";
                    faults.push(Fault::new(Code::RefLoop, at.join("$ref"), message));
                    open.clear();
                    known.insert(at.clone());
                    break;
                }
                if seen.insert(inner.clone()) {
                    open.push(inner);
                }
            }
        }
    }
    faults
}

/// The schemas that apply to the same value as the one at `at` does, one step away.
pub(super) fn in_place(tree: &Tree, at: &Location) -> Vec<Location> {
    let mut found: Vec<_> = tree.target(at).cloned().into_iter().collect();
    let members = tree.schema(at).and_then(Value::as_object);
    for (keyword, value) in members.into_iter().flatten() {
        match (keyword.as_str(), value) {
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => {
                found.extend((0..branches.len()).map(|number| at.join(keyword).join(&number.to_string())));
            }
            ("not" | "if" | "then" | "else", _) => found.push(at.join(keyword)),
            ("dependentSchemas", Value::Object(branches)) => {
                found.extend(branches.keys().map(|name| at.join(keyword).join(name)));
            }
            _ => {}
        }
    }
    found
}
