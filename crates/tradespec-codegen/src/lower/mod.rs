//! Lowering: from JSON Schema to what Rust types can say.
//!
//! In:  a [`ComposedSchema`] and the [`Policy`].
//! Out: a [`LoweredSchema`]: references followed, `allOf` merged, anonymous objects, enumerations and unions named.
//! Holds: every definition becomes a type or stands in `excluded` with a reason; every keyword that no type expresses
//! stands in `dropped`.
//!
//! A lowered type accepts more than its schema: bounds, conditions between members and fixed values are left to the
//! validator, and so is a member that a closed base forbids.

mod constraints;
mod members;
mod names;
mod places;
mod rings;
mod unions;
mod variants;

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde_json::Value;
use tradespec_schema::{ComposedSchema, Location, TypeId, messages, walk};

use crate::error::{Error, Problem};
use crate::lowered::{
    Dropped, EnumValue, LoweredModule, LoweredSchema, LoweredType, Shape, Struct, TypeRef, VariantOf,
};
use crate::policy::{Policy, ProtocolPolicy};
use crate::rust;
use names::Site;

/// Lowers every type of a release.
pub fn lower(composed: &ComposedSchema, policy: &Policy) -> Result<LoweredSchema, Error> {
    let default = ProtocolPolicy::default();
    let policy = policy.of(composed.protocol()).unwrap_or(&default);
    let mut lowering = Lowering::new(composed, policy);
    for (id, body) in lowering.definitions.clone() {
        lowering.definition(&id, &body);
    }
    lowering.finish()
}

/// A type before it has its final name.
struct Draft {
    lowered: LoweredType,
    /// Where an anonymous type stands; `None` for a definition.
    site: Option<Site>,
}

/// The place inside a definition that is being lowered.
#[derive(Debug, Clone)]
struct Context {
    id: TypeId,
    members: Vec<String>,
}

impl Context {
    fn member(&self, name: &str) -> Self {
        let mut members = self.members.clone();
        members.push(name.to_owned());
        Self { id: self.id.clone(), members }
    }

    /// The context of one element of what this one holds.
    fn element(&self) -> Self {
        let mut members = self.members.clone();
        match members.last_mut() {
            Some(last) => *last = rust::singular(last),
            None => members.push("item".to_owned()),
        }
        Self { id: self.id.clone(), members }
    }
}

struct Lowering<'c> {
    composed: &'c ComposedSchema,
    policy: &'c ProtocolPolicy,
    /// Definition → the place of its body, in the order of the files.
    definitions: IndexMap<TypeId, Location>,
    /// Body → the definition that carries its name.
    named: BTreeMap<Location, TypeId>,
    /// What is a variant of another type, for some messages.
    variants: BTreeMap<TypeId, VariantOf>,
    drafts: IndexMap<Location, Draft>,
    dropped: BTreeSet<Dropped>,
    excluded: Vec<(TypeId, String)>,
    nameable: BTreeSet<String>,
    /// Places of structs that are being lowered.
    under_way: BTreeSet<Location>,
    /// References that are being followed in place, against rings.
    following: Vec<Location>,
}

impl<'c> Lowering<'c> {
    fn new(composed: &'c ComposedSchema, policy: &'c ProtocolPolicy) -> Self {
        let mut excluded: Vec<(TypeId, String)> = Vec::new();
        let mut ids: Vec<TypeId> = Vec::new();
        for id in composed.definitions() {
            match (composed.exclusions().get(&id), policy.exclude.get(&id.to_string())) {
                (Some(exclusion), _) => excluded.push((id, exclusion.reason())),
                (None, Some(reason)) => excluded.push((id, reason.clone())),
                (None, None) => ids.push(id),
            }
        }
        // A body with one pure alias goes by the alias's name: `CheckoutSessionBase` is `CheckoutSession`.
        let mut aliases: BTreeMap<Location, Vec<TypeId>> = BTreeMap::new();
        for id in &ids {
            if let Some(target) = composed.schema(&id.location()).and_then(walk::alias_target) {
                aliases.entry(Location::from_resolved(target)).or_default().push(id.clone());
            }
        }
        let mut definitions = IndexMap::new();
        let mut named = BTreeMap::new();
        for id in ids {
            let here = id.location();
            if let Some([alias]) = aliases.get(&here).map(Vec::as_slice) {
                excluded.push((id, format!("is the body of {alias}, which carries its name")));
                continue;
            }
            let body = match composed.schema(&here).and_then(walk::alias_target).map(Location::from_resolved)
            {
                Some(target) if aliases.get(&target).is_some_and(|all| all.len() == 1) => target,
                _ => here.clone(),
            };
            named.insert(here, id.clone());
            named.insert(body.clone(), id.clone());
            definitions.insert(id, body);
        }
        Self {
            composed,
            policy,
            definitions,
            named,
            variants: variants::of(composed),
            drafts: IndexMap::new(),
            dropped: BTreeSet::new(),
            excluded,
            nameable: composed.definitions().map(|id| id.to_string()).collect(),
            under_way: BTreeSet::new(),
            following: Vec::new(),
        }
    }

