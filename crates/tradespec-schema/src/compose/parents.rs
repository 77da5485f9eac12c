//! Composition by parent: an extension's document has, for each capability that it extends, a definition of that name.
//!
//! In:  an [`Index`] that is resolved for one message, with the documents of the active extensions in it.
//! Out: a [`ComposedSchema`] in which the type of each capability is what all active extensions say of it together.
//! Holds: the result does not depend on the order of the extensions. Types are open, so nothing is put into them: what an
//!        extension says holds beside what the others say, and whoever refers to a type means the type as it was.
//!
//! Source: UCP, extensions: `$defs["<full parent name>"]`, an `allOf` of the parent and what is added; releases before
//! 2026-04-08 use the parent's short name (`checkout`).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::finish::redirect;
use super::requirements;
use super::{ComposedField, ComposedSchema, Exclusion, Outcome};
use crate::error::{Code, Error, Problem};
use crate::extension::Extension;
use crate::index::Index;
use crate::names::{self, TypeId};
use crate::point::ExtensionPoint;
use crate::pointer::Location;
use crate::resolve::type_name;

/// The capabilities of a release that are types themselves, by name.
pub(crate) fn capabilities(files: &BTreeMap<String, Value>) -> BTreeMap<String, TypeId> {
    files
        .iter()
        .filter_map(|(file, root)| named(file, root))
        .map(|(name, id)| (name.to_owned(), id))
        .collect()
}

/// The type that a whole file is, by the file's capability or its name: `shopping/cart`, `cart.json` or
/// `schemas/shopping/cart.json`.
pub(super) fn root_type(files: &BTreeMap<String, Value>, wanted: &str) -> Option<TypeId> {
    let of_capability =
        || files.iter().filter_map(|(file, root)| named(file, root)).find(|(name, _)| *name == wanted);
    let of_file = || {
        let is_it = |file: &str| {
            let is_end = file.strip_suffix(wanted).is_some_and(|folder| folder.ends_with('/'));
            file == wanted || is_end || names::stem(file) == wanted
        };
        let (file, root) = files.iter().find(|(file, _)| is_it(file))?;
        let name = type_name(file);
        root.get("$defs")?.get(&name).map(|_| TypeId { file: file.clone(), name })
    };
    of_capability().map(|(_, id)| id).or_else(of_file)
}

/// A file's capability, and its type, in an index that is resolved.
fn named<'f>(file: &str, root: &'f Value) -> Option<(&'f str, TypeId)> {
    let name = root.get("name")?.as_str()?;
    let id = TypeId { file: file.to_owned(), name: type_name(file) };
    root.get("$defs")?.get(&id.name)?;
    Some((name, id))
}

/// The core extensions of a release: each file that has a capability's name and extends another one, with its parents.
pub(crate) fn core(files: &BTreeMap<String, Value>) -> Vec<(String, String, Vec<String>)> {
    let named: BTreeMap<_, _> =
        files.iter().filter_map(|(file, root)| Some((root.get("name")?.as_str()?, file))).collect();
    let mut found = Vec::new();
    for (name, file) in &named {
        let keys = files.get(*file).and_then(|root| root.get("$defs")).and_then(Value::as_object);
        let is_parent =
            |parent: &&str| *parent != *name && keys.is_some_and(|keys| key_of(keys, parent).is_some());
        let parents: Vec<_> = named.keys().copied().filter(is_parent).map(str::to_owned).collect();
        if !parents.is_empty() {
            found.push(((*name).to_owned(), (*file).clone(), parents));
        }
    }
    found
}

/// The name under which a document has what it adds to `parent`: the full one, or the short one of older releases.
fn key_of<'k>(keys: &'k Map<String, Value>, parent: &str) -> Option<&'k str> {
    let short = parent.rsplit('.').next().unwrap_or(parent);
    let is_addition = |name: &&str| keys.get(*name).is_some_and(|schema| schema.get("allOf").is_some());
    let key = |wanted: &str| keys.keys().map(String::as_str).filter(is_addition).find(|key| *key == wanted);
    key(parent).or_else(|| key(short))
}

/// Composes `active`, whose documents are in `index`.
pub(super) fn compose(index: &Index, active: &[&Extension]) -> Result<ComposedSchema, Error> {
    Error::check(requirements::unmet(index, active))?;
    let mut composed = ComposedSchema {
        protocol: index.protocol(),
        release: index.release().clone(),
        extensions: active.iter().map(|extension| extension.id().clone()).collect(),
        files: index.files().clone(),
        fields: Vec::new(),
        exclusions: BTreeMap::new(),
        variants: BTreeMap::new(),
    };
    let mut problems = Vec::new();
    for (capability, root) in capabilities(index.files()) {
        let parts: Vec<_> = active
            .iter()
            .filter_map(|extension| Some((*extension, part(&composed.files, extension, &capability)?)))
            .collect();
        if parts.is_empty() {
            continue;
        }
        match set_aside(&mut composed.files, &root) {
            Ok(base) => join(&mut composed, &root, &base, &parts),
            Err(problem) => problems.push(problem),
        }
    }
    Error::check(problems)?;
    Ok(composed)
}

