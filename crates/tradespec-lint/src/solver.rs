//! Questions about what schemas accept, answered by `jsonschema`.
//!
//! In:  a [`Tree`].
//! Out: whether a value is valid by the schema at a place, and if not why; whether any value can be.
//! Holds: a schema that cannot be compiled only ever accepts more here than it was meant to, so that no answer is sharper
//! than the files are; and no question takes longer than [`PATIENCE`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use jsonschema::canonical::{CanonicalKind, Satisfiability, UnsatisfiableReason};
use jsonschema::{Draft, PatternOptions, Validator};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value, json};
use tradespec_schema::walk::Keyword;
use tradespec_schema::{Location, Pointer};
use tradespec_validator::{Diagnostic, explained};

use crate::tree::Tree;

/// How long an answer is waited for. What takes longer counts as not known.
const PATIENCE: Duration = Duration::from_secs(2);
/// How many questions may go unanswered before no more are asked: each leaves a thread behind.
const TRIES: usize = 4;
/// The most schemas a question may be about.
const SIZE: usize = 4000;
/// What a pattern may cost.
const PATTERN_SIZE: usize = 1 << 22;

/// All of a URI's fragment that has to be escaped.
const IN_FRAGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'`')
    .add(b'%')
    .add(b'#')
    .add(b'\\')
    .add(b'^')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// What can be asked about the schemas of a tree.
pub(crate) struct Solver<'t> {
    tree: &'t Tree,
    /// `{"$defs": {<file>: <its document>}}`, each reference one into it.
    all: Value,
    /// The units (definitions, and files without theirs) that a unit refers to.
    uses: BTreeMap<Location, BTreeSet<Location>>,
    /// How many schemas a unit has.
    sizes: BTreeMap<Location, usize>,
    unanswered: std::cell::Cell<usize>,
}

impl<'t> Solver<'t> {
    /// Prepares the schemas of `tree`, without what stands at `faulty`: keywords that cannot be compiled.
    pub(crate) fn new(tree: &'t Tree, faulty: &BTreeSet<Location>) -> Self {
        let mut solver = Self {
            tree,
            all: json!({"$defs": {}}),
            uses: BTreeMap::new(),
            sizes: BTreeMap::new(),
            unanswered: std::cell::Cell::new(0),
        };
        let mut files = Map::new();
        for (key, file) in &tree.files {
            files.insert(key.clone(), file.root.clone());
        }
        solver.all = json!({"$defs": files});
        // Innermost first, so that no place is gone before its turn.
        let places: Vec<_> = tree.all_schemas().map(|(at, _)| at.clone()).collect();
        for at in places.iter().rev() {
            *solver.sizes.entry(unit(at)).or_default() += 1;
            solver.rewrite(at, faulty);
        }
        solver
    }

    /// Makes one schema fit for compiling.
    fn rewrite(&mut self, at: &Location, faulty: &BTreeSet<Location>) {
        let target = self.tree.target(at).cloned();
        if let Some(target) = &target {
            self.uses.entry(unit(at)).or_default().insert(unit(target));
        }
        let pointer = inside(at);
        let Some(members) = self.all.pointer_mut(pointer.as_str()).and_then(Value::as_object_mut) else {
            return;
        };
        for keyword in
            ["$id", "$schema", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$vocabulary"]
        {
            members.shift_remove(keyword);
        }
        match target {
            Some(target) => drop(members.insert("$ref".to_owned(), reference(&target).into())),
            None => drop(members.shift_remove("$ref")),
        }
        let mut all_faulty = false;
        let names: Vec<_> = members.keys().cloned().collect();
        for keyword in names {
            let wrong = at.join(&keyword);
            let is_wrong =
                faulty.range(wrong.clone()..).take_while(|fault| fault.file == at.file).any(|fault| {
                    let below = fault.pointer.as_str().strip_prefix(wrong.pointer.as_str());
                    // What is wrong further down is some inner schema's business.
                    below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
                        && self.tree.owner(fault) == *at
                });
            match (is_wrong, Keyword::of(&keyword)) {
                (true, Keyword::Data) => drop(members.shift_remove(&keyword)),
                (true, Keyword::Schema | Keyword::Schemas | Keyword::Named) => all_faulty = true,
                _ => {}
            }
        }
        if all_faulty {
            members.retain(|keyword, _| matches!(keyword.as_str(), "$defs" | "definitions"));
        }
    }

    /// The units that the places are in, and all that these refer to.
    pub(crate) fn closure<'p>(&self, places: impl IntoIterator<Item = &'p Location>) -> BTreeSet<Location> {
        let mut found = BTreeSet::new();
        let mut open: Vec<_> = places.into_iter().map(unit).collect();
        while let Some(next) = open.pop() {
            if found.insert(next.clone()) {
                open.extend(self.uses.get(&next).into_iter().flatten().cloned());
            }
        }
        found
    }

