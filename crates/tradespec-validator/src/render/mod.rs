//! What was found, in the formats that people and programs read.
//!
//! In:  [`Checked`] documents, one after the other.
//! Out: text on a writer that the caller gives; nothing is printed here.
//! A format is one file beside this one, and one row of [`Format`].

mod json;
mod pretty;

use std::io::{self, Write};

use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::validator::Validator;

pub use json::Json;
pub use pretty::Pretty;

/// A document and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The document's path, or `-` for standard input.
    pub path: String,
    /// The name of the type it was checked against.
    pub type_name: String,
    /// The protocol.
    pub protocol: String,
    /// The release.
    pub release: String,
    /// The active extensions, as `name@date`.
    pub extensions: Vec<String>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// What `validator` (which its users know as the type `type_name`) found in the document at `path`.
    #[must_use]
    pub fn new(path: &str, type_name: &str, validator: &Validator, diagnostics: Vec<Diagnostic>) -> Self {
        Self {
            path: path.to_owned(),
            type_name: type_name.to_owned(),
            protocol: validator.protocol().to_string(),
            release: validator.release().to_string(),
            extensions: validator.extensions().iter().map(ToString::to_string).collect(),
            diagnostics,
        }
    }

    /// Whether the document is valid: nothing was found that is an error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    }

    /// Whether the document could be read as JSON at all.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| !diagnostic.code.is_input())
    }
}

/// Writes what was found in one format.
pub trait Render {
    /// Takes one document, in the order in which they are to stand.
    fn document(&mut self, checked: &Checked, out: &mut dyn Write) -> io::Result<()>;

    /// Says that there are no more documents.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()>;
}

/// The formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// For people.
    #[default]
    Pretty,
    /// One JSON document.
    Json,
}

impl Format {
    /// Every format, in the order in which they are listed.
    pub const ALL: &'static [Self] = &[Self::Pretty, Self::Json];

    /// The name that flags use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pretty => "pretty",
            Self::Json => "json",
        }
    }

    /// Writes the format; with colours where it has some and they are wanted.
    #[must_use]
    pub fn renderer(self, colour: bool) -> Box<dyn Render> {
        match self {
            Self::Pretty => Box::new(Pretty::new(colour)),
            Self::Json => Box::new(Json::default()),
        }
    }
}
