//! Where an `extends` path leads: the object schemas that get the field.
//!
//! A path may go through types that other places share. Such a type is copied for this place, so that the field
//! appears nowhere else; the copy keeps its source, and whatever is added to the source everywhere is added to it too.
//! Where a type is composed of a changed one and says something of its own of what is changed, the change is made there
//! too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value, json};

use super::flatten;
use super::meaning::Files;
use super::source::{behind, schema};
use crate::error::Code;
use crate::names::suggestion;
use crate::point::{ExtensionPoint, Step};
use crate::pointer::{Location, Pointer};
use crate::walk;

/// The documents of a composition under way.
pub(super) struct Targets {
    pub(super) files: Files,
    /// Copies of shared types, by the place of the copy.
    pub(super) copies: BTreeMap<Location, Copy>,
    /// Flattened types → the definitions whose members they took over.
    absorbed: BTreeMap<Location, BTreeSet<Location>>,
    /// The documents of extensions, whose definitions are no types of the release.
    foreign: BTreeSet<String>,
}

/// A shared type that was copied for one place.
#[derive(Debug, Clone)]
pub(super) struct Copy {
    /// The reference it was made for.
    pub(super) place: Location,
    /// The definition it is a copy of.
    pub(super) source: Location,
    /// What the reference led to before: the source, or another copy of it.
    pub(super) from: Location,
    /// The way that led to the place.
    pub(super) way: Way,
}

/// A way from a type to a place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Way {
    /// The type, where it has its body.
    pub(super) base: Location,
    /// What the path calls that type.
    pub(super) name: String,
    /// The steps from there.
    pub(super) steps: Vec<Step>,
}

/// A place on a way.
struct Stop {
    at: Location,
    /// The types that the way has gone through to it.
    through: BTreeSet<Location>,
}

/// Why a path leads nowhere.
pub(super) struct DeadEnd {
    pub(super) code: Code,
    pub(super) message: String,
    pub(super) at: Location,
}

/// A member on the way that belongs to an extension: its name, and the value of its `x-extension`.
pub(super) type Crossed = Vec<(String, Value)>;

impl Targets {
    pub(super) fn new(files: Files, foreign: BTreeSet<String>) -> Self {
        Self { files, copies: BTreeMap::new(), absorbed: BTreeMap::new(), foreign }
    }

    /// Where the release, or an extension's document, has what stands at `at`.
    pub(super) fn original(&self, at: &Location) -> Location {
        let (unit, below) = at.within();
        match self.copies.get(&unit) {
            Some(copy) => copy.source.below(below),
            None => at.clone(),
        }
    }

    /// The definition, every flattened type that took over its members, and every copy of these.
    fn incarnations(&self, definition: &Location) -> Vec<Location> {
        let absorbing =
            self.absorbed.iter().filter(|(_, parts)| parts.contains(definition)).map(|(at, _)| at);
        let mut found = vec![definition.clone()];
        for at in absorbing {
            if !found.contains(at) {
                found.push(at.clone());
            }
        }
        for (at, copy) in &self.copies {
            if found.contains(&copy.source) && !found.contains(at) {
                found.push(at.clone());
            }
        }
        found
    }

    /// The objects that get the field of `point`, whose type has its body at `base`.
    pub(super) fn objects(
        &mut self,
        base: &Location,
        point: &ExtensionPoint,
        crossed: &mut Crossed,
    ) -> Result<Vec<Location>, DeadEnd> {
        let way = Way { base: base.clone(), name: point.type_name().to_owned(), steps: Vec::new() };
        let mut objects = Vec::new();
        for root in self.incarnations(base) {
            objects.extend(self.follow(root, way.clone(), point.steps(), crossed)?);
        }
        if let Some((first @ Step::Field(member), rest)) = point.steps().split_first() {
            for place in self.beside(member, &way) {
                let way = Way { steps: vec![first.clone()], ..way.clone() };
                // What leads nowhere here says nothing of the objects that get the field.
                objects.extend(self.follow(place, way, rest, crossed).unwrap_or_default());
            }
        }
        let mut seen = BTreeSet::new();
        objects.retain(|object| seen.insert(object.clone()));
        Ok(objects)
    }