    fn definition(&mut self, id: &TypeId, body: &Location) {
        let Some(schema) = self.composed.schema(body) else {
            return;
        };
        let context = Context { id: id.clone(), members: Vec::new() };
        // The place is kept for the definition, so that its own parts come after it.
        let at = self.drafts.len();
        let operations = self.operations(id);
        let variant_of = self.variants.get(id).map(|variant| {
            let plain =
                self.named.get(&variant.plain).map_or_else(|| variant.plain.clone(), TypeId::location);
            VariantOf { plain, ..variant.clone() }
        });
        let mut shape = self.shape(schema, body, &context);
        // What is a message, or of one, is a type like the others even where nothing of it is sent.
        if matches!(shape, Shape::Alias(TypeRef::Object)) && (variant_of.is_some() || !operations.is_empty())
        {
            let others = Some(members::OTHERS.to_owned());
            shape = Shape::Struct(Struct { others, ..Struct::default() });
        }
        let own = self.composed.schema(&id.location()).and_then(description);
        let lowered = LoweredType {
            name: String::new(),
            id: Some(id.clone()),
            location: id.location(),
            source: self.published(&id.location()),
            description: own.or_else(|| description(schema)),
            variant_of,
            operations,
            example: self.example(id, schema),
            shape,
        };
        self.drafts.shift_insert(at.min(self.drafts.len()), id.location(), Draft { lowered, site: None });
    }

    /// The operations that `id` is a body of.
    fn operations(&self, id: &TypeId) -> Vec<String> {
        let uses = messages::uses(self.composed.protocol(), id);
        uses.map(|(operation, direction)| format!("{direction} of `{}`", operation.name)).collect()
    }

    /// The first example of a message type; one on the definition itself comes before one on its body.
    fn example(&self, id: &TypeId, body: &Value) -> Option<Value> {
        let own = self.composed.schema(&id.location()).and_then(|schema| schema.pointer("/examples/0"));
        let example = own.or_else(|| body.pointer("/examples/0"));
        example.filter(|_| messages::uses(self.composed.protocol(), id).next().is_some()).cloned()
    }

    /// What the schema at `here` describes. Anonymous types below it become drafts of their own.
    fn shape(&mut self, schema: &'c Value, here: &Location, context: &Context) -> Shape {
        if let Some(target) = walk::alias_target(schema) {
            return Shape::Alias(self.reference(&Location::from_resolved(target), context));
        }
        if let Some(shape) = self.cases(schema, here, context) {
            return shape;
        }
        if self.is_struct(schema) {
            return Shape::Struct(self.object(schema, here, context));
        }
        if let Some(values) = strings(schema) {
            self.drop_keywords(schema, here, &["type", "enum", "const"]);
            return Shape::StringEnum(self.vocabulary(&values));
        }
        if let Some(shape) = self.union(schema, here, context) {
            return shape;
        }
        Shape::Alias(self.plain(schema, here, context))
    }

    /// The type of the schema at `here`; a struct, enumeration or union in place gets a name of its own.
    fn type_of(&mut self, schema: &'c Value, here: &Location, context: &Context) -> TypeRef {
        if self.drafts.contains_key(here) || self.under_way.contains(here) {
            return TypeRef::Named(here.clone());
        }
        let shape = if self.is_struct(schema) {
            // A struct that comes back to its own place is a type that contains itself.
            self.under_way.insert(here.clone());
            let shape = self.shape(schema, here, context);
            self.under_way.remove(here);
            shape
        } else {
            self.shape(schema, here, context)
        };
        match shape {
            Shape::Alias(holds) => holds,
            shape => self.hoist(schema, here, context, shape),
        }
    }

