//! From the composition under way to the composed schema.
//!
//! In:  the changed documents, the copies of shared types, and the definitions that stand for others.
//! Out: a [`ComposedSchema`] in which every copy has a readable name and every reference leads to what is used.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::apply::Work;
use super::meaning::Files;
use super::source;
use super::targets::{Copy, Targets};
use super::variants::Variants;
use super::{ComposedSchema, Exclusion};
use crate::error::{Code, Error, Problem};
use crate::extension::ExtensionId;
use crate::names::{self, TypeId};
use crate::point::Step;
use crate::pointer::{Location, Pointer};
use crate::walk;

impl Work<'_> {
    /// The composed schema; `carriers` are the definitions that only show where fields go.
    pub(super) fn finish(
        mut self,
        carriers: &BTreeMap<Location, ExtensionId>,
    ) -> Result<ComposedSchema, Error> {
        self.take_back_unchanged_copies();
        let names = self.copy_names();
        let same: BTreeMap<Location, Location> =
            self.same.keys().map(|from| (from.clone(), self.used_for(from).clone())).collect();
        Error::check(self.problems)?;
        let renamed = |at: &Location| match names.get(at) {
            Some(name) => Location::definition(&at.file, name),
            None => at.clone(),
        };

        let mut files = self.targets.files;
        for (copy, name) in &names {
            rename(&mut files, copy, name);
        }
        redirect(&mut files, |target| renamed(same.get(target).unwrap_or(target)));
        self.fields.retain_mut(|field| {
            let (unit, below) = field.target.within();
            let settled = settled(&files, &renamed(&unit).below(below));
            settled.map(|target| field.target = target).is_some()
        });
        self.fields.sort();
        self.fields.dedup();

        let carriers = carriers.iter().map(|(at, extension)| (at, Exclusion::Carrier(extension.clone())));
        let same = same.iter().map(|(from, to)| (from, Exclusion::SameAs(type_id(&renamed(to)))));
        Ok(ComposedSchema {
            protocol: self.index.protocol(),
            release: self.index.release().clone(),
            extensions: self.active.iter().map(|extension| extension.id().clone()).collect(),
            exclusions: carriers.chain(same).map(|(at, why)| (type_id(at), why)).collect(),
            variants: Variants::new(),
            fields: self.fields,
            files,
        })
    }

    /// A copy in which nothing has changed gives way to what it was made from: a way through a union goes on through
    /// some of its branches only.
    fn take_back_unchanged_copies(&mut self) {
        let targets = &mut self.targets;
        let unchanged = |targets: &Targets| {
            let body = |at| source::schema(&targets.files, at);
            let mut copies = targets.copies.iter();
            copies
                .find(|(at, copy)| body(at) == body(&copy.from))
                .map(|(at, copy)| (at.clone(), copy.from.clone()))
        };
        while let Some((at, from)) = unchanged(targets) {
            targets.copies.remove(&at);
            remove(&mut targets.files, &at);
            redirect(&mut targets.files, |target| if *target == at { from.clone() } else { target.clone() });
            for copy in targets.copies.values_mut().filter(|copy| copy.from == at) {
                copy.from = from.clone();
            }
            for used in self.same.values_mut().filter(|used| **used == at) {
                *used = from.clone();
            }
            for field in &mut self.fields {
                let (unit, below) = field.target.within();
                if unit == at {
                    field.target = from.below(below);
                }
            }
        }
    }

    /// A readable name for each copy of a shared type: the path's type and the shared type's name, or the whole path
    /// where that is taken.
    fn copy_names(&mut self) -> BTreeMap<Location, String> {
        let taken: BTreeSet<String> = names::definitions(self.index.files()).map(|id| id.name).collect();
        let mut rivals: BTreeMap<String, usize> = BTreeMap::new();
        for copy in self.targets.copies.values() {
            *rivals.entry(short_name(copy)).or_default() += 1;
        }
        let mut names: BTreeMap<Location, String> = BTreeMap::new();
        for (at, copy) in &self.targets.copies {
            let short = short_name(copy);
            let name = if rivals[&short] == 1 && !taken.contains(&short) { short } else { long_name(copy) };
            if taken.contains(&name) || names.values().any(|other| *other == name) {
                let place = self.shown.place(&self.targets.original(&copy.place));
                let message =
                    format!("a type made for this place would be called \"{name}\", which is taken");
                self.problems.push(Problem::new(Code::NameClash, place, message));
            }
            names.insert(at.clone(), name);
        }
        names
    }
}

fn short_name(copy: &Copy) -> String {
    format!("{}{}", copy.way.name, copy.source.as_definition().unwrap_or_default())
}

fn long_name(copy: &Copy) -> String {
    let members = copy.way.steps.iter().map(|step| match step {
        Step::Field(member) => pascal(member),
        Step::Elements => String::new(),
    });
    let path: String = members.collect();
    format!("{}{path}{}", copy.way.name, copy.source.as_definition().unwrap_or_default())
}

/// `line_items` → `LineItems`.
fn pascal(member: &str) -> String {
    member
        .split(|c: char| !c.is_alphanumeric())
        .map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_uppercase().collect::<String>() + letters.as_str())
                .unwrap_or_default()
        })
        .collect()
}

fn type_id(definition: &Location) -> TypeId {
    TypeId { file: definition.file.clone(), name: definition.as_definition().unwrap_or_default() }
}

/// Where a field stands after branches above it have become one object, which took in what they had.
fn settled(files: &Files, target: &Location) -> Option<Location> {
    let mut flat = Location { file: target.file.clone(), pointer: Pointer::root() };
    let mut segments = target.pointer.segments();
    while let Some(segment) = segments.next() {
        if segment == "allOf" {
            segments.next();
        } else {
            flat.pointer.push(&segment);
        }
    }
    [target.clone(), flat].into_iter().find(|at| source::schema(files, at).is_some())
}

/// Has every reference lead to where `target` says.
pub(super) fn redirect(files: &mut Files, target: impl Fn(&Location) -> Location) {
    for root in files.values_mut() {
        walk::each_mut(root, &mut |members| {
            if let Some(Value::String(reference)) = members.get_mut("$ref") {
                *reference = target(&Location::from_resolved(reference)).to_string();
            }
        });
    }
}

fn rename(files: &mut Files, from: &Location, to: &str) {
    if let Some(body) = remove(files, from)
        && let Some(Value::Object(defs)) = files.get_mut(&from.file).and_then(|root| root.get_mut("$defs"))
    {
        defs.insert(to.to_owned(), body);
    }
}

fn remove(files: &mut Files, definition: &Location) -> Option<Value> {
    let defs = files.get_mut(&definition.file)?.get_mut("$defs")?.as_object_mut()?;
    defs.shift_remove(&definition.as_definition()?)
}
