//! Resolving annotations: what a party may send depends on who it is and what it asks for.
//!
//! In:  an [`Index`] whose members carry `ucp_request` and `ucp_response`, and a [`Variant`].
//! Out: an [`Index`] for that direction and operation: members left out, required or optional as they say, and the
//!      annotations gone; every whole file that is a schema stands in its own `$defs`, as types do.
//! Holds: what has no annotation means what it meant; resolving again changes nothing.
//!
//! ```text
//! Index ──resolve(direction, operation)──▶ Index ──compose──▶ ComposedSchema
//! ```
//!
//! Source: UCP, schema annotations: `omit`, `required` and `optional`, for every operation or by operation; a `transition`
//! counts as what it starts `from`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::error::{Code, Error, Place, Problem};
use crate::index::Index;
use crate::messages::Direction;
use crate::pointer::{Location, Pointer};
use crate::walk;

/// Which message a schema is to describe.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    /// Who sends it.
    pub direction: Direction,
    /// What is asked for: `create`, `read`, `update`, `complete`, …
    pub operation: String,
}

impl Variant {
    /// A request for an operation, or the response to it.
    #[must_use]
    pub fn new(direction: Direction, operation: impl Into<String>) -> Self {
        Self { direction, operation: operation.into() }
    }
}

/// The annotation that messages of a direction go by.
fn annotation(direction: Direction) -> &'static str {
    match direction {
        Direction::Request => REQUEST,
        Direction::Response => RESPONSE,
    }
}

const REQUEST: &str = "ucp_request";
const RESPONSE: &str = "ucp_response";
/// Every annotation. `ucp_shared_request` says that requests have one type, which is for generators.
const ANNOTATIONS: [&str; 3] = [REQUEST, RESPONSE, "ucp_shared_request"];

/// What stands beside a file's own schema and is no part of it: what the file is, and its definitions.
const OF_THE_FILE: [&str; 8] =
    ["$schema", "$id", "$comment", "$defs", "name", "version", "embedded", "requires"];

/// What an annotation says of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Presence {
    Omit,
    Required,
    Optional,
}

/// The release as one message of it sees it.
///
/// ```
/// use tradespec_schema::messages::Direction;
/// use tradespec_schema::{Index, Protocol, Release, SchemaSet, Variant, resolve};
///
/// let file = r#"{
///     "type": "object",
///     "required": ["id"],
///     "properties": {
///         "id": {"type": "string", "ucp_request": {"create": "omit"}},
///         "note": {"type": "string", "ucp_request": "required"}
///     }
/// }"#;
/// let set = SchemaSet::from_files(
///     Protocol::Ucp,
///     Release::new("2026-04-08")?,
///     [("schemas/shopping/gift_card.json".to_owned(), file.to_owned())],
/// )?;
/// let index = Index::new(&set)?;
/// let resolved = resolve(&index, &Variant::new(Direction::Request, "create"))?;
/// let card = &resolved.files()["schemas/shopping/gift_card.json"]["$defs"]["GiftCard"];
/// assert!(card["properties"].get("id").is_none());
/// assert_eq!(card["required"], serde_json::json!(["note"]));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
///
/// # Errors
///
/// Annotations that are of no known form, all of them together.
pub fn resolve(index: &Index, variant: &Variant) -> Result<Index, Error> {
    let mut problems = Vec::new();
    for (file, root) in index.files() {
        walk::each(root, &Pointer::root(), &mut |at, schema| check(file, at, schema, &mut problems));
    }
    Error::check(problems)?;
    let mut resolved = index.clone();
    for root in resolved.files.values_mut() {
        walk::each_mut(root, &mut |members| apply(members, variant));
        walk::each_mut(root, &mut |members| {
            ANNOTATIONS.iter().for_each(|annotation| drop(members.shift_remove(*annotation)));
        });
    }
    define_roots(&mut resolved.files);
    Ok(resolved)
}

/// Finds annotations of no known form among the members of `schema`.
fn check(file: &str, at: &Pointer, schema: &Value, problems: &mut Vec<Problem>) {
    for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        for annotation in [REQUEST, RESPONSE] {
            let Some(said) = member.get(annotation) else { continue };
            let is_known = match said {
                Value::Object(by_operation) if !is_transition(said) => {
                    by_operation.values().all(|said| presence(said).is_some())
                }
                said => presence(said).is_some(),
            };
            if !is_known {
                let place = Place::at(file, at.join("properties").join(name).join(annotation));
                let message = "expected \"omit\", \"required\", \"optional\", a transition from one of them, or an \
                               object that says so for operations";
                problems.push(Problem::new(Code::BadAnnotation, place, message));
            }
        }
    }
}

