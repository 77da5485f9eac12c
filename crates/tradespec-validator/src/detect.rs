//! Finding out which message type a document is.
//!
//! In:  a document, and the message types of its release.
//! Out: the type, or the candidates that fit equally well and why, or that none is like it.
//! Holds: only the members at the top count; a document with mistakes is still known by the members that it has.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use tradespec_schema::messages::{self, Direction, Operation};
use tradespec_schema::{ComposedSchema, TypeId};

use crate::diagnostic::quoted;
use crate::explain::trail;

/// What a member that another type has, and this one has not, counts against this one.
const FOREIGN: usize = 5;
/// A document is like a type if it has at least this share of all the members at the top: one in three.
const LIKE: usize = 3;
/// The most members that a reason names.
const NAMED: usize = 4;

/// The message types of one composed release, by what can stand at their top.
#[derive(Debug)]
pub(crate) struct Shapes {
    shapes: Vec<Shape>,
    /// Every member that some message type has at the top.
    known: BTreeSet<String>,
}

#[derive(Debug, Default)]
struct Shape {
    type_id: Option<TypeId>,
    /// The messages that it is.
    uses: Vec<(&'static Operation, Direction)>,
    members: BTreeSet<String>,
    required: BTreeSet<String>,
    /// The words that a member at the top may be.
    words: BTreeMap<String, BTreeSet<String>>,
}

/// What a document is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Detected {
    /// These types fit equally well; one is an answer. The text says why they fit.
    Types(Vec<TypeId>, String),
    /// It is like no message type. The text says what it is instead.
    Nothing(String),
}

impl Shapes {
    pub(crate) fn new(composed: &ComposedSchema) -> Self {
        let shapes: Vec<_> = composed
            .types()
            .map(|type_id| (messages::uses(composed.protocol(), &type_id).collect(), type_id))
            .filter(|(uses, _): &(Vec<_>, _)| !uses.is_empty())
            .map(|(uses, type_id)| {
                let document = composed.bundle_type(&type_id);
                let mut shape = Shape { uses, ..Shape::default() };
                shape.collect(&document, &document, true, 0);
                shape.type_id = Some(type_id);
                shape
            })
            .collect();
        let known = shapes.iter().flat_map(|shape| shape.members.iter().cloned()).collect();
        Self { shapes, known }
    }

    /// Which type `document` is, of those that go in a direction and belong to an operation, where these are known.
    pub(crate) fn detect(
        &self,
        document: &Value,
        direction: Option<Direction>,
        operation: Option<&str>,
    ) -> Detected {
        let wanted = Wanted { direction, operation };
        let members = match document {
            Value::Object(members) => members,
            Value::Array(_) => {
                return Detected::Nothing(
                    "no message is a list; a file that holds a list of messages is read with --each"
                        .to_owned(),
                );
            }
            Value::String(text) if serde_json::from_str::<Map<String, Value>>(text).is_ok() => {
                return Detected::Nothing(
                    "it is a text that holds an object; a message is the object itself".to_owned(),
                );
            }
            _ => return Detected::Nothing("a message is an object".to_owned()),
        };
        // An envelope with the message in it is that message, wrongly wrapped.
        match members.iter().next() {
            Some((name, Value::Object(inner))) if members.len() == 1 && !self.known.contains(name) => {
                match self.of_members(inner, wanted) {
                    found @ Detected::Types(..) => found,
                    Detected::Nothing(_) => self.of_members(members, wanted),
                }
            }
            _ => self.of_members(members, wanted),
        }
    }

    fn of_members(&self, members: &Map<String, Value>, wanted: Wanted<'_>) -> Detected {
        let shapes = self.shapes.iter().filter(|shape| wanted.is_one_of(&shape.uses));
        let fits: Vec<_> = shapes.map(|shape| (self.fit(shape, members), shape)).collect();
        let likely = fits.iter().filter(|(fit, _)| fit.is_like(members.is_empty()));
        let Some(best) = likely.clone().map(|(fit, _)| fit.rank()).min() else {
            return Detected::Nothing(self.unlike(members));
        };
        let best: Vec<_> = likely.filter(|(fit, _)| fit.rank() == best).map(|(_, shape)| *shape).collect();
        let types = best.iter().filter_map(|shape| shape.type_id.clone()).collect();
        Detected::Types(types, why(&best, members))
    }

