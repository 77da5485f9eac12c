//! Whether two schemas mean the same.
//!
//! In:  the places of two schemas.
//! Out: whether they are the same apart from texts for people, from the order of lists that have none, and from the names
//! of what they refer to.
//! Holds: what refers to itself is taken for the same until something differs.

use std::collections::BTreeSet;

use serde_json::Value;
use tradespec_schema::walk::Keyword;
use tradespec_schema::{Location, walk};

use crate::tree::Tree;

/// Where, in the schema at `a`, it means something else than the one at `b`; none if they mean the same.
pub(crate) fn difference(tree: &Tree, a: &Location, b: &Location) -> Option<Location> {
    let mut comparison = Comparison { tree, assumed: BTreeSet::new(), different: None, depth: 0 };
    if comparison.places(a, b) { None } else { Some(comparison.different.unwrap_or_else(|| a.clone())) }
}

struct Comparison<'t> {
    tree: &'t Tree,
    assumed: BTreeSet<(Location, Location)>,
    /// The first place that differs.
    different: Option<Location>,
    depth: usize,
}

/// How far into each other schemas are compared; what is further in is taken for the same.
const DEPTH: usize = 200;

impl Comparison<'_> {
    fn places(&mut self, a: &Location, b: &Location) -> bool {
        let (a, b) = (self.followed(a), self.followed(b));
        if a == b || self.depth >= DEPTH || !self.assumed.insert((a.clone(), b.clone())) {
            return true;
        }
        self.depth += 1;
        let same = self.schemas(&a, &b);
        self.depth -= 1;
        same
    }

    fn schemas(&mut self, a: &Location, b: &Location) -> bool {
        match (self.tree.schema(a), self.tree.schema(b)) {
            (Some(Value::Object(ours)), Some(Value::Object(theirs))) => {
                let counts = |keyword: &&String| {
                    Keyword::of(keyword) != Keyword::Annotation
                        && !matches!(keyword.as_str(), "$defs" | "definitions" | "default" | "$anchor")
                };
                let both: BTreeSet<_> =
                    ours.keys().filter(counts).chain(theirs.keys().filter(counts)).collect();
                both.into_iter().all(|keyword| {
                    let same = match (ours.get(keyword), theirs.get(keyword)) {
                        (Some(ours), Some(theirs)) => self.keyword(keyword, (a, ours), (b, theirs)),
                        _ => false,
                    };
                    if !same {
                        self.different.get_or_insert_with(|| a.join(keyword));
                    }
                    same
                })
            }
            (ours, theirs) => ours == theirs,
        }
    }

    /// What the place is another name for.
    fn followed(&self, at: &Location) -> Location {
        let mut at = at.clone();
        let mut seen = BTreeSet::new();
        while seen.insert(at.clone()) {
            let Some(schema) = self.tree.schema(&at) else { break };
            match (walk::alias(schema), self.tree.target(&at)) {
                (Some(Value::String(_)), Some(target)) => at = target.clone(),
                (Some(Value::Object(_)), _) => at = at.join("allOf").join("0"),
                _ => break,
            }
        }
        at
    }

    fn keyword(
        &mut self,
        keyword: &str,
        (a, ours): (&Location, &Value),
        (b, theirs): (&Location, &Value),
    ) -> bool {
        let (a, b) = (a.join(keyword), b.join(keyword));
        match (keyword, ours, theirs) {
            ("$ref", ..) => {
                let targets = (
                    self.tree.target(&self.tree.owner(&a)).cloned(),
                    self.tree.target(&self.tree.owner(&b)).cloned(),
                );
                match targets {
                    (Some(a), Some(b)) => self.places(&a, &b),
                    _ => ours == theirs,
                }
            }
            ("required" | "enum" | "type", Value::Array(ours), Value::Array(theirs)) => {
                ours.len() == theirs.len() && ours.iter().all(|value| theirs.contains(value))
            }
            (_, Value::Array(ours), Value::Array(theirs))
                if matches!(Keyword::of(keyword), Keyword::Schemas | Keyword::Schema) =>
            {
                ours.len() == theirs.len()
                    && (0..ours.len())
                        .all(|number| self.places(&a.join(&number.to_string()), &b.join(&number.to_string())))
            }
            (_, Value::Object(ours), Value::Object(theirs)) if Keyword::of(keyword) == Keyword::Named => {
                let mut names = ours.keys().chain(theirs.keys());
                let other = names.find(|name| !ours.contains_key(*name) || !theirs.contains_key(*name));
                if let Some(name) = other {
                    self.different.get_or_insert_with(|| a.join(name));
                }
                other.is_none() && ours.keys().all(|name| self.places(&a.join(name), &b.join(name)))
            }
            (_, Value::Object(_), Value::Object(_)) if Keyword::of(keyword) == Keyword::Schema => {
                self.places(&a, &b)
            }
            _ => ours == theirs,
        }
    }
}
