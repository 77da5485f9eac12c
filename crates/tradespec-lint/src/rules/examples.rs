//! Examples and defaults that are not valid by the schema they stand in.

use serde_json::Value;
use tradespec_schema::Location;

use crate::code::Code;
use crate::finding::Fault;
use crate::solver::{Check, Solver};
use crate::tree::Tree;

/// The most faults of one example that are told.
const TOLD: usize = 3;

pub(super) fn check(tree: &Tree, solver: &Solver<'_>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas().filter(|(at, _)| tree.is_current_draft(&at.file)) {
        let given = examples(at, schema);
        if given.is_empty() {
            continue;
        }
        let Some(check) = solver.check(at) else { continue };
        faults.extend(given.into_iter().filter_map(|(at, what, value)| fault(at, what, value, &check)));
    }
    faults
}

/// The values that a schema gives as valid ones, each with its place and what it is called.
pub(super) fn examples<'v>(at: &Location, schema: &'v Value) -> Vec<(Location, &'static str, &'v Value)> {
    let mut given = Vec::new();
    if let Some(value) = schema.get("example") {
        given.push((at.join("example"), "the example", value));
    }
    for (number, value) in schema.get("examples").and_then(Value::as_array).into_iter().flatten().enumerate()
    {
        given.push((at.join("examples").join(&number.to_string()), "the example", value));
    }
    if let Some(value) = schema.get("default") {
        given.push((at.join("default"), "the default", value));
    }
    given
}

fn fault(at: Location, what: &str, value: &Value, check: &Check) -> Option<Fault> {
    let errors = check.errors(value);
    if errors.is_empty() {
        return None;
    }
    let mut told: Vec<_> = errors
        .iter()
        .map(|error| match error.instance_path.as_str() {
            "" => error.message.clone(),
            path => format!("{path}: {}", error.message),
        })
        .take(TOLD)
        .collect();
    if errors.len() > TOLD {
        told.push(format!("and {} more", errors.len() - TOLD));
    }
    let message = format!("{what} is not valid by its own schema: {}", told.join("; "));
    Some(Fault::new(Code::InvalidExample, at, message))
}
