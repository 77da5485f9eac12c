//! Putting every declared field where it belongs.
//!
//! Points are taken in a fixed order, short paths before long ones, so that a field added to a type everywhere is
//! there before a copy of that type is made for one place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::codes;
use super::meaning::{self, Pairs};
use super::partial::{self, Use};
use super::source::{self, Source, Wanted};
use super::targets::{Crossed, Targets, Way};
use super::{ComposedField, ComposedSchema, Outcome, Shown};
use crate::error::{Code, Error, Problem};
use crate::extension::{Extension, ExtensionId};
use crate::index::Index;
use crate::names::{self, TypeId};
use crate::point::{ExtensionPoint, Step};
use crate::pointer::{Location, Pointer};
use crate::select::ExtensionRef;

/// Composes the fields of `active`, whose documents are in `index`; `foreign` are the documents of all extensions,
/// active or not.
pub(super) fn apply(
    index: &Index,
    active: &[&Extension],
    foreign: BTreeSet<String>,
) -> Result<ComposedSchema, Error> {
    let types = names::definitions(index.files()).filter(|id| !foreign.contains(&id.file)).collect();
    let mut work = Work {
        index,
        active,
        types,
        shown: Shown::new(active),
        targets: Targets::new(index.files().clone(), foreign),
        fields: Vec::new(),
        same: BTreeMap::new(),
        problems: Vec::new(),
    };
    let mut points: Vec<_> = active
        .iter()
        .flat_map(|extension| extension.points().iter().map(move |point| (*extension, point)))
        .collect();
    points.sort_by_key(|(extension, point)| (point.steps().len(), point.to_string(), extension.id()));
    let mut uses: BTreeMap<&ExtensionId, Vec<Use<'_>>> = BTreeMap::new();
    for (extension, point) in points {
        match work.point(extension, point) {
            Ok(used) => uses.entry(extension.id()).or_default().extend(used),
            Err(problem) => work.problems.push(problem),
        }
    }
    let mut carriers = BTreeMap::new();
    for extension in active {
        let uses = uses.remove(extension.id()).unwrap_or_default();
        let (found, problems) = partial::check(index.files(), &work.shown, extension, &uses);
        carriers.extend(found.into_iter().map(|carrier| (carrier, extension.id().clone())));
        work.problems.extend(problems);
    }
    work.share_definitions(&carriers);
    work.finish(&carriers)
}

/// A composition under way.
pub(super) struct Work<'w> {
    pub(super) index: &'w Index,
    pub(super) active: &'w [&'w Extension],
    /// The types that can be extended: those of the release, without those of its core extensions.
    types: Vec<TypeId>,
    pub(super) shown: Shown,
    pub(super) targets: Targets,
    pub(super) fields: Vec<ComposedField>,
    /// An extension's definition → the definition that is used instead, which means the same.
    pub(super) same: BTreeMap<Location, Location>,
    pub(super) problems: Vec<Problem>,
}

impl<'w> Work<'w> {
    /// Adds one field of one extension wherever its path leads.
    fn point(
        &mut self,
        extension: &'w Extension,
        point: &'w ExtensionPoint,
    ) -> Result<Vec<Use<'w>>, Problem> {
        let declared = |code, message: String| {
            Problem::new(code, extension.declaration().clone(), format!("\"{point}\": {message}"))
        };
        let main = self.index.protocol().main_file();
        let named = names::find(&self.types, main, point.type_name()).map_err(|error| {
            let first = error.into_problems().into_iter().next();
            let (code, message) = first.map_or((Code::UnknownType, String::new()), |p| (p.code, p.message));
            declared(code, message)
        })?;
        let names = source::aliases(self.index.files(), named.location());
        let base = names.last().cloned().unwrap_or_else(|| named.location());

        let mut crossed = Crossed::new();
        let objects = self.targets.objects(&base, point, &mut crossed).map_err(|end| {
            declared(end.code, format!("{} (in {})", end.message, self.shown.place(&end.at)))
        })?;
        self.check_crossed(extension, point, &crossed);

