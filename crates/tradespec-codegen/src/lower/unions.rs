//! `oneOf` and `anyOf`: unions where the branches are types, conditions where they are not.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tradespec_schema::{Location, walk};

use super::members::{Members, is_typed};
use super::{Context, Lowering, description};
use crate::lowered::{Shape, TaggedVariant, TypeRef, UntaggedVariant};
use crate::rust;

impl<'c> Lowering<'c> {
    /// The union that the schema at `here` describes, if it does.
    pub(super) fn union(&mut self, schema: &'c Value, here: &Location, context: &Context) -> Option<Shape> {
        if let Some(shape) = self.scalars(schema, here) {
            return Some(shape);
        }
        let keyword = ["oneOf", "anyOf"].into_iter().find(|keyword| schema.get(*keyword).is_some())?;
        let branches = schema.get(keyword)?.as_array()?;
        if branches.is_empty() || !branches.iter().all(is_typed) {
            return None;
        }
        self.drop_keywords(schema, here, &[keyword, "type"]);
        let place = |number: usize| here.join(keyword).join(&number.to_string());
        let is_null = |branch: &Value| branch.get("type").is_some_and(|name| name == "null");
        let rest: Vec<_> = branches.iter().enumerate().filter(|(_, branch)| !is_null(branch)).collect();
        let nullable = rest.len() < branches.len();
        if let [(number, only)] = rest.as_slice() {
            let holds = self.type_of(only, &place(*number), context);
            return Some(Shape::Alias(if nullable { TypeRef::Nullable(Box::new(holds)) } else { holds }));
        }
        let branches: Vec<_> = rest.into_iter().map(|(number, branch)| (place(number), branch)).collect();
        let shape = match self.tag(&branches) {
            Some(tag) => self.tagged(tag, &branches, context),
            None => self.untagged(&self.strictest_first(branches), context),
        };
        if nullable {
            // `null` beside several branches: kept as a value of whatever type, which loses nothing.
            self.drop(here, keyword, "null beside several types: any JSON value, the validator checks it");
            return Some(Shape::Alias(TypeRef::Any));
        }
        Some(shape)
    }

    /// An object that says in its `oneOf` what it has for each value of one member: a union told apart by it.
    pub(super) fn cases(&mut self, schema: &'c Value, here: &Location, context: &Context) -> Option<Shape> {
        let branches = schema.get("oneOf")?.as_array()?;
        let only_members = |branch: &Value| {
            branch
                .as_object()
                .is_some_and(|members| members.keys().all(|k| k == "properties" || k == "required"))
        };
        if schema.get("properties").is_none() || branches.len() < 2 || !branches.iter().all(only_members) {
            return None;
        }
        let base = Members::of(self.composed, schema, here);
        let place = |number: usize| here.join("oneOf").join(&number.to_string());
        let cases: Vec<_> = branches
            .iter()
            .enumerate()
            .map(|(n, branch)| Members::of(self.composed, branch, &place(n)))
            .collect();
        let members: Vec<_> = cases
            .iter()
            .enumerate()
            .map(|(n, case)| {
                let others: Vec<_> =
                    cases.iter().enumerate().filter(|(other, _)| *other != n).map(|(_, c)| c).collect();
                base.case(case, &others)
            })
            .collect();
        let tag = base.known.keys().find(|name| {
            let values: BTreeSet<_> = members.iter().filter_map(|members| members.fixed(name)).collect();
            values.len() == branches.len()
        })?;
        self.drop_keywords(
            schema,
            here,
            &["type", "properties", "required", "additionalProperties", "oneOf"],
        );
        let mut variants = Vec::new();
        for (number, members) in members.iter().enumerate() {
            let value = members.fixed(tag).unwrap_or_default().to_owned();
            let context = context.member(&value);
            let object = self.structure(members, &context);
            let holds = self.hoist(&branches[number], &place(number), &context, Shape::Struct(object));
            variants.push(TaggedVariant { variant: free_variant(&variants, &value), value, holds });
        }
        Some(Shape::Tagged { tag: tag.clone(), variants })
    }

