//! What several test binaries of this crate need.

#![allow(dead_code, reason = "each test binary uses a part of this")]

pub(crate) mod document;
pub(crate) mod shop;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use tradespec_schema::{ComposedSchema, Exclusion, Index, Location, Pointer, walk};

/// The releases of UCP.
pub(crate) const UCP: [&str; 3] = ["2026-01-11", "2026-01-23", "2026-04-08"];

/// A second JSON Schema implementation, independent of the one the product uses.
pub(crate) struct Checker {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Checker {
    /// Compiles the schema at `pointer` of a self-contained document.
    pub(crate) fn new(document: &Value, pointer: &str) -> Self {
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        compiler.add_resource("mem:///bundle.json", document.clone()).unwrap();
        let mut schemas = Schemas::new();
        let index = compiler
            .compile(&format!("mem:///bundle.json#{pointer}"), &mut schemas)
            .unwrap_or_else(|error| panic!("boon refuses the bundle: {error:#}"));
        Self { schemas, index }
    }

    /// For the type named `name` of a composed schema.
    pub(crate) fn of_type(composed: &ComposedSchema, name: &str) -> Self {
        let id = composed.type_named(name).unwrap();
        Self::new(&composed.bundle_type(&id), "")
    }

    /// Why `document` is not valid, if it is not.
    pub(crate) fn fault(&self, document: &Value) -> Option<String> {
        self.schemas.validate(document, self.index).err().map(|error| format!("{error:#}"))
    }
}

/// The files of an index as they are, for the same second implementation: nothing is bundled.
pub(crate) struct Tree {
    compiler: Compiler,
    schemas: Schemas,
}

impl Tree {
    pub(crate) fn new(index: &Index) -> Self {
        let mut compiler = Compiler::new();
        compiler.enable_format_assertions();
        for (file, root) in index.files() {
            let mut root = root.clone();
            root.as_object_mut().unwrap().shift_remove("$id");
            // A reference of the index is the whole key of a file.
            walk::each_mut(&mut root, &mut |members| {
                if let Some(Value::String(reference)) = members.get_mut("$ref") {
                    *reference = format!("mem:///{reference}");
                }
            });
            compiler.add_resource(&format!("mem:///{file}"), root).unwrap();
        }
        Self { compiler, schemas: Schemas::new() }
    }

    /// The schema at a place, to judge by.
    pub(crate) fn schema(&mut self, at: &Location) -> SchemaIndex {
        self.compiler.compile(&format!("mem:///{at}"), &mut self.schemas).unwrap()
    }

    pub(crate) fn is_valid(&self, schema: SchemaIndex, document: &Value) -> bool {
        self.schemas.validate(document, schema).is_ok()
    }
}

/// Every order of `items`.
pub(crate) fn permutations<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    if items.len() < 2 {
        return vec![items.to_vec()];
    }
    let mut all = Vec::new();
    for at in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(at);
        for mut order in permutations(&rest) {
            order.insert(0, first.clone());
            all.push(order);
        }
    }
    all
}

/// The references of a composed schema that lead nowhere, or from a type to a definition that is excluded.
pub(crate) fn bad_references(composed: &ComposedSchema) -> Vec<String> {
    let mut bad = Vec::new();
    for id in composed.definitions() {
        let Some(schema) = composed.schema(&id.location()) else {
            bad.push(format!("{id} has no schema"));
            continue;
        };
        let is_type = !composed.exclusions().contains_key(&id);
        walk::each(schema, &Pointer::root(), &mut |at, sub| {
            let Some(reference) = sub.get("$ref").and_then(Value::as_str) else {
                return;
            };
            let target = Location::from_resolved(reference);
            if composed.schema(&target).is_none() {
                bad.push(format!("{id}{at} refers to {target}, which is not there"));
            }
            let exclusion = composed
                .exclusions()
                .iter()
                .find(|(other, _)| other.location() == target)
                .map(|(_, why)| why);
            // What a type includes it has itself.
            let is_included = at.as_str().rsplit('/').nth(1) == Some("allOf")
                && matches!(exclusion, Some(Exclusion::Carrier(_) | Exclusion::Base(_)));
            if is_type && exclusion.is_some() && !is_included {
                bad.push(format!("{id}{at} refers to {target}, which is excluded"));
            }
        });
    }
    bad
}

/// The references of a bundle that leave it, or lead nowhere in it.
pub(crate) fn outward_references(document: &Value) -> Vec<String> {
    let mut outward = Vec::new();
    walk::each(document, &Pointer::root(), &mut |at, schema| {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let pointer = reference.strip_prefix('#').map(|fragment| {
                percent_encoding::percent_decode_str(fragment).decode_utf8_lossy().into_owned()
            });
            if pointer.and_then(|pointer| document.pointer(&pointer)).is_none() {
                outward.push(format!("{at}: {reference}"));
            }
        }
    });
    outward
}
