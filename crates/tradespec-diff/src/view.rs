//! What a schema demands, with references followed and `allOf` taken apart.
//!
//! In:  schemas of an [`Edition`] that hold together (an `allOf`, or one member as several objects constrain it).
//! Out: a [`View`] that answers questions about all of them at once.
//! Holds: a member that any one closed object refuses is refused, as a validator would.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};
use tradespec_schema::pattern;
use tradespec_schema::walk::{self, Keyword};

use crate::edition::{Edition, definition_of};
use crate::types::Types;

/// What a list of schemas demands together.
#[derive(Debug, Clone)]
pub(crate) struct View<'e> {
    pub(crate) edition: &'e Edition,
    /// The schemas that it was made of.
    pub(crate) whole: Vec<&'e Value>,
    parts: Vec<&'e Map<String, Value>>,
    /// Definitions that were followed on the way.
    pub(crate) through: BTreeSet<String>,
    /// Whether nothing can satisfy it: a `false` is among the schemas.
    pub(crate) never: bool,
}

/// `oneOf` or `anyOf`.
#[derive(Debug, Clone)]
pub(crate) struct Union<'e> {
    pub(crate) keyword: &'e str,
    pub(crate) branches: Vec<&'e Value>,
}

/// What members may appear that no `properties` names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Rest<'e> {
    Closed,
    Open(Vec<&'e Value>),
}

/// A member that no schema names.
pub(crate) const EXTRA: &str = "unnamed_member";
/// How many names in a row a schema may have.
const NAMES: usize = 16;
/// How deep unions inside unions are looked into.
const UNIONS_IN_UNIONS: usize = 4;

const BOUNDS: [&str; 10] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
];

/// Keywords that the other questions answer.
const ASKED: [&str; 16] = [
    "$ref",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "enum",
    "format",
    "items",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "type",
    "unevaluatedProperties",
    "uniqueItems",
];

impl<'e> View<'e> {
    pub(crate) fn new(edition: &'e Edition, schemas: Vec<&'e Value>) -> Self {
        let mut view =
            Self { edition, whole: Vec::new(), parts: Vec::new(), through: BTreeSet::new(), never: false };
        for schema in &schemas {
            view.add(schema);
        }
        view.whole = schemas;
        view
    }

    /// This view with one more schema.
    pub(crate) fn with(&self, schema: &'e Value) -> Self {
        let mut view = self.clone();
        view.add(schema);
        view.whole.push(schema);
        view
    }

