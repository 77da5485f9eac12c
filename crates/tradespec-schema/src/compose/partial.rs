//! What an extension's document must not say about the types it extends.
//!
//! The definition that carries a new field repeats a part of a core type. It may show the way to the field and repeat
//! existing fields unchanged; it must not require anything, change anything, or bring fields that are not declared.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Shown;
use super::meaning::{self, Files};
use super::source::{self, Source, behind};
use crate::error::{Code, Problem};
use crate::extension::Extension;
use crate::point::{ExtensionPoint, Step};
use crate::pointer::Location;
use crate::walk::{self, Keyword};

/// A field's source together with the core type it was found for.
pub(super) struct Use<'e> {
    pub(super) point: &'e ExtensionPoint,
    pub(super) source: Source,
    /// The core type that `source.path` starts at, before anything was added.
    pub(super) core: Location,
}

/// The definitions that only carry fields, and everything that is wrong with them.
pub(super) fn check(
    files: &Files,
    shown: &Shown,
    extension: &Extension,
    uses: &[Use<'_>],
) -> (BTreeSet<Location>, Vec<Problem>) {
    let mut check = Check { files, shown, extension, carriers: BTreeSet::new(), problems: Vec::new() };
    let starts: BTreeSet<(&Location, &Location)> =
        uses.iter().map(|used| (&used.source.carrier, &used.core)).collect();
    for (carrier, core) in starts {
        let fields: Vec<_> = uses
            .iter()
            .filter(|used| used.source.carrier == *carrier && used.core == *core)
            .map(|used| Wanted { path: &used.source.path, field: used.point.field() })
            .collect();
        check.partial(carrier, Some(core), &fields);
    }
    (check.carriers, check.problems)
}

/// A declared field, seen from some object on the way to it.
#[derive(Clone, Copy)]
struct Wanted<'w> {
    path: &'w [Step],
    field: &'w str,
}

struct Check<'c> {
    files: &'c Files,
    shown: &'c Shown,
    extension: &'c Extension,
    carriers: BTreeSet<Location>,
    problems: Vec<Problem>,
}

