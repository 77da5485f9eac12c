//! Where the schema of an added field comes from.
//!
//! In order: a definition named like the path's first step, in which the rest of the path leads to the field; for a
//! deep path, one named like the type that holds the field; then a definition whose `allOf` refers to the target type
//! beside a branch with the field. Source: ACP, "Extensions".

use std::collections::BTreeSet;

use serde_json::Value;

use super::meaning::{self, Files};
use crate::error::{Code, Place, Problem};
use crate::point::{ExtensionPoint, Step};
use crate::pointer::Location;
use crate::walk;

/// A field's schema in an extension's document, and the part of a type that led to it.
#[derive(Debug, Clone)]
pub(super) struct Source {
    /// The field's schema.
    pub(super) field: Location,
    /// The definition that repeats a part of a core type; it is not a type of its own.
    pub(super) carrier: Location,
    /// The steps from the carrier to the object that has the field.
    pub(super) path: Vec<Step>,
    /// Whether `path` starts at the type that holds the field rather than at the path's first type.
    pub(super) from_holder: bool,
}

/// What is being looked for.
pub(super) struct Wanted<'w> {
    /// The extension's document.
    pub(super) file: &'w str,
    pub(super) point: &'w ExtensionPoint,
    /// The definitions that are the target type: itself, and what it is a pure alias of.
    pub(super) targets: &'w [Location],
    /// The names of the types that hold the field, for a deep path.
    pub(super) holders: &'w [String],
    /// Where to report that nothing was found.
    pub(super) place: Place,
}

/// Finds the schema of the field that `wanted.point` adds: one source or several that mean the same.
pub(super) fn find(files: &Files, wanted: &Wanted<'_>) -> Result<Vec<Source>, Problem> {
    let definition = |name: &str| {
        let location = Location::definition(wanted.file, name);
        schema(files, &location).map(|_| location)
    };
    let mut looked: Vec<String> = Vec::new();
    let mut found: Vec<Source> = Vec::new();
    let named = (wanted.point.type_name(), wanted.point.steps(), false);
    let holders = wanted.holders.iter().map(|name| (name.as_str(), &[] as &[Step], true));
    for (name, path, from_holder) in std::iter::once(named).chain(holders) {
        looked.push(format!("$defs/{name}"));
        if let Some(carrier) = definition(name)
            && let Some(field) = lead(files, &carrier, path, wanted.point.field())
        {
            found.push(Source { field, carrier, path: path.to_vec(), from_holder });
            if !from_holder {
                break;
            }
        }
    }
    if !found.is_empty() {
        return agreed(files, wanted, found);
    }
    let defs = files.get(wanted.file).and_then(|root| root.get("$defs")).and_then(Value::as_object);
    let targets: BTreeSet<String> = wanted.targets.iter().map(ToString::to_string).collect();
    for (name, carrier_schema) in defs.into_iter().flatten() {
        let branches = carrier_schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        let refers = |branch: &Value| {
            walk::alias_target(branch)
                .or_else(|| branch.get("$ref")?.as_str())
                .is_some_and(|t| targets.contains(t))
        };
        if !branches.clone().any(refers) {
            continue;
        }
        looked.push(format!("the allOf of $defs/{name}"));
        let carrier = Location::definition(wanted.file, name);
        for number in 0..branches.count() {
            let branch = carrier.join("allOf").join(&number.to_string());
            if let Some(field) = lead(files, &branch, wanted.point.steps(), wanted.point.field()) {
                found.push(Source {
                    field,
                    carrier: carrier.clone(),
                    path: wanted.point.steps().to_vec(),
                    from_holder: false,
                });
            }
        }
    }
    if found.is_empty() {
        let point = wanted.point;
        let message = format!(
            "no schema for \"{point}\": looked at {}; define $defs/{} with the field in its properties",
            looked.join(", "),
            point.type_name()
        );
        return Err(Problem::new(Code::FieldSchemaNotFound, wanted.place.clone(), message));
    }
    agreed(files, wanted, found)
}

/// The sources, if they mean the same.
fn agreed(files: &Files, wanted: &Wanted<'_>, found: Vec<Source>) -> Result<Vec<Source>, Problem> {
    for pair in found.windows(2) {
        let schemas = (schema(files, &pair[0].field), schema(files, &pair[1].field));
        let equal =
            matches!(schemas, (Some(left), Some(right)) if meaning::same(files, left, right).is_some());
        if !equal {
            let message = format!(
                "\"{}\" has two different schemas: {} and {}; keep one",
                wanted.point, pair[0].field.pointer, pair[1].field.pointer
            );
            return Err(Problem::new(Code::FieldSchemaAmbiguous, wanted.place.clone(), message));
        }
    }
    Ok(found)
}

/// Follows `path` from the object schema at `start`, then the field; references are followed inside the document, but
/// what a core type has already is not the extension's schema of it.
fn lead(files: &Files, start: &Location, path: &[Step], field: &str) -> Option<Location> {
    let inside = |at: Location| behind(files, at).filter(|at| at.file == start.file);
    let mut at = start.clone();
    for step in path {
        at = match step {
            Step::Field(name) => inside(at)?.join("properties").join(name),
            Step::Elements => inside(at)?.join("items"),
        };
    }
    let found = inside(at)?.join("properties").join(field);
    schema(files, &found).map(|_| found)
}

/// The place that a chain of lone references leads to.
pub(super) fn behind(files: &Files, at: Location) -> Option<Location> {
    let last = aliases(files, at).pop()?;
    schema(files, &last).map(|_| last)
}

/// The place `start` and those it is only another name of, the last one being the body.
pub(super) fn aliases(files: &Files, start: Location) -> Vec<Location> {
    let mut names = vec![start];
    while let Some(target) = names.last().and_then(|at| schema(files, at)).and_then(walk::alias_target) {
        names.push(Location::from_resolved(target));
    }
    names
}

/// The schema at a place.
pub(super) fn schema<'f>(files: &'f Files, location: &Location) -> Option<&'f Value> {
    location.pointer.resolve(files.get(&location.file)?)
}