    fn add(&mut self, schema: &'e Value) {
        let members = match schema {
            Value::Object(members) => members,
            Value::Bool(true) => return,
            _ => {
                self.never = true;
                return;
            }
        };
        // The same schema twice demands nothing more, and a definition inside itself must not be followed for ever.
        if self.parts.iter().any(|part| std::ptr::eq(*part, members)) {
            return;
        }
        self.parts.push(members);
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            self.through.extend(definition_of(reference));
            if let Some(target) = self.edition.target(reference) {
                self.add(target);
            }
        }
        for branch in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.add(branch);
        }
    }

    /// The definition that the schemas are another name for, if they are nothing else.
    pub(crate) fn alias(&self) -> Option<String> {
        let mut targets = self.whole.iter().map(|schema| walk::alias_target(schema).and_then(definition_of));
        let first = targets.next()??;
        targets.all(|target| target.as_ref() == Some(&first)).then_some(first)
    }

    /// The types that values can have, by `type` and by the forms of unions.
    pub(crate) fn types(&self) -> Types {
        self.types_within(UNIONS_IN_UNIONS)
    }

    fn types_within(&self, depth: usize) -> Types {
        let own = self.each("type").map(Types::of).fold(Types::ALL, Types::both);
        let Some(depth) = depth.checked_sub(1) else { return own };
        self.unions().iter().fold(own, |types, union| {
            let branches = union.branches.iter().map(|branch| View::new(self.edition, vec![branch]));
            types.both(branches.map(|view| view.types_within(depth)).fold(Types::NONE, Types::or))
        })
    }

    /// The union, where the schemas say nothing else.
    pub(crate) fn pure_union(&self) -> Option<Union<'e>> {
        let mut unions = self.unions();
        let says = |part: &&Map<String, Value>| {
            part.keys().any(|keyword| {
                !matches!(keyword.as_str(), "$ref" | "allOf" | "oneOf" | "anyOf" | "$defs" | "default")
                    && Keyword::of(keyword) != Keyword::Annotation
            })
        };
        match unions.len() {
            1 if !self.parts.iter().any(says) => unions.pop(),
            _ => None,
        }
    }

    /// Whether any part says of which type values are.
    pub(crate) fn is_typed(&self) -> bool {
        self.each("type").next().is_some()
    }

    /// The values that are possible, where they are listed.
    pub(crate) fn values(&self) -> Option<Vec<&'e Value>> {
        let lists = self.each("enum").filter_map(Value::as_array).map(|list| list.iter().collect::<Vec<_>>());
        let lists = lists.chain(self.each("const").map(|value| vec![value]));
        lists.reduce(|all, next| all.into_iter().filter(|value| next.contains(value)).collect())
    }

    /// Bounds by keyword; of several the strictest.
    pub(crate) fn bounds(&self) -> BTreeMap<&'static str, f64> {
        let mut bounds = BTreeMap::new();
        for keyword in BOUNDS {
            let given = self.each(keyword).filter_map(Value::as_f64);
            let strictest = if is_lower(keyword) { given.reduce(f64::max) } else { given.reduce(f64::min) };
            if let Some(bound) = strictest {
                bounds.insert(keyword, bound);
            }
        }
        bounds
    }

    pub(crate) fn bound(&self, keyword: &str) -> Option<f64> {
        self.bounds().get(keyword).copied()
    }

    /// The texts that a keyword has in any part.
    pub(crate) fn texts(&self, keyword: &'static str) -> BTreeSet<&'e str> {
        self.each(keyword).filter_map(Value::as_str).collect()
    }

    /// Whether any part says `true` of a keyword.
    pub(crate) fn says(&self, keyword: &'static str) -> bool {
        self.each(keyword).any(|value| *value == Value::Bool(true))
    }

    /// What stands for an absent value, by the schemas themselves and not a type that they refer to.
    pub(crate) fn default(&self) -> Option<&'e Value> {
        self.whole.iter().find_map(|schema| schema.get("default"))
    }

    /// What each element of a list must be, where anything is said.
    pub(crate) fn items(&self) -> Option<View<'e>> {
        let schemas: Vec<_> = self.each("items").collect();
        (!schemas.is_empty()).then(|| View::new(self.edition, schemas))
    }

    /// The names that any `properties` has, in the order of the schema.
    pub(crate) fn names(&self) -> Vec<&'e str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.each("properties").filter_map(Value::as_object).flatten() {
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names
    }

    /// What a named member must be; `None` where nothing can stand under the name.
    pub(crate) fn member(&self, name: &str) -> Option<View<'e>> {
        let mut schemas = Vec::new();
        for part in &self.parts {
            let own = part.get("properties").and_then(Value::as_object).and_then(|named| named.get(name));
            let patterns = part.contains_key("patternProperties");
            let rest = part.get("additionalProperties").filter(|_| !patterns);
            match own.or(rest) {
                Some(Value::Bool(false)) => return None,
                Some(schema) if own.is_some() || *schema != Value::Bool(true) => schemas.push(schema),
                _ => {}
            }
        }
        let named = || self.names().contains(&name);
        if self.each("unevaluatedProperties").any(|value| *value == Value::Bool(false)) && !named() {
            return None;
        }
        let view = View::new(self.edition, schemas);
        (!view.never).then_some(view)
    }

    /// Whether a `properties` names the member and no part refuses it.
    pub(crate) fn has_member(&self, name: &str) -> bool {
        self.names().contains(&name) && self.member(name).is_some()
    }

    pub(crate) fn required(&self) -> BTreeSet<&'e str> {
        self.each("required").filter_map(Value::as_array).flatten().filter_map(Value::as_str).collect()
    }

    /// What other members there may be.
    pub(crate) fn rest(&self) -> Rest<'e> {
        let mut schemas = Vec::new();
        for value in self.each("additionalProperties").chain(self.each("unevaluatedProperties")) {
            match value {
                Value::Bool(false) => return Rest::Closed,
                Value::Bool(true) => {}
                schema => schemas.push(schema),
            }
        }
        Rest::Open(schemas)
    }

    pub(crate) fn unions(&self) -> Vec<Union<'e>> {
        let union = |part: &&'e Map<String, Value>, keyword: &'static str| {
            let branches = part.get(keyword)?.as_array()?.iter().collect();
            Some(Union { keyword, branches })
        };
        self.parts
            .iter()
            .flat_map(|part| ["oneOf", "anyOf"].into_iter().filter_map(move |k| union(part, k)))
            .collect()
    }

    /// Rules by keyword that are only compared as a whole: `if`, `not`, `contains` and the like.
    pub(crate) fn others(&self) -> BTreeMap<&'e str, BTreeSet<String>> {
        let mut others: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for part in &self.parts {
            for (keyword, value) in *part {
                let known = ASKED.contains(&keyword.as_str()) || BOUNDS.contains(&keyword.as_str());
                let idle = Keyword::of(keyword) == Keyword::Annotation
                    || matches!(keyword.as_str(), "$defs" | "readOnly" | "writeOnly")
                    || keyword.starts_with("x-");
                let text = match keyword.as_str() {
                    _ if known || idle => continue,
                    "then" | "else" => continue,
                    "if" => {
                        let then = [part.get("then"), part.get("else")];
                        format!(
                            "{} {}",
                            canonical(value),
                            then.map(|s| s.map_or_else(String::new, canonical)).join(" ")
                        )
                    }
                    _ => canonical(self.followed(value)),
                };
                others.entry(keyword).or_default().insert(text);
            }
        }
        others
    }

    /// The schema that another one is only another name for; references may lead elsewhere on the other side.
    fn followed(&self, schema: &'e Value) -> &'e Value {
        let mut schema = schema;
        // No chain of names is longer in an edition that was read.
        for _ in 0..NAMES {
            match walk::alias_target(schema).and_then(|target| self.edition.target(target)) {
                Some(target) => schema = target,
                None => break,
            }
        }
        schema
    }

    /// A name for a member that no schema names, as far as the schemas say what names may be like.
    pub(crate) fn unnamed(&self) -> String {
        let names = View::new(self.edition, self.each("propertyNames").collect());
        let fitting = names.texts("pattern").into_iter().find_map(pattern::shortest);
        fitting.filter(|name| !self.names().contains(&name.as_str())).unwrap_or_else(|| EXTRA.to_owned())
    }

    /// What some element of a list must be, for each such demand.
    pub(crate) fn contained(&self) -> Vec<&'e Value> {
        let demands = |part: &&Map<String, Value>| part.get("minContains").is_none_or(|least| *least != 0);
        self.parts.iter().copied().filter(demands).filter_map(|part| part.get("contains")).collect()
    }

    /// The schemas of conditions, and those that must not be fulfilled.
    pub(crate) fn conditions(&self) -> Vec<&'e Value> {
        self.each("if").chain(self.each("not")).collect()
    }

    /// The extension that the schema says it belongs to.
    pub(crate) fn extension(&self) -> Option<String> {
        self.whole.iter().find_map(|schema| {
            let provenance = schema.get("x-extension")?;
            let text = |name: &str| provenance.get(name).and_then(Value::as_str);
            match (provenance.as_str().or(text("name")), text("version")) {
                (Some(name), Some(version)) => Some(format!("{name}@{version}")),
                (name, _) => name.map(str::to_owned),
            }
        })
    }

    /// Whether values can be objects by what it says: by type, or because it speaks of members.
    pub(crate) fn is_object(&self) -> bool {
        self.types().has(Types::OBJECT)
            && (self.is_typed() || !self.names().is_empty() || !self.required().is_empty())
    }

    fn each<'k>(&self, keyword: &'k str) -> impl Iterator<Item = &'e Value> + use<'_, 'e, 'k> {
        self.parts.iter().filter_map(move |part| part.get(keyword))
    }
}

