//! Findings in the formats of `tradespec validate`, and as JSON of their own.
//!
//! In:  the findings of a run.
//! Out: [`Checked`] files, which the renderers of `tradespec-validator` write; for JSON, which has another shape here, the
//! renderers of this module.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;
use tradespec_validator::render::{Checked, Format, Look, Render, Totals};
use tradespec_validator::{Diagnostic, Kind, Report, Severity, Words};

use crate::code::Code;
use crate::finding::Finding;
use crate::schemas::Schemas;

impl Kind for Code {
    const RULES: &'static [(Self, &'static str)] = Self::ALL;
    const WORDS: Words = Words { thing: "file", good: "sound", bad: "faulty", listed: true };

    fn as_str(self) -> &'static str {
        self.as_str()
    }

    fn severity(self) -> Severity {
        self.severity()
    }

    fn more(self) -> String {
        format!("docs/lint.md says more of {self}")
    }
}

/// The files that were looked at, each with what was found in it.
#[must_use]
pub fn checked(schemas: &Schemas, findings: &[Finding]) -> Vec<Checked<Code>> {
    let file = |(path, _): (&str, &str)| {
        let of_file = findings.iter().filter(|finding| finding.file == path);
        Checked::new(path, None, None, Report::new(of_file.map(diagnostic).collect()))
    };
    schemas.texts().map(file).collect()
}

fn diagnostic(finding: &Finding) -> Diagnostic<Code> {
    let mut diagnostic = Diagnostic::of(finding.code, finding.pointer.clone(), finding.message.as_str());
    diagnostic.severity = finding.severity;
    diagnostic.help.clone_from(&finding.help);
    diagnostic.span = Some(finding.span);
    diagnostic.excerpt.clone_from(&finding.excerpt);
    diagnostic
}

/// Writes a format. JSON is `{"findings": […]}`, JSON lines are one finding each.
///
/// ```
/// use tradespec_lint::{Options, Schemas, checked, renderer};
/// use tradespec_validator::render::{Format, Look, Totals};
///
/// let schemas = Schemas::from_files([("a.json", r#"{"$defs": {"A": {"enum": ["x", "x"]}}}"#)])?;
/// let findings = schemas.lint(&Options::default());
/// let mut renderer = renderer(Format::JsonLines, Look::default(), findings.as_slice().into());
/// let mut text = Vec::new();
/// for file in checked(&schemas, &findings) {
///     renderer.document(&file, &mut text)?;
/// }
/// renderer.finish(&Totals::default(), &mut text)?;
/// assert!(text.starts_with(br#"{"code":"enum-duplicate","severity":"warning","file":"a.json","line":1,"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn renderer(format: Format, look: Look, findings: Arc<[Finding]>) -> Box<dyn Render<Code>> {
    match format {
        Format::Json => Box::new(Json { findings }),
        Format::JsonLines => Box::new(JsonLines { findings }),
        other => other.renderer_of(look),
    }
}

/// One JSON document.
struct Json {
    findings: Arc<[Finding]>,
}

#[derive(Serialize)]
struct Document<'f> {
    findings: &'f [Finding],
}

impl Render<Code> for Json {
    fn document(&mut self, _file: &Checked<Code>, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, &Document { findings: &self.findings })?;
        writeln!(out)
    }
}

/// One JSON object a finding, each on a line of its own.
struct JsonLines {
    findings: Arc<[Finding]>,
}

impl Render<Code> for JsonLines {
    fn document(&mut self, _file: &Checked<Code>, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    fn finish(&mut self, _totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        self.findings.iter().try_for_each(|finding| {
            serde_json::to_writer(&mut *out, finding)?;
            writeln!(out)
        })
    }
}