    /// Every place where a type that is composed of `way.base` says something of its own of `member`: what is added
    /// inside the member has to be added there too, or it would be refused.
    fn beside(&mut self, member: &str, way: &Way) -> Vec<Location> {
        let mut branches = Vec::new();
        for (file, root) in self.files.iter().filter(|(file, _)| !self.foreign.contains(*file)) {
            walk::each(root, &Pointer::root(), &mut |at, schema| {
                let mut parts = BTreeSet::new();
                if walk::alias(schema).is_none() {
                    self.parts(schema, &mut parts);
                }
                if parts.contains(&way.base) {
                    let at = Location { file: file.clone(), pointer: at.clone() };
                    let list = schema.get("allOf").and_then(Value::as_array).map_or(0, Vec::len);
                    branches.extend((0..list).map(|branch| at.join("allOf").join(&branch.to_string())));
                    branches.push(at);
                }
            });
        }
        let mut found = Vec::new();
        for branch in branches {
            let says = |body: &Location| {
                let properties = schema(&self.files, body).and_then(|body| body.get("properties"));
                properties.is_some_and(|properties| properties.get(member).is_some())
            };
            let body = behind(&self.files, branch.clone());
            if body.is_some_and(|body| self.original(&body) != way.base && says(&body))
                && let Some(own) = self.own(&branch, way)
            {
                found.push(own.join("properties").join(member));
            }
        }
        found
    }

    /// The objects that `steps` lead to from `start`, to which `way` has led.
    fn follow(
        &mut self,
        start: Location,
        mut way: Way,
        steps: &[Step],
        crossed: &mut Crossed,
    ) -> Result<Vec<Location>, DeadEnd> {
        let through = BTreeSet::from([self.original(&start)]);
        let mut stops = vec![Stop { at: start, through }];
        for step in steps {
            let mut next = Vec::new();
            let mut known = BTreeSet::new();
            for stop in &stops {
                for owned in self.owned(stop, &way)? {
                    let child = match step {
                        Step::Field(field) => owned.at.join("properties").join(field),
                        Step::Elements => owned.at.join("items"),
                    };
                    match schema(&self.files, &child) {
                        Some(found) => {
                            if let (Step::Field(field), Some(mark)) = (step, found.get("x-extension")) {
                                crossed.push((field.clone(), mark.clone()));
                            }
                            next.push(Stop { at: child, through: owned.through });
                        }
                        None => known.extend(self.members(&owned.at)),
                    }
                }
            }
            if next.is_empty() {
                let array = stops.iter().any(|stop| self.is_array(&stop.at));
                let message = no_step(&way, step, &known, array);
                return Err(DeadEnd { code: Code::UnknownStep, message, at: way.base });
            }
            way.steps.push(step.clone());
            stops = next;
        }
        let mut objects = Vec::new();
        for stop in &stops {
            for Stop { at, .. } in self.owned(stop, &way)? {
                let body = schema(&self.files, &at);
                if body.is_some_and(|body| flatten::closes_beside(&self.files, body)) {
                    let message = format!("something beside the members of \"{way}\" takes no others");
                    return Err(DeadEnd { code: Code::CannotFlatten, message, at: self.original(&at) });
                }
                if is_object(body) && !objects.contains(&at) {
                    objects.push(at);
                }
            }
        }
        match stops.first() {
            Some(Stop { at, .. }) if objects.is_empty() => {
                let way_out =
                    if self.is_array(at) { "; write [*] for the elements of the array" } else { "" };
                let message = format!("\"{way}\" is not an object, so it cannot get a field{way_out}");
                Err(DeadEnd { code: Code::NotAnObject, message, at: self.original(at) })
            }
            _ => Ok(objects),
        }
    }

    /// The schemas at a stop that may be changed for this way alone: shared types copied, composed ones flattened,
    /// unions taken apart. This ends, because no schema refers to itself for the same value.
    fn owned(&mut self, stop: &Stop, way: &Way) -> Result<Vec<Stop>, DeadEnd> {
        let at = &stop.at;
        let Some(found) = schema(&self.files, at) else {
            return Ok(Vec::new());
        };
        let mut through = stop.through.clone();
        if walk::alias_target(found).is_some() {
            let Some(body) = behind(&self.files, at.clone()) else {
                return Ok(Vec::new());
            };
            if !through.insert(self.original(&body)) {
                return Err(self.recursive(&body, way));
            }
            return match self.own(at, way) {
                Some(at) => self.owned(&Stop { at, through }, way),
                None => Ok(Vec::new()),
            };
        }
        if flatten::is_composite(found) {
            self.flatten(at)?;
        }
        if let Some(parts) = self.absorbed.get(at) {
            if let Some(again) = parts.iter().find(|part| through.contains(part)) {
                return Err(self.recursive(again, way));
            }
            through.extend(parts.iter().cloned());
        }
        let Some(found) = schema(&self.files, at) else {
            return Ok(Vec::new());
        };
        if is_object(Some(found)) || found.get("items").is_some() {
            return Ok(vec![Stop { at: at.clone(), through }]);
        }
        let mut owned = Vec::new();
        for keyword in ["oneOf", "anyOf"] {
            let branches = found.get(keyword).and_then(Value::as_array).map_or(0, Vec::len);
            if branches > 0 {
                for branch in 0..branches {
                    let at = at.join(keyword).join(&branch.to_string());
                    owned.extend(self.owned(&Stop { at, through: through.clone() }, way)?);
                }
                break;
            }
        }
        Ok(owned)
    }

