//! Composing, and writing types out as documents of their own.

use std::sync::LazyLock;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{Value, json};
use tradespec_schema::{
    Catalogue, ComposedSchema, Error, Extension, Index, Location, Pointer, Protocol, Release, SchemaSet,
    TypeId, embedded_files, walk,
};

use crate::choices::Choices;
use crate::json::{self, MAIN};
use crate::load::has_reasons;

/// The most types of a composition that are looked at; the choices say from which on.
const LOOKED_AT: usize = 6;

/// The order of extensions does not matter, no reference leads nowhere, and a bundle means what the files mean.
///
/// ```
/// tradespec_properties::compose(&[3, 1, 4, 1, 5, 9, 2, 6]);
/// ```
pub fn compose(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some((index, extensions)) = drawn(&mut choices) else { return };
    let composed = tradespec_schema::compose(&index, &extensions);
    let wanted = text(&composed);
    for order in orders(&extensions) {
        let again = tradespec_schema::compose(&index, &order);
        assert!(text(&again) == wanted, "the order of extensions matters");
    }
    match composed {
        Ok(composed) => is_whole(&composed, &mut choices),
        Err(error) => has_reasons(&error),
    }
}

/// A release and extensions for it: made ones, or built-in ones with faults.
pub(crate) fn drawn(choices: &mut Choices<'_>) -> Option<(Index, Vec<Extension>)> {
    if choices.once_in(4) { spoilt(choices) } else { made(choices) }
}

fn made(choices: &mut Choices<'_>) -> Option<(Index, Vec<Extension>)> {
    const PATHS: [&str; 8] = [
        "$.A.x",
        "$.A.y",
        "$.B.x",
        "$.A.B.x",
        "$.A.items[*].y",
        "$.Cart.new",
        "$.Cart.x.new",
        "$.line_item.id",
    ];
    let files = json::release(choices);
    let index = index(files)?;
    let mut extensions = Vec::new();
    for name in &["one", "two", "three"][..choices.below(4)] {
        let paths: Vec<_> = (0..=choices.below(3)).map(|_| *choices.one(&PATHS)).collect();
        let mut declaration = json!({
            "name": format!("com.example.{name}@2026-01-01"), "extends": paths, "schema": "schema.json"
        });
        if choices.once_in(4) {
            declaration["depends_on"] =
                json!([format!("com.example.{}", choices.one(&["one", "two", "three"]))]);
        }
        let own = json::definitions(choices, &["A", "B", "Cart"]);
        extensions.extend(extension(&declaration, &own));
    }
    Some((index, extensions))
}

/// Files by name.
type Files = Vec<(String, Value)>;

/// The files of a small built-in release, and the declaration and schema of an extension.
static BUILT_IN: LazyLock<(Files, [Value; 2])> = LazyLock::new(|| {
    let files = embedded_files();
    let read = |path: &str| {
        let (_, text) = files.iter().find(|(other, _)| other == path).expect("a built-in file");
        serde_json::from_str::<Value>(text).expect("JSON")
    };
    let of_release = [MAIN, "schema.discount.json", "schema.extension.json"];
    let of_extension = ["extension.json", "schema.json"];
    (
        of_release.map(|name| (name.to_owned(), read(&format!("schemas/acp/2026-01-30/{name}")))).into(),
        of_extension.map(|name| read(&format!("schemas/extensions/com.example.loyalty/2026-05-01/{name}"))),
    )
});

fn spoilt(choices: &mut Choices<'_>) -> Option<(Index, Vec<Extension>)> {
    let (mut files, [mut declaration, mut own]) = BUILT_IN.clone();
    match choices.below(3) {
        0 => {
            let which = choices.below(files.len());
            json::spoil(&mut files[which].1, choices, 3);
        }
        1 => json::spoil(&mut declaration, choices, 3),
        _ => json::spoil(&mut own, choices, 3),
    }
    let index = index(files)?;
    let mut extensions = Extension::core(&index).ok()?;
    extensions.extend(extension(&declaration, &own));
    Some((index, extensions))
}

fn index(files: Files) -> Option<Index> {
    let files = files.into_iter().map(|(name, value)| (name, value.to_string()));
    let set = SchemaSet::from_files(Protocol::Acp, Release::new("2026-01-30").ok()?, files);
    match set.and_then(|set| Index::new(&set)) {
        Ok(index) => Some(index),
        Err(error) => {
            has_reasons(&error);
            None
        }
    }
}

fn extension(declaration: &Value, own: &Value) -> Option<Extension> {
    let own = own.to_string();
    let read =
        Extension::from_text("extension.json", &declaration.to_string(), |name| Ok((name.to_owned(), own)));
    read.inspect_err(has_reasons).ok()
}