/// Whether a larger value of the keyword accepts less.
pub(crate) fn is_lower(keyword: &str) -> bool {
    keyword.starts_with("min") || keyword == "exclusiveMinimum"
}

/// The text of a schema without annotations, members and the elements of sets in a fixed order.
pub(crate) fn canonical(schema: &Value) -> String {
    fn ordered(schema: &Value) -> Value {
        let Value::Object(members) = schema else { return schema.clone() };
        let mut kept: Vec<_> = members
            .iter()
            .filter(|(keyword, _)| Keyword::of(keyword) != Keyword::Annotation)
            .map(|(keyword, value)| {
                let value = match (Keyword::of(keyword), value) {
                    (Keyword::Schema, value) => ordered(value),
                    (Keyword::Schemas, Value::Array(list)) => {
                        let mut list: Vec<_> = list.iter().map(ordered).collect();
                        if keyword != "prefixItems" {
                            list.sort_by_cached_key(Value::to_string);
                        }
                        Value::Array(list)
                    }
                    (Keyword::Named, Value::Object(named)) => {
                        let mut named: Vec<_> = named.iter().map(|(n, s)| (n.clone(), ordered(s))).collect();
                        named.sort_by(|(a, _), (b, _)| a.cmp(b));
                        Value::Object(named.into_iter().collect())
                    }
                    (_, Value::Array(list)) if matches!(keyword.as_str(), "enum" | "required" | "type") => {
                        let mut list = list.clone();
                        list.sort_by_cached_key(Value::to_string);
                        Value::Array(list)
                    }
                    (_, value) => value.clone(),
                };
                (keyword.clone(), value)
            })
            .collect();
        kept.sort_by(|(a, _), (b, _)| a.cmp(b));
        Value::Object(kept.into_iter().collect())
    }
    ordered(schema).to_string()
}
