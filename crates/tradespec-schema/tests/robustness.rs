//! No input makes this crate panic: real files with random faults in them, and files that are random altogether.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index as At, select};
use serde_json::{Value, json};
use support::{bad_references, outward_references};
use tradespec_samples::places;
use tradespec_schema::{Error, Extension, Index, Pointer, Protocol, Release, SchemaSet, compose};

fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

/// A file of this repository.
fn file(path: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas").join(path);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

const MAIN: &str = "schema.agentic_checkout.json";

/// The release that has what extensions need and no more.
static RELEASE: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let names = [MAIN, "schema.discount.json", "schema.extension.json"];
    names.map(|name| (name.to_owned(), file(&format!("acp/2026-01-30/{name}")))).into()
});
static LOYALTY: LazyLock<[Value; 2]> = LazyLock::new(|| {
    ["extension.json", "schema.json"]
        .map(|name| file(&format!("extensions/com.example.loyalty/2026-05-01/{name}")))
});

fn index(files: &BTreeMap<String, Value>) -> Result<Index, Error> {
    let files = files.iter().map(|(name, value)| (name.clone(), value.to_string()));
    Index::new(&SchemaSet::from_files(Protocol::Acp, Release::new("2026-01-30")?, files)?)
}

fn extension(declaration: &Value, schema: &Value) -> Result<Extension, Error> {
    let schema = schema.to_string();
    Extension::from_text("extension.json", &declaration.to_string(), |name| Ok((name.to_owned(), schema)))
}

/// Composes, writes every type out, and says whether that went well.
fn exercise(index: &Index, extensions: &[Extension]) -> Result<bool, TestCaseError> {
    let composed = match compose(index, extensions) {
        Ok(composed) => composed,
        Err(error) => {
            for problem in error.problems() {
                let message = &problem.message;
                prop_assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
            }
            return Ok(false);
        }
    };
    prop_assert_eq!(bad_references(&composed), Vec::<String>::new());
    for id in composed.definitions().take(40) {
        prop_assert_eq!(outward_references(&composed.bundle_type(&id)), Vec::<String>::new());
    }
    Ok(true)
}

/// One change of a document: where, and what becomes of what is there.
type Fault = (At, At, Value);

fn faults() -> impl Strategy<Value = Vec<Fault>> {
    vec((any::<At>(), any::<At>(), schemaish()), 1..4)
}

/// Replaces, removes, renames or moves something in a document.
fn spoil(document: &Value, faults: &[Fault]) -> Value {
    let mut document = document.clone();
    for (at, how, new) in faults {
        let places = places(&document);
        let place = places[at.index(places.len())].clone();
        let Some((parent, name)) = place.as_str().rsplit_once('/') else {
            document = new.clone();
            continue;
        };
        let name = Pointer::from_text(&format!("/{name}")).segments().next().unwrap();
        let other = document.pointer(places[how.index(places.len())].as_str()).unwrap().clone();
        match document.pointer_mut(parent) {
            Some(Value::Object(members)) => match how.index(5) {
                0 => {
                    members.shift_remove(&name);
                }
                1 => {
                    let value = members.shift_remove(&name).unwrap();
                    members.insert(format!("{name}x"), value);
                }
                2 => {
                    members.insert(name, other);
                }
                _ => {
                    members.insert(name, new.clone());
                }
            },
            Some(Value::Array(elements)) => elements[name.parse::<usize>().unwrap()] = new.clone(),
            _ => {}
        }
    }
    document
}

/// JSON that looks like a schema, with references that may lead anywhere.
fn schemaish() -> impl Strategy<Value = Value> {
    const KEYWORDS: &[&str] = &[
        "$defs",
        "$ref",
        "$id",
        "$anchor",
        "properties",
        "properties",
        "items",
        "allOf",
        "oneOf",
        "anyOf",
        "type",
        "required",
        "additionalProperties",
        "enum",
        "const",
        "if",
        "then",
        "not",
        "propertyNames",
        "patternProperties",
        "x-extension",
        "examples",
        "description",
        "A",
        "B",
        "Cart",
        "CheckoutSession",
        "name",
        "extends",
        "schema",
        "depends_on",
        "",
    ];
    let text = select(&[
        "#/$defs/A",
        "#/$defs/B",
        "#",
        "#a",
        "",
        "schema.a.json",
        "schema.a.json#/$defs/A",
        "schema.b.json#/$defs/B",
        "schema.agentic_checkout.json#/$defs/Cart",
        "schema.agentic_checkout.json#/$defs/LineItem",
        "#/$defs/A/properties/A",
        "#/$defs/A/allOf/0",
        "#/$defs/~0~1~2",
        "#/%",
        "object",
        "string",
        "array",
        "$.A.x",
        "$.A.A[*].x",
        "$.Cart.x",
        "a@2026-01-01",
    ]);
    let leaf = prop_oneof![
        text.prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        (-2..3_i64).prop_map(Value::from),
        Just(Value::Null),
        Just(json!({"$ref": "#/$defs/A"})),
        Just(json!({"$ref": "#/$defs/B"})),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let members = vec((select(KEYWORDS), inner.clone()), 0..4);
        prop_oneof![
            1 => vec(inner, 0..4).prop_map(Value::from),
            4 => members.prop_map(|members| Value::Object(members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect())),
        ]
    })
}

