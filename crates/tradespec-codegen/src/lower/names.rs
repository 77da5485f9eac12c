//! Names for definitions and for the types that stand inside them.
//!
//! An anonymous type is named after its definition and the members that lead to it. Equal ones under the same member
//! are one type: named after what their definitions have in common (`MessageSeverity`), else after the member. A union
//! of definitions is named after what the definitions have in common (`FulfillmentOption`).

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;
use serde_json::Value;
use tradespec_schema::{Location, Place, walk};

use super::{Context, Lowering, unions};
use crate::error::Problem;
use crate::lowered::{Shape, TypeRef};
use crate::rust;

/// Where an anonymous type stands, and what makes it equal to another.
pub(super) struct Site {
    context: Context,
    content: String,
    /// For a union: the definitions it is made of.
    branches: Vec<Location>,
}

impl Site {
    pub(super) fn new(context: &Context, schema: &Value, shape: &Shape) -> Self {
        let content = match shape {
            Shape::StringEnum(values) => {
                let mut values: Vec<_> = values.iter().map(|value| value.wire.clone()).collect();
                values.sort();
                format!("enum {}", values.join(" "))
            }
            Shape::Tagged { .. } | Shape::Untagged(_) => canonical(&unions::content(schema)),
            _ => canonical(schema),
        };
        let branches = match shape {
            Shape::Tagged { variants, .. } => variants.iter().filter_map(|v| named(&v.holds)).collect(),
            Shape::Untagged(variants) => variants.iter().filter_map(|v| named(&v.holds)).collect(),
            _ => Vec::new(),
        };
        Self { context: context.clone(), content, branches }
    }

    fn member(&self) -> &str {
        self.context.members.last().map_or("value", String::as_str)
    }

    /// What stands here, for a type that the schema does not describe.
    pub(super) fn in_words(&self) -> String {
        format!("What `{}` of `{}` holds.", self.member(), self.context.id.name)
    }

    /// How the policy names the place: `<file>.<Name>.<member>…`.
    pub(super) fn key(&self) -> String {
        let members = self.context.members.iter().map(|member| format!(".{member}"));
        format!("{}{}", self.context.id, members.collect::<String>())
    }
}

/// The names of all drafts, and which drafts are one type.
pub(super) struct Names {
    /// Place → name; only the first of several equal drafts has one.
    pub(super) names: BTreeMap<Location, String>,
    same: BTreeMap<Location, Location>,
}

/// Names every draft of a lowering; collisions are reported with both places.
pub(super) fn assign(lowering: &Lowering<'_>, problems: &mut Vec<Problem>) -> Names {
    let mut assigned = Names { names: BTreeMap::new(), same: BTreeMap::new() };
    let mut taken: BTreeMap<(String, String), Location> = BTreeMap::new();
    for (location, draft) in &lowering.drafts {
        let Some(id) = draft.lowered.id.as_ref().filter(|_| draft.site.is_none()) else {
            continue;
        };
        let name =
            lowering.policy.names.get(&id.to_string()).cloned().unwrap_or_else(|| rust::type_name(&id.name));
        let module = lowering.module(&id.file);
        if let Some(other) = taken.insert((module.clone(), name.clone()), location.clone()) {
            problems.push(Problem {
                place: Place::from(location),
                message: format!(
                    "module {module} has two types called {name}: the other one is {other}; give one of them a name \
                     under [{}.names] in codegen.toml: \"{id}\" = \"…\"",
                    lowering.composed.protocol()
                ),
            });
        }
        assigned.names.insert(location.clone(), name);
    }
    for group in groups(lowering) {
        let Some((first, site)) = group.first() else {
            continue;
        };
        let module = lowering.module(&first.file);
        let free = |name: &str| {
            !name.is_empty()
                && !rust::is_reserved(name)
                && !taken.contains_key(&(module.clone(), name.to_owned()))
        };
        let mut candidates = candidates(lowering, &assigned, &group);
        candidates.retain(|name| free(name));
        let name = candidates.into_iter().next().unwrap_or_else(|| {
            let full = full_name(&assigned, site);
            rust::free_name(&full, &full, |name| !free(name))
        });
        taken.insert((module.clone(), name.clone()), first.clone());
        assigned.names.insert(first.clone(), name);
        for (other, _) in &group[1..] {
            assigned.same.insert(other.clone(), first.clone());
        }
    }
    assigned
}

