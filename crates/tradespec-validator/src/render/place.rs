//! How the places of a file are called in the formats.
//!
//! In:  the path of a [`Checked`] document and a diagnostic's span.
//! Out: `path:line:column` for people, relative paths with forward slashes and URIs for programs.

use std::path::MAIN_SEPARATOR;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{Checked, text};
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;

/// What the path of standard input is called where a file is needed.
const STDIN: &str = "stdin";

/// All that a path in a URI cannot have as it is. A colon is one of them, for it would end a scheme.
const IN_PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

impl<C: Kind> Checked<C> {
    /// Whether it came from standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.path == "-"
    }

    /// The path of its file with forward slashes and without a leading `./`.
    pub(super) fn slashed(&self) -> String {
        if self.is_stdin() {
            return STDIN.to_owned();
        }
        let path = self.path.replace(MAIN_SEPARATOR, "/");
        path.strip_prefix("./").map_or(path.clone(), str::to_owned)
    }

    /// The URI of its file: relative for a relative path.
    pub(super) fn uri(&self) -> String {
        let path = self.slashed();
        let encoded = utf8_percent_encode(&path, IN_PATH);
        if path.starts_with('/') {
            format!("file://{encoded}")
        } else if path.chars().nth(1) == Some(':') && MAIN_SEPARATOR == '\\' {
            format!("file:///{encoded}")
        } else {
            encoded.to_string()
        }
    }

    /// Where it is, for people: `path`, or `path:line` in a file of several documents.
    pub(super) fn place(&self) -> String {
        let path = text::printable(&self.path);
        self.line.map_or(path.clone(), |line| format!("{path}:{line}"))
    }

    /// Where one of its diagnostics is, for people: as exact as is known.
    pub(super) fn place_of(&self, diagnostic: &Diagnostic<C>) -> String {
        match diagnostic.span {
            Some(span) => format!("{}:{}:{}", text::printable(&self.path), span.line, span.column),
            None => self.place(),
        }
    }

    /// The lines of one of its diagnostics, for formats that cannot do without: the first one if none is known.
    pub(super) fn lines_of(&self, diagnostic: &Diagnostic<C>) -> (usize, usize) {
        let start = self.line.unwrap_or(1);
        diagnostic.span.map_or((start, start), |span| (span.line, span.end_line))
    }
}

impl<C: Kind> Diagnostic<C> {
    /// What is wrong and what to do about it, as one line.
    pub(super) fn description(&self) -> String {
        let help = self.help.as_ref().map_or(String::new(), |help| format!("; {help}"));
        text::printable(&format!("{}{help}", self.message))
    }
}
