//! For people: a line for each document, its diagnostics with their lines below it, and a line that counts.
//!
//! In:  [`Checked`] documents.
//! Out: text for a terminal or a log.
//! Holds: no document is kept; no text of a document can steer a terminal; except for paths, names and pointers that
//! are longer themselves, no line is wider than [`Look::width`].

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::text::{counted, head, hidden, printable, tail, width};
use super::{Checked, Look, Render, Totals, Verdict};
use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::kind::{Kind, Words};
use crate::span::Excerpt;

/// Writes each document as it comes.
#[derive(Debug)]
pub struct Pretty {
    look: Look,
    palette: Palette,
    /// Whether an empty line has to part what comes next from what was written.
    gap: bool,
}

#[derive(Debug, Clone, Copy)]
struct Palette {
    good: Style,
    bad: Style,
    warning: Style,
    note: Style,
    strong: Style,
    frame: Style,
}

impl Palette {
    fn new(colour: bool) -> Self {
        let plain = Style::new();
        if !colour {
            return Self {
                good: plain,
                bad: plain,
                warning: plain,
                note: plain,
                strong: plain,
                frame: plain,
            };
        }
        let bold = |colour: AnsiColor| colour.on_default().bold();
        Self {
            good: bold(AnsiColor::Green),
            bad: bold(AnsiColor::Red),
            warning: bold(AnsiColor::Yellow),
            note: bold(AnsiColor::Cyan),
            strong: plain.bold(),
            frame: bold(AnsiColor::Blue),
        }
    }

    fn of(&self, severity: Severity) -> Style {
        match severity {
            Severity::Error => self.bad,
            Severity::Warning => self.warning,
            Severity::Note => self.note,
        }
    }
}

/// The fewest columns left for text, however narrow the terminal is.
const NARROWEST: usize = 24;

/// The fewest digits that line numbers get, so that the frames of a file stand below each other.
const DIGITS: usize = 2;

impl Pretty {
    /// Writes text that looks so.
    #[must_use]
    pub fn new(look: Look) -> Self {
        Self { look, palette: Palette::new(look.colour), gap: false }
    }

    /// The document's own line.
    fn title<C: Kind>(&self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        let Palette { strong, good, bad, .. } = self.palette;
        let (style, verdict) = match checked.verdict() {
            Verdict::Valid => (good, C::WORDS.good),
            Verdict::Invalid => (bad, C::WORDS.bad),
            Verdict::Unreadable => (bad, "unreadable"),
            Verdict::Undecided => (bad, "undecided"),
        };
        write!(out, "{strong}{}{strong:#}: {style}{verdict}{style:#}", checked.place())?;
        if let Some(subject) = &checked.subject {
            let with = if subject.extensions.is_empty() { "" } else { " with " };
            let about = format!("{}, {} {}", subject.type_name, subject.protocol, subject.release);
            write!(out, " ({}{with}{})", printable(&about), printable(&subject.extensions.join(", ")))?;
        }
        writeln!(out)
    }

    fn diagnostic<C: Kind>(
        &self,
        checked: &Checked<C>,
        diagnostic: &Diagnostic<C>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Palette { strong, frame, .. } = self.palette;
        let style = self.palette.of(diagnostic.severity);
        let tag = format!("{}[{}]", diagnostic.severity, diagnostic.code);
        let message = self.wrapped(&diagnostic.message, width(&tag) + 2, 4);
        writeln!(out, "{style}{tag}{style:#}: {strong}{message}{strong:#}")?;

        let digits = diagnostic.excerpt.as_ref().map_or(0, |excerpt| excerpt.line.to_string().len());
        let digits = digits.max(DIGITS);
        let edge = " ".repeat(digits);
        writeln!(out, "{edge}{frame}-->{frame:#} {}", checked.place_of(diagnostic))?;
        if let Some(excerpt) = &diagnostic.excerpt {
            self.excerpt(excerpt, digits, style, out)?;
        }
        let entries = self.entries(diagnostic, digits);
        if diagnostic.excerpt.is_some() && !entries.is_empty() {
            writeln!(out, "{frame}{edge} |{frame:#}")?;
        }
        entries.iter().try_for_each(|(name, text)| {
            let taken = digits + width(name) + 4;
            let text = self.wrapped(text, taken, taken);
            writeln!(out, "{edge} {frame}={frame:#} {strong}{name}{strong:#} {text}")
        })
    }

