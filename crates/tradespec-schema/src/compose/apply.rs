//! Putting every declared field where it belongs.
//!
//! Points are taken in a fixed order, short paths before long ones, so that a field added to a type everywhere is
//! there before a copy of that type is made for one place.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::meaning::{self, Files};
use super::partial::{self, Use};
use super::source::{self, Wanted};
use super::targets::{Crossed, Targets};
use super::{ComposedField, ComposedSchema, Exclusion, Outcome, Shown};
use crate::error::{Code, Error, Problem};
use crate::extension::{Extension, ExtensionId};
use crate::index::Index;
use crate::names::{self, TypeId};
use crate::point::ExtensionPoint;
use crate::pointer::Location;
use crate::select::ExtensionRef;
use crate::walk;

/// Composes the fields of `active`, whose documents are in `index`.
pub(super) fn apply(index: &Index, active: &[&Extension]) -> Result<ComposedSchema, Error> {
    let mut work = Work {
        index,
        active,
        shown: Shown::new(active),
        targets: Targets::new(index.files().clone()),
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
            Ok(used) => uses.entry(extension.id()).or_default().push(used),
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
    work.finish(carriers)
}

struct Work<'w> {
    index: &'w Index,
    active: &'w [&'w Extension],
    shown: Shown,
    targets: Targets,
    fields: Vec<ComposedField>,
    /// An extension's definition → the definition that is used instead, which means the same.
    same: BTreeMap<Location, Location>,
    problems: Vec<Problem>,
}

impl<'w> Work<'w> {
    /// Adds one field of one extension wherever its path leads.
    fn point(&mut self, extension: &'w Extension, point: &'w ExtensionPoint) -> Result<Use<'w>, Problem> {
        let declared = |code, message: String| {
            Problem::new(code, extension.declaration().clone(), format!("\"{point}\": {message}"))
        };
        let named = self.type_named(point.type_name()).map_err(|error| {
            let first = error.into_problems().into_iter().next();
            let (code, message) = first.map_or((Code::UnknownType, String::new()), |p| (p.code, p.message));
            declared(code, message)
        })?;
        let names = aliases(self.index.files(), &named.location());
        let base = names.last().cloned().unwrap_or_else(|| named.location());

        let mut crossed = Crossed::new();
        let mut objects = Vec::new();
        for root in self.targets.incarnations(&base) {
            let found = self.targets.follow(&root, point.type_name(), point.steps(), &mut crossed);
            let found = found.map_err(|end| {
                let place = end.at.map(|at| format!(" (in {})", self.shown.place(&at))).unwrap_or_default();
                declared(end.code, format!("{}{place}", end.message))
            })?;
            objects.extend(found.into_iter().filter(|object| !objects.contains(object)).collect::<Vec<_>>());
        }
        self.check_crossed(extension, point, &crossed);

        let holder_sources: Vec<Location> = objects
            .iter()
            .filter(|_| !point.steps().is_empty())
            .filter_map(|object| self.targets.copies.get(object).map(|copy| copy.source.clone()))
            .collect();
        let holders: Vec<String> = holder_sources.iter().filter_map(Location::as_definition).collect();
        let file = extension.file();
        let wanted = Wanted {
            file: &file,
            point,
            targets: &names,
            holders: &holders,
            place: extension.declaration().clone(),
        };
        let source = source::find(self.index.files(), &wanted)?;