    /// Whether a unit refers to itself, if only through others.
    pub(crate) fn holds_itself(&self, unit: &Location) -> bool {
        let uses = self.uses.get(unit).into_iter().flatten();
        self.closure(uses).contains(unit)
    }

    /// One document: `schema`, which refers to places of the tree, and what it needs of them.
    pub(crate) fn document<'p>(
        &self,
        schema: Value,
        places: impl IntoIterator<Item = &'p Location>,
    ) -> Value {
        let mut files: Map<String, Value> = Map::new();
        for unit in self.closure(places) {
            let Some(body) = inside(&unit).resolve(&self.all) else { continue };
            let file = files.entry(unit.file.clone()).or_insert_with(|| json!({}));
            let Some(members) = file.as_object_mut() else { continue };
            let mut segments = unit.pointer.segments();
            match (segments.next(), segments.next(), body) {
                (Some(defs), Some(name), body) => {
                    let named = members.entry(defs).or_insert_with(|| json!({}));
                    named.as_object_mut().map(|named| named.insert(name, body.clone()));
                }
                (_, _, Value::Object(body)) => {
                    let own = body
                        .iter()
                        .filter(|(keyword, _)| !matches!(keyword.as_str(), "$defs" | "definitions"));
                    members.extend(own.map(|(keyword, value)| (keyword.clone(), value.clone())));
                }
                (_, _, body) => drop(members.insert("allOf".to_owned(), json!([body]))),
            }
        }
        let mut document = match schema {
            Value::Object(members) => members,
            other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
        };
        document.insert("$defs".to_owned(), Value::Object(files));
        Value::Object(document)
    }

    /// A validator of `schema`, which refers to places of the tree; none where it cannot be compiled.
    pub(crate) fn validator(&self, schema: Value, places: &[Location]) -> Option<Check> {
        let document = self.document(schema, places);
        let patterns = PatternOptions::fancy_regex().size_limit(PATTERN_SIZE).dfa_size_limit(PATTERN_SIZE);
        let options = jsonschema::options()
            .with_draft(Draft::Draft202012)
            .with_pattern_options(patterns)
            .should_validate_formats(true)
            .offline();
        options.build(&document).ok().map(|validator| Check { document, validator })
    }

    /// A validator of the schema at a place.
    pub(crate) fn check(&self, at: &Location) -> Option<Check> {
        self.validator(Self::refer(at), std::slice::from_ref(at))
    }

    /// A schema that is the one at a place.
    pub(crate) fn refer(at: &Location) -> Value {
        json!({"$ref": reference(at)})
    }

    /// The schema at a place as it is compiled.
    pub(crate) fn compiled(&self, at: &Location) -> Option<&Value> {
        inside(at).resolve(&self.all)
    }

    /// Whether it is sure that no value is valid by `schema`.
    pub(crate) fn is_surely_empty(&self, schema: Value, places: &[Location]) -> bool {
        if !self.can_ask(places) {
            return false;
        }
        self.ask(self.document(schema, places), |document| {
            let prepared = jsonschema::canonical::options()
                .with_draft(Draft::Draft202012)
                .should_validate_formats(true)
                .offline()
                .canonicalize(document);
            prepared.is_ok_and(|schema| schema.satisfiability() == Satisfiability::No)
        })
        .unwrap_or(false)
    }

    /// The places in the unit `at`, and in what it refers to, by which surely no value is valid, each with the reason.
    pub(crate) fn empty_places(&self, at: &Location) -> EmptyPlaces {
        let unanswered = || EmptyPlaces { places: Vec::new(), covered: BTreeSet::from([at.clone()]) };
        if !self.can_ask([at]) {
            return unanswered();
        }
        let answer = self.ask(self.document(Self::refer(at), [at]), |document| {
            let options = jsonschema::canonical::options()
                .with_draft(Draft::Draft202012)
                .should_validate_formats(true)
                .offline();
            let prepared = options.prepare(document).ok()?;
            let is_modelled = prepared.canonicalize().is_ok_and(|schema| schema.kind() != CanonicalKind::Raw);
            Some((is_modelled, prepared.unsatisfiable().unwrap_or_default()))
        });
        let Some((is_modelled, found)) = answer.flatten() else { return unanswered() };
        // What the solver has no model of, it says nothing about.
        let covered = if is_modelled { self.closure([at]) } else { BTreeSet::from([at.clone()]) };
        let places = found.into_iter().filter_map(|(pointer, reason)| {
            let at = outside(&pointer)?;
            covered.contains(&unit(&at)).then(|| (at, Reason::from(reason)))
        });
        EmptyPlaces { places: places.collect(), covered: covered.clone() }
    }

    /// Whether a question about the places is small enough to be asked.
    fn can_ask<'p>(&self, places: impl IntoIterator<Item = &'p Location>) -> bool {
        let mut size = 0;
        let mut found = BTreeSet::new();
        let mut open: Vec<_> = places.into_iter().map(unit).collect();
        while let Some(next) = open.pop() {
            if found.insert(next.clone()) {
                size += self.sizes.get(&next).copied().unwrap_or_default();
                open.extend(self.uses.get(&next).into_iter().flatten().cloned());
            }
            if size > SIZE {
                return false;
            }
        }
        self.unanswered.get() < TRIES
    }

    /// The answer to a question about a document; none if it would take too long, or is beyond what can be answered.
    fn ask<T: Send + 'static>(&self, document: Value, question: fn(&Value) -> T) -> Option<T> {
        let (answer, answered) = mpsc::channel();
        let asked = thread::Builder::new().stack_size(64 << 20).spawn(move || {
            // Nobody listens any more once patience has run out.
            let _ = answer.send(question(&document));
        });
        asked.ok()?;
        let answer = answered.recv_timeout(PATIENCE).ok();
        if answer.is_none() {
            self.unanswered.set(self.unanswered.get() + 1);
        }
        answer
    }
}

