//! Definitions and capabilities by which anything is valid, although they are there to describe something.
//!
//! A definition that only holds schemas under names that are no keywords describes nothing itself. The file of a capability
//! that has its messages in `$defs` describes nothing either, for whoever validates by the file.

use serde_json::Value;
use tradespec_schema::walk::Keyword;
use tradespec_schema::{Location, Pointer};

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;
use crate::vocabulary::{held, is_holder};

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas().filter(|(at, _)| tree.is_current_draft(&at.file)) {
        if is_holder(at, schema) {
            let names: Vec<_> = held(schema).map(|(name, _)| format!("\"{name}\"")).collect();
            let verdict = if names.len() == 1 { "that is no keyword" } else { "these are no keywords" };
            let message = format!(
                "anything is valid by this definition: it holds {}, and {verdict}",
                names.join(" and ")
            );
            let help =
                "references can lead to what it holds, not to it; give each schema a definition of its own";
            faults.push(Fault::new(Code::AcceptsAnything, at.clone(), message).help(help));
        }
        if tree.is_ucp() && is_bare_capability(at, schema) {
            let message =
                "any object is valid by the capability's own schema: what its messages are is in \"$defs\"";
            let help =
                "validate a message by its definition, such as one for the request and one for the response";
            faults.push(Fault::new(Code::AcceptsAnything, at.join("name"), message).help(help));
        }
    }
    faults
}

/// Whether a file is a capability whose messages are definitions, and says no more of it than that it is an object.
fn is_bare_capability(at: &Location, schema: &Value) -> bool {
    let says_more = |keyword: &String| {
        Keyword::of(keyword) != Keyword::Annotation
            && !matches!(keyword.as_str(), "type" | "$defs" | "name" | "version" | "embedded")
    };
    at.pointer == Pointer::root()
        && schema.get("name").is_some_and(Value::is_string)
        && schema.get("type").is_some_and(|kind| kind == "object")
        && schema.get("$defs").is_some()
        && !schema.as_object().is_some_and(|members| members.keys().any(says_more))
}