        let holder = |object: &Location| {
            let copy = self.targets.copies.get(object).filter(|_| !point.steps().is_empty());
            copy.map(|copy| copy.source.clone())
        };
        let objects: Vec<_> = objects.into_iter().map(|object| (holder(&object), object)).collect();
        let mut holders: Vec<String> = Vec::new();
        for name in objects.iter().filter_map(|(holder, _)| holder.as_ref()?.as_definition()) {
            if !holders.contains(&name) {
                holders.push(name);
            }
        }
        let file = extension.file();
        let place = extension.declaration().clone();
        let wanted = Wanted { file: &file, point, targets: &names, holders: &holders, place };
        let sources = source::find(self.index.files(), &wanted)?;

        let is_from = |source: &Source, holder: &Location| {
            source.from_holder && source.carrier.as_definition() == holder.as_definition()
        };
        for (holder, object) in &objects {
            let own =
                sources.iter().find(|source| holder.as_ref().is_some_and(|holder| is_from(source, holder)));
            if let Some(source) = own.or(sources.first()) {
                self.add(extension, point, &source.field, object);
            }
        }
        let uses = sources.into_iter().map(|source| {
            let mut holders = objects.iter().filter_map(|(holder, _)| holder.as_ref());
            let core = holders.find(|holder| is_from(&source, holder)).unwrap_or(&base).clone();
            Use { point, source, core }
        });
        Ok(uses.collect())
    }

    /// A path may go through another extension's field only where the declaration says that it depends on it.
    fn check_crossed(&mut self, extension: &Extension, point: &ExtensionPoint, crossed: &Crossed) {
        for (field, mark) in crossed.iter().filter(|(_, mark)| mark.get("folded").is_none()) {
            let also = mark.get("also").and_then(Value::as_array).into_iter().flatten();
            let mut owners =
                std::iter::once(mark).chain(also).filter_map(|mark| mark.get("name")?.as_str()).peekable();
            let Some(owner) = owners.peek().copied() else {
                continue;
            };
            if owners.any(|owner| owner == extension.id().name || self.depends_on(extension, owner)) {
                continue;
            }
            let message = format!(
                "\"{point}\" goes through \"{field}\", a field of \"{owner}\"; list \"{owner}\" in \"depends_on\""
            );
            self.problems.push(Problem::new(
                Code::UndeclaredDependency,
                extension.declaration().clone(),
                message,
            ));
        }
    }

    /// Whether `extension` depends on the one named `owner`, directly or by way of others.
    fn depends_on(&self, extension: &Extension, owner: &str) -> bool {
        let mut queue = vec![extension];
        let mut seen = BTreeSet::new();
        while let Some(next) = queue.pop() {
            for wanted in next.depends_on().iter().filter_map(|name| ExtensionRef::new(name).ok()) {
                for other in self.active.iter().filter(|other| wanted.matches(other.id())) {
                    if other.id().name == owner {
                        return true;
                    }
                    if seen.insert(other.id()) {
                        queue.push(other);
                    }
                }
            }
        }
        false
    }

    /// Adds the field to one object, or finds that it is there already.
    fn add(&mut self, extension: &Extension, point: &ExtensionPoint, from: &Location, object: &Location) {
        let target = object.join("properties").join(point.field());
        let Some(new) = source::schema(self.index.files(), from).cloned() else {
            return;
        };
        let existing = source::schema(&self.targets.files, &target).cloned();
        let outcome = match &existing {
            None => {
                self.insert(object, point.field(), new);
                Outcome::Added
            }
            Some(existing) => match self.same_as_declared(&new, existing, &target) {
                Some(pairs) => {
                    let file = extension.file();
                    for (left, right) in
                        pairs.into_iter().filter(|(left, right)| left.file == file && right.file != file)
                    {
                        self.use_instead(left, right);
                    }
                    Outcome::Folded
                }
                None if self.is_vocabulary(point) => match self.add_values(point, from, &target) {
                    Ok(values) if values.is_empty() => Outcome::Folded,
                    Ok(values) => Outcome::Values(values),
                    Err(message) => {
                        let place = self.shown.place(from);
                        self.problems.push(Problem::new(Code::BadCodeValues, place, message));
                        return;
                    }
                },
                None => {
                    self.refuse(extension, point, from, &target, existing);
                    return;
                }
            },
        };
        let mark = existing.as_ref().and_then(|existing| existing.get("x-extension"));
        let folded = outcome == Outcome::Folded && mark.is_none_or(|mark| !is_addition(mark));
        self.mark(&target, &provenance(extension, from, &outcome, folded));
        self.fields.push(ComposedField {
            target,
            point: point.clone(),
            extension: extension.id().clone(),
            source: from.clone(),
            outcome,
        });
    }

    /// Whether `new` means the same as the field at `target` as it was declared: what extensions add inside a field
    /// does not change what the field is.
    fn same_as_declared(&self, new: &Value, existing: &Value, target: &Location) -> Option<Pairs> {
        let mark = existing.get("x-extension").filter(|mark| is_addition(mark));
        let declared = match mark {
            Some(mark) => source_of(mark),
            None => self.targets.original(target),
        };
        match self.index.schema(&declared) {
            Some(declared) => meaning::same(self.index.files(), new, declared),
            None => meaning::same(&self.targets.files, new, existing),
        }
    }

    /// Has `other` used instead of `definition`, unless it is the other way round already.
    pub(super) fn use_instead(&mut self, definition: Location, other: Location) {
        if *self.used_for(&other) != definition {
            self.same.entry(definition).or_insert(other);
        }
    }

    /// The definition that is used for `definition` in the end.
    pub(super) fn used_for<'s>(&'s self, definition: &'s Location) -> &'s Location {
        let mut used = definition;
        while let Some(next) = self.same.get(used) {
            used = next;
        }
        used
    }

    fn refuse(
        &mut self,
        extension: &Extension,
        point: &ExtensionPoint,
        from: &Location,
        target: &Location,
        existing: &Value,
    ) {
        let (code, message) = if let Some(mark) = existing.get("x-extension").filter(|mark| is_addition(mark))
        {
            let place = self.shown.place(&source_of(mark));
            let message = format!(
                "\"{point}\" is added by \"{}\" and by \"{}\" ({place}) with different schemas; only one of them can be active",
                extension.id(),
                owner_of(mark),
            );
            (Code::ConflictingExtensions, message)
        } else {
            let original = self.targets.original(target);
            let known = self.index.schema(&original).is_some();
            let files = if known { self.index.files() } else { &self.targets.files };
            (Code::ChangesField, partial::changes_field(files, &self.shown, point.field(), &original))
        };
        self.problems.push(Problem::new(code, self.shown.place(from), message));
    }

    fn is_vocabulary(&self, point: &ExtensionPoint) -> bool {
        self.index.protocol().open_vocabularies().contains(&point.to_string().as_str())
    }

    /// Adds the values of the enum at `from` to the one at `target`, and returns those that the release does not have.
    fn add_values(
        &mut self,
        point: &ExtensionPoint,
        from: &Location,
        target: &Location,
    ) -> Result<Vec<String>, String> {
        let wrong = "values for a message code are given as an \"enum\" of strings";
        let body = |files, at| source::schema(files, &source::behind(files, at)?);
        let mut values = body(self.index.files(), from.clone()).and_then(codes::values).ok_or(wrong)?;
        let existing = body(&self.targets.files, target.clone());
        if existing.is_some_and(codes::is_open) {
            return Ok(values);
        }
        let no_enum = "the field is no enum of strings that values could be added to";
        let mut known = existing.and_then(codes::values).ok_or(no_enum)?;
        let before = body(self.index.files(), self.targets.original(target)).and_then(codes::values);

        known.extend(values.iter().filter(|value| !known.contains(value)).cloned().collect::<Vec<_>>());
        let steps = vec![Step::Field(point.field().to_owned())];
        let way = Way { base: target.clone(), name: point.type_name().to_owned(), steps };
        if let Some(members) = self.targets.own(target, &way).and_then(|own| self.targets.members_mut(&own)) {
            members.insert("enum".to_owned(), known.into());
        }
        values.retain(|value| before.as_ref().is_none_or(|before| !before.contains(value)));
        Ok(values)
    }

    fn insert(&mut self, object: &Location, field: &str, schema: Value) {
        // `true` says the same as `{}`, which can carry the provenance.
        let schema = if schema == Value::Bool(true) { json!({}) } else { schema };
        if let Some(members) = self.targets.members_mut(object) {
            let properties = members.entry("properties").or_insert_with(|| json!({}));
            if let Some(properties) = properties.as_object_mut() {
                properties.insert(field.to_owned(), schema);
            }
        }
    }

    /// Writes provenance beside a field's schema; a second extension at the same place goes under `also`.
    fn mark(&mut self, target: &Location, provenance: &Value) {
        let Some(members) = self.targets.members_mut(target) else {
            return;
        };
        match members.get_mut("x-extension") {
            Some(Value::Object(mark)) => {
                if mark.get("name") == provenance.get("name") {
                    return;
                }
                let also = mark.entry("also").or_insert_with(|| json!([]));
                if let Some(also) = also.as_array_mut()
                    && also.iter().all(|other| other.get("name") != provenance.get("name"))
                {
                    also.push(provenance.clone());
                }
            }
            _ => {
                members.insert("x-extension".to_owned(), provenance.clone());
            }
        }
    }

    /// Definitions of extensions that mean the same as one of the release, or of another extension, under the same name
    /// are one type.
    fn share_definitions(&mut self, carriers: &BTreeMap<Location, ExtensionId>) {
        let own: BTreeSet<String> = self.active.iter().map(|extension| extension.file()).collect();
        let all: Vec<_> = names::definitions(self.index.files()).collect();
        let main = self.index.protocol().main_file();
        for id in all.iter().filter(|id| own.contains(&id.file)) {
            let here = id.location();
            if carriers.contains_key(&here) || self.same.contains_key(&here) {
                continue;
            }
            let earlier = all.iter().filter(|other| {
                let shared = other.file == main || (own.contains(&other.file) && other.file < id.file);
                shared && other.name == id.name && !carriers.contains_key(&other.location())
            });
            for other in earlier {
                let there = other.location();
                let files = self.index.files();
                if let (Some(left), Some(right)) =
                    (source::schema(files, &here), source::schema(files, &there))
                    && meaning::same(files, left, right).is_some()
                {
                    self.use_instead(here, there);
                    break;
                }
            }
        }
    }
}

