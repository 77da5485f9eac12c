//! What holds of every comparison, and expected files.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Map, Value};
use tradespec_diff::{Change, Diff, Edition, Kind, Side, diff};

/// The two documents of a comparison.
pub(crate) struct Sides {
    pub(crate) old: Value,
    pub(crate) new: Value,
}

/// Checks what must be true whatever the documents are.
pub(crate) fn laws(sides: &Sides, found: &Diff) {
    for change in &found.changes {
        separates(sides, change);
        if change.breaking == Some(true) {
            assert!(change.witness.is_some(), "{change:?} has no witness");
        }
    }
    let edition = |label: &str, document: &Value| Edition::from_document(label, document.clone()).unwrap();
    for (label, document) in [("old", &sides.old), ("new", &sides.new)] {
        let same = diff(&edition(label, document), &edition(label, document), &[]).unwrap();
        assert!(same.changes.is_empty(), "a document differs from itself: {:?}", same.changes);
    }
    let shuffled =
        diff(&edition("old", &reversed(&sides.old)), &edition("new", &reversed(&sides.new)), &[]).unwrap();
    assert_eq!(kinds(&shuffled, false), kinds(found, false), "order matters");
    let back = diff(&edition("new", &sides.new), &edition("old", &sides.old), &[]).unwrap();
    assert_eq!(kinds(&back, true), kinds(found, false), "the way back is no mirror image");
}

/// A witness separates the two documents, as validators made here see it.
fn separates(sides: &Sides, change: &Change) {
    let Some(witness) = &change.witness else { return };
    let judged = |document: &Value, name: &str| {
        let name = name.to_owned();
        let definitions = document["$defs"].as_object().unwrap();
        definitions.contains_key(&name).then(|| {
            let root = serde_json::json!({"$ref": format!("#/$defs/{name}"), "$defs": definitions});
            let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
            options.should_validate_formats(true).build(&root).unwrap().is_valid(&witness.document)
        })
    };
    let root = |document: &Value| document["$ref"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    // A type with another name on the old side is the root of its document.
    let old = judged(&sides.old, &change.type_name)
        .unwrap_or_else(|| judged(&sides.old, &root(&sides.old)).unwrap());
    let new = judged(&sides.new, &change.type_name).unwrap_or(false);
    let (accepted, refused) = match witness.accepted_by {
        Side::Old => (old, new),
        Side::New => (new, old),
    };
    assert!(accepted && !refused, "the witness does not separate: {change:?}");
}

/// Each change without its words, under the names of the first side; `mirrored` if that is the new one.
pub(crate) fn kinds(found: &Diff, mirrored: bool) -> BTreeMap<(String, Kind), usize> {
    let renamed = |kind: Kind| found.changes.iter().filter(move |change| change.kind == kind);
    // From the name to be replaced to the one that stays.
    let turned = |change: &Change| {
        let (was, is) = (change.pointer.clone(), change.to.clone().unwrap());
        if mirrored { (was, is) } else { (is, was) }
    };
    let mut kinds = BTreeMap::new();
    for change in &found.changes {
        let mut type_name = change.type_name.clone();
        for other in renamed(Kind::TypeRenamed) {
            let (was, is) = (other.type_name.clone(), other.to.clone().unwrap());
            let (from, to) = if mirrored { (was, is) } else { (is, was) };
            if type_name == from {
                type_name = to;
            }
        }
        let moved = change.to.clone().filter(|_| mirrored && change.kind != Kind::TypeRenamed);
        let mut pointer = moved.unwrap_or_else(|| change.pointer.clone());
        for (from, to) in
            renamed(Kind::MemberRenamed).filter(|other| other.type_name == change.type_name).map(turned)
        {
            let below = pointer.strip_prefix(&from).filter(|rest| rest.is_empty() || rest.starts_with('/'));
            if let Some(rest) = below {
                pointer = format!("{to}{rest}");
            }
        }
        let kind = if mirrored { change.kind.mirrored() } else { change.kind };
        *kinds.entry((format!("{type_name}{pointer}"), kind)).or_default() += 1;
    }
    kinds
}

/// The document with members, and the elements of lists that are sets, in the opposite order.
pub(crate) fn reversed(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let turned = members.iter().rev().map(|(name, value)| {
                let set = matches!(name.as_str(), "enum" | "required" | "oneOf" | "anyOf" | "allOf");
                let value = match reversed(value) {
                    Value::Array(list) if set => Value::Array(list.into_iter().rev().collect()),
                    value => value,
                };
                (name.clone(), value)
            });
            Value::Object(turned.collect::<Map<_, _>>())
        }
        Value::Array(list) => Value::Array(list.iter().map(reversed).collect()),
        value => value.clone(),
    }
}

/// Compares with an expected file, or writes it with `TRADESPEC_BLESS=1`.
pub(crate) fn bless(path: &Path, actual: &str) {
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        std::fs::write(path, actual).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    assert!(expected == actual, "{} is not what was found:\n{actual}", path.display());
}
