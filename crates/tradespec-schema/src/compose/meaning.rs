//! When two schemas mean the same.
//!
//! Equal after resolving references and dropping annotations. Two schemas that are being compared already are taken to
//! be equal, so recursion ends; the pairs of definitions met on the way are those that may stand for each other.

use std::collections::{BTreeMap, BTreeSet};
use std::ptr;

use serde_json::Value;

use crate::pointer::Location;
use crate::walk::{self, Keyword};

/// The documents in which references are looked up.
pub(super) type Files = BTreeMap<String, Value>;

/// The definition pairs that were found equal on the way, left side first.
pub(super) type Pairs = BTreeSet<(Location, Location)>;

/// Whether `left` and `right` mean the same, and if so which definitions behind them are equal too.
pub(super) fn same(files: &Files, left: &Value, right: &Value) -> Option<Pairs> {
    let mut comparison = Comparison { files, pairs: Pairs::new(), begun: BTreeSet::new() };
    comparison.schemas(left, right).then_some(comparison.pairs)
}

struct Comparison<'f> {
    files: &'f Files,
    pairs: Pairs,
    /// The schemas, by where they are in memory, whose comparison has begun.
    begun: BTreeSet<(usize, usize)>,
}

impl<'f> Comparison<'f> {
    fn schemas(&mut self, left: &Value, right: &Value) -> bool {
        let (left_definition, left) = self.behind(left);
        let (right_definition, right) = self.behind(right);
        if let (Some(left), Some(right)) = (left_definition, right_definition) {
            if left == right {
                return true;
            }
            self.pairs.insert((left, right));
        }
        if !self.begun.insert((ptr::from_ref(left).addr(), ptr::from_ref(right).addr())) {
            return true;
        }
        match (constraints(left), constraints(right)) {
            (Some(left), Some(right)) => {
                left.len() == right.len()
                    && left.iter().all(|(keyword, value)| {
                        right.get(keyword).is_some_and(|other| self.values(keyword, value, other))
                    })
            }
            _ => left == right,
        }
    }

    fn values(&mut self, keyword: &str, left: &Value, right: &Value) -> bool {
        match (Keyword::of(keyword), left, right) {
            (Keyword::Schema | Keyword::Schemas, Value::Array(left), Value::Array(right)) => {
                left.len() == right.len()
                    && left.iter().zip(right).all(|(left, right)| self.schemas(left, right))
            }
            (Keyword::Schema, left, right) => self.schemas(left, right),
            (Keyword::Named, Value::Object(left), Value::Object(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .all(|(name, sub)| right.get(name).is_some_and(|other| self.schemas(sub, other)))
            }
            _ if keyword == "$ref" => match (left.as_str(), right.as_str()) {
                (Some(left), Some(right)) => {
                    let pair = (Location::from_resolved(left), Location::from_resolved(right));
                    match (self.schema(&pair.0), self.schema(&pair.1)) {
                        _ if pair.0 == pair.1 => true,
                        (Some(left), Some(right)) => {
                            self.pairs.insert(pair);
                            self.schemas(left, right)
                        }
                        _ => false,
                    }
                }
                _ => false,
            },
            _ if matches!(keyword, "required" | "enum" | "type") => as_set(left) == as_set(right),
            _ => left == right,
        }
    }

    /// What a schema that is only another name stands for, and the last definition on the way there.
    fn behind<'v>(&self, schema: &'v Value) -> (Option<Location>, &'v Value)
    where
        'f: 'v,
    {
        let mut at = (None, schema);
        // The index has refused definitions that are aliases of themselves.
        while let Some(next) = walk::alias(at.1) {
            match next.as_str() {
                None => at.1 = next,
                Some(target) => {
                    let location = Location::from_resolved(target);
                    match self.schema(&location) {
                        Some(schema) => at = (Some(location), schema),
                        None => break,
                    }
                }
            }
        }
        at
    }

    fn schema(&self, location: &Location) -> Option<&'f Value> {
        location.pointer.resolve(self.files.get(&location.file)?)
    }
}

/// The keywords of an object schema that say what is valid; `true` is the schema without any.
fn constraints(schema: &Value) -> Option<BTreeMap<&str, &Value>> {
    let members = match schema {
        Value::Bool(true) => return Some(BTreeMap::new()),
        other => other.as_object()?,
    };
    let says_something = |keyword: &str, value: &Value| match keyword {
        "$defs" | "$anchor" => false,
        "additionalProperties" | "items" => !matches!(value, Value::Bool(true)),
        "required" => value.as_array().is_none_or(|names| !names.is_empty()),
        _ => Keyword::of(keyword) != Keyword::Annotation,
    };
    let members = members.iter().map(|(keyword, value)| (keyword.as_str(), value));
    Some(members.filter(|(keyword, value)| says_something(keyword, value)).collect())
}

/// The elements of a list whose order says nothing; a lone value is a list of one.
fn as_set(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(list) => list.iter().map(ToString::to_string).collect(),
        one => BTreeSet::from([one.to_string()]),
    }
}