/// Whether the mark of a field says that an extension has added it, not only that one has it too or adds values.
fn is_addition(mark: &Value) -> bool {
    mark.get("folded").is_none() && mark.get("values").is_none()
}

/// The extension that a mark names, with its version.
fn owner_of(mark: &Value) -> String {
    let text = |member: &str| mark.get(member).and_then(Value::as_str);
    let name = text("name").unwrap_or_default();
    text("version").map_or_else(|| name.to_owned(), |version| format!("{name}@{version}"))
}

/// Where the extension that a mark names has the field.
fn source_of(mark: &Value) -> Location {
    let text = |member: &str| mark.get(member).and_then(Value::as_str).unwrap_or_default();
    Location { file: text("file").to_owned(), pointer: Pointer::from_text(text("pointer")) }
}

pub(super) fn provenance(extension: &Extension, from: &Location, outcome: &Outcome, folded: bool) -> Value {
    let mut mark = Map::new();
    mark.insert("name".to_owned(), extension.id().name.clone().into());
    if let Some(version) = &extension.id().version {
        mark.insert("version".to_owned(), version.as_str().into());
    }
    mark.insert("file".to_owned(), from.file.clone().into());
    mark.insert("pointer".to_owned(), from.pointer.as_str().into());
    if folded {
        mark.insert("folded".to_owned(), true.into());
    }
    if let Outcome::Values(values) = outcome {
        mark.insert("values".to_owned(), values.clone().into());
    }
    mark.into()
}
