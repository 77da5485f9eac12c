//! Patterns that are no regular expressions.

use jsonschema::PatternOptions;
use serde_json::{Value, json};
use tradespec_schema::Location;

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas() {
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            faults.extend(fault(pattern, at.join("pattern")));
        }
        for (pattern, _) in schema.get("patternProperties").and_then(Value::as_object).into_iter().flatten() {
            faults.extend(fault(pattern, at.join("patternProperties").join(pattern)));
        }
    }
    faults
}

fn fault(pattern: &str, at: Location) -> Option<Fault> {
    if compiles(pattern) {
        return None;
    }
    let message =
        format!("{pattern:?} is no regular expression of ECMA 262, so a validator refuses the file");
    Some(Fault::new(Code::BadPattern, at, message))
}

/// Whether a pattern is a regular expression.
pub(super) fn compiles(pattern: &str) -> bool {
    let options = jsonschema::options().with_pattern_options(PatternOptions::fancy_regex()).offline();
    options.build(&json!({"pattern": pattern})).is_ok()
}