    fn fit(&self, shape: &Shape, members: &Map<String, Value>) -> Fit {
        let mut fit = Fit::default();
        for (name, value) in members {
            if shape.members.contains(name) {
                fit.known += 1;
                let words = shape.words.get(name);
                let is_word =
                    |words: &BTreeSet<String>| value.as_str().is_some_and(|word| words.contains(word));
                fit.other_words += usize::from(words.is_some_and(|words| !is_word(words)));
            } else if self.known.contains(name) {
                fit.foreign += 1;
            } else {
                fit.unknown += 1;
            }
        }
        fit.missing = shape.required.iter().filter(|name| !members.contains_key(*name)).count();
        fit.required = shape.required.len() - fit.missing;
        fit
    }

    fn unlike(&self, members: &Map<String, Value>) -> String {
        let own: Vec<_> =
            members.keys().filter(|name| !self.known.contains(*name)).map(|name| quoted(name)).collect();
        if own.is_empty() {
            return "it has too little of any message type".to_owned();
        }
        let shown = own.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        let more = if own.len() > NAMED { " and more" } else { "" };
        format!("it has members that no message type has at the top: {shown}{more}")
    }
}

/// The messages that come into question.
#[derive(Debug, Clone, Copy)]
struct Wanted<'w> {
    direction: Option<Direction>,
    operation: Option<&'w str>,
}

impl Wanted<'_> {
    fn is_one_of(self, uses: &[(&Operation, Direction)]) -> bool {
        uses.iter().any(|(operation, direction)| {
            self.direction.is_none_or(|wanted| wanted == *direction)
                && self.operation.is_none_or(|wanted| operation.action == Some(wanted))
        })
    }
}

/// How a document compares with a type.
#[derive(Debug, Default)]
struct Fit {
    /// Members that the type has.
    known: usize,
    /// Members that another type has, and this one has not.
    foreign: usize,
    /// Members that no type has.
    unknown: usize,
    /// Members that the type requires and the document lacks.
    missing: usize,
    /// Members that the type requires and the document has.
    required: usize,
    /// Members that hold another word than the type lists.
    other_words: usize,
}

impl Fit {
    /// Less is better.
    fn rank(&self) -> (usize, usize, usize) {
        let against = FOREIGN * self.foreign + self.unknown + self.missing + self.other_words;
        (against, usize::MAX - self.known, usize::MAX - self.required)
    }

    fn is_like(&self, empty: bool) -> bool {
        let all = self.known + self.foreign + self.unknown + self.missing;
        (empty && self.missing == 0) || (self.known > 0 && self.known * LIKE >= all)
    }
}

impl Shape {
    /// Takes in what may stand at the top by `schema`, with what it includes. In one of several forms nothing is
    /// required.
    fn collect(&mut self, document: &Value, schema: &Value, always: bool, depth: usize) {
        // Deeper than any alias goes; composition has no loops that do not go through a member.
        if depth > 32 {
            return;
        }
        for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            self.members.insert(name.clone());
            let words = trail::resolved(document, member);
            let listed = words.get("enum").and_then(Value::as_array);
            let words = listed.into_iter().flatten().chain(words.get("const")).filter_map(Value::as_str);
            let words: BTreeSet<_> = words.map(str::to_owned).collect();
            if !words.is_empty() {
                self.words.entry(name.clone()).or_default().extend(words);
            }
        }
        if always {
            let names = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            self.required.extend(names.filter_map(Value::as_str).map(str::to_owned));
        }
        if let Some(target) = schema.get("$ref").and_then(|reference| trail::target(document, reference)) {
            self.collect(document, target, always, depth + 1);
        }
        for (keyword, always) in [("allOf", always), ("anyOf", false), ("oneOf", false)] {
            for part in schema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
                self.collect(document, part, always, depth + 1);
            }
        }
    }
}

/// Why these types fit: the members of the document that they share.
fn why(shapes: &[&Shape], members: &Map<String, Value>) -> String {
    let shared = |name: &&String| shapes.iter().all(|shape| shape.members.contains(*name));
    let names: Vec<_> = members.keys().filter(shared).map(|name| quoted(name)).collect();
    match names.as_slice() {
        [] => "none of them requires a member".to_owned(),
        names => {
            let more = if names.len() > NAMED { " and more" } else { "" };
            let few: Vec<_> = names.iter().take(NAMED).map(String::as_str).collect();
            format!("each of them has {}{more}, and lacks nothing else that tells them apart", few.join(", "))
        }
    }
}