    /// Gives the type at `here` a draft of its own.
    fn hoist(&mut self, schema: &Value, here: &Location, context: &Context, shape: Shape) -> TypeRef {
        let site = Site::new(context, schema, &shape);
        self.nameable.insert(site.key());
        let lowered = LoweredType {
            name: String::new(),
            id: None,
            location: here.clone(),
            source: self.published(here),
            description: description(schema).or_else(|| Some(site.in_words())),
            variant_of: None,
            operations: Vec::new(),
            example: None,
            shape,
        };
        self.drafts.insert(here.clone(), Draft { lowered, site: Some(site) });
        TypeRef::Named(here.clone())
    }

    /// The type behind a reference: a definition's name, or the schema in place where no type is made of the target.
    fn reference(&mut self, target: &Location, context: &Context) -> TypeRef {
        if let Some(id) = self.named.get(target) {
            return TypeRef::Named(id.location());
        }
        if self.following.contains(target) {
            self.drop(
                target,
                "",
                "refers to itself through definitions that no type is made of: any JSON value",
            );
            return TypeRef::Any;
        }
        let Some(schema) = self.composed.schema(target) else {
            return TypeRef::Any;
        };
        self.following.push(target.clone());
        let holds = self.type_of(schema, target, context);
        self.following.pop();
        holds
    }

    /// A type that needs no name.
    fn plain(&mut self, schema: &'c Value, here: &Location, context: &Context) -> TypeRef {
        if let Some(Value::String(target)) = schema.get("$ref") {
            self.drop_keywords(schema, here, &["$ref"]);
            return self.reference(&Location::from_resolved(target), context);
        }
        let (name, nullable) = match schema.get("type") {
            Some(Value::String(name)) => (Some(name.as_str()), false),
            Some(Value::Array(names)) => {
                let rest: Vec<_> =
                    names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect();
                let nullable = rest.len() < names.len();
                match rest.as_slice() {
                    [one] => (Some(*one), nullable),
                    _ => (None, false),
                }
            }
            _ => (by_value(schema), false),
        };
        let holds = match name {
            Some("string") => match schema.get("format").and_then(Value::as_str) {
                Some("date-time") => {
                    self.drop_keywords(schema, here, &["type", "format"]);
                    TypeRef::DateTime
                }
                Some("uri") => {
                    self.drop_keywords(schema, here, &["type", "format"]);
                    TypeRef::Uri
                }
                _ => {
                    self.drop_keywords(schema, here, &["type"]);
                    TypeRef::String
                }
            },
            Some("integer") => {
                self.drop_keywords(schema, here, &["type"]);
                TypeRef::Integer
            }
            Some("number") => {
                self.drop_keywords(schema, here, &["type"]);
                TypeRef::Number
            }
            Some("boolean") => {
                self.drop_keywords(schema, here, &["type"]);
                TypeRef::Boolean
            }
            Some("array") => {
                self.drop_keywords(schema, here, &["type", "items"]);
                let items = schema.get("items").filter(|items| items.is_object());
                let element = items.map(|items| self.type_of(items, &here.join("items"), &context.element()));
                TypeRef::List(Box::new(element.unwrap_or(TypeRef::Any)))
            }
            Some("object") => self.map(schema, here, context),
            _ => self.anything(schema, here, context),
        };
        if nullable && holds != TypeRef::Any { TypeRef::Nullable(Box::new(holds)) } else { holds }
    }

    /// An object without known members.
    fn map(&mut self, schema: &'c Value, here: &Location, context: &Context) -> TypeRef {
        self.drop_keywords(schema, here, &["type", "additionalProperties", "properties"]);
        match schema.get("additionalProperties").filter(|values| values.is_object()) {
            Some(values) => {
                let values =
                    self.type_of(values, &here.join("additionalProperties"), &context.member("value"));
                TypeRef::Map(Box::new(values))
            }
            None => TypeRef::Object,
        }
    }

    /// A schema without a type of its own: the first branch of its `allOf` that has one, else any value.
    fn anything(&mut self, schema: &'c Value, here: &Location, context: &Context) -> TypeRef {
        let branches = schema.get("allOf").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (number, branch) in branches.iter().enumerate() {
            let at = here.join("allOf").join(&number.to_string());
            let holds = self.type_of(branch, &at, context);
            if holds != TypeRef::Any {
                self.drop_keywords(schema, here, &["allOf"]);
                for (rest, other) in branches.iter().enumerate().skip(number + 1) {
                    self.drop_keywords(other, &here.join("allOf").join(&rest.to_string()), &[]);
                }
                return holds;
            }
        }
        self.drop_keywords(schema, here, &[]);
        TypeRef::Any
    }

