//! Branches of a `oneOf` that fit the same value, so that it is not valid although it is meant to be.
//!
//! Told is only what was tried: there is a value, it is small, and both branches accept it.

use serde_json::{Value, json};
use tradespec_schema::Location;
use tradespec_validator::Severity;

use super::examples::examples;
use crate::code::Code;
use crate::conjuncts::conjuncts;
use crate::finding::Fault;
use crate::sample::{sample, type_of, types};
use crate::solver::{Check, Solver};
use crate::tree::Tree;

/// The most branches of which each is compared with each.
const BRANCHES: usize = 40;

pub(super) fn check(tree: &Tree, solver: &Solver<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas().filter(|(at, _)| tree.is_current_draft(&at.file)) {
        let count = schema.get("oneOf").and_then(Value::as_array).map_or(0, Vec::len);
        if (2..=BRANCHES).contains(&count) {
            faults.extend(overlap(tree, solver, at, count));
        }
    }
    faults
}

/// A branch, and what is needed to try values with it.
struct Branch {
    at: Location,
    check: Check,
    types: Option<Vec<&'static str>>,
    /// Whether it only asks for members, as where one of several has to be there.
    only_requires: bool,
}

fn overlap(tree: &Tree, solver: &Solver<'_>, at: &Location, count: usize) -> Option<Fault> {
    let branches: Vec<Branch> = (0..count)
        .filter_map(|number| {
            let branch = at.join("oneOf").join(&number.to_string());
            Some(Branch {
                check: solver.check(&branch)?,
                types: types(tree, &branch),
                only_requires: conjuncts(tree, &branch).iter().all(|part| only_requires(part.schema)),
                at: branch,
            })
        })
        .collect();
    // What the schema says beside the union; the value has to be valid by that, too.
    let mut rest = solver.compiled(at)?.clone();
    rest.as_object_mut()?.shift_remove("oneOf");
    let rest = solver.validator(rest, std::slice::from_ref(at))?;
    for (number, first) in branches.iter().enumerate() {
        for second in branches.iter().skip(number + 1) {
            if first.only_requires && second.only_requires {
                continue;
            }
            let fits = |value: &Value| {
                [first, second].iter().all(|branch| is_of(branch, value) && branch.check.accepts(value))
                    && rest.accepts(value)
            };
            let natural =
                natural(tree, first).into_iter().chain(natural(tree, second)).find(|value| fits(value));
            let odd = || {
                sample(tree, &[first.at.clone(), second.at.clone(), at.clone()]).filter(|value| fits(value))
            };
            let (witness, severity) = match natural {
                Some(witness) => (witness, Severity::Warning),
                None => (odd()?, Severity::Note),
            };
            return Some(fault(at, first, second, &witness).severity(severity));
        }
    }
    None
}

/// Whether the branch is about values of this type.
fn is_of(branch: &Branch, value: &Value) -> bool {
    let kind = type_of(value);
    branch
        .types
        .as_ref()
        .is_none_or(|types| types.contains(&kind) || kind == "integer" && types.contains(&"number"))
}

fn only_requires(schema: &Value) -> bool {
    let constrains = |keyword: &String| {
        !matches!(
            keyword.as_str(),
            "required"
                | "not"
                | "description"
                | "title"
                | "$comment"
                | "dependentRequired"
                | "minProperties"
                | "maxProperties"
        )
    };
    schema.as_object().is_none_or(|members| !members.keys().any(constrains))
}

/// Values that someone who goes by the branch alone would send.
fn natural(tree: &Tree, branch: &Branch) -> Vec<Value> {
    let mut values: Vec<Value> = sample(tree, std::slice::from_ref(&branch.at)).into_iter().collect();
    for part in conjuncts(tree, &branch.at) {
        values.extend(examples(&part.at, part.schema).into_iter().map(|(_, _, value)| value.clone()));
        values.extend(part.schema.get("const").cloned());
        values.extend(part.schema.get("enum").and_then(Value::as_array).into_iter().flatten().cloned());
    }
    values.extend([json!([]), json!({}), json!(1), json!("text")]);
    values
}

fn fault(at: &Location, first: &Branch, second: &Branch, witness: &Value) -> Fault {
    let number = |branch: &Branch| branch.at.pointer.segments().last().unwrap_or_default();
    let message = format!(
        "{} is valid by branches {} and {}, and so not at all: exactly one has to fit",
        in_words(witness),
        number(first),
        number(second)
    );
    let help = match witness {
        Value::Array(list) if list.is_empty() => "use \"anyOf\", or ask for an element with \"minItems\"",
        Value::Object(_) => {
            "use \"anyOf\", or give each branch a member with a \"const\" that tells it from the others"
        }
        _ => "use \"anyOf\", or make the branches exclude each other",
    };
    Fault::new(Code::OverlappingBranches, at.join("oneOf"), message).help(help)
}

/// What a value is like.
fn in_words(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "a boolean".to_owned(),
        Value::Number(number) if number.is_f64() => "a number".to_owned(),
        Value::Number(_) => "a whole number".to_owned(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(list) if list.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(members) if members.is_empty() => "an object without members".to_owned(),
        Value::Object(members) => {
            let names: Vec<_> = members.keys().map(|name| format!("\"{name}\"")).collect();
            match names.split_last() {
                Some((last, rest)) if !rest.is_empty() => {
                    format!("an object with {} and {last}", rest.join(", "))
                }
                _ => format!("an object with {}", names.join("")),
            }
        }
    }
}
