//! Definitions of one name that mean different things in files beside each other.

use std::collections::BTreeMap;

use serde_json::Value;
use tradespec_schema::{Extension, Location};

use crate::code::Code;
use crate::finding::Fault;
use crate::meaning::difference;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    // Names of UCP belong to their file by design: one file a type, and one name for the type that an extension extends.
    if tree.is_ucp() {
        return Vec::new();
    }
    let mut named: BTreeMap<(&str, &String), Vec<Location>> = BTreeMap::new();
    for (key, file) in tree.files.iter().filter(|(_, file)| !is_type(&file.root)) {
        let folder = key.rsplit_once('/').map_or("", |(folder, _)| folder);
        for (name, _) in file.root.get("$defs").and_then(Value::as_object).into_iter().flatten() {
            named.entry((folder, name)).or_default().push(Location::definition(key, name));
        }
    }
    let mut faults = Vec::new();
    for ((_, name), places) in named {
        let Some((first, others)) = places.split_first() else { continue };
        for other in others.iter().filter(|other| tree.files.get(&other.file).is_some_and(|file| file.linted))
        {
            if extends(tree, other, name) {
                continue;
            }
            if let Some(different) = difference(tree, other, first) {
                let at = different.pointer.as_str();
                let at = at.strip_prefix(other.pointer.as_str()).unwrap_or(at);
                let message =
                    format!("\"{name}\" means something else in {}: they differ at {at}", first.file);
                let help = "a reader who merges the files takes one for the other; use two names";
                faults.push(Fault::new(Code::SameName, other.clone(), message).help(help));
            }
        }
    }
    faults
}

/// Whether the definition is how a core extension's document says what it adds to the type of that name.
fn extends(tree: &Tree, at: &Location, name: &str) -> bool {
    let core = tree.composition.as_ref().and_then(|composition| Extension::core(&composition.index).ok());
    core.into_iter().flatten().filter(|extension| extension.file() == at.file).any(|extension| {
        extension.points().iter().any(|point| point.to_string().split('.').nth(1) == Some(name))
    })
}

/// Whether a file is a type by itself, so that its definitions are only its own parts.
fn is_type(root: &Value) -> bool {
    ["type", "properties", "allOf", "anyOf", "oneOf", "$ref"]
        .iter()
        .any(|keyword| root.get(keyword).is_some())
}
