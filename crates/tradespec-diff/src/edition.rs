//! One side of a comparison: definitions by name, and which of them are messages.
//!
//! In:  a [`ComposedSchema`], or a composed document as `tradespec compose` writes it.
//! Out: an [`Edition`].
//! Holds: every reference in it is `#/$defs/<name>` (or below a definition) and leads somewhere.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use serde_json::{Map, Value, json};
use tradespec_schema::{
    Code, ComposedSchema, Error, Exclusion, Location, Place, Pointer, Problem, Protocol, messages, walk,
};

use crate::change::Ways;

/// What has to be escaped in a fragment (RFC 3986, 3.5).
const NOT_IN_FRAGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b'$')
    .remove(b'@');

/// One side of a comparison.
#[derive(Debug, Clone)]
pub struct Edition {
    label: String,
    definitions: BTreeMap<String, Definition>,
    roots: BTreeMap<String, Ways>,
    /// Whether the document says by itself which one type it is of.
    single: bool,
}

#[derive(Debug, Clone)]
struct Definition {
    schema: Value,
    plain: String,
    main: bool,
    /// Whether it is only how another definition is put together.
    is_a_part: bool,
}

impl Edition {
    /// A release with its active extensions.
    ///
    /// ```
    /// use tradespec_diff::Edition;
    /// use tradespec_schema::{Catalogue, Protocol, compose};
    ///
    /// let catalogue = Catalogue::embedded()?;
    /// let index = catalogue.release(Protocol::Acp, None)?;
    /// let edition = Edition::of(&compose(&index, &[])?);
    /// assert_eq!(edition.label(), "acp 2026-04-17");
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    #[must_use]
    pub fn of(composed: &ComposedSchema) -> Self {
        let main = composed.protocol().main_file();
        let mut definitions = BTreeMap::new();
        let mut roots = BTreeMap::new();
        for id in composed.definitions() {
            let Some(schema) = composed.schema(&id.location()) else { continue };
            let mut schema = schema.clone();
            internal_references(&mut schema);
            let ways = Ways::from_iter(messages::uses(composed.protocol(), &id).map(|(_, way)| way));
            if ways != Ways::NONE {
                roots.insert(id.to_string(), ways);
            }
            let is_a_part =
                matches!(composed.exclusions().get(&id), Some(Exclusion::Carrier(_) | Exclusion::Base(_)));
            let definition = Definition { schema, plain: id.name.clone(), main: id.file == main, is_a_part };
            definitions.insert(id.to_string(), definition);
        }
        for (file, root) in composed.files() {
            let mut schema = root.clone();
            if let Some(members) = schema.as_object_mut() {
                members.shift_remove("$defs");
            }
            internal_references(&mut schema);
            let name = whole_file(file);
            definitions
                .insert(name.clone(), Definition { schema, plain: name, main: false, is_a_part: false });
        }
        let label = format!("{} {}", composed.protocol(), composed.release());
        Self { label, definitions, roots, single: false }
    }

    /// A self-contained document: its types in `$defs`, only internal references. `label` is what outputs call it, such as
    /// the name of its file.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_diff::Edition;
    ///
    /// let document = json!({"$ref": "#/$defs/Cart", "$defs": {"Cart": {"type": "object"}}});
    /// assert!(Edition::from_document("cart.json", document).is_ok());
    /// let elsewhere = json!({"$ref": "other.json", "$defs": {}});
    /// assert!(Edition::from_document("cart.json", elsewhere).is_err());
    /// ```
    pub fn from_document(label: &str, document: Value) -> Result<Self, Error> {
        let Value::Object(mut root) = document else {
            let message = "a composed document is a JSON object; `tradespec compose` writes one";
            return Err(Error::new(Code::NotASchema, Place::file(label), message));
        };
        let own = match root.shift_remove("$defs") {
            Some(Value::Object(own)) => own,
            None => Map::new(),
            Some(_) => {
                let place = Place::at(label, Pointer::root().join("$defs"));
                return Err(Error::new(Code::NotASchema, place, "\"$defs\" is an object of schemas by name"));
            }
        };
        let title =
            root.get("title").and_then(Value::as_str).and_then(|title| title.split_whitespace().last());
        let whole = free_name(title.unwrap_or("document"), &own);
        let mut definitions: BTreeMap<_, _> = own
            .into_iter()
            .map(|(name, schema)| {
                let plain = name.rsplit('.').next().unwrap_or(&name).to_owned();
                (name, Definition { schema, plain, main: false, is_a_part: false })
            })
            .collect();
        let body = Value::Object(root);
        let target =
            walk::alias_target(&body).and_then(definition_of).filter(|name| definitions.contains_key(name));
        let constrains = body.as_object().is_some_and(|members| {
            members.keys().any(|keyword| walk::Keyword::of(keyword) != walk::Keyword::Annotation)
        });
        let root = match target {
            Some(target) => Some(target),
            None if constrains => {
                let definition =
                    Definition { schema: body, plain: whole.clone(), main: true, is_a_part: false };
                definitions.insert(whole.clone(), definition);
                Some(whole.clone())
            }
            None => None,
        };
        for definition in definitions.values_mut() {
            walk::each_mut(&mut definition.schema, &mut |members| {
                if let Some(Value::String(reference)) = members.get_mut("$ref")
                    && reference == "#"
                {
                    *reference = reference_to(&whole);
                }
            });
        }
        let roots = match &root {
            Some(name) => BTreeMap::from([(name.clone(), ways_of_name(name))]),
            None => roots_of(&definitions),
        };
        let edition = Self { label: label.to_owned(), definitions, roots, single: root.is_some() };
        Error::check(edition.dangling(constrains.then_some(whole.as_str())))?;
        if let Some(name) = crate::loops::find(&edition) {
            let message = format!("\"{name}\" leads back to itself without going into a member");
            return Err(Error::new(Code::RefLoop, Place::file(label), message));
        }
        Ok(edition)
    }

