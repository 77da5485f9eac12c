//! Comparing two documents.

use std::sync::LazyLock;

use serde_json::{Value, json};
use tradespec_diff::render::{Format, Options, render};
use tradespec_diff::{Diff, Edition};
use tradespec_schema::{Extension, Protocol, Release, compose, walk};

use crate::choices::Choices;
use crate::compose::CATALOGUE;
use crate::json;

/// A composed document that is built in.
static BUILT_IN: LazyLock<Value> = LazyLock::new(|| {
    let release = Release::new("2026-04-17").expect("a date");
    let index = CATALOGUE.release(Protocol::Acp, Some(&release)).expect("a built-in release");
    let composed = compose(&index, &Extension::core(&index).expect("core extensions")).expect("it composes");
    composed.bundle_type(&composed.type_named("Cart").expect("a built-in type"))
});

/// A document does not differ from itself, what is breaking has a witness, and every format can be written.
///
/// ```
/// tradespec_properties::diff(&[3, 1, 4, 1, 5, 9, 2, 6]);
/// ```
pub fn diff(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let old = if choices.once_in(4) { BUILT_IN.clone() } else { made(&mut choices) };
    let new = if choices.once_in(2) {
        made(&mut choices)
    } else {
        let mut new = old.clone();
        json::spoil(&mut new, &mut choices, 3);
        new
    };
    for document in [&old, &new] {
        if let Some(same) = compared(document, document) {
            assert!(same.changes.is_empty(), "a document differs from itself");
        }
    }
    let Some(found) = compared(&old, &new) else { return };
    for change in &found.changes {
        assert!(change.breaking != Some(true) || change.witness.is_some(), "what breaks has no witness");
    }
    for format in Format::ALL {
        let text = render(&found, format, &Options { verbose: true, artifact: None });
        assert!(text.ends_with('\n'));
        if matches!(format, Format::Json | Format::Sarif) {
            serde_json::from_str::<Value>(&text).expect("it is JSON");
        }
    }
}

fn made(choices: &mut Choices<'_>) -> Value {
    let mut document = json::definitions(choices, &["Cart", "A", "B", "line_item"]);
    document["$ref"] = json!("#/$defs/Cart");
    // A composed document refers to nothing outside of it.
    walk::each_mut(&mut document, &mut |members| {
        if let Some(Value::String(reference)) = members.get_mut("$ref") {
            *reference = reference[reference.find('#').unwrap_or(0)..].to_owned();
        }
    });
    document
}

fn compared(old: &Value, new: &Value) -> Option<Diff> {
    let edition = |label: &str, document: &Value| Edition::from_document(label, document.clone()).ok();
    tradespec_diff::diff(&edition("old", old)?, &edition("new", new)?, &[]).ok()
}