        for object in &objects {
            self.add(extension, point, &source.field, object);
        }
        let holder = holder_sources
            .iter()
            .find(|holder| source.from_holder && holder.as_definition() == source.carrier.as_definition());
        let core = holder.cloned().unwrap_or(base);
        Ok(Use { point, source, core })
    }

    /// The core type a path starts at.
    fn type_named(&self, name: &str) -> Result<TypeId, Error> {
        let own: BTreeSet<String> = self.active.iter().map(|extension| extension.file()).collect();
        let types: Vec<_> =
            names::definitions(self.index.files()).filter(|id| !own.contains(&id.file)).collect();
        names::find(&types, self.index.protocol().main_file(), name)
    }

    /// A path may go through another extension's field only where the declaration says that it depends on it.
    fn check_crossed(&mut self, extension: &Extension, point: &ExtensionPoint, crossed: &Crossed) {
        for (field, mark) in crossed {
            let owner = mark.get("name").and_then(Value::as_str).unwrap_or_default();
            let folded = mark.get("folded").is_some();
            if folded || owner == extension.id().name || self.depends_on(extension, owner) {
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
            Some(existing) => match meaning::same(&self.targets.files, &new, existing) {
                Some(pairs) => {
                    let file = extension.file();
                    for (left, right) in
                        pairs.into_iter().filter(|(left, right)| left.file == file && right.file != file)
                    {
                        self.same.entry(left).or_insert(right);
                    }
                    Outcome::Folded
                }
                None if self.is_vocabulary(point) => match self.add_values(point, &new, &target) {
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
        let folded = outcome == Outcome::Folded
            && existing.is_some_and(|existing| existing.get("x-extension").is_none());
        self.mark(&target, &provenance(extension, from, &outcome, folded));
        self.fields.push(ComposedField {
            target,
            point: point.clone(),
            extension: extension.id().clone(),
            source: from.clone(),
            outcome,
        });
    }

    fn refuse(
        &mut self,
        extension: &Extension,
        point: &ExtensionPoint,
        from: &Location,
        target: &Location,
        existing: &Value,
    ) {
        let other = existing.get("x-extension").filter(|mark| mark.get("folded").is_none());
        let (code, message) = match other {
            Some(mark) => {
                let text = |member: &str| mark.get(member).and_then(Value::as_str).unwrap_or_default();
                let place = self.shown.place(&Location::from_resolved(&format!(
                    "{}#{}",
                    text("file"),
                    text("pointer")
                )));
                let message = format!(
                    "\"{point}\" is added by \"{}\" and by \"{}\" ({place}) with different schemas; only one of them can be active",
                    extension.id(),
                    text("name"),
                );
                (Code::ConflictingExtensions, message)
            }
            None => (
                Code::ChangesField,
                partial::changes_field(&self.targets.files, &self.shown, point.field(), target),
            ),
        };
        self.problems.push(Problem::new(code, self.shown.place(from), message));
    }

    fn is_vocabulary(&self, point: &ExtensionPoint) -> bool {
        self.index.protocol().open_vocabularies().contains(&point.to_string().as_str())
    }

    /// Adds the values of `new` to the enum at `target`; an open string takes them as they are.
    fn add_values(
        &mut self,
        point: &ExtensionPoint,
        new: &Value,
        target: &Location,
    ) -> Result<Vec<String>, String> {
        let wrong = "values for a message code are given as an \"enum\" of strings";
        let keywords = new.as_object().ok_or(wrong)?;
        let plain = keywords.iter().all(|(keyword, value)| {
            keyword == "enum"
                || (keyword == "type" && value == "string")
                || walk::Keyword::of(keyword) == walk::Keyword::Annotation
        });
        let values = keywords.get("enum").and_then(Value::as_array).filter(|_| plain).ok_or(wrong)?;
        let values = values
            .iter()
            .map(|value| value.as_str().map(str::to_owned).ok_or(wrong))
            .collect::<Result<Vec<_>, _>>()?;
        let place = if source::schema(&self.targets.files, target).and_then(walk::alias_target).is_some() {
            self.targets
                .copy(target, point.type_name(), &[point.field().to_owned()])
                .unwrap_or_else(|| target.clone())
        } else {
            target.clone()
        };
        if let Some(Value::Array(known)) =
            self.targets.members_mut(&place).and_then(|members| members.get_mut("enum"))
        {
            for value in &values {
                if !known.iter().any(|other| other == value) {
                    known.push(value.clone().into());
                }
            }
        }
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
                    self.same.insert(here, there);
                    break;
                }
            }
        }
    }

    fn finish(mut self, carriers: BTreeMap<Location, ExtensionId>) -> Result<ComposedSchema, Error> {
        let names = self.copy_names();
        Error::check(self.problems)?;
        let mut moved: BTreeMap<String, Location> = BTreeMap::new();
        for (from, to) in &self.same {
            let mut to = to;
            while let Some(next) = self.same.get(to) {
                to = next;
            }
            let to = names.get(to).map_or_else(|| to.clone(), |name| Location::definition(&to.file, name));
            moved.insert(from.to_string(), to);
        }
        for (copy, name) in &names {
            moved.insert(copy.to_string(), Location::definition(&copy.file, name));
        }
        let mut files = self.targets.files;
        for (copy, name) in &names {
            rename(&mut files, copy, name);
        }
        for root in files.values_mut() {
            walk::each_mut(root, &mut |members| {
                if let Some(Value::String(reference)) = members.get_mut("$ref")
                    && let Some(target) = moved.get(reference.as_str())
                {
                    *reference = target.to_string();
                }
            });
        }
        for field in &mut self.fields {
            for (copy, name) in &names {
                let prefix = format!("{copy}/");
                if let Some(rest) = field.target.to_string().strip_prefix(&prefix) {
                    field.target = Location::from_resolved(&format!(
                        "{}/{rest}",
                        Location::definition(&copy.file, name)
                    ));
                }
            }
        }
        self.fields.sort();
        let mut exclusions = BTreeMap::new();
        for (carrier, extension) in carriers {
            exclusions.insert(type_id(&carrier), Exclusion::Carrier(extension));
        }
        for from in self.same.keys() {
            if let Some(to) = moved.get(&from.to_string()) {
                exclusions.insert(type_id(from), Exclusion::SameAs(type_id(to)));
            }
        }
        Ok(ComposedSchema {
            protocol: self.index.protocol(),
            release: self.index.release().clone(),
            extensions: self.active.iter().map(|extension| extension.id().clone()).collect(),
            files,
            fields: self.fields,
            exclusions,
        })
    }

    /// A readable name for each copy of a shared type: the path's type and the shared type's name, or the whole path
    /// where that is taken.
    fn copy_names(&mut self) -> BTreeMap<Location, String> {
        let taken: BTreeSet<String> = names::definitions(self.index.files()).map(|id| id.name).collect();
        let short = |at: &Location| {
            let copy = &self.targets.copies[at];
            format!("{}{}", copy.root, copy.source.as_definition().unwrap_or_default())
        };
        let mut rivals: BTreeMap<String, usize> = BTreeMap::new();
        for at in self.targets.copies.keys() {
            *rivals.entry(short(at)).or_default() += 1;
        }
        let mut names: BTreeMap<Location, String> = BTreeMap::new();
        for (at, copy) in &self.targets.copies {
            let name = short(at);
            let name = if rivals[&name] == 1 && !taken.contains(&name) {
                name
            } else {
                let path: String = copy.path.iter().map(|member| pascal(member)).collect();
                format!("{}{path}{}", copy.root, copy.source.as_definition().unwrap_or_default())
            };
            if taken.contains(&name) || names.values().any(|other| *other == name) {
                let message =
                    format!("a type made for this place would be called \"{name}\", which is taken");
                self.problems.push(Problem::new(Code::NameClash, self.shown.place(&copy.place), message));
            }
            names.insert(at.clone(), name);
        }
        names
    }
}

/// The definition at `start` and those it is a pure alias of, the last one being the body.
fn aliases(files: &Files, start: &Location) -> Vec<Location> {
    let mut names = vec![start.clone()];
    while let Some(target) =
        names.last().and_then(|at| source::schema(files, at)).and_then(walk::alias_target)
    {
        names.push(Location::from_resolved(target));
    }
    names
}

fn provenance(extension: &Extension, from: &Location, outcome: &Outcome, folded: bool) -> Value {
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

fn type_id(definition: &Location) -> TypeId {
    TypeId { file: definition.file.clone(), name: definition.as_definition().unwrap_or_default() }
}

/// Renames a definition, in its place.
fn rename(files: &mut Files, from: &Location, to: &str) {
    let Some(old) = from.as_definition() else {
        return;
    };
    if let Some(Value::Object(defs)) = files.get_mut(&from.file).and_then(|root| root.get_mut("$defs"))
        && let Some(body) = defs.shift_remove(&old)
    {
        defs.insert(to.to_owned(), body);
    }
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
