//! What several tests need.
#![allow(dead_code, reason = "each test uses some of it")]

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tradespec_schema::messages::Direction;
use tradespec_schema::{Protocol, parse_json};
use tradespec_validator::{Builder, Strictness, Validator};

/// A path below the workspace's root.
pub(crate) fn root(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(below)
}

pub(crate) fn json(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse_json(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display())).value
}

/// The sample payloads of a folder: file name, type and content. A sample's type is in its name.
pub(crate) fn samples(folder: &str) -> Vec<(String, String, Value)> {
    let mut samples = Vec::new();
    for entry in fs::read_dir(root("examples/payloads").join(folder)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut parts = name.split('.');
        if let (Some(file), Some(of_type), Some(_)) = (parts.next(), parts.next(), parts.next()) {
            samples.push((name.clone(), format!("{file}.{of_type}"), json(&path)));
        }
    }
    samples.sort_by(|a, b| a.0.cmp(&b.0));
    samples
}

/// What the `case.json` of a table chooses: `protocol`, `type`, `direction`, `operation`, `profile`, `release`,
/// `extensions`, `receiver`, `strict` and `allow_null_clear`.
pub(crate) fn builder(case: &Value) -> Builder<'static> {
    let mut builder = Validator::builder();
    if case["protocol"] == "ucp" {
        builder = builder.protocol(Protocol::Ucp);
    }
    match case["direction"].as_str() {
        Some("request") => builder = builder.direction(Direction::Request),
        Some("response") => builder = builder.direction(Direction::Response),
        other => assert_eq!(other, None),
    }
    if let Some(operation) = case["operation"].as_str() {
        builder = builder.operation(operation);
    }
    if let Some(name) = case["type"].as_str() {
        builder = builder.message_type(name);
    }
    if let Some(release) = case["release"].as_str() {
        builder = builder.release(release);
    }
    for extension in case["extensions"].as_array().into_iter().flatten() {
        builder = builder.extension(extension.as_str().unwrap());
    }
    let is_set = |name: &str| case[name].as_bool().unwrap_or_default();
    if let Some(profile) = case.get("profile") {
        builder = builder.profile(profile.clone());
    }
    builder.strictness(Strictness {
        receiver: is_set("receiver"),
        strict: is_set("strict"),
        allow_null_clear: is_set("allow_null_clear"),
    })
}