    fn vocabulary(&self, values: &[String]) -> Vec<EnumValue> {
        let mut known: Vec<EnumValue> = Vec::new();
        for wire in values {
            let derived = self.policy.variants.get(wire).cloned().unwrap_or_else(|| rust::pascal(wire));
            let taken = |name: &str| known.iter().any(|other| other.variant == name);
            let variant = rust::free_name(&derived, &derived, taken);
            if known.iter().all(|other| other.wire != *wire) {
                known.push(EnumValue { wire: wire.clone(), variant });
            }
        }
        known
    }

    /// Records the keywords of the schema at `here` that are not among `handled` and constrain something.
    fn drop_keywords(&mut self, schema: &Value, here: &Location, handled: &[&str]) {
        for (keyword, _) in schema.as_object().into_iter().flatten() {
            let annotation = walk::Keyword::of(keyword) == walk::Keyword::Annotation;
            if !annotation
                && keyword != "$defs"
                && keyword != "$anchor"
                && !handled.contains(&keyword.as_str())
            {
                self.drop(here, keyword, constraints::why_dropped(keyword));
            }
        }
    }

    fn drop(&mut self, here: &Location, keyword: &str, reason: &'static str) {
        let pointer = if keyword.is_empty() { here.pointer.clone() } else { here.pointer.join(keyword) };
        self.dropped.insert(Dropped {
            file: here.file.clone(),
            pointer: pointer.as_str().to_owned(),
            reason,
        });
    }

    fn module(&self, file: &str) -> String {
        self.policy.module(file, self.composed.protocol().main_file())
    }

    fn finish(self) -> Result<LoweredSchema, Error> {
        let mut problems: Vec<Problem> = Vec::new();
        let named = names::assign(&self, &mut problems);
        Error::check(problems)?;
        let mut modules: IndexMap<String, LoweredModule> = IndexMap::new();
        for file in self.composed.files().keys() {
            let name = self.module(file);
            let files = modules.entry(name.clone()).or_insert_with(|| LoweredModule {
                name,
                files: Vec::new(),
                types: Vec::new(),
            });
            files.files.push(file.clone());
        }
        for draft in self.drafts.values() {
            let Some(name) = named.names.get(&draft.lowered.location) else {
                continue;
            };
            let module = self.module(&draft.lowered.location.file);
            if let Some(module) = modules.get_mut(&module) {
                let mut lowered = draft.lowered.clone();
                lowered.name.clone_from(name);
                named.rename(&mut lowered.shape);
                module.types.push(lowered);
            }
        }
        let release = rust::release_module(self.composed.release().as_str());
        let mut modules: Vec<_> = modules.into_values().filter(|module| !module.types.is_empty()).collect();
        modules.sort_by(|a, b| a.name.cmp(&b.name));
        rings::break_rings(&mut modules);
        Ok(LoweredSchema {
            protocol: self.composed.protocol(),
            release: self.composed.release().clone(),
            path: Some(format!("{}::{release}", self.policy.crate_name.replace('-', "_"))),
            modules,
            dropped: self.dropped.into_iter().collect(),
            excluded: self.excluded,
            nameable: self.nameable,
        })
    }
}

fn description(schema: &Value) -> Option<String> {
    let text = schema.get("description").and_then(Value::as_str)?.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// The values of a schema that lists strings, or fixes one.
fn strings(schema: &Value) -> Option<Vec<String>> {
    if schema.get("type").is_some_and(|name| name != "string") {
        return None;
    }
    if let Some(Value::String(one)) = schema.get("const") {
        return Some(vec![one.clone()]);
    }
    let values = schema.get("enum")?.as_array()?;
    values
        .iter()
        .map(|value| value.as_str().map(str::to_owned))
        .collect::<Option<Vec<_>>>()
        .filter(|v| !v.is_empty())
}

/// The type that a schema without `type` has by its `const`, its `enum` or the keywords that only fit one type.
fn by_value(schema: &Value) -> Option<&'static str> {
    let kind = |value: &Value| match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::Array(_) => Some("array"),
        Value::Object(_) => Some("object"),
        Value::Null => None,
    };
    if let Some(value) = schema.get("const") {
        return kind(value);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let first = values.first().and_then(kind);
        return first.filter(|_| values.iter().all(|value| kind(value) == first));
    }
    if schema.get("items").is_some() {
        return Some("array");
    }
    schema.get("additionalProperties").is_some_and(Value::is_object).then_some("object")
}
