//! Keywords that JSON Schema does not have.

use tradespec_schema::Pointer;
use tradespec_schema::suggestion;

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;

/// All keywords of draft 2020-12, and those of drafts before it that still mean something in its files.
const KNOWN: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
    // Not of JSON Schema, and used everywhere for what it says.
    "example",
    "definitions",
];

/// Keywords of earlier drafts, for files that declare one.
const EARLIER: &[&str] = &[
    "$recursiveAnchor",
    "$recursiveRef",
    "additionalItems",
    "dependencies",
    "disallow",
    "divisibleBy",
    "extends",
    "id",
];

/// What the schemas of UCP say of requests and responses.
const UCP: &[&str] = &["ucp_request", "ucp_response", "ucp_shared_request"];

/// What the head of a UCP file says of the capability that it describes.
const UCP_HEAD: &[&str] = &["name", "version"];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let is_ucp = tree.is_ucp();
    let names: Vec<_> = KNOWN.iter().map(|keyword| (*keyword).to_owned()).collect();
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas() {
        let earlier = !tree.is_current_draft(&at.file);
        for (keyword, _) in schema.as_object().into_iter().flatten() {
            let is_known = KNOWN.contains(&keyword.as_str())
                || keyword.starts_with("x-")
                || earlier && EARLIER.contains(&keyword.as_str())
                || is_ucp && UCP.contains(&keyword.as_str())
                || is_ucp && at.pointer == Pointer::root() && UCP_HEAD.contains(&keyword.as_str());
            if is_known {
                continue;
            }
            let message = format!("\"{keyword}\" is no keyword of JSON Schema, so nothing goes by it");
            let fault = Fault::new(Code::UnknownKeyword, at.join(keyword), message);
            faults.push(match suggestion(keyword, names.iter()) {
                Some(near) => fault.help(format!("did you mean \"{near}\"?")),
                None => fault.help(help(keyword)),
            });
        }
    }
    faults
}

fn help(keyword: &str) -> String {
    match keyword {
        "nullable" => "of OpenAPI 3.0; allow null in \"type\"".to_owned(),
        "discriminator" => {
            "of OpenAPI; give each branch a \"const\" in the member that tells them apart".to_owned()
        }
        "additionalItems" => "of draft 2019-09; it is \"items\" beside \"prefixItems\" now".to_owned(),
        "dependencies" => "of draft 7; it is \"dependentRequired\" and \"dependentSchemas\" now".to_owned(),
        _ => format!("if it is an annotation, call it \"x-{keyword}\""),
    }
}
