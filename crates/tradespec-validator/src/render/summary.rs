//! A short Markdown text: what there was in all, and what most of it was.
//!
//! In:  [`Checked`] documents.
//! Out: counts, a table of message types and a table of codes, fit for the summary of a CI job.
//! Holds: the text does not grow with the number of documents; nothing is kept but counts and a few places a code.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use super::text::{counted, hidden, printable};
use super::{Checked, Render, Totals};
use crate::code::Severity;
use crate::kind::{Kind, Words};

/// Counts, and writes at the end.
#[derive(Debug, Default)]
pub struct Summary {
    types: BTreeMap<String, Documents>,
    /// By the number of the code in its table, and its text.
    findings: BTreeMap<(usize, &'static str, Severity), Findings>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Documents {
    all: usize,
    valid: usize,
}

#[derive(Debug, Default)]
struct Findings {
    all: usize,
    /// The first ones.
    places: Vec<String>,
}

/// The most message types that are listed.
const TYPES: usize = 20;

/// The most places that are listed for a code.
const PLACES: usize = 3;

impl<C: Kind> Render<C> for Summary {
    fn document(&mut self, checked: &Checked<C>, _out: &mut dyn Write) -> io::Result<()> {
        if let Some(subject) = &checked.subject {
            let documents = self.types.entry(subject.type_name.clone()).or_default();
            documents.all += 1;
            documents.valid += usize::from(checked.is_valid());
        }
        for diagnostic in &checked.report {
            let rank = C::RULES.iter().position(|(code, _)| *code == diagnostic.code).unwrap_or_default();
            let findings =
                self.findings.entry((rank, diagnostic.code.as_str(), diagnostic.severity)).or_default();
            findings.all += 1;
            if findings.places.len() < PLACES {
                let line = diagnostic.span.map(|span| span.line).or(checked.line);
                let line = line.map_or(String::new(), |line| format!(":{line}"));
                findings.places.push(code(&format!("{}{line}", checked.path)));
            }
        }
        Ok(())
    }

    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "## Tradespec: {}\n", headline(totals, C::WORDS))?;
        let Words { thing, good, bad, .. } = C::WORDS;
        writeln!(out, "| | count |\n|---|---:|")?;
        let Totals { documents, valid, invalid, unreadable, undecided, errors, warnings, notes, .. } =
            *totals;
        writeln!(out, "| {thing}s | {documents} |\n| {good} | {valid} |\n| {bad} | {invalid} |")?;
        let rest = [
            ("unreadable", unreadable),
            ("undecided", undecided),
            ("errors", errors),
            ("warnings", warnings),
            ("notes", notes),
        ];
        rest.into_iter()
            .filter(|(_, number)| *number > 0)
            .try_for_each(|(name, number)| writeln!(out, "| {name} | {number} |"))?;
        self.types(out)?;
        self.findings(out)?;
        hidden(totals).map_or(Ok(()), |text| writeln!(out, "\n{text}"))
    }
}

fn headline(totals: &Totals, Words { thing, good, .. }: Words) -> String {
    let Totals { documents, valid, .. } = *totals;
    let all = counted(documents, thing);
    match documents - valid.min(documents) {
        0 if documents == 0 => format!("no {thing}s"),
        0 => format!("{all} {good}"),
        wrong => format!("{wrong} of {all} not {good}"),
    }
}

impl Summary {
    fn types(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.types.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n### Message types\n\n| type | documents | not valid |\n|---|---:|---:|")?;
        let mut types: Vec<_> = self.types.iter().map(|(name, documents)| (name, *documents)).collect();
        types.sort_by_key(|(_, documents)| Reverse((documents.all - documents.valid, documents.all)));
        for (name, Documents { all, valid }) in types.iter().take(TYPES) {
            writeln!(out, "| {} | {all} | {} |", code(name), all - valid)?;
        }
        match types.len().saturating_sub(TYPES) {
            0 => Ok(()),
            more => writeln!(out, "\nand {}", counted(more, "more type")),
        }
    }

    fn findings(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.findings.is_empty() {
            return Ok(());
        }
        writeln!(out, "\n### Findings\n\n| code | severity | count | first places |\n|---|---|---:|---|")?;
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_by_key(|(_, findings)| Reverse(findings.all));
        for ((_, kind, severity), Findings { all, places }) in findings {
            let more = if *all > places.len() { ", …" } else { "" };
            writeln!(out, "| `{kind}` | {severity} | {all} | {}{more} |", places.join(", "))?;
        }
        Ok(())
    }
}

/// The text as code within a cell of a table.
fn code(text: &str) -> String {
    let text = printable(text).replace('|', "\\|");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    if longest == 0 {
        return format!("`{text}`");
    }
    let fence = "`".repeat(longest + 1);
    format!("{fence} {text} {fence}")
}
