//! Where an `extends` path leads: the object schemas that get the field.
//!
//! A path may go through types that other places share. Such a type is copied for this place, so that the field
//! appears nowhere else; the copy keeps its source, and whatever is added to the source everywhere is added to it too.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::flatten;
use super::meaning::Files;
use super::source::{behind, schema};
use crate::error::Code;
use crate::names::suggestion;
use crate::point::Step;
use crate::pointer::{Location, Pointer};
use crate::walk;

/// The documents of a composition under way.
pub(super) struct Targets {
    pub(super) files: Files,
    /// Copies of shared types, by the place of the copy.
    pub(super) copies: BTreeMap<Location, Copy>,
    /// Flattened types → the definitions whose members they took over.
    absorbed: BTreeMap<Location, BTreeSet<Location>>,
}

/// A shared type that was copied for one place.
#[derive(Debug, Clone)]
pub(super) struct Copy {
    /// The reference it was made for.
    pub(super) place: Location,
    /// The definition it is a copy of.
    pub(super) source: Location,
    /// The type that the path starts at, as the path names it.
    pub(super) root: String,
    /// The members on the way from there.
    pub(super) path: Vec<String>,
}

/// Why a path leads nowhere.
pub(super) struct DeadEnd {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) at: Option<Location>,
}

/// A member on the way that belongs to an extension: its name, and the value of its `x-extension`.
pub(super) type Crossed = Vec<(String, Value)>;

impl Targets {
    pub(super) fn new(files: Files) -> Self {
        Self { files, copies: BTreeMap::new(), absorbed: BTreeMap::new() }
    }

    /// The definition, every copy of it, and every flattened type that took over its members.
    pub(super) fn incarnations(&self, definition: &Location) -> Vec<Location> {
        let copies =
            self.copies.iter().filter(|(_, copy)| copy.source == *definition).map(|(at, _)| at.clone());
        let absorbing = self
            .absorbed
            .iter()
            .filter(|(at, parts)| *at != definition && parts.contains(definition))
            .map(|(at, _)| at.clone());
        std::iter::once(definition.clone()).chain(copies).chain(absorbing).collect()
    }

    /// The objects that `steps` lead to from the type at `root`.
    pub(super) fn follow(
        &mut self,
        root: &Location,
        name: &str,
        steps: &[Step],
        crossed: &mut Crossed,
    ) -> Result<Vec<Location>, DeadEnd> {
        let mut at = vec![root.clone()];
        let mut path: Vec<String> = Vec::new();
        for step in steps {
            let mut next = Vec::new();
            let mut known = BTreeSet::new();
            for place in at {
                for owned in self.owned(&place, name, &path)? {
                    let child = match step {
                        Step::Field(field) => owned.join("properties").join(field),
                        Step::Elements => owned.join("items"),
                    };
                    match schema(&self.files, &child) {
                        Some(found) => {
                            if let (Step::Field(field), Some(mark)) = (step, found.get("x-extension")) {
                                crossed.push((field.clone(), mark.clone()));
                            }
                            next.push(child);
                        }
                        None => known.extend(self.members(&owned)),
                    }
                }
            }
            if next.is_empty() {
                return Err(no_step(name, &path, step, &known, root));
            }
            if let Step::Field(field) = step {
                path.push(field.clone());
            }
            at = next;
        }
        let mut objects = Vec::new();
        for place in &at {
            for owned in self.owned(place, name, &path)? {
                if is_object(schema(&self.files, &owned)) && !objects.contains(&owned) {
                    objects.push(owned);
                }
            }
        }
        if objects.is_empty() {
            return Err(DeadEnd {
                code: Code::NotAnObject,
                message: format!("\"{}\" is not an object, so it cannot get a field", shown(name, &path)),
                at: at.first().cloned(),
            });
        }
        Ok(objects)
    }

    /// The schemas at `place` that may be changed for this path alone: shared types copied, composed ones flattened,
    /// unions taken apart.
    fn owned(&mut self, place: &Location, root: &str, path: &[String]) -> Result<Vec<Location>, DeadEnd> {
        let Some(found) = schema(&self.files, place) else {
            return Ok(Vec::new());
        };
        if walk::alias_target(found).is_some() {
            let copy = if self.is_root_alias(place) {
                behind(&self.files, place.clone())
            } else {
                self.copy(place, root, path)
            };
            return match copy {
                Some(copy) => self.owned(&copy, root, path),
                None => Ok(Vec::new()),
            };
        }
        if flatten::is_composite(found) {
            self.flatten(place)?;
            return Ok(vec![place.clone()]);
        }
        if is_object(Some(found)) || found.get("items").is_some() {
            return Ok(vec![place.clone()]);
        }
        let mut owned = Vec::new();
        for keyword in ["oneOf", "anyOf"] {
            let branches = found.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
            if branches > 0 {
                for branch in 0..branches {
                    owned.extend(self.owned(&place.join(keyword).join(&branch.to_string()), root, path)?);
                }
                break;
            }
        }
        Ok(owned)
    }

