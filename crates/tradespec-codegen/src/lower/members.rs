//! Objects with known members: the members of an object and of everything its `allOf` brings in.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use serde_json::Value;
use tradespec_schema::{ComposedSchema, Exclusion, Location, walk};

use super::places::definition;
use super::{Context, Lowering, constraints, description};
use crate::lowered::{Field, Fixed, Struct, TypeRef};
use crate::rust;

/// The members of an object schema, each with every place that describes it.
#[derive(Default)]
pub(super) struct Members<'c> {
    pub(super) known: IndexMap<String, Vec<(Location, &'c Value)>>,
    required: Vec<String>,
    /// What only extensions require.
    required_by_extension: Vec<String>,
    /// For each closed part, the members it knows.
    closed: Vec<Vec<String>>,
    /// The parts the object is made of.
    parts: Vec<(Location, &'c Value)>,
}

impl<'c> Members<'c> {
    /// The members of the schema at `here`, through references and `allOf`.
    pub(super) fn of(composed: &'c ComposedSchema, schema: &'c Value, here: &Location) -> Self {
        let mut members = Self::default();
        members.add(composed, schema, here);
        members
    }

    fn add(&mut self, composed: &'c ComposedSchema, schema: &'c Value, here: &Location) {
        if self.parts.iter().any(|(at, _)| at == here) {
            return;
        }
        self.parts.push((here.clone(), schema));
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, member) in properties.into_iter().flatten() {
            self.known.entry(name.clone()).or_default().push((here.join("properties").join(name), member));
        }
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let required = required.filter_map(Value::as_str).map(str::to_owned);
        let exclusion = definition(here).and_then(|id| composed.exclusions().get(&id));
        if matches!(exclusion, Some(Exclusion::Carrier(_))) {
            self.required_by_extension.extend(required);
        } else {
            self.required.extend(required);
        }
        if schema.get("additionalProperties") == Some(&Value::Bool(false)) {
            self.closed.push(properties.into_iter().flatten().map(|(name, _)| name.clone()).collect());
        }
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = Location::from_resolved(target);
            if let Some(base) = composed.schema(&target) {
                self.add(composed, base, &target);
            }
        }
        let branches = schema.get("allOf").and_then(Value::as_array);
        for (number, branch) in branches.into_iter().flatten().enumerate() {
            self.add(composed, branch, &here.join("allOf").join(&number.to_string()));
        }
    }

    /// The members that one case of an object has: those of the object, without what only other cases require.
    pub(super) fn case(&self, case: &Self, others: &[&Self]) -> Self {
        let mut members =
            Self { closed: self.closed.clone(), required: self.required.clone(), ..Self::default() };
        members.required.extend(case.required.iter().cloned());
        for (name, places) in &self.known {
            let elsewhere = others.iter().any(|other| other.is_required(name));
            if members.is_required(name) || case.known.contains_key(name) || !elsewhere {
                let narrowed = case.known.get(name).into_iter().flatten();
                members.known.insert(name.clone(), narrowed.chain(places).cloned().collect());
            }
        }
        members
    }

    /// Whether the schema at `part` is a part of the object.
    pub(super) fn includes(&self, part: &Location) -> bool {
        self.parts.iter().any(|(at, _)| at == part)
    }

    /// Whether all that `other` requires is required, and something else.
    pub(super) fn requires_more_than(&self, other: &Self) -> bool {
        let required = |members: &Self| members.required.iter().cloned().collect::<BTreeSet<_>>();
        let (own, others) = (required(self), required(other));
        own.len() > others.len() && own.is_superset(&others)
    }

    pub(super) fn is_required(&self, name: &str) -> bool {
        self.required.iter().any(|required| required == name)
    }

    /// A member that one part describes and a closed part does not know: no document can carry it.
    fn is_dead(&self, name: &str) -> bool {
        self.closed.iter().any(|known| !known.iter().any(|other| other == name))
    }

    /// The fixed string of a required member.
    pub(super) fn fixed(&self, name: &str) -> Option<&'c str> {
        let places = self.known.get(name)?;
        let value = places.iter().find_map(|(_, schema)| fixed_string(schema));
        value.filter(|_| self.is_required(name))
    }
}

impl<'c> Lowering<'c> {
    /// Whether the schema is an object with known members: its own, or those of an `allOf` that brings several parts.
    ///
    /// One reference beside conditions is not: that is the type it refers to.
    pub(super) fn is_struct(&self, schema: &'c Value) -> bool {
        if !is_object(schema) {
            return false;
        }
        if has_members(schema) {
            return true;
        }
        let branches = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let referred = branches.iter().chain([schema]).filter_map(|branch| branch.get("$ref")?.as_str());
        let referred: Vec<_> =
            referred.filter_map(|target| self.composed.schema(&Location::from_resolved(target))).collect();
        let nested = branches.iter().filter(|branch| branch.get("$ref").is_none());
        let own = nested.filter(|branch| self.is_struct(branch)).count();
        own > 0 || (referred.len() > 1 && referred.iter().any(|target| self.is_struct(target)))
    }

    /// The struct of an object schema.
    pub(super) fn object(&mut self, schema: &'c Value, here: &Location, context: &Context) -> Struct {
        let members = Members::of(self.composed, schema, here);
        for (at, part) in &members.parts {
            let branches = part.get("allOf").and_then(Value::as_array).is_some();
            let mut handled = vec!["type", "properties", "required", "$ref", "additionalProperties"];
            if branches {
                handled.push("allOf");
            }
            self.drop_keywords(part, at, &handled);
            if part.get("additionalProperties").is_some_and(|rest| *rest != Value::Bool(true)) {
                self.drop(at, "additionalProperties", constraints::why_dropped("additionalProperties"));
            }
        }
        self.structure(&members, context)
    }