    /// What outputs call it.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The same edition under another name.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The messages, each with the directions in which it goes.
    pub(crate) fn roots(&self) -> &BTreeMap<String, Ways> {
        &self.roots
    }

    /// The one type that the edition is a document of.
    pub(crate) fn single_root(&self) -> Option<&str> {
        self.roots.keys().next().filter(|_| self.single).map(String::as_str)
    }

    /// Whether the name is that of a message some operation carries.
    pub(crate) fn is_message(&self, name: &str) -> bool {
        self.roots.contains_key(name) && known_ways(name) != Ways::NONE
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }

    /// Whether a definition has no meaning of its own: it says what an extension adds to another one, or what that was
    /// without extensions.
    pub(crate) fn is_a_part(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|definition| definition.is_a_part)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &String> {
        self.definitions.keys()
    }

    pub(crate) fn schema(&self, name: &str) -> Option<&Value> {
        self.definitions.get(name).map(|definition| &definition.schema)
    }

    pub(crate) fn plain<'e>(&'e self, name: &'e str) -> &'e str {
        self.definitions.get(name).map_or(name, |definition| &definition.plain)
    }

    pub(crate) fn is_main(&self, name: &str) -> bool {
        self.definitions.get(name).is_some_and(|definition| definition.main)
    }

    /// The schema that a reference leads to.
    pub(crate) fn target(&self, reference: &str) -> Option<&Value> {
        let pointer = percent_decode_str(reference.strip_prefix('#')?).decode_utf8().ok()?.into_owned();
        let mut segments = Pointer::from_text(&pointer).segments().collect::<Vec<_>>().into_iter();
        let (defs, name) = (segments.next()?, segments.next()?);
        let schema = self.schema(&name).filter(|_| defs == "$defs")?;
        segments.fold(Pointer::root(), |below, segment| below.join(&segment)).resolve(schema)
    }

    /// A self-contained document with what `schemas` need: its root demands all of them.
    pub(crate) fn document(&self, schemas: &[&Value]) -> Value {
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        let mut queue: Vec<&Value> = schemas.to_vec();
        while let Some(schema) = queue.pop() {
            walk::each(schema, &Pointer::root(), &mut |_, sub| {
                let name = sub.get("$ref").and_then(Value::as_str).and_then(unit_of);
                if let Some(name) = name
                    && let Some(found) = self.schema(&name)
                    && wanted.insert(name)
                {
                    queue.push(found);
                }
            });
        }
        let definitions: Map<_, _> = wanted
            .into_iter()
            .filter_map(|name| self.schema(&name).cloned().map(|s| (name, plain_ids(s))))
            .collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "allOf": schemas.iter().map(|schema| plain_ids((*schema).clone())).collect::<Vec<_>>(),
            "$defs": definitions,
        })
    }

    /// The definitions that `name` refers to, itself first, breadth first.
    pub(crate) fn reach(&self, name: &str) -> Vec<String> {
        let mut order = vec![name.to_owned()];
        let mut at = 0;
        while let Some(schema) = order.get(at).and_then(|name| self.schema(name)) {
            walk::each(schema, &Pointer::root(), &mut |_, sub| {
                if let Some(next) = sub.get("$ref").and_then(Value::as_str).and_then(unit_of)
                    && !order.contains(&next)
                    && self.has(&next)
                {
                    order.push(next);
                }
            });
            at += 1;
        }
        order
    }

    /// References that lead nowhere; `whole` is the name of the body of the document itself.
    fn dangling(&self, whole: Option<&str>) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (name, definition) in &self.definitions {
            walk::each(&definition.schema, &Pointer::root(), &mut |at, schema| {
                let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
                if self.target(reference).is_none() {
                    let inside = Pointer::root().join("$defs").join(name);
                    let from = if whole == Some(name) { Pointer::root() } else { inside };
                    let pointer = format!("{from}{at}/$ref");
                    problems.push(Problem {
                        code: Code::UnresolvedRef,
                        place: Place::at(self.label.clone(), Pointer::from_text(&pointer)),
                        message: format!(
                            "\"{reference}\" is not in this document; a composed document refers to nothing outside itself"
                        ),
                    });
                }
            });
        }
        problems
    }
}

