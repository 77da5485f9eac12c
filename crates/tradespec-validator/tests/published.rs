//! The examples that are published with each release, against a table of verdicts.
//!
//! The published files are not part of this repository: where they do not stand beside it, nothing is checked.
//! Every verdict is compared with the table, with the schemas built in and with the published ones, and with
//! another validator (boon) that gets the published files as they are, so that bundling is checked too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![allow(clippy::print_stderr, reason = "a test that checks nothing says so")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use support::{json, root};
use tradespec_schema::Catalogue;
use tradespec_validator::{Selection, Validator};

struct Row {
    file: String,
    pointer: String,
    of_type: String,
    valid: bool,
}

fn rows(release: &str) -> Vec<Row> {
    let table = json(&root("crates/tradespec-validator/tests/published").join(format!("{release}.json")));
    let text = |row: &Value, member: &str| row[member].as_str().unwrap().to_owned();
    let rows = table.as_array().unwrap().iter().map(|row| {
        let valid = row["valid"].as_bool().unwrap();
        assert_eq!(valid, row.get("because").is_none(), "what is not valid has a reason: {row}");
        Row { file: text(row, "file"), pointer: text(row, "pointer"), of_type: text(row, "type"), valid }
    });
    rows.collect()
}

/// boon, given the files of a release by their names.
struct Boon {
    compiler: boon::Compiler,
    schemas: boon::Schemas,
    compiled: BTreeMap<String, boon::SchemaIndex>,
}

impl Boon {
    fn new(folder: &Path) -> Self {
        let mut compiler = boon::Compiler::new();
        compiler.set_default_draft(boon::Draft::V2020_12);
        compiler.enable_format_assertions();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let mut document = json(&path);
            // The published `$id` is the same in every release and is not what the references are relative to.
            document.as_object_mut().unwrap().shift_remove("$id");
            if folder.ends_with("2025-09-29/json-schema") {
                mend(&mut document);
            }
            compiler.add_resource(&Self::url(path.file_name().unwrap().to_str().unwrap()), document).unwrap();
        }
        Self { compiler, schemas: boon::Schemas::new(), compiled: BTreeMap::new() }
    }

    fn url(file: &str) -> String {
        format!("https://release.invalid/{file}")
    }

    fn is_valid(&mut self, of_type: &str, payload: &Value) -> bool {
        let index = *self.compiled.entry(of_type.to_owned()).or_insert_with(|| {
            let (file, name) = of_type.split_once('.').unwrap();
            let url = format!("{}#/$defs/{name}", Self::url(&format!("schema.{file}.json")));
            self.compiler.compile(&url, &mut self.schemas).unwrap()
        });
        self.schemas.validate(payload, index).is_ok()
    }
}

/// The published files of 2025-09-29 have a bound of draft 4, which no validator of 2020-12 takes: `minimum: 0` beside
/// `exclusiveMinimum: true`.
fn mend(document: &mut Value) {
    if let Some(bound) = document.pointer_mut("/$defs/Item/properties/quantity/exclusiveMinimum") {
        assert_eq!(*bound, Value::Bool(true), "there is nothing to mend any more");
        *bound = Value::from(0);
    }
}

/// Our validators for a selection, each made once.
struct Ours {
    selection: Selection,
    validators: BTreeMap<String, Validator>,
}

impl Ours {
    fn new(catalogue: &Catalogue, release: &str) -> Self {
        let selection = Validator::builder().catalogue(catalogue).release(release).compose().unwrap();
        Self { selection, validators: BTreeMap::new() }
    }

    fn is_valid(&mut self, of_type: &str, payload: &Value) -> bool {
        let selection = &self.selection;
        let make = || selection.validator(of_type).unwrap();
        let validator = self.validators.entry(of_type.to_owned()).or_insert_with(make);
        let valid = validator.is_valid(payload);
        assert_eq!(valid, validator.check_value(payload).is_empty());
        valid
    }
}

fn check(release: &str, count: usize, valid: usize) {
    let rows = rows(release);
    assert_eq!((rows.len(), rows.iter().filter(|row| row.valid).count()), (count, valid));

    let upstream = root("../shared/upstream");
    let base = upstream.join("acp").join(release);
    if !base.is_dir() {
        eprintln!("skipped: the published files of {release} are not at hand");
        return;
    }
    let mut embedded = Ours::new(&Catalogue::embedded().unwrap(), release);
    let mut published = Ours::new(&Catalogue::folder(&upstream).unwrap(), release);
    let mut boon = Boon::new(&base.join("json-schema"));
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for row in &rows {
        let document = json(&base.join("examples").join(&row.file));
        let place = format!("{}#{}", row.file, row.pointer);
        let payload = document.pointer(&row.pointer).unwrap_or_else(|| panic!("{place} does not exist"));
        let verdicts = [
            ("built-in schemas", embedded.is_valid(&row.of_type, payload)),
            ("published schemas", published.is_valid(&row.of_type, payload)),
            ("boon", boon.is_valid(&row.of_type, payload)),
        ];
        for (by, verdict) in verdicts.into_iter().filter(|(_, verdict)| *verdict != row.valid) {
            wrong.push(format!("{place} as {}: {by} says {verdict}", row.of_type));
        }
        assert!(seen.insert(place), "{}{} stands twice in the table", row.file, row.pointer);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(seen.len(), count);
    let named: BTreeSet<_> = rows.iter().map(|row| base.join("examples").join(&row.file)).collect();
    assert_eq!(named, files(&base.join("examples")), "every published file has a row");
}

fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path);
        }
    }
    found
}

#[test]
fn verdicts_on_the_examples_of_2025_09_29() {
    check("2025-09-29", 15, 12);
}

#[test]
fn verdicts_on_the_examples_of_2025_12_12() {
    check("2025-12-12", 19, 17);
}

#[test]
fn verdicts_on_the_examples_of_2026_01_16() {
    check("2026-01-16", 37, 21);
}

#[test]
fn verdicts_on_the_examples_of_2026_01_30() {
    check("2026-01-30", 34, 22);
}

#[test]
fn verdicts_on_the_examples_of_2026_04_17() {
    check("2026-04-17", 95, 63);
}

#[test]
fn every_bundled_type_compiles_elsewhere() {
    let catalogue = Catalogue::embedded().unwrap();
    let mut count = 0;
    for release in ["2025-09-29", "2025-12-12", "2026-01-16", "2026-01-30", "2026-04-17"] {
        let selection = Validator::builder().catalogue(&catalogue).release(release).compose().unwrap();
        for type_id in selection.composed().types() {
            let mut compiler = boon::Compiler::new();
            compiler.enable_format_assertions();
            let url = "https://bundle.invalid/type.json";
            compiler.add_resource(url, selection.composed().bundle_type(&type_id)).unwrap();
            compiler
                .compile(url, &mut boon::Schemas::new())
                .unwrap_or_else(|error| panic!("{type_id}: {error}"));
            count += 1;
        }
    }
    assert!(count > 240, "only {count} types");
}
