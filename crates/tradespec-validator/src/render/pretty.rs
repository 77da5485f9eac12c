//! For people: a line for each document, its diagnostics below it, and a line that counts.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::{Checked, Render};
use crate::code::Severity;
use crate::diagnostic::Diagnostic;

/// Writes each document as it comes.
#[derive(Debug)]
pub struct Pretty {
    palette: Palette,
    valid: usize,
    invalid: usize,
    unreadable: usize,
}

#[derive(Debug, Clone, Copy)]
struct Palette {
    good: Style,
    bad: Style,
    warning: Style,
    note: Style,
    strong: Style,
}

impl Palette {
    fn new(colour: bool) -> Self {
        let plain = Style::new();
        if !colour {
            return Self { good: plain, bad: plain, warning: plain, note: plain, strong: plain };
        }
        let bold = |colour: AnsiColor| colour.on_default().bold();
        Self {
            good: bold(AnsiColor::Green),
            bad: bold(AnsiColor::Red),
            warning: bold(AnsiColor::Yellow),
            note: bold(AnsiColor::Cyan),
            strong: plain.bold(),
        }
    }
}

impl Pretty {
    /// Writes plain text, or text with ANSI colours.
    #[must_use]
    pub fn new(colour: bool) -> Self {
        Self { palette: Palette::new(colour), valid: 0, invalid: 0, unreadable: 0 }
    }

    fn diagnostic(&self, diagnostic: &Diagnostic, out: &mut dyn Write) -> io::Result<()> {
        let style = match diagnostic.severity {
            Severity::Error => self.palette.bad,
            Severity::Warning => self.palette.warning,
            Severity::Note => self.palette.note,
        };
        let place = match diagnostic.instance_path.as_str() {
            "" => "at the top".to_owned(),
            path => format!("at {}", printable(path)),
        };
        let Diagnostic { code, severity, message, .. } = diagnostic;
        writeln!(out, "  {style}{severity}[{code}]{style:#} {place}: {}", printable(message))?;
        if let Some(help) = &diagnostic.help {
            let note = self.palette.note;
            writeln!(out, "    {note}help{note:#}: {}", printable(help))?;
        }
        Ok(())
    }
}

impl Render for Pretty {
    fn document(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
        let (style, verdict, count) = match (checked.is_readable(), checked.is_valid()) {
            (false, _) => (self.palette.bad, "unreadable", &mut self.unreadable),
            (true, true) => (self.palette.good, "valid", &mut self.valid),
            (true, false) => (self.palette.bad, "invalid", &mut self.invalid),
        };
        *count += 1;
        let strong = self.palette.strong;
        write!(out, "{strong}{}{strong:#}: {style}{verdict}{style:#}", printable(&checked.path))?;
        if !checked.is_readable() {
            // What is wrong with the input is no finding about a message; it is reported where errors go.
            return writeln!(out);
        }
        write!(out, " ({}, {} {}", checked.type_name, checked.protocol, checked.release)?;
        if !checked.extensions.is_empty() {
            write!(out, " with {}", checked.extensions.join(", "))?;
        }
        writeln!(out, ")")?;
        checked.diagnostics.iter().try_for_each(|diagnostic| self.diagnostic(diagnostic, out))
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let total = self.valid + self.invalid + self.unreadable;
        let documents = if total == 1 { "document" } else { "documents" };
        write!(out, "{total} {documents}: {} valid, {} invalid", self.valid, self.invalid)?;
        if self.unreadable > 0 {
            write!(out, ", {} unreadable", self.unreadable)?;
        }
        writeln!(out)
    }
}

/// The text with control characters escaped: names in a message must not steer a terminal.
fn printable(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let escaped = c.is_control() || is_invisible(c);
            let (escape, plain) = if escaped { (Some(c.escape_unicode()), None) } else { (None, Some(c)) };
            escape.into_iter().flatten().chain(plain)
        })
        .collect()
}

/// Characters that show nothing and may turn the direction of the text around them.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
