//! Public reports about the tool, each tried on a small tree made for it.
//!
//! In:  the tool.
//! Out: for each report, whether this version still does it.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::tool::{Tool, write};

/// One report: the files, what is asked, and what a tool without the fault says.
struct Fault {
    what: &'static str,
    files: Vec<(&'static str, Value)>,
    arguments: &'static str,
    /// The status with which the tool ends if it does not have the fault: 0 for valid, 1 for not valid.
    status: i32,
}

/// Each report, and what comes of it.
pub(super) fn tried(tool: &Tool, work: &Path) -> Result<Vec<(&'static str, String)>> {
    let mut all = Vec::new();
    for (number, fault) in faults().into_iter().enumerate() {
        let folder = work.join(number.to_string());
        for (name, content) in &fault.files {
            write(&folder.join(name), content)?;
        }
        let status = tool.run(fault.arguments.split(' '), &folder)?;
        let ended = status.map_or("it crashes".to_owned(), |status| format!("status {status}"));
        let verdict = if status == Some(fault.status) { "gone" } else { "still there" };
        all.push((fault.what, format!("{verdict} ({ended})")));
    }
    Ok(all)
}

fn faults() -> Vec<Fault> {
    let object = |more: Value| {
        let mut schema = json!({"type": "object"});
        if let (Some(schema), Value::Object(more)) = (schema.as_object_mut(), more) {
            schema.extend(more);
        }
        schema
    };
    let with_id = |id: &str, more: Value| {
        let mut schema = object(more);
        schema["$id"] = format!("https://ucp.dev/schemas/{id}").into();
        schema
    };
    let part = with_id(
        "part.json",
        json!({
            "required": ["id"],
            "$defs": {"chosen": {"allOf": [{"$ref": "#"}, {"properties": {"chosen": {"type": "boolean"}}}]}}
        }),
    );
    let capability = |name: &str, extends: Option<Value>| {
        let mut entry =
            json!({"version": "2026-04-08", "schema": format!("https://ucp.dev/schemas/{name}.json")});
        extends.map(|extends| entry["extends"] = extends);
        json!([entry])
    };
    let extension = |parent: &str| json!({"$defs": {(parent): object(json!({"properties": {"gift": {}}}))}});
    vec![
        Fault {
            what: "`$ref: \"#\"` inside a file that is put into another means the other one",
            files: vec![
                (
                    "whole.json",
                    with_id(
                        "whole.json",
                        json!({"properties": {"part": {"$ref": "part.json#/$defs/chosen"}}}),
                    ),
                ),
                ("part.json", part),
                ("document.json", json!({"part": {"chosen": true}})),
            ],
            arguments: "validate document.json --schema whole.json --response --op read",
            status: 1,
        },
        Fault {
            what: "references inside a file that go round overflow the stack",
            files: vec![
                (
                    "tree.json",
                    object(json!({
                        "properties": {"root": {"$ref": "#/$defs/node"}},
                        "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}
                    })),
                ),
                ("document.json", json!({"root": {"next": {}}})),
            ],
            arguments: "validate document.json --schema tree.json --response --op read",
            status: 0,
        },
        Fault {
            what: "`--strict` lets everything pass beside a branch with `additionalProperties: true`",
            files: vec![
                (
                    "open.json",
                    json!({"allOf": [
                        {"type": "object", "properties": {"id": {"type": "string"}}, "additionalProperties": true},
                        {"type": "object", "properties": {"note": {"type": "string"}}}
                    ]}),
                ),
                ("document.json", json!({"id": "a", "unknown": 1})),
            ],
            arguments: "validate document.json --schema open.json --response --op read --strict true",
            status: 1,
        },
        Fault {
            what: "a folder to read from does not help where `$id` and path differ",
            files: vec![
                ("discovery/profile.json", {
                    let mut profile = object(json!({"properties": {"ucp": {"$ref": "ucp.json"}}}));
                    profile["$id"] = "https://ucp.dev/schemas/profile.json".into();
                    profile
                }),
                ("schemas/ucp.json", with_id("ucp.json", json!({}))),
                ("document.json", json!({"ucp": {}})),
            ],
            arguments: "validate document.json --schema discovery/profile.json --schema-local-base . \
                        --schema-remote-base https://ucp.dev --response --op read",
            status: 0,
        },
        Fault {
            what: "an extension needs all its parents, where one is enough",
            files: vec![
                ("schemas/cart.json", object(json!({"properties": {"id": {}}}))),
                ("schemas/gift.json", extension("dev.ucp.cart")),
                (
                    "document.json",
                    json!({"ucp": {"capabilities": {
                        "dev.ucp.cart": capability("cart", None),
                        "dev.ucp.gift": capability("gift", Some(json!(["dev.ucp.cart", "dev.ucp.checkout"])))
                    }}}),
                ),
            ],
            arguments: "validate document.json --op read --schema-local-base .",
            status: 0,
        },
        Fault {
            what: "`lint` passes a wrong example of a schema that refers inside its file",
            files: vec![(
                "example.json",
                json!({
                    "$id": "https://ucp.dev/schemas/example.json",
                    "type": "object",
                    "properties": {"code": {"$ref": "#/$defs/code", "examples": [7]}},
                    "$defs": {"code": {"type": "string"}}
                }),
            )],
            arguments: "lint example.json",
            status: 1,
        },
    ]
}