impl Check<'_> {
    fn problem(&mut self, code: Code, at: &Location, message: String) {
        self.problems.push(Problem { code, place: self.shown.place(at), message });
    }

    /// Checks one partial schema; `core` is the place it repeats, where that is known.
    fn partial(&mut self, at: &Location, core: Option<&Location>, fields: &[Wanted<'_>]) {
        let names = source::aliases(self.files, at.clone());
        let mut known = false;
        for name in names.iter().filter(|name| name.as_definition().is_some()) {
            if name.file != self.extension.file() {
                return;
            }
            known = !self.carriers.insert(name.clone());
        }
        let Some(at) = names.last().filter(|_| !known || !fields.is_empty()) else {
            return;
        };
        let Some(members) = source::schema(self.files, at).and_then(Value::as_object) else {
            return;
        };
        for (keyword, value) in members {
            let here = at.join(keyword);
            match (keyword.as_str(), value) {
                ("properties", Value::Object(properties)) => {
                    for name in properties.keys() {
                        self.property(&here.join(name), name, core, fields);
                    }
                }
                ("required", Value::Array(names)) => {
                    for name in names.iter().filter_map(Value::as_str) {
                        self.required(&here, name, core, fields);
                    }
                }
                ("items", _) => {
                    let below: Vec<_> =
                        fields.iter().filter_map(|wanted| wanted.after(&Step::Elements)).collect();
                    let core =
                        core.and_then(|core| behind(self.files, core.clone())).map(|core| core.join("items"));
                    self.partial(
                        &here,
                        core.filter(|core| source::schema(self.files, core).is_some()).as_ref(),
                        &below,
                    );
                }
                ("allOf", Value::Array(branches)) => {
                    for (number, branch) in branches.iter().enumerate() {
                        let base = walk::alias_target(branch).is_some_and(|target| {
                            Location::from_resolved(target).file != self.extension.file()
                        });
                        if !base {
                            self.partial(&here.join(&number.to_string()), core, fields);
                        }
                    }
                }
                ("$ref" | "$defs" | "$anchor", _) | ("additionalProperties", Value::Bool(_)) => {}
                ("type", value) if value == "object" || value == "array" => {}
                (other, _) if Keyword::of(other) == Keyword::Annotation => {}
                (other, _) => {
                    let message = format!(
                        "an extension adds fields, it cannot constrain a type with \"{other}\"; put the keyword into the schema of a field"
                    );
                    self.problem(Code::ChangesType, &here, message);
                }
            }
        }
    }

    fn property(&mut self, at: &Location, name: &str, core: Option<&Location>, fields: &[Wanted<'_>]) {
        if fields.iter().any(|wanted| wanted.is(name)) {
            return;
        }
        let existing = core.and_then(|core| member(self.files, core, name, &mut BTreeSet::new()));
        let below: Vec<_> =
            fields.iter().filter_map(|wanted| wanted.after(&Step::Field(name.to_owned()))).collect();
        if !below.is_empty() {
            self.partial(at, existing.as_ref(), &below);
            return;
        }
        let Some(existing) = existing else {
            let message = format!(
                "\"{name}\" is not declared in \"extends\" of \"{}\"; declare it or take it out",
                self.extension.id()
            );
            self.problem(Code::UndeclaredField, at, message);
            return;
        };
        let schemas = (source::schema(self.files, at), source::schema(self.files, &existing));
        let same = matches!(schemas, (Some(ours), Some(theirs)) if meaning::same(self.files, ours, theirs).is_some());
        if !same {
            let message = changes_field(self.files, self.shown, name, &existing);
            self.problem(Code::ChangesField, at, message);
        }
    }

    fn required(&mut self, at: &Location, name: &str, core: Option<&Location>, fields: &[Wanted<'_>]) {
        if fields.iter().any(|wanted| wanted.is(name)) {
            let message = format!(
                "\"{name}\" is a field that \"{}\" adds, and an added field is optional; take it out of \"required\"",
                self.extension.id()
            );
            self.problem(Code::RequiresField, at, message);
            return;
        }
        let core = core.and_then(|core| behind(self.files, core.clone()));
        if !core.as_ref().is_some_and(|core| requires(self.files, core, name)) {
            let place =
                core.as_ref().map(|core| format!(" in {}", self.shown.place(core))).unwrap_or_default();
            let message = format!("\"{name}\" is optional{place}; an extension cannot make it required");
            self.problem(Code::ChangesRequired, at, message);
        }
    }
}

impl Wanted<'_> {
    fn is(&self, name: &str) -> bool {
        self.path.is_empty() && self.field == name
    }

    fn after(&self, step: &Step) -> Option<Self> {
        match self.path.split_first() {
            Some((first, rest)) if first == step => Some(Wanted { path: rest, field: self.field }),
            _ => None,
        }
    }
}

/// The message for an existing field that would get another meaning; names the place that has it.
pub(super) fn changes_field(files: &Files, shown: &Shown, name: &str, existing: &Location) -> String {
    let what = source::schema(files, existing).map(describe).unwrap_or_default();
    format!(
        "cannot change existing field \"{name}\" ({what} in {}); give the field a name of its own",
        shown.place(existing)
    )
}

/// A schema in a word or two, for messages.
fn describe(schema: &Value) -> String {
    if let Some(target) = walk::alias_target(schema) {
        return Location::from_resolved(target).as_definition().unwrap_or_else(|| "schema".to_owned());
    }
    match schema.get("type") {
        Some(Value::String(name)) if schema.get("enum").is_some() => format!("{name} enum"),
        Some(Value::String(name)) => name.clone(),
        _ => "schema".to_owned(),
    }
}

/// Whether a core type requires the member `name`, in whichever of its branches.
fn requires(files: &Files, at: &Location, name: &str) -> bool {
    let Some(at) = behind(files, at.clone()) else {
        return false;
    };
    let list = |keyword: &str| source::schema(files, &at)?.get(keyword)?.as_array();
    list("required").is_some_and(|names| names.iter().any(|other| other == name))
        || (0..list("allOf").map_or(0, Vec::len))
            .any(|branch| requires(files, &at.join("allOf").join(&branch.to_string()), name))
}

/// The member `name` of a core type, wherever among its branches it stands.
fn member(files: &Files, at: &Location, name: &str, seen: &mut BTreeSet<Location>) -> Option<Location> {
    let at = behind(files, at.clone())?;
    if !seen.insert(at.clone()) {
        return None;
    }
    let schema = source::schema(files, &at)?;
    if schema.get("properties").and_then(|properties| properties.get(name)).is_some() {
        return Some(at.join("properties").join(name));
    }
    ["allOf", "oneOf", "anyOf"].into_iter().find_map(|keyword| {
        let branches = schema.get(keyword)?.as_array()?.len();
        (0..branches)
            .find_map(|branch| member(files, &at.join(keyword).join(&branch.to_string()), name, seen))
    })
}
