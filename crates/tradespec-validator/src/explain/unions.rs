//! Errors of `oneOf` and `anyOf`: which of the allowed forms was meant, and what is wrong with it.
//!
//! In:  an error with what is wrong by each branch.
//! Out: the findings of the branch that was meant, where its type or its tag tells; else one finding for all.

use std::cmp::Reverse;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::Value;
use tradespec_schema::Pointer;

use super::kinds::{joined, one_of, shown, type_names};
use super::trail::{Trail, member, requires, resolved};
use super::{Explainer, Finding, did_you_mean, near, with_note};
use crate::code::Code;
use crate::diagnostic::quoted;

type Branch = Vec<ValidationError<'static>>;

/// What is wrong by each branch, where the error is one of `oneOf` or `anyOf`.
pub(super) fn branches<'e>(error: &'e ValidationError<'_>) -> Option<&'e [Branch]> {
    match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } | Kind::OneOfMultipleValid { context } => {
            Some(context)
        }
        _ => None,
    }
}

impl Explainer<'_> {
    pub(super) fn union(&mut self, error: &ValidationError<'_>, branches: &[Branch]) {
        if matches!(error.kind(), Kind::OneOfMultipleValid { .. }) {
            return self.several_match(error, branches);
        }
        let here = |inner: &ValidationError<'_>| inner.instance_path() == error.instance_path();
        let of_type = |inner: &ValidationError<'_>| here(inner) && matches!(inner.kind(), Kind::Type { .. });
        let live: Vec<_> = (0..branches.len()).filter(|n| !branches[*n].iter().any(of_type)).collect();
        match live.as_slice() {
            [] => {
                let mut expected = Vec::new();
                for inner in branches.iter().flatten().filter(|inner| of_type(inner)) {
                    if let Kind::Type { kind } = inner.kind() {
                        expected.extend(type_names(kind));
                    }
                }
                self.wrong_type(error, &without_repeats(expected));
            }
            [only] if branches.len() > 1 => self.branch(&branches[*only]),
            _ => {
                if !self.tagged(error, branches, &live) {
                    self.none_matches(error, &live.iter().map(|n| &branches[*n]).collect::<Vec<_>>());
                }
            }
        }
    }

    fn branch(&mut self, errors: &[ValidationError<'_>]) {
        for error in errors {
            self.error(error);
        }
    }

    /// Where a constant member tells the branches apart, reports the branch that it names, or that it names none.
    fn tagged(&mut self, error: &ValidationError<'_>, branches: &[Branch], live: &[usize]) -> bool {
        let document = self.document;
        let (Some(members), Some(schemas)) = (error.instance().as_object(), self.schemas(error)) else {
            return false;
        };
        let schemas: Vec<_> = live.iter().filter_map(|n| schemas.get(*n).copied()).collect();
        let Some((tag, values)) = tag(document, &schemas).filter(|(_, values)| values.len() == live.len())
        else {
            return false;
        };
        let named = quoted(&tag);
        let Some(value) = members.get(&tag) else {
            let required = schemas.iter().all(|schema| requires(document, schema, &tag, &mut Vec::new()));
            if required
                && !self.receiver
                && let Some(misspelt) = misspelt(&tag, branches)
            {
                let message = format!("unknown member {}", quoted(&misspelt));
                let help = format!("did you mean {named}, which must be {}?", one_of(&values));
                self.add(error, Code::UnknownMember, message, Some(help));
                if let Some(finding) = self.findings.last_mut() {
                    finding.diagnostic.member = Some(misspelt);
                }
            } else if required {
                let message = format!("missing member {named}, which must be {}", one_of(&values));
                self.add(error, Code::MissingMember, message, None);
                if let Some(finding) = self.findings.last_mut() {
                    finding.diagnostic.member = Some(tag);
                }
            }
            return required;
        };
        if let Some(meant) = values.iter().position(|allowed| allowed == value) {
            self.branch(&branches[live[meant]]);
        } else {
            let texts: Vec<_> = values.iter().filter_map(Value::as_str).map(str::to_owned).collect();
            let help = value.as_str().and_then(|value| did_you_mean(value, &texts));
            self.add(error, Code::UnknownTag, format!("{named} must be {}", one_of(&values)), help);
            if let Some(finding) = self.findings.last_mut() {
                finding.diagnostic.member = Some(tag);
            }
        }
        true
    }

    fn none_matches(&mut self, error: &ValidationError<'_>, branches: &[&Branch]) {
        let here = |inner: &ValidationError<'_>| inner.instance_path() == error.instance_path();
        if let Some(values) = constants(branches, here) {
            return self.not_in_enum(error, &values);
        }
        if let Some(ways) = missing(branches, here) {
            let joined_way =
                |way: &Vec<String>| joined(&way.iter().map(|name| quoted(name)).collect::<Vec<_>>(), "and");
            let wanted: Vec<_> = ways.iter().map(joined_way).collect();
            self.add(error, Code::NoBranchMatches, format!("needs {}", wanted.join(", or ")), None);
            if let Some(finding) = self.findings.last_mut() {
                finding.ways = ways;
            }
            return;
        }
        let forms: Vec<_> = branches.iter().map(|branch| self.inner(branch)).collect();
        let tolerable = forms.iter().find(|found| found.iter().all(|finding| finding.tolerable));
        if let Some(tolerable) = tolerable.filter(|_| self.receiver) {
            self.findings.extend(tolerable.iter().cloned());
            return;
        }
        // The branch that came furthest into the value is the likeliest to be meant, then the one with least wrong.
        let depth = |finding: &Finding| finding.diagnostic.instance_path.segments().count();
        let nearness = |found: &Vec<Finding>| (found.iter().map(depth).max(), Reverse(found.len()));
        let best = forms.iter().map(nearness).max();
        let mut closest = forms.iter().filter(|found| Some(nearness(found)) == best);
        match (closest.next(), closest.next()) {
            (Some(only), None) => {
                let mut found = only.clone();
                if let Some(Finding { diagnostic, .. }) = found.first_mut() {
                    let folded = format!(
                        "this is the closest of {} allowed forms, and the others do not fit either",
                        branches.len()
                    );
                    diagnostic.help = Some(with_note(diagnostic.help.take(), folded));
                }
                self.findings.append(&mut found);
            }
            _ => {
                let message = format!("matches none of the {} allowed forms", branches.len());
                let ways: Vec<_> = forms.iter().filter_map(|found| first_way(error, found)).collect();
                let help = (!ways.is_empty()).then(|| format!("the forms say: {}", ways.join("; or ")));
                self.add(error, Code::NoBranchMatches, message, help);
            }
        }
    }

    /// What is wrong by one branch.
    fn inner(&self, branch: &Branch) -> Vec<Finding> {
        let mut inner = Explainer { document: self.document, receiver: self.receiver, findings: Vec::new() };
        inner.branch(branch);
        inner.finish()
    }

    fn several_match(&mut self, error: &ValidationError<'_>, branches: &[Branch]) {
        let schemas = self.schemas(error).unwrap_or_default();
        let matching = schemas.iter().zip(branches).filter(|(_, errors)| errors.is_empty());
        let mut forms: Vec<_> = matching.map(|(schema, _)| described(schema)).collect();
        forms.dedup();
        let value = match error.instance().as_ref() {
            Value::Array(list) if list.is_empty() => "an empty list",
            Value::Object(members) if members.is_empty() => "an empty object",
            _ => "the value",
        };
        let message = match forms.as_slice() {
            [_, _, ..] => format!("{value} is {}, and exactly one form must fit", both(&forms)),
            _ => format!("{value} matches several forms, and exactly one must fit"),
        };
        let name = Pointer::from_text(error.instance_path().as_str()).segments().last().unwrap_or_default();
        let empty = value.starts_with("an empty");
        let optional = Trail::new(self.document, error.evaluation_path().as_str()).is_optional(&name);
        let help = (empty && optional).then(|| format!("leave {} out", quoted(&name)));
        self.add(error, Code::SeveralBranchesMatch, message, help);
    }

    /// The schemas of the branches, as the document has them.
    fn schemas(&self, error: &ValidationError<'_>) -> Option<Vec<&'_ Value>> {
        let list = self.document.pointer(error.schema_path().as_str())?.as_array()?;
        Some(list.iter().collect())
    }
}

/// The member that has another constant in each of the schemas, and these constants.
fn tag(document: &Value, schemas: &[&Value]) -> Option<(String, Vec<Value>)> {
    let first = schemas.first()?;
    super::trail::member_names(document, first).into_iter().find_map(|name| {
        let mut values: Vec<Value> = Vec::new();
        for schema in schemas {
            let value = constant(resolved(document, member(document, schema, &name)?))?;
            if values.contains(value) {
                return None;
            }
            values.push(value.clone());
        }
        Some((name, values))
    })
}

/// The member that no branch knows and that was meant to be `tag`.
fn misspelt(tag: &str, branches: &[Branch]) -> Option<String> {
    let unknown = |branch: &Branch| -> Vec<String> {
        let unexpected = branch.iter().filter_map(|error| match error.kind() {
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                Some(unexpected.clone())
            }
            _ => None,
        });
        unexpected.flatten().collect()
    };
    let (first, others) = branches.split_first()?;
    let is_meant = |name: &String| near(name, &[tag.to_owned()]).is_some();
    unknown(first)
        .into_iter()
        .find(|name| is_meant(name) && others.iter().all(|branch| unknown(branch).contains(name)))
}

