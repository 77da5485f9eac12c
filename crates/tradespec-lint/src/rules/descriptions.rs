//! Definitions and properties without a description.

use serde_json::Value;

use crate::code::Code;
use crate::conjuncts::conjuncts;
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let named = tree.schemas().filter(|(at, _)| {
        let segments: Vec<_> = at.pointer.segments().collect();
        let holder = segments.len().checked_sub(2).and_then(|number| segments.get(number));
        holder.is_some_and(|holder| matches!(holder.as_str(), "$defs" | "properties"))
    });
    named
        .filter(|(at, schema)| {
            schema.is_object() && !conjuncts(tree, at).iter().any(|part| is_described(part.schema))
        })
        .map(|(at, _)| {
            let name = at.pointer.segments().last().unwrap_or_default();
            Fault::new(Code::MissingDescription, at.clone(), format!("\"{name}\" has no description"))
        })
        .collect()
}

fn is_described(schema: &Value) -> bool {
    let text = |keyword| schema.get(keyword).and_then(Value::as_str);
    text("description").is_some_and(|text| !text.trim().is_empty())
}