/// Places by which no value is valid, and the units in which all of them were looked for.
pub(crate) struct EmptyPlaces {
    pub(crate) places: Vec<(Location, Reason)>,
    pub(crate) covered: BTreeSet<Location>,
}

/// Why no value is valid by a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It says `false`.
    Literal,
    /// These keywords cannot hold together, of so many parts.
    Own { keywords: Vec<String>, parts: usize },
}

impl From<UnsatisfiableReason> for Reason {
    fn from(reason: UnsatisfiableReason) -> Self {
        let causes = match reason {
            UnsatisfiableReason::Literal => return Self::Literal,
            UnsatisfiableReason::Empty(cause) => vec![cause],
            UnsatisfiableReason::Conflict(causes) => causes,
        };
        let parts: BTreeSet<_> = causes.iter().map(|cause| cause.pointer.clone()).collect();
        let keywords: BTreeSet<_> = causes.into_iter().flat_map(|cause| cause.keywords).collect();
        Self::Own { keywords: keywords.into_iter().collect(), parts: parts.len() }
    }
}

/// A compiled schema.
pub(crate) struct Check {
    document: Value,
    validator: Validator,
}

impl Check {
    pub(crate) fn accepts(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// What is wrong with a value; nothing if it is valid.
    pub(crate) fn errors(&self, value: &Value) -> Vec<Diagnostic> {
        explained(&self.document, self.validator.iter_errors(value))
    }
}

/// The definition that a place is in, or the file where it is in none.
pub(crate) fn unit(at: &Location) -> Location {
    let mut segments = at.pointer.segments();
    let pointer = match (segments.next(), segments.next()) {
        (Some(defs), Some(name)) if defs == "$defs" || defs == "definitions" => {
            Pointer::root().join(&defs).join(&name)
        }
        _ => Pointer::root(),
    };
    Location { file: at.file.clone(), pointer }
}

/// Where a place of the tree is in the document of all.
fn inside(at: &Location) -> Pointer {
    Pointer::from_text(&format!("{}{}", Pointer::root().join("$defs").join(&at.file), at.pointer))
}

/// The place of the tree that is at `pointer` in such a document.
fn outside(pointer: &str) -> Option<Location> {
    let pointer = Pointer::from_text(pointer);
    let mut segments = pointer.segments();
    segments.next().filter(|defs| defs == "$defs")?;
    let file = segments.next()?;
    Some(Location { file, pointer: segments.fold(Pointer::root(), |at, name| at.join(&name)) })
}

fn reference(at: &Location) -> String {
    format!("#{}", utf8_percent_encode(inside(at).as_str(), IN_FRAGMENT))
}
