//! UCP's trees: references by URL and by path, annotations resolved for each direction and operation, bundles.
//!
//! The trees are those of this repository and, where they are there, the published ones in `../shared/upstream/ucp`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that fails panics, and one that is skipped says so"
)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use support::document::document;
use support::{Checker, Tree, UCP, outward_references};
use tradespec_schema::messages::Direction;
use tradespec_schema::{Index, Pointer, Protocol, Release, SchemaSet, Variant, compose, resolve, walk};

const OPERATIONS: [&str; 5] = ["create", "read", "update", "complete", "cancel"];

/// The trees of a release: ours, and the published one.
fn trees(release: &str) -> Vec<SchemaSet> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let published = root.join("../shared/upstream/ucp").join(release);
    let mut folders = vec![root.join("schemas/ucp").join(release)];
    if published.is_dir() {
        folders.push(published);
    } else {
        eprintln!("skipped: ../shared/upstream/ucp/{release} is not there");
    }
    let set = |folder: PathBuf| {
        let mut files = Vec::new();
        read(&folder, "", &mut files);
        SchemaSet::from_files(Protocol::Ucp, Release::new(release).unwrap(), files).unwrap()
    };
    folders.into_iter().map(set).collect()
}

fn read(folder: &Path, below: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{below}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            read(&path, &format!("{name}/"), files);
        } else if path.extension().is_some_and(|kind| kind == "json") {
            files.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
}

fn variants() -> impl Iterator<Item = Variant> {
    [Direction::Request, Direction::Response]
        .into_iter()
        .flat_map(|direction| OPERATIONS.map(|operation| Variant::new(direction, operation)))
}

/// One file, resolved: the definition that it becomes.
fn resolved(schema: &Value, variant: &Variant) -> Value {
    let files = [("schemas/thing.json".to_owned(), schema.to_string())];
    let set = SchemaSet::from_files(Protocol::Ucp, Release::new("2026-04-08").unwrap(), files).unwrap();
    let index = resolve(&Index::new(&set).unwrap(), variant).unwrap();
    index.files()["schemas/thing.json"]["$defs"]["Thing"].clone()
}

#[test]
fn what_an_annotation_says_goes_by_direction_and_operation() {
    let create = Variant::new(Direction::Request, "create");
    let update = Variant::new(Direction::Request, "update");
    let response = Variant::new(Direction::Response, "create");
    let one = |annotations: Value, required: Value| {
        let mut member = json!({"type": "string"});
        member.as_object_mut().unwrap().extend(annotations.as_object().unwrap().clone());
        json!({"type": "object", "required": required, "properties": {"a": member, "b": {}}})
    };
    // The annotation, `required` before it, the variant, and what becomes of the member "a" and of `required`.
    let cases = [
        (json!({}), json!(["a"]), &create, true, json!(["a"])),
        (json!({"ucp_request": "omit"}), json!(["a", "b"]), &create, false, json!(["b"])),
        (json!({"ucp_request": "omit"}), json!(["a"]), &create, false, Value::Null),
        (json!({"ucp_request": "omit"}), json!(["a"]), &response, true, json!(["a"])),
        (json!({"ucp_response": "omit"}), json!(["a"]), &response, false, Value::Null),
        (json!({"ucp_response": "omit"}), json!(["a"]), &create, true, json!(["a"])),
        (json!({"ucp_request": "required"}), json!(["b"]), &create, true, json!(["b", "a"])),
        (json!({"ucp_request": "required"}), json!(["a"]), &create, true, json!(["a"])),
        (json!({"ucp_request": "optional"}), json!(["a", "b"]), &create, true, json!(["b"])),
        (json!({"ucp_request": {"create": "omit"}}), json!(["a"]), &create, false, Value::Null),
        (json!({"ucp_request": {"create": "omit"}}), json!(["a"]), &update, true, json!(["a"])),
        (json!({"ucp_request": {"update": "required"}}), json!(["b"]), &update, true, json!(["b", "a"])),
        (
            json!({"ucp_request": {"from": "optional", "to": "omit", "description": "…"}}),
            json!(["a"]),
            &create,
            true,
            Value::Null,
        ),
        (
            json!({"ucp_request": {"transition": {"from": "omit", "to": "required"}}}),
            json!(["a"]),
            &create,
            false,
            Value::Null,
        ),
        (
            json!({"ucp_request": {"create": {"transition": {"from": "required", "to": "omit"}}}}),
            json!(["b"]),
            &create,
            true,
            json!(["b", "a"]),
        ),
        (
            json!({"ucp_request": "omit", "ucp_response": "required"}),
            json!(["b"]),
            &response,
            true,
            json!(["b", "a"]),
        ),
        (json!({"ucp_shared_request": true}), json!(["a"]), &create, true, json!(["a"])),
    ];
    for (annotations, required, variant, stays, after) in cases {
        let found = resolved(&one(annotations.clone(), required), variant);
        assert_eq!(found["properties"].get("a").is_some(), stays, "{annotations} for {variant:?}");
        assert_eq!(
            found.get("required").cloned().unwrap_or_default(),
            after,
            "{annotations} for {variant:?}"
        );
    }
}