/// What an extension says of a capability.
fn part(files: &BTreeMap<String, Value>, extension: &Extension, capability: &str) -> Option<Location> {
    if extension.id().name == capability {
        return None;
    }
    let file = extension.file();
    let keys = files.get(&file)?.get("$defs")?.as_object()?;
    key_of(keys, capability).map(|key| Location::definition(&file, key))
}

/// Gives a type another name, by which everything refers to it that referred to it before.
fn set_aside(files: &mut BTreeMap<String, Value>, root: &TypeId) -> Result<Location, Problem> {
    let name = format!("{}Base", root.name);
    let defs =
        files.get_mut(&root.file).and_then(|file| file.get_mut("$defs")).and_then(Value::as_object_mut);
    let (old, base) = (root.location(), Location::definition(&root.file, &name));
    if let Some(defs) = defs {
        if defs.contains_key(&name) {
            let message = format!("\"{name}\" is taken, and composition needs it for what {} was", root.name);
            return Err(Problem::new(Code::NameClash, &base, message));
        }
        if let Some(schema) = defs.get(&root.name).cloned() {
            defs.insert(name, schema);
        }
    }
    redirect(files, |target| {
        let (unit, below) = target.within();
        if unit == old { base.below(below) } else { target.clone() }
    });
    Ok(base)
}

/// Makes a type of what all extensions say of it, and marks what they add.
fn join(composed: &mut ComposedSchema, root: &TypeId, base: &Location, parts: &[(&Extension, Location)]) {
    let known = members(&composed.files, base);
    for (extension, part) in parts {
        let branches = composed.schema(part).and_then(|schema| schema.get("allOf")).and_then(Value::as_array);
        let own = (0..branches.map_or(0, Vec::len)).map(|at| part.join("allOf").join(&at.to_string()));
        for branch in own.collect::<Vec<_>>() {
            mark(composed, root, extension, &branch, &known);
        }
    }
    let described = base.pointer.resolve(composed.files.get(&base.file).unwrap_or(&Value::Null));
    let mut joined = Map::new();
    for keyword in ["title", "description"] {
        if let Some(text) = described.and_then(|schema| schema.get(keyword)) {
            joined.insert(keyword.to_owned(), text.clone());
        }
    }
    let references: Vec<_> = parts.iter().map(|(_, part)| json!({"$ref": part.to_string()})).collect();
    joined.insert("allOf".to_owned(), references.into());
    let defs = composed.files.get_mut(&root.file).and_then(|file| file.get_mut("$defs"));
    if let Some(defs) = defs.and_then(Value::as_object_mut) {
        defs.insert(root.name.clone(), joined.into());
    }
    for (extension, part) in parts {
        if let Some(name) = part.as_definition() {
            let carrier = TypeId { file: part.file.clone(), name };
            composed.exclusions.insert(carrier, Exclusion::Carrier(extension.id().clone()));
        }
    }
    if let Some(name) = base.as_definition() {
        let base = TypeId { file: base.file.clone(), name };
        composed.exclusions.insert(base, Exclusion::Base(root.clone()));
    }
}

/// Says of each member of a branch which extension it comes from.
fn mark(
    composed: &mut ComposedSchema,
    root: &TypeId,
    extension: &Extension,
    branch: &Location,
    known: &BTreeSet<String>,
) {
    let at = branch.join("properties");
    let names: Vec<String> =
        composed.schema(&at).and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned().collect();
    for name in names {
        let field = at.join(&name);
        let outcome = if known.contains(&name) { Outcome::Narrowed } else { Outcome::Added };
        let mark = super::apply::provenance(extension, &field, &outcome, false);
        let schema =
            composed.files.get_mut(&field.file).and_then(|root| root.pointer_mut(field.pointer.as_str()));
        if let Some(members) = schema.and_then(Value::as_object_mut) {
            members.insert("x-extension".to_owned(), mark);
        }
        composed.fields.push(ComposedField {
            target: field.clone(),
            point: ExtensionPoint::new(&root.name, &name),
            extension: extension.id().clone(),
            source: field,
            outcome,
        });
    }
}

/// The members that a type has, in whichever of its branches.
fn members(files: &BTreeMap<String, Value>, at: &Location) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut queue = vec![at.clone()];
    while let Some(at) = queue.pop() {
        let schema = files.get(&at.file).and_then(|root| at.pointer.resolve(root));
        let Some(schema) = schema.filter(|_| seen.insert(at.clone())) else { continue };
        found.extend(
            schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned(),
        );
        queue.extend(schema.get("$ref").and_then(Value::as_str).map(Location::from_resolved));
        let branches = schema.get("allOf").and_then(Value::as_array).map_or(0, Vec::len);
        queue.extend((0..branches).map(|branch| at.join("allOf").join(&branch.to_string())));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_addition_stands_under_the_full_name_or_the_short_one() {
        let keys = json!({"checkout": {"allOf": []}, "cart": {"type": "object"}});
        let keys = keys.as_object().cloned().unwrap_or_default();
        assert_eq!(key_of(&keys, "dev.ucp.shopping.checkout"), Some("checkout"));
        assert_eq!(key_of(&keys, "dev.ucp.shopping.cart"), None);
        assert_eq!(key_of(&keys, "dev.ucp.shopping.order"), None);
    }
}
