//! Definitions that are part of no message.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tradespec_schema::{Extension, Location, TypeId, messages};

use crate::code::Code;
use crate::compose::Composition;
use crate::finding::Fault;
use crate::solver::unit;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    // Which types are messages is only known of a protocol's own files.
    let Some(Composition { index, extension: None }) = &tree.composition else { return Vec::new() };
    let definitions: BTreeSet<Location> = tree
        .linted()
        .flat_map(|(key, file)| {
            let names = file.root.get("$defs").and_then(Value::as_object).into_iter().flatten();
            names.map(move |(name, _)| Location::definition(key, name))
        })
        .collect();
    let mut uses: BTreeMap<Location, BTreeSet<Location>> = BTreeMap::new();
    for at in tree.references.keys() {
        if let Some(target) = tree.target(at) {
            uses.entry(unit(at)).or_default().insert(unit(target));
        }
    }
    let mut open: Vec<_> =
        definitions.iter().filter(|at| is_message(index.protocol(), at)).cloned().collect();
    if open.is_empty() {
        return Vec::new();
    }
    // Of an extension's document all is there for composition, and its declaration for the registry.
    let core = Extension::core(index).unwrap_or_default();
    let of_extensions: BTreeSet<_> = core.iter().map(Extension::file).collect();
    open.extend(definitions.iter().filter(|at| of_extensions.contains(&at.file)).cloned());
    open.extend(core.iter().map(|extension| {
        let place = extension.declaration();
        unit(&Location { file: place.file_name().to_owned(), pointer: place.pointer().clone() })
    }));
    let mut reached = BTreeSet::new();
    while let Some(next) = open.pop() {
        if reached.insert(next.clone()) {
            open.extend(uses.get(&next).into_iter().flatten().cloned());
        }
    }
    let fault = |at: &Location| {
        let name = at.as_definition().unwrap_or_default();
        Fault::new(Code::Unreachable, at.clone(), format!("\"{name}\" is part of no message of the protocol"))
    };
    definitions.difference(&reached).map(fault).collect()
}

fn is_message(protocol: tradespec_schema::Protocol, at: &Location) -> bool {
    let Some(name) = at.as_definition() else { return false };
    messages::uses(protocol, &TypeId { file: at.file.clone(), name }).next().is_some()
}
