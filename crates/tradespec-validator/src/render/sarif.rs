//! SARIF 2.1.0, which code scanning services read.
//!
//! In:  [`Checked`] documents.
//! Out: one log with one run; its rules are the table of the [`Kind`].
//! Holds: no document is kept, only the fingerprints. The frame is written by hand around the results for that.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Value, json};
use serde_sarif::sarif::{
    ArtifactLocation, Invocation, Location, LogicalLocation, Message, MultiformatMessageString, Notification,
    PhysicalLocation, PropertyBag, Region, ReportingConfiguration, ReportingDescriptor, Result as Finding,
    ResultLevel, Tool, ToolComponent,
};

use super::elements::{Elements, indented};
use super::fingerprint::Fingerprints;
use super::text::hidden;
use super::{Checked, Render, Subject, Totals};
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;
use crate::span::Span;

/// Writes each result as it comes.
#[derive(Debug)]
pub struct Sarif {
    started: bool,
    results: Elements,
    fingerprints: Fingerprints,
}

impl Default for Sarif {
    fn default() -> Self {
        Self { started: false, results: Elements::new(4), fingerprints: Fingerprints::default() }
    }
}

/// The name of the fingerprint; another number means that it is made of other things.
const FINGERPRINT: &str = "tradespec/v1";

impl Sarif {
    /// Writes what stands before the first result.
    fn start<C: Kind>(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.started {
            return Ok(());
        }
        self.started = true;
        write!(
            out,
            r#"{{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {{
      "tool": {},
      "columnKind": "unicodeCodePoints",
      "results": "#,
            indented(&tool::<C>(), 3)?
        )
    }
}

impl<C: Kind> Render<C> for Sarif {
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        self.start::<C>(out)?;
        checked.report.iter().try_for_each(|diagnostic| {
            let fingerprint = self.fingerprints.next(checked, diagnostic);
            self.results.push(&finding(checked, diagnostic, fingerprint), out)
        })
    }

    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        self.start::<C>(out)?;
        self.results.end(out)?;
        if let Some(hidden) = hidden(totals) {
            let notice = Notification::builder().message(message(hidden)).level(json!("note")).build();
            let invocation = Invocation::builder()
                .execution_successful(true)
                .tool_execution_notifications(vec![notice])
                .build();
            write!(out, ",\n      \"invocations\": {}", indented(&[invocation], 3)?)?;
        }
        writeln!(out, "\n    }}\n  ]\n}}")
    }
}

fn tool<C: Kind>() -> Tool {
    let rules: Vec<_> = C::RULES.iter().map(|(code, meaning)| rule(*code, meaning)).collect();
    let driver = ToolComponent::builder().name("tradespec").version(env!("CARGO_PKG_VERSION")).rules(rules);
    Tool::builder().driver(driver.build()).build()
}

fn rule<C: Kind>(code: C, meaning: &str) -> ReportingDescriptor {
    let level = ReportingConfiguration::builder().level(level(code.severity()).to_string()).build();
    let help = code.more();
    ReportingDescriptor::builder()
        .id(code.as_str())
        .short_description(MultiformatMessageString::builder().text(meaning).build())
        .help(MultiformatMessageString::builder().text(help).build())
        .default_configuration(level)
        .build()
}

fn level(severity: Severity) -> ResultLevel {
    match severity {
        Severity::Error => ResultLevel::Error,
        Severity::Warning => ResultLevel::Warning,
        Severity::Note => ResultLevel::Note,
    }
}

fn finding<C: Kind>(checked: &Checked<C>, diagnostic: &Diagnostic<C>, fingerprint: String) -> Finding {
    let index = C::RULES.iter().position(|(code, _)| *code == diagnostic.code);
    let mut finding = Finding::builder()
        .rule_id(diagnostic.code.as_str())
        .level(level(diagnostic.severity))
        .message(message(diagnostic.description()))
        .locations(vec![location(checked, diagnostic)])
        .partial_fingerprints(BTreeMap::from([(FINGERPRINT.to_owned(), fingerprint)]))
        .build();
    finding.rule_index = index.and_then(|index| i64::try_from(index).ok());
    finding.properties = checked.subject.as_ref().map(properties);
    finding
}

fn message(text: String) -> Message {
    Message::builder().text(text).build()
}

fn location<C: Kind>(checked: &Checked<C>, diagnostic: &Diagnostic<C>) -> Location {
    let mut file = PhysicalLocation::builder()
        .artifact_location(ArtifactLocation::builder().uri(checked.uri()).build())
        .build();
    file.region = match (diagnostic.span, checked.line) {
        (Some(span), _) => Some(region(span)),
        (None, Some(line)) => Some(Region { start_line: number(line), ..Region::default() }),
        (None, None) => None,
    };
    let mut location = Location::builder().physical_location(file).build();
    location.logical_locations = match diagnostic.instance_path.as_str() {
        "" => None,
        path => Some(vec![LogicalLocation::builder().fully_qualified_name(path).build()]),
    };
    location
}

fn region(span: Span) -> Region {
    Region {
        start_line: number(span.line),
        start_column: number(span.column),
        end_line: number(span.end_line),
        end_column: number(span.end_column),
        byte_offset: number(span.offset),
        byte_length: number(span.length),
        ..Region::default()
    }
}

fn number(number: usize) -> Option<i64> {
    i64::try_from(number).ok()
}

fn properties(subject: &Subject) -> PropertyBag {
    let Subject { type_name, protocol, release, extensions } = subject;
    let named = [
        ("type", json!(type_name)),
        ("protocol", json!(protocol)),
        ("release", json!(release)),
        ("extensions", json!(extensions)),
    ];
    let named = named.into_iter().map(|(name, value): (&str, Value)| (name.to_owned(), value));
    PropertyBag::builder().additional_properties(named.collect::<BTreeMap<_, _>>()).build()
}
