//! Composition, case by case: `tests/compose/<sentence>/{input.json, expected.txt}`.
//!
//! `UPDATE_EXPECTED=1 cargo test --test compose` writes the `expected.txt` files anew; review them like code.
//!
//! An input has
//! - `files`: schemas by file name (a string is taken as raw text); or `release`: the date of a built-in one, with
//!   `without`: places (`file#/json/pointer`) that are taken out of it first;
//! - `core`: names of core extensions, and `extensions`: `{declaration, schema}` each; all of them are active, unless
//!   `select` lists the ones that are;
//! - `show`: what is written to `expected.txt`: `fields`, `exclusions`, `types`, `bundle <Type>` (the names in it),
//!   `document <Type>` (all of it), or a place;
//! - `accepts` and `refuses`: documents by type, which the bundle must (not) accept. They are no part of
//!   `expected.txt`, so they cannot be updated away.
//!
//! Every case is composed in every order of its extensions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;
use support::{Checker, bad_references, outward_references, permutations};
use tradespec_schema::{
    ComposedSchema, Error, Extension, ExtensionRef, Index, Location, Outcome, Protocol, Release, SchemaSet,
    compose, select,
};

datatest_stable::harness! {
    { test = case, root = "tests/compose", pattern = r"input\.json$" },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    #[serde(default)]
    files: BTreeMap<String, Value>,
    release: Option<String>,
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    core: Vec<String>,
    #[serde(default)]
    extensions: Vec<Given>,
    select: Option<Vec<String>>,
    #[serde(default)]
    show: Vec<String>,
    #[serde(default)]
    accepts: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    refuses: BTreeMap<String, Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    declaration: Value,
    #[serde(default)]
    schema: Value,
}

fn case(path: &Path) -> datatest_stable::Result<()> {
    let input: Input = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let actual = match prepare(&input) {
        Ok((index, extensions)) => outcome(&input, &index, &extensions),
        Err(error) => failure(&error),
    };
    let expected = path.with_file_name("expected.txt");
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(expected, actual)?;
        return Ok(());
    }
    let wanted = std::fs::read_to_string(expected)?;
    if actual == wanted { Ok(()) } else { Err(format!("expected\n{wanted}\nbut got\n{actual}").into()) }
}

fn prepare(input: &Input) -> Result<(Index, Vec<Extension>), Error> {
    let index = Index::new(&set(input)?)?;
    let known_core = Extension::core(&index)?;
    let named = |name: &String| known_core.iter().find(|extension| extension.id().name == *name).cloned();
    let mut extensions: Vec<_> =
        input.core.iter().map(|name| named(name).expect("the case names a core extension")).collect();
    for given in &input.extensions {
        extensions.push(extension(given)?);
    }
    if let Some(wanted) = &input.select {
        let wanted = wanted.iter().map(|text| ExtensionRef::new(text)).collect::<Result<Vec<_>, _>>()?;
        extensions = select(&wanted, &extensions)?;
    }
    Ok((index, extensions))
}

fn set(input: &Input) -> Result<SchemaSet, Error> {
    let mut files: BTreeMap<String, Value> = input.files.clone();
    let date = input.release.as_deref().unwrap_or("2026-04-17");
    if input.release.is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../schemas/acp").join(date);
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "json") {
                let name = path.file_name().unwrap().to_str().unwrap().to_owned();
                let text = std::fs::read_to_string(&path).unwrap();
                files.insert(name, serde_json::from_str(&text).unwrap());
            }
        }
    }
    for place in &input.without {
        let (file, pointer) = place.split_once('#').expect("a place is file#/pointer");
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        let parent = files.get_mut(file).unwrap().pointer_mut(parent).unwrap();
        let taken = parent.as_object_mut().unwrap().shift_remove(name);
        assert!(taken.is_some(), "{place} is not there to be taken out");
    }
    let files = files.into_iter().map(|(name, value)| (name, text(&value)));
    SchemaSet::from_files(Protocol::Acp, Release::new(date)?, files)
}

/// A string is the text of a file, everything else its content.
fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn extension(given: &Given) -> Result<Extension, Error> {
    let name = given.declaration.get("name").and_then(Value::as_str).unwrap_or("unnamed");
    let folder = name.rsplit('.').next().unwrap().replace('@', "/");
    Extension::from_text(&format!("{folder}/extension.json"), &text(&given.declaration), |_| {
        Ok((format!("{folder}/schema.json"), text(&given.schema)))
    })
}

