//! SARIF 2.1.0, which code scanning services read: one run, its rules are the table of [`Kind`].

use std::collections::BTreeMap;

use serde_json::json;
use serde_sarif::sarif::{
    ArtifactLocation, Location, LogicalLocation, Message, MultiformatMessageString, PhysicalLocation,
    PropertyBag, ReportingDescriptor, Result as Finding, ResultLevel, Run, Sarif, Tool, ToolComponent,
};

use crate::change::{Change, Kind};
use crate::diff::Diff;

/// The name of the fingerprint; another number means that it is made of other things.
const FINGERPRINT: &str = "tradespec-diff/v1";

pub(super) fn sarif(diff: &Diff, artifact: Option<&str>) -> String {
    let rules: Vec<_> = Kind::ALL.iter().map(|(kind, meaning)| rule(*kind, meaning)).collect();
    let driver =
        ToolComponent::builder().name("tradespec").version(env!("CARGO_PKG_VERSION")).rules(rules).build();
    let results: Vec<_> = diff.changes.iter().map(|change| finding(diff, change, artifact)).collect();
    let run = Run::builder().tool(Tool::builder().driver(driver).build()).results(results).build();
    let log = Sarif::builder()
        .schema("https://json.schemastore.org/sarif-2.1.0.json")
        .version(json!("2.1.0"))
        .runs(vec![run])
        .build();
    // The log is made of strings and numbers only.
    serde_json::to_string_pretty(&log).map(|text| text + "\n").unwrap_or_default()
}

fn rule(kind: Kind, meaning: &str) -> ReportingDescriptor {
    let text = MultiformatMessageString::builder().text(meaning.trim()).build();
    ReportingDescriptor::builder().id(kind.as_str()).short_description(text).build()
}

fn finding(diff: &Diff, change: &Change, artifact: Option<&str>) -> Finding {
    let level = match change.breaking {
        Some(true) => ResultLevel::Error,
        None => ResultLevel::Warning,
        Some(false) => ResultLevel::Note,
    };
    let place = format!("{}{}", change.type_name, change.pointer);
    let text = format!("{place}: {} ({} -> {})", change.message, diff.old, diff.new);
    let mut location = Location::builder()
        .logical_locations(vec![LogicalLocation::builder().fully_qualified_name(place.as_str()).build()])
        .build();
    location.physical_location = artifact.map(|artifact| {
        let uri = ArtifactLocation::builder().uri(artifact).build();
        PhysicalLocation::builder().artifact_location(uri).build()
    });
    let properties = BTreeMap::from([
        ("direction".to_owned(), json!(change.ways.as_str())),
        ("breaking".to_owned(), json!(change.breaking)),
    ]);
    Finding::builder()
        .rule_id(change.kind.as_str())
        .level(level)
        .message(Message::builder().text(text).build())
        .locations(vec![location])
        .partial_fingerprints(BTreeMap::from([(
            FINGERPRINT.to_owned(),
            format!("{place} {} {}", change.kind, change.message),
        )]))
        .properties(PropertyBag::builder().additional_properties(properties).build())
        .build()
}
