//! Writing composed types as one self-contained document.
//!
//! In:  a [`ComposedSchema`] and the types that are wanted.
//! Out: a JSON Schema 2020-12 document with everything they need in `$defs`, and only internal references.
//! Holds: the meaning stays; names are the published ones wherever two definitions do not compete for one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use crate::compose::ComposedSchema;
use crate::names::{TypeId, stem};
use crate::pointer::{Location, Pointer};
use crate::walk;

/// What has to be escaped in the fragment of a URI (RFC 3986, 3.5).
const NOT_IN_FRAGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'$')
    .remove(b'@')
    .remove(b'*');

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

impl ComposedSchema {
    /// One document for one type: the root refers to it.
    #[must_use]
    pub fn bundle_type(&self, root: &TypeId) -> Value {
        let bundle = Bundle::new(self, std::slice::from_ref(root));
        let mut document = Map::new();
        document.insert("$schema".to_owned(), DIALECT.into());
        document.insert("title".to_owned(), self.title(&root.to_string()).into());
        document.insert("$ref".to_owned(), bundle.reference(&root.location()).into());
        document.insert("$defs".to_owned(), Value::Object(bundle.definitions()));
        Value::Object(document)
    }

    /// One document for several types, which stand in its `$defs` together with all they need.
    #[must_use]
    pub fn bundle(&self, name: &str, roots: &[TypeId]) -> Value {
        json!({
            "$schema": DIALECT,
            "title": self.title(name),
            "$defs": Bundle::new(self, roots).definitions(),
        })
    }

    fn title(&self, what: &str) -> String {
        let extensions: Vec<_> = self.extensions().iter().map(ToString::to_string).collect();
        let base = format!("{} {} {what}", self.protocol().as_str().to_uppercase(), self.release());
        if extensions.is_empty() { base } else { format!("{base} with {}", extensions.join(", ")) }
    }
}

struct Bundle<'c> {
    composed: &'c ComposedSchema,
    /// Definition (or whole file) → name in `$defs`, in the order in which they are written.
    names: Vec<(Location, String)>,
    by_location: BTreeMap<Location, String>,
}

impl<'c> Bundle<'c> {
    fn new(composed: &'c ComposedSchema, roots: &[TypeId]) -> Self {
        let reached = reachable(composed, roots);
        let mut wanted: BTreeMap<String, Vec<&Location>> = BTreeMap::new();
        for unit in &reached {
            wanted.entry(plain_name(unit)).or_default().push(unit);
        }
        let is_root = |unit: &Location| roots.iter().any(|root| root.location() == *unit);
        let main = composed.protocol().main_file();
        let names: Vec<_> = reached
            .iter()
            .map(|unit| {
                let plain = plain_name(unit);
                let rivals = &wanted[&plain];
                // The plain name goes to a root, then to the release's main file; the rest say their file.
                let owner = rivals
                    .iter()
                    .find(|rival| is_root(rival))
                    .or_else(|| rivals.iter().find(|rival| rival.file == main));
                let owns = rivals.len() == 1 || owner.is_some_and(|owner| *owner == unit);
                let name = if owns { plain } else { format!("{}.{plain}", stem(&unit.file)) };
                (unit.clone(), name)
            })
            .collect();
        let by_location = names.iter().cloned().collect();
        Self { composed, names, by_location }
    }

    fn definitions(&self) -> Map<String, Value> {
        let mut definitions = Map::new();
        for (unit, name) in &self.names {
            let Some(mut schema) = self.composed.schema(unit).cloned() else {
                continue;
            };
            if unit.pointer == Pointer::root()
                && let Some(members) = schema.as_object_mut()
            {
                members.shift_remove("$defs");
            }
            walk::each_mut(&mut schema, &mut |members| {
                for keyword in ["$schema", "$id", "$anchor"] {
                    members.shift_remove(keyword);
                }
                if let Some(Value::String(reference)) = members.get_mut("$ref") {
                    *reference = self.reference(&Location::from_resolved(reference));
                }
            });
            definitions.insert(name.clone(), schema);
        }
        definitions
    }

    /// The internal reference to a place of the composed schema.
    fn reference(&self, target: &Location) -> String {
        let (unit, below) = target.within();
        let name = self.by_location.get(&unit).cloned().unwrap_or_else(|| plain_name(&unit));
        let pointer = Pointer::root().join("$defs").join(&name);
        format!("#{}", utf8_percent_encode(&format!("{pointer}{below}"), NOT_IN_FRAGMENT))
    }
}

/// Every definition (or whole file) that the roots need: the roots first, then breadth first.
fn reachable(composed: &ComposedSchema, roots: &[TypeId]) -> Vec<Location> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    let mut queue: VecDeque<Location> = roots.iter().map(TypeId::location).collect();
    while let Some(unit) = queue.pop_front() {
        if !seen.insert(unit.clone()) {
            continue;
        }
        if let Some(schema) = composed.schema(&unit) {
            walk::each(schema, &Pointer::root(), &mut |at, sub| {
                // A whole file brings its own body, not every definition in it.
                let own = unit.pointer != Pointer::root() || !at.as_str().starts_with("/$defs/");
                if own && let Some(reference) = sub.get("$ref").and_then(Value::as_str) {
                    queue.push_back(Location::from_resolved(reference).within().0);
                }
            });
        }
        order.push(unit);
    }
    order
}

fn plain_name(unit: &Location) -> String {
    unit.as_definition().unwrap_or_else(|| stem(&unit.file).to_owned())
}