/// All that a composition says, as text.
fn text(result: &Result<ComposedSchema, Error>) -> String {
    match result {
        Ok(composed) => {
            let files = serde_json::to_string(composed.files()).expect("values are JSON");
            format!("{files}\n{:?}\n{:?}", composed.fields(), composed.exclusions())
        }
        Err(error) => error.to_string(),
    }
}

/// The other way round, and each turn.
fn orders(extensions: &[Extension]) -> Vec<Vec<Extension>> {
    let mut all = vec![extensions.iter().rev().cloned().collect::<Vec<_>>()];
    for by in 1..extensions.len() {
        let mut turned = extensions.to_vec();
        turned.rotate_left(by);
        all.push(turned);
    }
    all
}

fn is_whole(composed: &ComposedSchema, choices: &mut Choices<'_>) {
    for id in composed.definitions() {
        let schema = composed.schema(&id.location()).expect("a definition has a schema");
        walk::each(schema, &Pointer::root(), &mut |at, sub| {
            if let Some(reference) = sub.get("$ref").and_then(Value::as_str) {
                let target = Location::from_resolved(reference);
                assert!(
                    composed.schema(&target).is_some(),
                    "{id}{at} refers to {target}, which is not there"
                );
            }
        });
    }
    let types: Vec<TypeId> = composed.types().collect();
    let Some(first) = (!types.is_empty()).then(|| choices.below(types.len())) else { return };
    let documents: Vec<_> = (0..4).map(|_| json::document(choices)).collect();
    let mut tree = Tree::new(composed);
    for id in types[first..].iter().take(LOOKED_AT) {
        let bundle = composed.bundle_type(id);
        let mut alone = Tree::of_bundle(&bundle);
        let schemas = (alone.schema("mem:///bundle.json"), tree.schema(&format!("mem:///{}", id.location())));
        let (Some(bundled), Some(whole)) = schemas else {
            // A file may be no schema because of a part that this type does not need.
            assert!(schemas.1.is_none(), "{id}: the files are schemas, the bundle is none");
            continue;
        };
        for document in &documents {
            let verdicts = (alone.is_valid(bundled, document), tree.is_valid(whole, document));
            assert!(verdicts.0 == verdicts.1, "{id}: bundled {}, unbundled {}", verdicts.0, verdicts.1);
        }
    }
}

/// Schemas for a second implementation, the same for files and for bundles, so that only these can make a difference.
struct Tree {
    compiler: Compiler,
    schemas: Schemas,
}

impl Tree {
    fn new(composed: &ComposedSchema) -> Self {
        let mut tree = Self { compiler: Compiler::new(), schemas: Schemas::new() };
        for (file, root) in composed.files() {
            let mut root = root.clone();
            if let Some(members) = root.as_object_mut() {
                members.shift_remove("$id");
            }
            // A reference of a composition is the whole key of a file.
            walk::each_mut(&mut root, &mut |members| {
                if let Some(Value::String(reference)) = members.get_mut("$ref") {
                    *reference = format!("mem:///{reference}");
                }
            });
            let _ = tree.compiler.add_resource(&format!("mem:///{file}"), root);
        }
        tree
    }

    fn of_bundle(bundle: &Value) -> Self {
        let mut tree = Self { compiler: Compiler::new(), schemas: Schemas::new() };
        let _ = tree.compiler.add_resource("mem:///bundle.json", bundle.clone());
        tree
    }

    fn schema(&mut self, at: &str) -> Option<SchemaIndex> {
        self.compiler.compile(at, &mut self.schemas).ok()
    }

    fn is_valid(&self, schema: SchemaIndex, document: &Value) -> bool {
        self.schemas.validate(document, schema).is_ok()
    }
}

/// What is built in.
pub(crate) static CATALOGUE: LazyLock<Catalogue> =
    LazyLock::new(|| Catalogue::embedded().expect("what is built in can be read"));

#[cfg(test)]
mod tests {
    use super::*;

    /// The properties would say little if nearly all that is drawn were refused.
    #[test]
    fn what_is_drawn_reaches_far() {
        let mut rng = fastrand::Rng::with_seed(8);
        let (mut indexed, mut composed, mut extended) = (0, 0, 0);
        for _ in 0..600 {
            let bytes: Vec<u8> = (0..rng.usize(20..300)).map(|_| rng.u8(..)).collect();
            let Some((index, extensions)) = drawn(&mut Choices::new(&bytes)) else { continue };
            indexed += 1;
            let Ok(whole) = tradespec_schema::compose(&index, &extensions) else { continue };
            composed += 1;
            extended += usize::from(!whole.fields().is_empty());
        }
        assert!(indexed > 150 && composed > 50 && extended > 20, "{indexed} {composed} {extended}");
    }
}