    /// A type that contains itself has no end at which to change a copy of it.
    fn recursive(&self, again: &Location, way: &Way) -> DeadEnd {
        let at = self.original(again);
        let name = at.as_definition().unwrap_or_else(|| at.to_string());
        let message =
            format!("\"{way}\" is inside another {name}, so it cannot be changed alone; extend $.{name}");
        DeadEnd { code: Code::UnsupportedPath, message, at }
    }

    /// Where the schema that `place` stands for may be changed for this way alone: a definition that it refers to is
    /// copied. Places that one way leads to share the copy.
    pub(super) fn own(&mut self, place: &Location, way: &Way) -> Option<Location> {
        let target = behind(&self.files, place.clone())?;
        if target == *place || self.copies.get(&target).is_some_and(|copy| copy.place == *place) {
            return Some(target);
        }
        let same_way = |(at, copy): &(&Location, &Copy)| {
            copy.way.base == way.base
                && copy.way.steps == way.steps
                && (**at == target || copy.from == target)
        };
        let shared = self.copies.iter().find(same_way).map(|(at, _)| at.clone());
        let own = match shared {
            Some(shared) => shared,
            None => self.make_copy(place, target, way)?,
        };
        if let Some(members) = self.members_mut(place) {
            members.shift_remove("allOf");
            members.insert("$ref".to_owned(), own.to_string().into());
        }
        Some(own)
    }

    fn make_copy(&mut self, place: &Location, from: Location, way: &Way) -> Option<Location> {
        let mut body = schema(&self.files, &from)?.clone();
        if let Some(members) = body.as_object_mut() {
            members.shift_remove("$defs");
        }
        // No published name holds a "#", so this one is free; it gives way to a readable one in the end.
        let own = Location::definition(&from.file, &place.to_string());
        let document = self.files.get_mut(&from.file)?.as_object_mut()?;
        let definitions = document.entry("$defs").or_insert_with(|| json!({}));
        definitions.as_object_mut()?.insert(place.to_string(), body);
        let source = self.copies.get(&from).map_or_else(|| from.clone(), |copy| copy.source.clone());
        let copy = Copy { place: place.clone(), source, from, way: way.clone() };
        self.copies.insert(own.clone(), copy);
        Some(own)
    }

    fn flatten(&mut self, place: &Location) -> Result<(), DeadEnd> {
        let Some(composite) = schema(&self.files, place).filter(|schema| flatten::is_composite(schema))
        else {
            return Ok(());
        };
        let mut parts = BTreeSet::new();
        self.parts(composite, &mut parts);
        let flat = flatten::flatten(&self.files, composite).map_err(|why| DeadEnd {
            code: Code::CannotFlatten,
            message: format!("cannot become one closed object: {why}"),
            at: self.original(place),
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
        if let Some(target) = composite.get("$ref").and_then(Value::as_str).map(Location::from_resolved) {
            let source = self.copies.get(&target).map_or(&target, |copy| &copy.source).clone();
            if parts.insert(source)
                && let Some(next) = schema(&self.files, &target)
            {
                self.parts(next, parts);
            }
        }
        for branch in composite.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.parts(branch, parts);
        }
    }

    fn is_array(&self, place: &Location) -> bool {
        let body = behind(&self.files, place.clone());
        body.and_then(|body| schema(&self.files, &body)).is_some_and(|schema| schema.get("items").is_some())
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

/// As people write a path: the type and the members on the way.
impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "$.{}", self.name)?;
        self.steps.iter().try_for_each(|step| match step {
            Step::Field(field) => write!(f, ".{field}"),
            Step::Elements => f.write_str("[*]"),
        })
    }
}

fn no_step(way: &Way, step: &Step, known: &BTreeSet<String>, array: bool) -> String {
    match step {
        Step::Elements => format!("\"{way}\" is not an array, so [*] leads nowhere"),
        Step::Field(field) if array => {
            format!("\"{way}\" is an array, so \"{field}\" leads nowhere; write [*] for its elements")
        }
        Step::Field(field) => match suggestion(field, known.iter()) {
            Some(near) => format!("\"{way}\" has no field \"{field}\"; did you mean \"{near}\"?"),
            None if known.is_empty() => format!("\"{way}\" has no fields, so \"{field}\" leads nowhere"),
            None => {
                let known: Vec<_> = known.iter().map(String::as_str).collect();
                format!("\"{way}\" has no field \"{field}\"; it has {}", known.join(", "))
            }
        },
    }
}