/// A schema document whose definitions at least have schemas.
fn document() -> impl Strategy<Value = Value> {
    let object = (vec((select(&["A", "B", "x", "y"]), schemaish()), 0..3), any::<bool>()).prop_map(
        |(members, open)| {
            let members: serde_json::Map<_, _> =
                members.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            json!({"type": "object", "properties": members, "additionalProperties": open})
        },
    );
    let schema = prop_oneof![2 => object, 1 => schemaish()];
    (vec((select(&["A", "B", "Cart"]), schema), 1..4)).prop_map(|defs| {
        let defs: serde_json::Map<_, _> = defs.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
        json!({"$defs": defs})
    })
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_release_with_faults_is_composed_or_refused(faults in faults(), which in any::<At>()) {
        let mut files = RELEASE.clone();
        let name = files.keys().nth(which.index(files.len())).unwrap().clone();
        let spoilt = spoil(&files[&name], &faults);
        files.insert(name, spoilt);
        let Ok(index) = index(&files) else { return Ok(()) };
        let Ok(mut extensions) = Extension::core(&index) else { return Ok(()) };
        extensions.push(extension(&LOYALTY[0], &LOYALTY[1]).unwrap());
        exercise(&index, &extensions)?;
    }

    #[test]
    fn an_extension_with_faults_is_composed_or_refused(faults in faults(), in_schema in any::<bool>()) {
        static INDEX: LazyLock<Index> = LazyLock::new(|| index(&RELEASE).unwrap());
        let [declaration, schema] = &*LOYALTY;
        let spoilt = if in_schema {
            extension(declaration, &spoil(schema, &faults))
        } else {
            extension(&spoil(declaration, &faults), schema)
        };
        if let Ok(spoilt) = spoilt {
            let mut extensions = Extension::core(&INDEX).unwrap();
            extensions.push(spoilt);
            exercise(&INDEX, &extensions)?;
        }
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn random_files_are_composed_or_refused(
        main in document(),
        other in document(),
        own in document(),
        paths in vec(select(&["$.A.x", "$.A.y", "$.B.x", "$.A.B.x", "$.A.A[*].y", "$.Cart.A.z", "$.B.A.B.x"]), 1..4),
    ) {
        let files = BTreeMap::from([(MAIN.to_owned(), main), ("schema.a.json".to_owned(), other)]);
        let Ok(index) = index(&files) else { return Ok(()) };
        let declaration = json!({"name": "com.example.own", "extends": paths, "schema": "schema.json"});
        exercise(&index, &[extension(&declaration, &own).unwrap()])?;
        exercise(&index, &[])?;
    }

    #[test]
    fn random_json_is_a_declaration_or_refused(declaration in schemaish(), schema in schemaish()) {
        if let Err(error) = extension(&declaration, &schema) {
            prop_assert!(error.problems().iter().all(|problem| !problem.message.is_empty()));
        }
    }
}

#[test]
fn random_files_are_read_often_enough() {
    // The laws above would say little if all that is drawn were refused at once.
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut indexed, mut composed) = (0, 0);
    for _ in 0..1500 {
        let mut draw = || document().new_tree(&mut runner).unwrap().current();
        let files = BTreeMap::from([(MAIN.to_owned(), draw()), ("schema.a.json".to_owned(), draw())]);
        let Ok(index) = index(&files) else { continue };
        indexed += 1;
        let declaration = json!({"name": "com.example.own", "extends": ["$.A.x"], "schema": "schema.json"});
        composed += usize::from(exercise(&index, &[extension(&declaration, &draw()).unwrap()]).unwrap());
    }
    assert!(indexed > 200 && composed > 10, "{indexed} indexed, {composed} composed");
}
