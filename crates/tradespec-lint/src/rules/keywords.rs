//! Keywords that JSON Schema does not have.

use tradespec_schema::Pointer;
use tradespec_schema::suggestion;

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;
use crate::vocabulary::{KNOWN, is_holder, is_known};

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
const UCP_HEAD: &[&str] = &["name", "version", "embedded"];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let is_ucp = tree.is_ucp();
    let names: Vec<_> = KNOWN.iter().map(|keyword| (*keyword).to_owned()).collect();
    let mut faults = Vec::new();
    for (at, schema) in tree.schemas().filter(|(at, schema)| !is_holder(at, schema)) {
        let earlier = !tree.is_current_draft(&at.file);
        for (keyword, _) in schema.as_object().into_iter().flatten() {
            let is_known = is_known(keyword)
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