    /// The struct of an object's members.
    pub(super) fn structure(&mut self, members: &Members<'c>, context: &Context) -> Struct {
        let mut lowered = Struct::default();
        for (name, places) in &members.known {
            if lowered.fixed.is_none()
                && let Some(value) = members.fixed(name)
            {
                lowered.fixed = Some(Fixed { member: name.clone(), value: value.to_owned() });
                continue;
            }
            if let Some(mut field) = self.field(name, places, members, context) {
                field.name = free_name(&lowered, &field.name);
                lowered.fields.push(field);
            }
        }
        if members.closed.is_empty() || self.policy.keep_unknown_members {
            lowered.others = Some(free_name(&lowered, "other_members"));
        }
        lowered
    }

    /// What a member is by its type, where the type says it and the member does not.
    pub(super) fn summary(&self, schema: &Value) -> Option<String> {
        let target = Location::from_resolved(schema.get("$ref")?.as_str()?);
        let text = self.composed.schema(&target).and_then(description)?;
        Some(first_sentence(&text).to_owned())
    }

    fn field(
        &mut self,
        name: &str,
        places: &[(Location, &'c Value)],
        members: &Members<'c>,
        context: &Context,
    ) -> Option<Field> {
        if let Some((at, _)) = places.iter().find(|(_, schema)| **schema == Value::Bool(false)) {
            self.drop(at, "", "a member that may never be present: no field");
            return None;
        }
        let (at, schema) = self.narrowest(places);
        let update = context.members.is_empty() && self.policy.patch.contains(&context.id.to_string());
        let holds = self.type_of(schema, at, &self.owner(at, context).member(name));
        for (other, schema) in places.iter().filter(|(other, _)| other != at) {
            // The one description that says most counts; what another one adds to it is recorded.
            self.drop_keywords(schema, other, &["$ref", "type", "items", "properties"]);
        }
        let described = description(schema);
        let mut constraints: Vec<String> =
            places.iter().flat_map(|(_, schema)| constraints::sentences(schema)).collect();
        constraints.dedup();
        if members.is_dead(name) {
            let why = "The schema of this release accepts no document with this member, because the object it is added to is closed.";
            constraints.push(why.to_owned());
            if let Some((at, _)) = places.first() {
                self.drop(
                    at,
                    "",
                    "a member that a closed base refuses: the type has it, the validator refuses it",
                );
            }
        }
        let required = members.is_required(name);
        if !required && members.required_by_extension.iter().any(|required| required == name) {
            constraints.push("Required where the extension is active.".to_owned());
            let why = "required by an extension, which may not be active: the type leaves it out, the validator asks for it";
            self.drop(at, "", why);
        }
        let first = |keyword: &str| places.iter().find_map(|(_, schema)| schema.get(keyword));
        let nullable = matches!(holds, TypeRef::Nullable(_));
        let from = first("x-extension").and_then(extension);
        let is_new = places.iter().all(|(_, schema)| schema.get("x-extension").is_some());
        Some(Field {
            wire: name.to_owned(),
            name: rust::field(name),
            description: described
                .or_else(|| places.iter().find_map(|(_, schema)| description(schema)))
                .or_else(|| self.summary(schema)),
            constraints,
            extension: from.clone().filter(|_| is_new),
            extended_by: from.filter(|_| !is_new),
            deprecated: first("deprecated") == Some(&Value::Bool(true)),
            required,
            patch: (update || nullable) && !required,
            holds,
        })
    }
}

/// The first sentence of a text.
fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").find(|(at, _)| {
        let next = text[at + 2..].chars().next();
        next.is_some_and(|c| c.is_uppercase() || c == '`')
    });
    ends.map_or(text, |(at, _)| &text[..=at])
}

/// The only string that a schema allows.
fn fixed_string(schema: &Value) -> Option<&str> {
    let one_of_one = || match schema.get("enum")?.as_array()?.as_slice() {
        [one] => one.as_str(),
        _ => None,
    };
    schema.get("const").and_then(Value::as_str).or_else(one_of_one)
}

fn is_object(schema: &Value) -> bool {
    schema.is_object() && schema.get("type").is_none_or(|name| name == "object")
}

fn has_members(schema: &Value) -> bool {
    schema.get("properties").and_then(Value::as_object).is_some_and(|members| !members.is_empty())
}

/// `name`, with a number where another field has it.
fn free_name(object: &Struct, name: &str) -> String {
    let stem = format!("{}_", name.trim_end_matches('_'));
    rust::free_name(name, &stem, |name| object.fields.iter().any(|field| field.name == name))
}

fn extension(mark: &Value) -> Option<String> {
    let name = mark.get("name")?.as_str()?;
    match mark.get("version").and_then(Value::as_str) {
        Some(version) => Some(format!("{name}@{version}")),
        None => Some(name.to_owned()),
    }
}

/// Whether a schema says anything about which type a value has.
pub(super) fn is_typed(schema: &Value) -> bool {
    ["type", "$ref", "properties", "enum", "const", "items"]
        .iter()
        .any(|keyword| schema.get(*keyword).is_some())
        || walk::alias(schema).is_some()
}