/// Composes in every order, and checks what holds for every composition.
fn outcome(input: &Input, index: &Index, extensions: &[Extension]) -> String {
    let first = compose(index, extensions);
    for order in permutations(extensions) {
        match (&first, compose(index, &order)) {
            (Ok(first), Ok(again)) => {
                assert_eq!(*first, again, "the order of extensions matters");
                let text = |composed: &ComposedSchema| serde_json::to_string(composed.files()).unwrap();
                assert_eq!(text(first), text(&again), "the order of extensions matters to the text");
            }
            (Err(first), Err(again)) => assert_eq!(first.to_string(), again.to_string()),
            (first, again) => panic!("the order of extensions decides: {first:?} or {again:?}"),
        }
    }
    match first {
        Ok(composed) => {
            assert_eq!(bad_references(&composed), Vec::<String>::new());
            for field in composed.fields() {
                assert!(composed.schema(&field.target).is_some(), "nothing at {}", field.target);
            }
            check_documents(input, &composed);
            show(input, &composed)
        }
        Err(error) => failure(&error),
    }
}

fn check_documents(input: &Input, composed: &ComposedSchema) {
    for (name, documents) in &input.accepts {
        let checker = Checker::of_type(composed, name);
        for document in documents {
            assert_eq!(checker.fault(document), None, "{name} must accept {document}");
        }
    }
    for (name, documents) in &input.refuses {
        let checker = Checker::of_type(composed, name);
        for document in documents {
            assert!(checker.fault(document).is_some(), "{name} must refuse {document}");
        }
    }
}

fn failure(error: &Error) -> String {
    format!("{error}\n")
}

fn show(input: &Input, composed: &ComposedSchema) -> String {
    let mut out = "ok\n".to_owned();
    for what in &input.show {
        write!(out, "\n== {what}\n").unwrap();
        match what.split_once(' ') {
            None if what == "fields" => out.push_str(&fields(composed)),
            None if what == "exclusions" => {
                for (id, reason) in composed.exclusions() {
                    writeln!(out, "{id} {}", reason.reason()).unwrap();
                }
            }
            None if what == "types" => {
                composed.types().for_each(|id| writeln!(out, "{id}").unwrap());
            }
            Some(("bundle", name)) => {
                let document = composed.bundle_type(&composed.type_named(name).unwrap());
                assert_eq!(outward_references(&document), Vec::<String>::new());
                let names: Vec<_> = document["$defs"].as_object().unwrap().keys().cloned().collect();
                writeln!(out, "{}\n{}", document["title"].as_str().unwrap(), names.join(", ")).unwrap();
            }
            Some(("document", name)) => {
                let document = composed.bundle_type(&composed.type_named(name).unwrap());
                assert_eq!(outward_references(&document), Vec::<String>::new());
                layout(&document, 0, &mut out);
                out.push('\n');
            }
            _ => {
                match composed.schema(&Location::from_resolved(what)) {
                    Some(schema) => layout(schema, 0, &mut out),
                    None => out.push_str("nothing"),
                }
                out.push('\n');
            }
        }
    }
    out
}

fn fields(composed: &ComposedSchema) -> String {
    let mut out = String::new();
    for field in composed.fields() {
        let verb = match &field.outcome {
            Outcome::Added => "added".to_owned(),
            Outcome::Folded => "folded".to_owned(),
            Outcome::Narrowed => "narrowed".to_owned(),
            Outcome::Values(values) => format!("values {}", values.join(", ")),
        };
        writeln!(out, "{} {verb}\n  at {}\n  from {}", field.point, field.target, field.source).unwrap();
    }
    out
}

/// JSON with short objects and lists on one line.
fn layout(value: &Value, depth: usize, out: &mut String) {
    let flat = value.to_string();
    let lead = "  ".repeat(depth + 1);
    match value {
        Value::Object(members) if flat.len() + 2 * depth > 100 => {
            out.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                write!(out, "{comma}\n{lead}{}: ", Value::from(name.as_str())).unwrap();
                layout(member, depth + 1, out);
            }
            write!(out, "\n{}}}", "  ".repeat(depth)).unwrap();
        }
        Value::Array(elements) if flat.len() + 2 * depth > 100 => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                let comma = if at == 0 { "" } else { "," };
                write!(out, "{comma}\n{lead}").unwrap();
                layout(element, depth + 1, out);
            }
            write!(out, "\n{}]", "  ".repeat(depth)).unwrap();
        }
        _ => out.push_str(&flat),
    }
}