/// The definition that a reference leads to, not below it.
pub(crate) fn definition_of(reference: &str) -> Option<String> {
    let (name, below) = unit_and_below(reference)?;
    below.is_empty().then_some(name)
}

fn unit_of(reference: &str) -> Option<String> {
    unit_and_below(reference).map(|(name, _)| name)
}

fn unit_and_below(reference: &str) -> Option<(String, Vec<String>)> {
    let pointer = percent_decode_str(reference.strip_prefix('#')?).decode_utf8().ok()?.into_owned();
    let mut segments = Pointer::from_text(&pointer).segments().collect::<Vec<_>>().into_iter();
    match (segments.next(), segments.next()) {
        (Some(defs), Some(name)) if defs == "$defs" => Some((name, segments.collect())),
        _ => None,
    }
}

fn reference_to(name: &str) -> String {
    let pointer = Pointer::root().join("$defs").join(name);
    format!("#{}", utf8_percent_encode(pointer.as_str(), NOT_IN_FRAGMENT))
}

/// `file#/$defs/Name` becomes `#/$defs/<file>.<Name>`.
fn internal_references(schema: &mut Value) {
    walk::each_mut(schema, &mut |members| {
        if let Some(Value::String(reference)) = members.get_mut("$ref") {
            let Location { file, pointer } = Location::from_resolved(reference);
            let mut segments = pointer.segments();
            let unit = match (segments.next(), segments.next()) {
                (Some(defs), Some(name)) if defs == "$defs" => {
                    tradespec_schema::TypeId { file, name }.to_string()
                }
                _ => {
                    segments = pointer.segments();
                    whole_file(&file)
                }
            };
            let below = segments.fold(Pointer::root(), |below, segment| below.join(&segment));
            *reference =
                format!("{}{}", reference_to(&unit), utf8_percent_encode(below.as_str(), NOT_IN_FRAGMENT));
        }
    });
}

/// The name of the body of a whole file; no definition has it, for theirs have a dot inside.
fn whole_file(file: &str) -> String {
    format!("{file}:")
}

/// Identifiers of the files must not change what references mean.
fn plain_ids(mut schema: Value) -> Value {
    walk::each_mut(&mut schema, &mut |members| {
        for keyword in ["$id", "$schema", "$anchor"] {
            members.shift_remove(keyword);
        }
    });
    schema
}

fn free_name(wanted: &str, taken: &Map<String, Value>) -> String {
    let mut name = wanted.to_owned();
    while taken.contains_key(&name) {
        name.push('_');
    }
    name
}

/// The directions of a message that has this name in any file, both if no message has.
fn ways_of_name(name: &str) -> Ways {
    match known_ways(name) {
        Ways::NONE => Ways::BOTH,
        known => known,
    }
}

fn known_ways(name: &str) -> Ways {
    let named =
        |full: Option<&str>| full.is_some_and(|full| full == name || full.rsplit('.').next() == Some(name));
    let operations = Protocol::ALL.into_iter().flat_map(messages::operations);
    operations.fold(Ways::NONE, |ways, operation| Ways {
        request: ways.request || named(operation.request),
        response: ways.response || named(operation.response),
    })
}

/// The messages among the definitions of a document without a body; else those that no other one uses; else all.
fn roots_of(definitions: &BTreeMap<String, Definition>) -> BTreeMap<String, Ways> {
    let messages: BTreeMap<_, _> = definitions
        .keys()
        .map(|name| (name.clone(), known_ways(name)))
        .filter(|(_, ways)| *ways != Ways::NONE)
        .collect();
    if !messages.is_empty() {
        return messages;
    }
    let mut used = BTreeSet::new();
    for (name, definition) in definitions {
        walk::each(&definition.schema, &Pointer::root(), &mut |_, schema| {
            let target = schema.get("$ref").and_then(Value::as_str).and_then(unit_of);
            used.extend(target.filter(|target| target != name));
        });
    }
    let unused: BTreeMap<_, _> = definitions
        .keys()
        .filter(|name| !used.contains(*name))
        .map(|name| (name.clone(), Ways::BOTH))
        .collect();
    if unused.is_empty() {
        return definitions.keys().map(|name| (name.clone(), Ways::BOTH)).collect();
    }
    unused
}
