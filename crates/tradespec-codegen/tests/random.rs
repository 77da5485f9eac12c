//! Whatever the schemas are, generating ends with files that are Rust, or with an error; it never panics.
//!
//! Documents are drawn at random, and made from the real ones by changing places at random. The draws are the same in
//! every run; `PROPTEST_CASES=5000` draws more.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::cell::Cell;
use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Map, Value, json};
use support::{Staged, check_syntax};
use tradespec_schema::walk;

const MAIN: &str = "schema.agentic_checkout.json";
const OTHER: &str = "schema.feed.json";

/// Names of definitions; each file defines all of them, so that references lead somewhere.
const TYPES: [&str; 5] = ["Cart", "CartItem", "line_item", "Money", "String"];

/// Names of members: plain ones, keywords of JSON Schema and of Rust, and such as become one name.
const MEMBERS: [&str; 20] = [
    "id",
    "type",
    "kind",
    "items",
    "item",
    "extra",
    "self",
    "Self",
    "enum",
    "description",
    "properties",
    "3ds",
    "",
    "foo-bar",
    "foo_bar",
    "fooBar",
    "a/b~c",
    "ü",
    "\"\\\n",
    "value",
];

const TEXTS: [&str; 12] = [
    "a",
    "b",
    "unknown",
    "",
    "in-store",
    "in_store",
    "*/ \"#",
    "`[x]` <y>",
    "self",
    "Err",
    "🙂",
    "one\n\n```\ntwo",
];

#[test]
fn drawn_schemas() {
    let documents = (document(), document()).prop_map(|(main, other)| mended([main, other]));
    hold(150, &documents, |[main, other]| {
        Staged::files(&[(MAIN, main.to_string()), (OTHER, other.to_string())])
    });
}

/// The main and the other document with references that lead somewhere: one into a definition is cut short where nothing
/// stands at its end; and one that is merged with what stands beside it leads to a later definition, or is left out.
fn mended(mut documents: [Value; 2]) -> [Value; 2] {
    let drawn = documents.clone();
    for (own, document) in documents.iter_mut().enumerate() {
        let definitions = document["$defs"].as_object_mut().unwrap().values_mut();
        for definition in definitions {
            walk::each_mut(definition, &mut |members| {
                if let Some(Value::String(reference)) = members.get_mut("$ref") {
                    let (file, pointer) = reference.split_once('#').unwrap();
                    let target = &drawn[document_of(file, own)];
                    if !target.pointer(pointer).is_some_and(|found| found.is_object() || found.is_boolean()) {
                        let definition: Vec<_> = pointer.split('/').take(3).collect();
                        *reference = format!("{file}#{}", definition.join("/"));
                    }
                }
            });
        }
    }
    documents
}

fn document_of(file: &str, own: usize) -> usize {
    match file {
        MAIN => 0,
        OTHER => 1,
        _ => own,
    }
}

#[test]
fn changed_real_schemas() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/acp/2026-04-17");
    let read =
        |name: &str| serde_json::from_str::<Value>(&fs::read_to_string(folder.join(name)).unwrap()).unwrap();
    let real = ["schema.feed.json", "schema.delegate_payment.json"].map(read);
    let changes = (select(real.to_vec()), vec(change(), 1..6));
    hold(30, &changes, |(real, changes)| {
        let mut document = real.clone();
        for change in changes {
            change.apply(&mut document);
        }
        Staged::files(&[(MAIN, document.to_string())])
    });
}

#[test]
fn changed_real_trees() {
    let files =
        ["shopping/checkout.json", "shopping/fulfillment.json", "shopping/types/totals.json", "ucp.json"];
    let changes = (select(files.to_vec()), vec(change(), 1..3));
    hold(8, &changes, |(file, changes)| {
        let staged =
            Staged::tree(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/ucp/2026-04-08"));
        staged.change(&format!("schemas/{file}"), |document| {
            changes.iter().for_each(|change| change.apply(document));
        });
        staged
    });
}

/// Generates from `cases` draws. Enough of them have to come out as files, or the test would say nothing.
fn hold<S: Strategy>(cases: u32, draws: &S, stage: impl Fn(&S::Value) -> Staged) {
    let mut config = Config { failure_persistence: None, ..Config::default() };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    let cases = config.cases;
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let generated = Cell::new(0);
    let outcome = runner.run(draws, |draw| {
        match stage(&draw).generate() {
            Ok(files) => {
                check_syntax(&files);
                generated.set(generated.get() + 1);
            }
            Err(error) => prop_assert!(!error.problems().is_empty() && !error.to_string().trim().is_empty()),
        }
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let share = f64::from(generated.get()) / f64::from(cases);
    assert!(share > 0.4, "only {} of {cases} draws gave files", generated.get());
}

fn document() -> impl Strategy<Value = Value> {
    vec(schema(), TYPES.len()).prop_map(|schemas| {
        let defs: Map<_, _> = TYPES.iter().map(|name| (*name).to_owned()).zip(schemas).collect();
        json!({"$defs": defs})
    })
}

/// A schema: keywords of all kinds, alone and together, whether they make sense or not.
fn schema() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => select(&["string", "integer", "number", "boolean", "null", "array", "object"][..])
            .prop_map(|name| json!({"type": name})),
        4 => reference(),
        3 => vec(text(), 1..4).prop_map(|values| json!({"enum": values})),
        2 => text().prop_map(|value| json!({"const": value})),
        1 => data().prop_map(|value| json!({"const": value, "default": value})),
        1 => vec(data(), 0..3).prop_map(|values| json!({"enum": values})),
        1 => vec(select(&["string", "integer", "null", "object"][..]), 0..4).prop_map(|names| json!({"type": names})),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(json!({})),
        1 => Just(json!({"type": "string", "format": "date-time", "minLength": 1, "pattern": "^`a`$"})),
    ];
    leaf.prop_recursive(4, 40, 4, |inner| {
        let list = || vec(inner.clone(), 0..4);
        prop_oneof![
            6 => object(inner.clone()),
            2 => inner.clone().prop_map(|items| json!({"type": "array", "items": items})),
            2 => inner.clone().prop_map(|values| json!({"type": "object", "additionalProperties": values})),
            3 => (select(&["oneOf", "anyOf", "allOf"][..]), list()).prop_map(|(keyword, list)| json!({keyword: list})),
            2 => tagged(inner.clone()),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| json!({"allOf": [{"if": a, "then": b, "else": false}]})),
            1 => (select(&["not", "contains", "propertyNames", "unevaluatedProperties"][..]), inner.clone())
                .prop_map(|(keyword, schema)| json!({keyword: schema})),
            2 => (inner.clone(), inner.clone(), text()).prop_map(|(a, b, text)| merged(&[a, b, json!({"description": text})])),
        ]
    })
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let closed = prop_oneof![
        Just(json!({})),
        Just(json!({"additionalProperties": false})),
        Just(json!({"type": "object"}))
    ];
    (vec((select(&MEMBERS[..]), inner), 0..5), vec(select(&MEMBERS[..]), 0..3), closed).prop_map(
        |(members, required, closed)| {
            let properties: Map<_, _> =
                members.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect();
            merged(&[json!({"properties": properties, "required": required}), closed])
        },
    )
}

