//! The schemas that a value must be valid by at the same time.
//!
//! In:  the place of a schema.
//! Out: its [`Conjunct`]s: itself, the branches of its `allOf` and what its `$ref` leads to, through any number of steps.
//! Holds: each place comes once, so that no loop is followed for ever.

use serde_json::Value;
use tradespec_schema::{Location, Pointer};

use crate::tree::Tree;

/// One of the schemas that apply together.
#[derive(Debug, Clone)]
pub(crate) struct Conjunct<'t> {
    pub(crate) at: Location,
    pub(crate) schema: &'t Value,
}

/// All that a value must be valid by to be valid by the schema at `at`.
pub(crate) fn conjuncts<'t>(tree: &'t Tree, at: &Location) -> Vec<Conjunct<'t>> {
    let mut found: Vec<Conjunct<'t>> = Vec::new();
    let mut open = vec![at.clone()];
    while let Some(at) = open.pop() {
        if found.iter().any(|other| other.at == at) {
            continue;
        }
        let Some(schema) = tree.schema(&at) else { continue };
        open.extend(tree.target(&at).cloned());
        let branches = schema.get("allOf").and_then(Value::as_array).map_or(0, Vec::len);
        open.extend((0..branches).rev().map(|number| at.join("allOf").join(&number.to_string())));
        found.push(Conjunct { at, schema });
    }
    found
}

impl Conjunct<'_> {
    /// The members that it declares.
    pub(crate) fn properties(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.schema.get("properties").and_then(Value::as_object).into_iter().flatten()
    }

    /// Whether it refuses a member of this name: it is closed, and does not have it.
    pub(crate) fn refuses(&self, name: &str) -> bool {
        is_closed(self.schema) && !declares(self.schema, name)
    }
}

/// Whether an object has no members but those it declares.
pub(crate) fn is_closed(schema: &Value) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

/// Whether a schema has a member of that name, by itself.
pub(crate) fn declares(schema: &Value, name: &str) -> bool {
    let has = |keyword| schema.get(keyword).and_then(Value::as_object);
    has("properties").is_some_and(|properties| properties.contains_key(name))
        || has("patternProperties").is_some_and(|patterns| patterns.keys().any(|pattern| fits(pattern, name)))
}

/// Whether a name fits a pattern; of a pattern that is none, it is taken to.
fn fits(pattern: &str, name: &str) -> bool {
    let schema = serde_json::json!({"pattern": pattern});
    jsonschema::validator_for(&schema).map_or(true, |validator| validator.is_valid(&Value::from(name)))
}

/// Whether `at` is `outer` or in it.
pub(crate) fn is_within(at: &Location, outer: &Location) -> bool {
    at.file == outer.file
        && at
            .pointer
            .as_str()
            .strip_prefix(outer.pointer.as_str())
            .is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// How people call a place: the definition it is, or its pointer.
pub(crate) fn called(at: &Location) -> String {
    match at.as_definition() {
        Some(name) => name,
        None if at.pointer == Pointer::root() => at.file.clone(),
        None => at.pointer.to_string(),
    }
}
