//! A report of GitLab's Code Quality: one JSON array of findings.
//!
//! In:  [`Checked`] documents.
//! Out: `[{"description", "check_name", "fingerprint", "severity", "location"}]`, of all documents together.
//! Holds: no document is kept, only the fingerprints.

use std::io::{self, Write};

use serde::Serialize;

use super::elements::Elements;
use super::fingerprint::Fingerprints;
use super::{Checked, Render, Totals};
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;

/// Writes each finding as it comes.
#[derive(Debug)]
pub struct GitLab {
    findings: Elements,
    fingerprints: Fingerprints,
}

impl Default for GitLab {
    fn default() -> Self {
        Self { findings: Elements::new(1), fingerprints: Fingerprints::default() }
    }
}

#[derive(Serialize)]
struct Finding {
    description: String,
    check_name: &'static str,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: usize,
    end: usize,
}

impl<C: Kind> Render<C> for GitLab {
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        for diagnostic in &checked.report {
            let (begin, end) = checked.lines_of(diagnostic);
            let finding = Finding {
                description: diagnostic.description(),
                check_name: diagnostic.code.as_str(),
                fingerprint: self.fingerprints.next(checked, diagnostic),
                severity: severity(diagnostic),
                location: Location { path: checked.slashed(), lines: Lines { begin, end } },
            };
            self.findings.push(&finding, out)?;
        }
        Ok(())
    }

    fn finish(&mut self, _totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        self.findings.end(out)?;
        writeln!(out)
    }
}

fn severity<C: Kind>(diagnostic: &Diagnostic<C>) -> &'static str {
    match diagnostic.severity {
        Severity::Error if diagnostic.code.is_input() => "blocker",
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Note => "info",
    }
}