/// The only value that a schema allows, where it says so in one word.
fn constant(schema: &Value) -> Option<&Value> {
    let listed = schema.get("enum").and_then(Value::as_array);
    schema
        .get("const")
        .or_else(|| listed.filter(|values| values.len() == 1).and_then(|values| values.first()))
}

/// The values of all branches, where each of them only wants another value.
fn constants(branches: &[&Branch], here: impl Fn(&ValidationError<'_>) -> bool) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for branch in branches {
        match branch.as_slice() {
            [only] if here(only) => match only.kind() {
                Kind::Constant { expected_value } => values.push((**expected_value).clone()),
                Kind::Enum { options } => values.extend(options.as_array()?.iter().cloned()),
                _ => return None,
            },
            _ => return None,
        }
    }
    Some(values)
}

/// The members to add by each branch, where each only lacks some.
fn missing(branches: &[&Branch], here: impl Fn(&ValidationError<'_>) -> bool) -> Option<Vec<Vec<String>>> {
    let mut ways = Vec::new();
    for branch in branches {
        let mut names = Vec::new();
        for inner in *branch {
            match inner.kind() {
                Kind::Required { property } if here(inner) => names.push(property.as_str()?.to_owned()),
                _ => return None,
            }
        }
        ways.push(names);
    }
    ways.dedup();
    Some(ways)
}

/// What a branch allows, in a few words.
fn described(schema: &Value) -> String {
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        return name.rsplit('/').next().unwrap_or(name).to_owned();
    }
    if let Some(value) = constant(schema) {
        return shown(value);
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("array") => match schema.get("items") {
            Some(items) => match items.get("type").and_then(Value::as_str) {
                Some(name) => format!("a list of {name}s"),
                None => format!("a list of {}", described(items)),
            },
            None => "a list".to_owned(),
        },
        Some(name @ ("integer" | "object")) => format!("an {name}"),
        Some(name) => format!("a {name}"),
        None => "any value".to_owned(),
    }
}

fn without_repeats(names: Vec<&'static str>) -> Vec<&'static str> {
    let mut kept = Vec::new();
    for name in names {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}

fn both(forms: &[String]) -> String {
    match forms {
        [one, other] => format!("both {one} and {other}"),
        several => joined(several, "and"),
    }
}

/// The first thing that is wrong by a branch, in a few words.
fn first_way(error: &ValidationError<'_>, found: &[Finding]) -> Option<String> {
    let first = &found.first()?.diagnostic;
    let place = relative(&first.instance_path, error.instance_path().as_str());
    let place = if place.is_empty() { String::new() } else { format!("at {place}: ") };
    Some(format!("{place}{}", first.message))
}

/// What is left of `pointer` below `base`.
fn relative(pointer: &Pointer, base: &str) -> String {
    pointer.as_str().strip_prefix(base).unwrap_or(pointer.as_str()).to_owned()
}