    /// What stands below the line, by what it is.
    fn entries<C: Kind>(&self, diagnostic: &Diagnostic<C>, digits: usize) -> Vec<(&'static str, String)> {
        let path = diagnostic.instance_path.as_str();
        let at = (!path.is_empty()).then(|| ("at", path.to_owned()));
        let room = self.room(digits + 10);
        let value =
            diagnostic.value.as_ref().map(|value| ("value:", head(&printable(&value.to_string()), room)));
        let help = diagnostic.help.as_ref().map(|help| ("help:", help.clone()));
        [at, value, help].into_iter().flatten().collect()
    }

    /// The line, and below it carets under what is meant.
    fn excerpt(&self, excerpt: &Excerpt, digits: usize, style: Style, out: &mut dyn Write) -> io::Result<()> {
        let frame = self.palette.frame;
        let edge = " ".repeat(digits);
        let [before, marked, after] = cut(excerpt, self.room(digits + 3));
        let (pad, carets) = (" ".repeat(width(&before)), "^".repeat(width(&marked).max(1)));
        let bar = format!("{frame}{edge} |{frame:#}");
        writeln!(out, "{bar}")?;
        let line = format!("{before}{marked}{after}");
        let space = if line.trim_end().is_empty() { "" } else { " " };
        writeln!(out, "{frame}{:>digits$} |{frame:#}{space}{}", excerpt.line, line.trim_end())?;
        writeln!(out, "{bar} {pad}{style}{carets}{style:#}")
    }

    /// The columns that are left beside `taken` ones.
    fn room(&self, taken: usize) -> usize {
        self.look.width.saturating_sub(taken).max(NARROWEST)
    }

    /// The text in lines: the first one stands behind `taken` columns, the others are indented.
    fn wrapped(&self, text: &str, taken: usize, indent: usize) -> String {
        let (first, rest) = (" ".repeat(taken), " ".repeat(indent));
        let options = textwrap::Options::new(self.look.width.max(taken.max(indent) + NARROWEST))
            .initial_indent(&first)
            .subsequent_indent(&rest)
            .break_words(false);
        let lines = textwrap::wrap(&printable(text), options).join("\n");
        lines.strip_prefix(&first).map_or_else(|| lines.clone(), str::to_owned)
    }
}

impl<C: Kind> Render<C> for Pretty {
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        if (self.look.quiet || !C::WORDS.listed) && checked.report.is_empty() && checked.is_valid() {
            return Ok(());
        }
        if self.gap {
            writeln!(out)?;
        }
        self.title(checked, out)?;
        self.gap = !checked.report.is_empty();
        checked.report.iter().try_for_each(|diagnostic| {
            writeln!(out)?;
            self.diagnostic(checked, diagnostic, out)
        })
    }

    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        let lines = [(!self.look.quiet).then(|| sentence(totals, C::WORDS)), hidden(totals)];
        for line in lines.into_iter().flatten() {
            if std::mem::take(&mut self.gap) {
                writeln!(out)?;
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// The line that counts: what there always is, and of the rest what there is some of.
fn sentence(totals: &Totals, Words { thing, good, bad, .. }: Words) -> String {
    let Totals { valid, invalid, .. } = totals;
    let mut line = format!("{}: {valid} {good}, {invalid} {bad}", counted(totals.documents, thing));
    for (number, what) in [(totals.unreadable, "unreadable"), (totals.undecided, "undecided")] {
        if number > 0 {
            line += &format!(", {number} {what}");
        }
    }
    let found = [(totals.errors, "error"), (totals.warnings, "warning"), (totals.notes, "note")];
    let found = found.into_iter().filter(|(number, _)| *number > 0);
    let found: Vec<_> = found.map(|(number, what)| counted(number, what)).collect();
    if !found.is_empty() {
        line += &format!("; {}", found.join(", "));
    }
    line
}

/// What stands before the highlight, in it and after it, cut so that it takes no more than `room` columns.
fn cut(excerpt: &Excerpt, room: usize) -> [String; 3] {
    let Excerpt { text, highlight, .. } = excerpt;
    let piece = |range: Option<&str>| printable(range.unwrap_or_default());
    let before = piece(text.get(..highlight.start).or(Some(text)));
    let marked = piece(text.get(highlight.clone()));
    let after = piece(text.get(highlight.end..));

    // Some of what stands around it is always shown, or it would be hard to find.
    let around = (room / 3).min(width(&before) + width(&after));
    let marked = head(&marked, room - around);
    let room = room - width(&marked);
    let before = tail(&before, (room / 2).max(room.saturating_sub(width(&after))));
    let after = head(&after, room.saturating_sub(width(&before)));
    [before, marked, after]
}