/// Anonymous drafts that are one type, in the order in which they were met.
fn groups<'l>(lowering: &'l Lowering<'_>) -> Vec<Vec<(Location, &'l Site)>> {
    let mut groups: IndexMap<_, Vec<(Location, &Site)>> = IndexMap::new();
    for (location, draft) in &lowering.drafts {
        if let Some(site) = &draft.site {
            // A union of definitions is the same wherever it stands; other types only under the same member.
            let member = if site.branches.len() > 1 { String::new() } else { site.member().to_owned() };
            let key = (lowering.module(&location.file), member, site.content.clone());
            groups.entry(key).or_default().push((location.clone(), site));
        }
    }
    groups.into_values().collect()
}

/// Names for a group, best first.
fn candidates(lowering: &Lowering<'_>, assigned: &Names, group: &[(Location, &Site)]) -> Vec<String> {
    let mut names: Vec<String> =
        group.iter().filter_map(|(_, site)| lowering.policy.names.get(&site.key()).cloned()).collect();
    let (_, site) = &group[0];
    let branches: Vec<_> = site.branches.iter().filter_map(|at| assigned.name_at(at)).collect();
    if branches.len() > 1 && branches.len() == site.branches.len() {
        names.push(rust::common_prefix(&branches));
    }
    let owners: BTreeSet<_> = group.iter().map(|(_, site)| definition_name(assigned, site)).collect();
    if owners.len() > 1 {
        let owners: Vec<_> = owners.iter().map(String::as_str).collect();
        let common = rust::common_prefix(&owners);
        names.push(format!("{common}{}", rust::pascal(site.member())));
    }
    names.push(full_name(assigned, site));
    names
}

fn definition_name(assigned: &Names, site: &Site) -> String {
    let definition = site.context.id.location();
    assigned.names.get(&definition).cloned().unwrap_or_else(|| rust::pascal(&site.context.id.name))
}

fn full_name(assigned: &Names, site: &Site) -> String {
    let members: String = site.context.members.iter().map(|member| rust::pascal(member)).collect();
    format!("{}{members}", definition_name(assigned, site))
}

impl Names {
    fn name_at(&self, at: &Location) -> Option<&str> {
        self.names.get(self.same.get(at).unwrap_or(at)).map(String::as_str)
    }

    /// Points every use of a type at the one draft that has its name.
    pub(super) fn rename(&self, shape: &mut Shape) {
        match shape {
            Shape::Struct(object) => {
                for field in &mut object.fields {
                    self.rename_type(&mut field.holds);
                }
            }
            Shape::Tagged { variants, .. } => {
                for variant in variants {
                    self.rename_type(&mut variant.holds);
                }
            }
            Shape::Untagged(variants) => {
                for variant in variants {
                    self.rename_type(&mut variant.holds);
                }
            }
            Shape::Alias(holds) | Shape::Newtype(holds) => self.rename_type(holds),
            Shape::StringEnum(_) => {}
        }
    }

    fn rename_type(&self, holds: &mut TypeRef) {
        match holds {
            TypeRef::Named(location) => {
                if let Some(same) = self.same.get(location) {
                    location.clone_from(same);
                }
            }
            TypeRef::List(inner) | TypeRef::Map(inner) | TypeRef::Nullable(inner) | TypeRef::Boxed(inner) => {
                self.rename_type(inner);
            }
            _ => {}
        }
    }
}

fn named(holds: &TypeRef) -> Option<Location> {
    match holds {
        TypeRef::Named(location) => Some(location.clone()),
        _ => None,
    }
}

/// A schema as text, without what only people read and without the order of its members.
fn canonical(schema: &Value) -> String {
    let mut schema = schema.clone();
    walk::each_mut(&mut schema, &mut |members| {
        members.retain(|keyword, _| walk::Keyword::of(keyword) != walk::Keyword::Annotation);
    });
    sorted(&schema).to_string()
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(sorted).collect(),
        Value::Object(members) => {
            let members: BTreeMap<_, _> =
                members.iter().map(|(name, value)| (name.clone(), sorted(value))).collect();
            members.into_iter().collect()
        }
        plain => plain.clone(),
    }
}