/// Objects that a fixed member may tell apart.
fn tagged(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec((text(), inner), 1..4).prop_map(|branches| {
        let branches = branches.into_iter().map(|(value, schema)| {
            json!({"type": "object", "required": ["kind"], "properties": {"kind": {"const": value}, "value": schema}})
        });
        json!({"oneOf": branches.collect::<Vec<_>>()})
    })
}

fn merged(parts: &[Value]) -> Value {
    let members = parts.iter().filter_map(Value::as_object).flatten();
    members.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn reference() -> impl Strategy<Value = Value> {
    let below = prop_oneof![6 => Just(""), 1 => Just("/properties/id"), 1 => Just("/oneOf/0")];
    (select(&["", "", "", MAIN, OTHER][..]), select(&TYPES[..]), below)
        .prop_map(|(file, name, below)| json!({"$ref": format!("{file}#/$defs/{name}{below}")}))
}

fn text() -> impl Strategy<Value = &'static str> {
    select(&TEXTS[..])
}

fn data() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(1.5)),
        text().prop_map(Value::from),
        Just(json!([])),
        Just(json!(["a", 1])),
        Just(json!({"type": "string"})),
    ]
}

/// One change at some place of a document.
#[derive(Debug, Clone)]
enum Change {
    Remove(Index),
    Replace(Index, Value),
    Rename(Index, &'static str),
    Copy { from: Index, to: Index },
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        any::<Index>().prop_map(Change::Remove),
        (any::<Index>(), prop_oneof![schema(), data()]).prop_map(|(at, value)| Change::Replace(at, value)),
        (any::<Index>(), select(&MEMBERS[..])).prop_map(|(at, name)| Change::Rename(at, name)),
        (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Change::Copy { from, to }),
    ]
}

impl Change {
    fn apply(&self, document: &mut Value) {
        let places = places(document);
        let pick = |at: &Index| at.get(&places).clone();
        match self {
            Self::Remove(at) => {
                with_parent(document, &pick(at), |members, name| {
                    members.shift_remove(name);
                });
            }
            Self::Replace(at, value) => put(document, &pick(at), value.clone()),
            Self::Rename(at, other) => with_parent(document, &pick(at), |members, name| {
                if let Some(value) = members.shift_remove(name) {
                    members.insert((*other).to_owned(), value);
                }
            }),
            Self::Copy { from, to } => {
                if let Some(value) = document.pointer(&pick(from)).cloned() {
                    put(document, &pick(to), value);
                }
            }
        }
    }
}

/// The pointers of everything below the document, never empty.
fn places(document: &Value) -> Vec<String> {
    fn collect(value: &Value, at: &str, places: &mut Vec<String>) {
        let below: Vec<(String, &Value)> = match value {
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| (name.replace('~', "~0").replace('/', "~1"), value))
                .collect(),
            Value::Array(list) => {
                list.iter().enumerate().map(|(number, value)| (number.to_string(), value)).collect()
            }
            _ => Vec::new(),
        };
        for (segment, value) in below {
            let at = format!("{at}/{segment}");
            places.push(at.clone());
            collect(value, &at, places);
        }
    }
    let mut places = Vec::new();
    collect(document, "", &mut places);
    if places.is_empty() {
        places.push(String::new());
    }
    places
}

fn put(document: &mut Value, at: &str, value: Value) {
    if let Some(place) = document.pointer_mut(at).filter(|_| !at.is_empty()) {
        *place = value;
    }
}

fn with_parent(document: &mut Value, at: &str, change: impl FnOnce(&mut Map<String, Value>, &str)) {
    let (parent, name) = at.rsplit_once('/').unwrap_or_default();
    if let Some(Value::Object(members)) = document.pointer_mut(parent) {
        change(members, &name.replace("~1", "/").replace("~0", "~"));
    }
}
