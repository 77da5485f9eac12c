//! Workflow commands of GitHub Actions, which become annotations at the lines of a change.
//!
//! In:  [`Checked`] documents.
//! Out: `::error file=…,line=…,title=…::message` for each diagnostic, and nothing for documents without.
//! Holds: no text can end a command or start another one.

use std::io::{self, Write};

use super::text::{hidden, printable};
use super::{Checked, Render, Totals};
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;

/// Writes each diagnostic as it comes.
#[derive(Debug, Default)]
pub struct GitHub;

impl<C: Kind> Render<C> for GitHub {
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        checked.report.iter().try_for_each(|diagnostic| writeln!(out, "{}", command(checked, diagnostic)))
    }

    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        hidden(totals).map_or(Ok(()), |text| writeln!(out, "::notice title=tradespec::{}", data(&text)))
    }
}

fn command<C: Kind>(checked: &Checked<C>, diagnostic: &Diagnostic<C>) -> String {
    let name = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut command = format!("::{name} ");
    // Standard input has no file to annotate.
    if !checked.is_stdin() {
        command += &format!("file={},{}", property(&file(checked)), region(checked, diagnostic));
    }
    command += &format!("title=tradespec {}::{}", diagnostic.code, data(&printable(&diagnostic.message)));
    if let Some(help) = &diagnostic.help {
        command += &data(&format!("\nhelp: {}", printable(help)));
    }
    if !diagnostic.instance_path.as_str().is_empty() {
        command += &data(&format!("\nat {}", printable(diagnostic.instance_path.as_str())));
    }
    command
}

/// The path, in which a line break can stand as it is: it is escaped further on.
fn file<C: Kind>(checked: &Checked<C>) -> String {
    let path = checked.slashed();
    path.split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

/// The lines, and the columns where they are of one line: others are refused.
fn region<C: Kind>(checked: &Checked<C>, diagnostic: &Diagnostic<C>) -> String {
    let (line, end_line) = checked.lines_of(diagnostic);
    let mut region = format!("line={line},endLine={end_line},");
    if let Some(span) = diagnostic.span.filter(|span| span.line == span.end_line) {
        region += &format!("col={},endColumn={},", span.column, span.end_column);
    }
    region
}

/// Text after the `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Text of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