    /// A list of scalar types, `["string", "number"]`, is a union of them.
    fn scalars(&mut self, schema: &Value, here: &Location) -> Option<Shape> {
        let names = schema.get("type")?.as_array()?;
        let mut variants: Vec<UntaggedVariant> = Vec::new();
        for name in names.iter().filter_map(Value::as_str) {
            let holds = match name {
                "string" => TypeRef::String,
                "integer" => TypeRef::Integer,
                "number" => TypeRef::Number,
                "boolean" => TypeRef::Boolean,
                _ => return None,
            };
            if variants.iter().all(|known| known.holds != holds) {
                variants.push(UntaggedVariant { variant: rust::pascal(name), description: None, holds });
            }
        }
        if variants.len() < 2 {
            return None;
        }
        self.drop_keywords(schema, here, &["type"]);
        Some(Shape::Untagged(variants))
    }

    /// The member that tells the branches apart: required in each, with a fixed string that no other has.
    fn tag(&self, branches: &[(Location, &'c Value)]) -> Option<String> {
        let members: Vec<_> =
            branches.iter().map(|(at, branch)| Members::of(self.composed, branch, at)).collect();
        let candidates = members.first()?.known.keys();
        candidates
            .into_iter()
            .find(|name| {
                let values: BTreeSet<_> = members.iter().filter_map(|members| members.fixed(name)).collect();
                values.len() == branches.len()
            })
            .cloned()
    }

    fn tagged(&mut self, tag: String, branches: &[(Location, &'c Value)], context: &Context) -> Shape {
        let mut variants = Vec::new();
        for (at, branch) in branches {
            let value = Members::of(self.composed, branch, at).fixed(&tag).unwrap_or_default().to_owned();
            let holds = self.type_of(branch, at, &context.member(&value));
            variants.push(TaggedVariant { variant: free_variant(&variants, &value), value, holds });
        }
        Shape::Tagged { tag, variants }
    }

    /// The branches in an order in which each can be met: one that requires all that another one requires, and more, comes
    /// before it. The first that fits is the one that is read.
    fn strictest_first(&self, mut branches: Vec<(Location, &'c Value)>) -> Vec<(Location, &'c Value)> {
        let mut ordered = Vec::new();
        while !branches.is_empty() {
            let members: Vec<_> =
                branches.iter().map(|(at, branch)| Members::of(self.composed, branch, at)).collect();
            let is_free = |one: &Members<'_>| !members.iter().any(|other| other.requires_more_than(one));
            let next = members.iter().position(is_free).unwrap_or_default();
            ordered.push(branches.remove(next));
        }
        ordered
    }

    fn untagged(&mut self, branches: &[(Location, &'c Value)], context: &Context) -> Shape {
        let mut variants: Vec<UntaggedVariant> = Vec::new();
        for (at, branch) in branches {
            let hint = branch_name(branch);
            let holds = self.type_of(branch, at, &context.member(&hint));
            let key = policy_key(context, &hint);
            self.nameable.insert(key.clone());
            let mut variant = self.policy.names.get(&key).cloned().unwrap_or_else(|| rust::pascal(&hint));
            while variants.iter().any(|other| other.variant == variant) {
                variant.push_str("Too");
            }
            variants.push(UntaggedVariant {
                variant,
                description: description(branch).or_else(|| self.summary(branch)),
                holds,
            });
        }
        Shape::Untagged(variants)
    }
}

/// A variant for a tag's value, with a number where another one has the name.
fn free_variant(variants: &[TaggedVariant], value: &str) -> String {
    let derived = rust::pascal(value);
    rust::free_name(&derived, &derived, |name| variants.iter().any(|other| other.variant == name))
}

/// How the policy names a branch of an untagged union: the place of the union, then the derived name.
fn policy_key(context: &Context, hint: &str) -> String {
    let mut key = context.id.to_string();
    for member in context.members.iter().map(String::as_str).chain(std::iter::once(hint)) {
        key.push('.');
        key.push_str(member);
    }
    key
}

/// A branch named for what it holds: `strings`, `extension_declarations`, `number`.
fn branch_name(branch: &Value) -> String {
    if let Some(target) = walk::alias_target(branch) {
        return Location::from_resolved(target).as_definition().unwrap_or_else(|| "value".to_owned());
    }
    match branch.get("type").and_then(Value::as_str) {
        Some("array") => {
            let element = branch.get("items").map_or_else(|| "value".to_owned(), branch_name);
            format!("{element}s")
        }
        Some(name) => name.to_owned(),
        None if branch.get("properties").is_some() => "object".to_owned(),
        None => "value".to_owned(),
    }
}

/// What makes two unions the same type: their branches.
pub(super) fn content(schema: &Value) -> Value {
    json!([schema.get("oneOf"), schema.get("anyOf"), schema.get("type")])
}