/// A transition says what a member is until it becomes something else.
fn is_transition(said: &Value) -> bool {
    said.get("transition").is_some_and(Value::is_object)
        || (said.get("from").is_some() && said.get("to").is_some())
}

fn presence(said: &Value) -> Option<Presence> {
    if is_transition(said) {
        return said.get("transition").unwrap_or(said).get("from").and_then(presence);
    }
    match said.as_str()? {
        "omit" => Some(Presence::Omit),
        "required" => Some(Presence::Required),
        "optional" => Some(Presence::Optional),
        _ => None,
    }
}

/// Applies the annotations of the members of one object schema.
fn apply(schema: &mut Map<String, Value>, variant: &Variant) {
    let mut said = Vec::new();
    for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let annotation = member.get(annotation(variant.direction));
        let of_operation = annotation.and_then(|said| match said {
            Value::Object(by_operation) if !is_transition(said) => by_operation.get(&variant.operation),
            said => Some(said),
        });
        said.extend(of_operation.and_then(presence).map(|presence| (name.clone(), presence)));
    }
    for (name, presence) in said {
        let mut required: Vec<Value> =
            schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let is_there = required.iter().any(|other| *other == name);
        match presence {
            Presence::Required if !is_there => required.push(name.clone().into()),
            Presence::Required => continue,
            Presence::Omit | Presence::Optional => required.retain(|other| *other != name),
        }
        if required.is_empty() {
            schema.shift_remove("required");
        } else {
            schema.insert("required".to_owned(), required.into());
        }
        if presence == Presence::Omit
            && let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut)
        {
            properties.shift_remove(&name);
        }
    }
}

/// The operations that annotations of a direction name; none at all where there is no such annotation.
pub(crate) fn annotated_operations(index: &Index, direction: Direction) -> Option<BTreeSet<String>> {
    let annotation = annotation(direction);
    let mut found = None;
    for root in index.files.values() {
        walk::each(root, &Pointer::root(), &mut |_, schema| {
            for member in
                schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::values)
            {
                let Some(said) = member.get(annotation) else { continue };
                let operations: &mut BTreeSet<String> = found.get_or_insert_default();
                if let Value::Object(by_operation) = said
                    && !is_transition(said)
                {
                    operations.extend(by_operation.keys().cloned());
                }
            }
        });
    }
    found
}

/// Moves the schema that a whole file is into the file's `$defs`, and has every reference lead there.
fn define_roots(files: &mut BTreeMap<String, Value>) {
    let mut moved = BTreeMap::new();
    for (file, root) in files.iter_mut() {
        let Some(members) = root.as_object_mut() else { continue };
        let name = type_name(file);
        let is_taken = members.get("$defs").is_some_and(|defs| defs.get(&name).is_some());
        if !has_body(members) || is_taken {
            continue;
        }
        let (of_the_file, body): (Map<_, _>, Map<_, _>) = std::mem::take(members)
            .into_iter()
            .partition(|(keyword, _)| OF_THE_FILE.contains(&keyword.as_str()));
        *members = of_the_file;
        let mut definitions = Map::new();
        definitions.insert(name.clone(), Value::Object(body));
        if let Some(Value::Object(others)) = members.shift_remove("$defs") {
            definitions.extend(others);
        }
        members.insert("$defs".to_owned(), Value::Object(definitions));
        moved.insert(file.clone(), name);
    }
    for root in files.values_mut() {
        walk::each_mut(root, &mut |members| {
            if let Some(Value::String(reference)) = members.get_mut("$ref") {
                let target = Location::from_resolved(reference);
                if let Some(name) = moved.get(&target.file).filter(|_| !is_in_definitions(&target)) {
                    let root = Location::definition(&target.file, name);
                    *reference = root.below(target.pointer.as_str()).to_string();
                }
            }
        });
    }
}

fn is_in_definitions(target: &Location) -> bool {
    target.pointer.segments().next().as_deref() == Some("$defs")
}

/// Whether a whole file is a schema, beside the definitions that it has.
pub(crate) fn has_body(members: &Map<String, Value>) -> bool {
    let is_description = |keyword: &str| matches!(keyword, "title" | "description");
    members.keys().any(|keyword| !OF_THE_FILE.contains(&keyword.as_str()) && !is_description(keyword))
}

/// `LineItem` for `schemas/shopping/types/line_item.json`.
pub(crate) fn type_name(file: &str) -> String {
    let stem = file.rsplit('/').next().unwrap_or(file);
    let stem = stem.strip_suffix(".json").unwrap_or(stem);
    let words = stem.split(|c: char| !c.is_alphanumeric());
    words
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|first| first.to_uppercase().collect::<String>());
            first.unwrap_or_default() + letters.as_str()
        })
        .collect()
}
