//! Enums with a value twice, or with values that differ only in case.

use serde_json::Value;

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas() {
        let values = schema.get("enum").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (number, value) in values.iter().enumerate() {
            let place = || at.join("enum").join(&number.to_string());
            let before = values.get(..number).unwrap_or_default();
            if before.iter().any(|other| same(other, value)) {
                faults.push(Fault::new(
                    Code::EnumDuplicate,
                    place(),
                    format!("{value} stands twice in the enum"),
                ));
            } else if let Some(twin) = before.iter().find(|other| are_twins(other, value)) {
                let message = format!("{value} and {twin} differ only in case");
                let help = "keep one of them; if both are sent, say so in the description";
                faults.push(Fault::new(Code::EnumCaseTwins, place(), message).help(help));
            }
        }
    }
    faults
}

/// Whether two values are the same for JSON Schema, which does not tell `1` from `1.0`.
fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

fn are_twins(a: &Value, b: &Value) -> bool {
    a.as_str().zip(b.as_str()).is_some_and(|(a, b)| a.to_lowercase() == b.to_lowercase())
}
