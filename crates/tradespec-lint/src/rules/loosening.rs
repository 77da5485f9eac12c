//! Statements that would loosen what another part of the same `allOf` says, and cannot.
//!
//! All parts hold together, so the tighter one wins. Told is only what is stated in the schema itself, of a value that
//! another part restricts more: whoever wrote it took it for a replacement.

use std::collections::BTreeSet;

use serde_json::Value;
use tradespec_schema::Location;

use crate::code::Code;
use crate::conjuncts::{Conjunct, called, conjuncts, is_closed, is_within};
use crate::finding::Fault;
use crate::tree::Tree;

/// How deep members are followed.
const DEPTH: usize = 8;

/// A schema of the value, and whether it is stated in the place that is looked at.
struct Part<'t> {
    conjunct: Conjunct<'t>,
    is_own: bool,
}

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut search = Search { tree, told: BTreeSet::new(), faults: Vec::new() };
    let combined = |schema: &Value| schema.get("allOf").is_some() || schema.get("$ref").is_some();
    for (at, _) in tree.schemas().filter(|(at, schema)| tree.is_current_draft(&at.file) && combined(schema)) {
        search.value(&parts(tree, at, true), DEPTH);
    }
    search.faults
}

/// What applies at `at`; own is what stands in it, unless nothing of it is.
fn parts<'t>(tree: &'t Tree, at: &Location, may_be_own: bool) -> Vec<Part<'t>> {
    let part = |conjunct: Conjunct<'t>| Part { is_own: may_be_own && is_within(&conjunct.at, at), conjunct };
    conjuncts(tree, at).into_iter().map(part).collect()
}

struct Search<'t> {
    tree: &'t Tree,
    /// The places of statements that were told, each once whoever includes them.
    told: BTreeSet<Location>,
    faults: Vec<Fault>,
}

impl Search<'_> {
    fn value(&mut self, parts: &[Part<'_>], depth: usize) {
        for own in parts.iter().filter(|part| part.is_own) {
            for other in parts.iter().filter(|other| other.conjunct.at != own.conjunct.at) {
                for (keyword, what) in without_effect(own.conjunct.schema, other.conjunct.schema) {
                    self.tell(&own.conjunct.at, keyword, &what, &other.conjunct.at);
                }
            }
        }
        let Some(depth) = depth.checked_sub(1) else { return };
        let own = || parts.iter().filter(|part| part.is_own);
        let names: BTreeSet<&String> =
            own().flat_map(|part| part.conjunct.properties()).map(|(name, _)| name).collect();
        for name in names {
            self.below(parts, depth, |part| {
                let has = part.schema.get("properties").is_some_and(|members| members.get(name).is_some());
                has.then(|| part.at.join("properties").join(name))
            });
        }
        if own().any(|part| part.conjunct.schema.get("items").is_some()) {
            self.below(parts, depth, |part| part.schema.get("items").map(|_| part.at.join("items")));
        }
    }

    /// Goes on with a member or the elements, where several parts speak of them.
    fn below(&mut self, parts: &[Part<'_>], depth: usize, place: impl Fn(&Conjunct<'_>) -> Option<Location>) {
        let places: Vec<_> =
            parts.iter().filter_map(|part| Some((place(&part.conjunct)?, part.is_own))).collect();
        if places.len() < 2 {
            return;
        }
        let mut all: Vec<Part<'_>> = Vec::new();
        for (at, is_own) in &places {
            for part in self::parts(self.tree, at, *is_own) {
                match all.iter_mut().find(|known| known.conjunct.at == part.conjunct.at) {
                    Some(known) => known.is_own |= part.is_own,
                    None => all.push(part),
                }
            }
        }
        self.value(&all, depth);
    }

    fn tell(&mut self, at: &Location, keyword: &str, what: &str, other: &Location) {
        let place = at.join(keyword);
        if self.told.insert(place.clone()) {
            let message = format!("{what} no effect: {} restricts the same value more", called(other));
            self.faults.push(Fault::new(Code::CannotLoosen, place, message).help(
                "all parts of an \"allOf\" hold together; loosen the other part, or do not include it",
            ));
        }
    }
}

/// What of `own` has no effect beside `other`: the keyword, and the start of a sentence on it.
fn without_effect(own: &Value, other: &Value) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    for (keyword, tighter, is_looser) in BOUNDS {
        let theirs = tighter.iter().filter_map(|keyword| other.get(keyword)?.as_f64());
        if let Some(said) = own.get(keyword)
            && let Some(bound) = said.as_f64()
            && theirs.into_iter().any(|theirs| is_looser(bound, theirs))
        {
            found.push((keyword, format!("\"{keyword}\" {said} has")));
        }
    }
    if let (Some(Value::Array(ours)), Some(Value::Array(theirs))) = (own.get("enum"), other.get("enum")) {
        let lost: Vec<_> =
            ours.iter().filter(|value| !theirs.contains(value)).map(ToString::to_string).collect();
        // Where none is left, no value is valid, and that is told elsewhere.
        if !lost.is_empty() && lost.len() < ours.len() {
            let verb = if lost.len() == 1 { "has" } else { "have" };
            found.push(("enum", format!("{} of \"enum\" {verb}", lost.join(", "))));
        }
    }
    let lost: Vec<_> = match (own.get("type"), other.get("type")) {
        (Some(ours @ Value::Array(_)), Some(theirs)) => names(ours)
            .into_iter()
            .filter(|name| !allows(theirs, name))
            .map(|name| format!("\"{name}\""))
            .collect(),
        _ => Vec::new(),
    };
    if !lost.is_empty() && lost.len() < own.get("type").map_or(0, |kind| names(kind).len()) {
        let verb = if lost.len() == 1 { "has" } else { "have" };
        found.push(("type", format!("{} of \"type\" {verb}", lost.join(", "))));
    }
    if own.get("additionalProperties") == Some(&Value::Bool(true)) && is_closed(other) {
        found.push(("additionalProperties", "\"additionalProperties\" true has".to_owned()));
    }
    found
}

/// A bound, the bounds that may be tighter, and whether one number is looser than the other.
type Bound = (&'static str, &'static [&'static str], fn(f64, f64) -> bool);

const LOWER: fn(f64, f64) -> bool = |own, other| own < other;
const UPPER: fn(f64, f64) -> bool = |own, other| own > other;
const BOUNDS: [Bound; 10] = [
    ("minimum", &["minimum", "exclusiveMinimum"], LOWER),
    ("exclusiveMinimum", &["minimum", "exclusiveMinimum"], LOWER),
    ("minLength", &["minLength"], LOWER),
    ("minItems", &["minItems"], LOWER),
    ("minProperties", &["minProperties"], LOWER),
    ("maximum", &["maximum", "exclusiveMaximum"], UPPER),
    ("exclusiveMaximum", &["maximum", "exclusiveMaximum"], UPPER),
    ("maxLength", &["maxLength"], UPPER),
    ("maxItems", &["maxItems"], UPPER),
    ("maxProperties", &["maxProperties"], UPPER),
];

fn names(kind: &Value) -> Vec<&str> {
    match kind {
        Value::String(name) => vec![name],
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Whether a `type` has values of the type of that name.
fn allows(kind: &Value, name: &str) -> bool {
    let of_numbers = |known: &str| matches!(known, "number" | "integer");
    names(kind).into_iter().any(|known| known == name || of_numbers(known) && of_numbers(name))
}
