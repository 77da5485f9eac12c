//! Definitions that are part of no message.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tradespec_schema::messages::{self, Direction};
use tradespec_schema::{Extension, Index, Location, Pointer, Protocol, TypeId, Variant, resolve};

use crate::code::Code;
use crate::compose::Composition;
use crate::finding::Fault;
use crate::solver::unit;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    // Which types are messages is only known of a protocol's own files.
    let Some(Composition { index, extension: None }) = &tree.composition else { return Vec::new() };
    let roots = root_types(index);
    let definitions: BTreeMap<Location, TypeId> = tree
        .linted()
        .flat_map(|(key, file)| {
            let names = file.root.get("$defs").and_then(Value::as_object).into_iter().flatten();
            let whole = roots.get(key).map(|name| (Pointer::root(), name));
            let places = names.map(|(name, _)| (Location::definition(key, name).pointer, name)).chain(whole);
            places.map(move |(pointer, name)| {
                (Location { file: key.clone(), pointer }, TypeId { file: key.clone(), name: name.clone() })
            })
        })
        .collect();
    let mut uses: BTreeMap<Location, BTreeSet<Location>> = BTreeMap::new();
    for at in tree.references.keys() {
        if let Some(target) = tree.target(at) {
            uses.entry(unit(at)).or_default().insert(unit(target));
        }
    }
    let is_message = |id: &TypeId| messages::uses(index.protocol(), id).next().is_some();
    let mut open: Vec<_> =
        definitions.iter().filter(|(_, id)| is_message(id)).map(|(at, _)| at.clone()).collect();
    if open.is_empty() {
        return Vec::new();
    }
    // Of an extension's document all is there for composition, and its declaration for the registry; of a capability's
    // file all is there for profiles, which lead to it by the capability's name.
    let core = Extension::core(index).unwrap_or_default();
    let of_extensions: BTreeSet<_> = core.iter().map(Extension::file).collect();
    let is_of_a_capability = |file: &String| {
        index.protocol() == Protocol::Ucp
            && tree.files.get(file).is_some_and(|file| file.root.get("name").is_some())
    };
    let is_there_anyway = |at: &&Location| of_extensions.contains(&at.file) || is_of_a_capability(&at.file);
    open.extend(definitions.keys().filter(is_there_anyway).cloned());
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
    let unreached = definitions.iter().filter(|(at, _)| !reached.contains(at));
    unreached
        .map(|(at, id)| {
            let message = format!("\"{}\" is part of no message of the protocol", id.name);
            // Of a whole file the head is the place, where it has one.
            let is_whole = at.pointer == Pointer::root();
            let head = at.join("$id");
            let at = if is_whole && tree.schema(&head).is_some() { head } else { at.clone() };
            Fault::new(Code::Unreachable, at, message)
        })
        .collect()
}

/// The files that are types as a whole, which only UCP has, with the names of these types.
fn root_types(index: &Index) -> BTreeMap<String, String> {
    if index.protocol() != Protocol::Ucp {
        return BTreeMap::new();
    }
    let Ok(resolved) = resolve(index, &Variant::new(Direction::Response, "read")) else {
        return BTreeMap::new();
    };
    let names = |root: &Value| -> BTreeSet<String> {
        root.get("$defs")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, _)| name.clone())
            .collect()
    };
    let of_file = |(file, root): (&String, &Value)| {
        let before = index.files().get(file).map(names).unwrap_or_default();
        let own = names(root).into_iter().find(|name| !before.contains(name))?;
        Some((file.clone(), own))
    };
    resolved.files().iter().filter_map(of_file).collect()
}