#[test]
fn members_are_resolved_wherever_they_stand() {
    let schema = json!({
        "allOf": [{"properties": {"a": {"ucp_request": "omit"}}, "required": ["a"]}],
        "properties": {"list": {"type": "array", "items": {"properties": {"b": {"ucp_request": "omit"}}}}},
        "$defs": {"part": {"properties": {"c": {"ucp_request": "omit"}}}}
    });
    let found = resolved(&schema, &Variant::new(Direction::Request, "create"));
    assert_eq!(found["allOf"][0], json!({"properties": {}}));
    assert_eq!(found["properties"]["list"]["items"], json!({"properties": {}}));
}

#[test]
fn every_reference_by_url_leads_where_json_schema_says() {
    for release in UCP {
        for set in trees(release) {
            let index = Index::new(&set).unwrap();
            let mut by_path = BTreeSet::new();
            for (file, source) in set.files() {
                let id = url::Url::parse(source.root["$id"].as_str().unwrap()).unwrap();
                walk::each(&source.root, &Pointer::root(), &mut |at, schema| {
                    let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { return };
                    let resolved =
                        at.resolve(&index.files()[file]).and_then(|schema| schema["$ref"].as_str());
                    let Some((target, _)) = resolved.and_then(|text| text.split_once('#')) else { return };
                    let wanted = id.join(reference.split('#').next().unwrap()).unwrap();
                    if set.files()[target].root["$id"] != wanted.as_str() {
                        by_path.insert(format!("{file} {reference}"));
                    }
                });
            }
            // The profile calls itself by another folder than it stands in, so only the path leads from it.
            assert!(
                by_path.iter().all(|at| at.starts_with("discovery/profile_schema.json ../")),
                "{by_path:?}"
            );
        }
    }
}

#[test]
fn every_tree_is_resolved_for_every_operation_and_every_type_stands_alone() {
    for release in UCP {
        for set in trees(release) {
            let index = Index::new(&set).unwrap();
            let mut seen: Vec<Index> = Vec::new();
            for variant in variants() {
                let resolved = resolve(&index, &variant).unwrap();
                // Several operations see the same.
                if seen.iter().any(|other| other.files() == resolved.files()) {
                    continue;
                }
                seen.push(resolved.clone());
                let texts: Vec<_> = resolved.files().values().map(Value::to_string).collect();
                assert!(
                    texts
                        .iter()
                        .all(|text| !text.contains("\"ucp_request\"") && !text.contains("\"ucp_response\""))
                );
                assert_eq!(resolve(&resolved, &variant).unwrap().files(), resolved.files());
                let composed = compose(&resolved, &[]).unwrap();
                for id in composed.definitions() {
                    let bundle = composed.bundle_type(&id);
                    assert_eq!(outward_references(&bundle), Vec::<String>::new(), "{id}");
                    Checker::new(&bundle, "");
                }
            }
        }
    }
}

/// A document for each type, and the same with each member at the top taken out or made wrong.
fn documents(index: &Index, schema: &Value) -> Vec<Value> {
    let mut all = vec![json!(null), json!({}), json!([])];
    all.extend(document(index, schema, &[]));
    let Some(Value::Object(members)) = all.last().cloned() else { return all };
    for name in members.keys() {
        for wrong in [Some(Value::Null), Some(json!(-1)), Some(json!({"type": "x"})), None] {
            let mut changed = members.clone();
            match wrong {
                Some(value) => drop(changed.insert(name.clone(), value)),
                None => drop(changed.shift_remove(name)),
            }
            all.push(changed.into());
        }
    }
    all
}

#[test]
fn a_bundle_gives_the_verdicts_of_the_tree() {
    let mut judged = [0, 0];
    for release in UCP {
        let set = trees(release).remove(0);
        let index = Index::new(&set).unwrap();
        for variant in [Variant::new(Direction::Request, "update"), Variant::new(Direction::Response, "read")]
        {
            let resolved = resolve(&index, &variant).unwrap();
            let mut tree = Tree::new(&resolved);
            let composed = compose(&resolved, &[]).unwrap();
            for id in composed.definitions() {
                let whole = tree.schema(&id.location());
                let bundle = Checker::new(&composed.bundle_type(&id), "");
                for document in documents(&resolved, composed.schema(&id.location()).unwrap()) {
                    let fault = bundle.fault(&document);
                    let by_tree = tree.is_valid(whole, &document);
                    assert_eq!(by_tree, fault.is_none(), "{release} {id}: {document}");
                    judged[usize::from(by_tree)] += 1;
                }
            }
        }
    }
    assert!(judged.iter().all(|count| *count > 300), "{judged:?}");
}