    /// Whether `place` is a whole definition (a path's first step) rather than a place that uses one.
    fn is_root_alias(&self, place: &Location) -> bool {
        place.as_definition().is_some() && !self.copies.contains_key(place)
    }

    /// Makes the definition that `place` refers to a copy of its own, and returns where that is.
    pub(super) fn copy(&mut self, place: &Location, root: &str, path: &[String]) -> Option<Location> {
        let target = behind(&self.files, place.clone())?;
        if self.copies.get(&target).is_some_and(|copy| copy.place == *place) {
            return Some(target);
        }
        let body = schema(&self.files, &target)?.clone();
        let source = self.copies.get(&target).map_or_else(|| target.clone(), |copy| copy.source.clone());
        // No published name holds a "#", so this one is free; it gives way to a readable one in the end.
        let own = Location::definition(&target.file, &place.to_string());
        let root_document = self.files.get_mut(&target.file)?;
        root_document.pointer_mut("/$defs")?.as_object_mut()?.insert(place.to_string(), body);
        if let Some(members) = self.members_mut(place) {
            members.shift_remove("allOf");
            members.insert("$ref".to_owned(), own.to_string().into());
        }
        let copy = Copy { place: place.clone(), source, root: root.to_owned(), path: path.to_vec() };
        self.copies.insert(own.clone(), copy);
        Some(own)
    }

    fn flatten(&mut self, place: &Location) -> Result<(), DeadEnd> {
        let Some(composite) = schema(&self.files, place) else {
            return Ok(());
        };
        let mut parts = BTreeSet::new();
        self.parts(composite, &mut parts);
        let flat = flatten::flatten(&self.files, composite).map_err(|why| DeadEnd {
            code: Code::CannotFlatten,
            message: format!("cannot become one closed object: {why}"),
            at: Some(place.clone()),
        })?;
        if let Some(target) =
            self.files.get_mut(&place.file).and_then(|root| root.pointer_mut(place.pointer.as_str()))
        {
            *target = flat;
        }
        self.absorbed.insert(place.clone(), parts);
        Ok(())
    }

    /// The definitions that a composed type is made of.
    fn parts(&self, composite: &Value, parts: &mut BTreeSet<Location>) {
        let branches = composite.get("allOf").and_then(Value::as_array).into_iter().flatten();
        for branch in std::iter::once(composite).chain(branches) {
            if let Some(target) = branch.get("$ref").and_then(Value::as_str) {
                let target = Location::from_resolved(target);
                let source = self.copies.get(&target).map_or(&target, |copy| &copy.source).clone();
                if parts.insert(source)
                    && let Some(next) = schema(&self.files, &target)
                {
                    self.parts(next, parts);
                }
            }
        }
    }

    /// The members that the schema at `place` knows.
    fn members(&self, place: &Location) -> Vec<String> {
        let properties = schema(&self.files, place).and_then(|found| found.get("properties")?.as_object());
        properties.into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    /// The keywords of the object schema at `place`, to be changed.
    pub(super) fn members_mut(&mut self, place: &Location) -> Option<&mut Map<String, Value>> {
        self.files.get_mut(&place.file)?.pointer_mut(place.pointer.as_str())?.as_object_mut()
    }
}

fn is_object(schema: Option<&Value>) -> bool {
    schema.is_some_and(|schema| {
        schema.get("properties").is_some() || schema.get("type").is_some_and(|t| t == "object")
    })
}

fn shown(name: &str, path: &[String]) -> String {
    std::iter::once("$")
        .chain(std::iter::once(name))
        .chain(path.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join(".")
}

fn no_step(name: &str, path: &[String], step: &Step, known: &BTreeSet<String>, root: &Location) -> DeadEnd {
    let before = shown(name, path);
    let message = match step {
        Step::Elements => format!("\"{before}\" is not an array, so [*] leads nowhere"),
        Step::Field(field) => match suggestion(field, known.iter()) {
            Some(near) => format!("\"{before}\" has no field \"{field}\"; did you mean \"{near}\"?"),
            None if known.is_empty() => format!("\"{before}\" has no fields, so \"{field}\" leads nowhere"),
            None => {
                let known: Vec<_> = known.iter().map(String::as_str).collect();
                format!("\"{before}\" has no field \"{field}\"; it has {}", known.join(", "))
            }
        },
    };
    let at = Location { file: root.file.clone(), pointer: Pointer::from_text(root.pointer.as_str()) };
    DeadEnd { code: Code::UnknownStep, message, at: Some(at) }
}
