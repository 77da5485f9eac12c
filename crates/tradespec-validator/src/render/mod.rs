//! What was found, in the formats that people and programs read.
//!
//! In:  [`Checked`] documents, one after the other.
//! Out: text on a writer that the caller gives; nothing is printed here.
//! A format is one file beside this one, and one row of [`Format`].

mod elements;
mod fingerprint;
mod github;
mod gitlab;
mod json;
mod jsonl;
mod junit;
mod place;
mod pretty;
mod sarif;
mod summary;
mod text;

use std::io::{self, Write};

use serde::Serialize;

use crate::code::{Code, Severity};
use crate::kind::Kind;
use crate::report::Report;
use crate::validator::Validator;

pub use github::GitHub;
pub use gitlab::GitLab;
pub use json::Json;
pub use jsonl::JsonLines;
pub use junit::JUnit;
pub use pretty::Pretty;
pub use sarif::Sarif;
pub use summary::Summary;
pub use text::{counted, printable};

/// A document and what was found in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<C = Code> {
    /// The path of the document's file, or `-` for standard input.
    pub path: String,
    /// The line at which the document starts, where its file holds several documents.
    pub line: Option<usize>,
    /// What it was checked against; none where it could not be read, or nothing tells what it is.
    pub subject: Option<Subject>,
    /// What was found, or the part of it that is to be shown.
    pub report: Report<C>,
    /// What became of the document, where the report does not tell because only a part of it is shown.
    pub settled: Option<Verdict>,
}

/// What a document was checked against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// The name of the message type.
    pub type_name: String,
    /// The protocol.
    pub protocol: String,
    /// The release.
    pub release: String,
    /// The active extensions, as `name@date`.
    pub extensions: Vec<String>,
}

impl Subject {
    /// What `validator` checks, by the name that its users know the type by.
    #[must_use]
    pub fn new(type_name: &str, validator: &Validator) -> Self {
        Self {
            type_name: type_name.to_owned(),
            protocol: validator.protocol().to_string(),
            release: validator.release().to_string(),
            extensions: validator.extensions().iter().map(ToString::to_string).collect(),
        }
    }
}

/// What became of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing was found that is an error.
    Valid,
    /// Something was.
    Invalid,
    /// It could not be read, or is not JSON.
    Unreadable,
    /// Nothing tells what it should be.
    Undecided,
}

impl<C: Kind> Checked<C> {
    /// A document, and everything that was found in it.
    #[must_use]
    pub fn new(
        path: impl Into<String>,
        line: Option<usize>,
        subject: Option<Subject>,
        report: Report<C>,
    ) -> Self {
        Self { path: path.into(), line, subject, report, settled: None }
    }

    /// The document with another report; what became of it goes by that.
    #[must_use]
    pub fn with_report(self, report: Report<C>) -> Self {
        Self { report, settled: None, ..self }
    }

    /// The document with no more than `most` of its errors to be shown, and how many are left out. What became of it
    /// stays what it is.
    #[must_use]
    pub fn limited(self, most: usize) -> (Self, usize) {
        let settled = Some(self.verdict());
        let (mut kept, mut errors) = (Vec::new(), 0);
        for diagnostic in self.report {
            let is_error = diagnostic.severity == Severity::Error;
            errors += usize::from(is_error);
            if !is_error || errors <= most {
                kept.push(diagnostic);
            }
        }
        (Self { report: Report::new(kept), settled, ..self }, errors.saturating_sub(most))
    }

    /// What became of the document.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if let Some(settled) = self.settled {
            return settled;
        }
        let has = |of: fn(C) -> bool| self.report.iter().any(|diagnostic| of(diagnostic.code));
        if has(C::is_undecided) {
            Verdict::Undecided
        } else if has(C::is_input) {
            Verdict::Unreadable
        } else if self.report.is_valid() {
            Verdict::Valid
        } else {
            Verdict::Invalid
        }
    }

    /// Whether the document is valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.verdict() == Verdict::Valid
    }
}

/// How many of each there were in a whole run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Totals {
    /// Documents.
    pub documents: usize,
    /// Documents that are valid.
    pub valid: usize,
    /// Documents that are not.
    pub invalid: usize,
    /// Documents that could not be read, or are not JSON.
    pub unreadable: usize,
    /// Documents of which nothing tells what they should be.
    pub undecided: usize,
    /// Diagnostics that are errors.
    pub errors: usize,
    /// Diagnostics that are warnings.
    pub warnings: usize,
    /// Diagnostics that are notes.
    pub notes: usize,
    /// Errors that were counted and not shown, because there were more than were wanted.
    pub hidden: usize,
}

impl Totals {
    /// Counts a document, with all its diagnostics.
    pub fn add<C: Kind>(&mut self, checked: &Checked<C>) {
        self.documents += 1;
        *match checked.verdict() {
            Verdict::Valid => &mut self.valid,
            Verdict::Invalid => &mut self.invalid,
            Verdict::Unreadable => &mut self.unreadable,
            Verdict::Undecided => &mut self.undecided,
        } += 1;
        for diagnostic in &checked.report {
            *match diagnostic.severity {
                Severity::Error => &mut self.errors,
                Severity::Warning => &mut self.warnings,
                Severity::Note => &mut self.notes,
            } += 1;
        }
    }
}

/// Writes what was found in one format. Nothing is kept of a document that has been written, as far as the format allows.
pub trait Render<C = Code> {
    /// Takes one document, in the order in which they are to stand.
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()>;

    /// Says that there are no more documents, and what there was in all.
    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()>;
}

/// How a format for people looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// With ANSI colours.
    pub colour: bool,
    /// The most columns that a line may take.
    pub width: usize,
    /// Only what was found: no word about documents in which nothing was, and no totals.
    pub quiet: bool,
}

impl Default for Look {
    /// No colours, 100 columns, everything said.
    fn default() -> Self {
        Self { colour: false, width: 100, quiet: false }
    }
}

macro_rules! formats {
    ($($(#[$attribute:meta])+ $variant:ident = $name:literal: $renderer:expr,)+) => {
        /// The formats.
        ///
        /// ```
        /// use tradespec_validator::render::{Format, Look, Totals};
        ///
        /// let mut text = Vec::new();
        /// Format::Pretty.renderer(Look::default()).finish(&Totals::default(), &mut text)?;
        /// assert_eq!(text, b"0 documents: 0 valid, 0 invalid\n");
        /// # Ok::<(), std::io::Error>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        #[non_exhaustive]
        pub enum Format {
            $($(#[$attribute])+ $variant,)+
        }

        impl Format {
            /// Every format, in the order in which they are listed.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The name that flags use.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Writes the format. Only formats for people have a look.
            #[must_use]
            pub fn renderer(self, look: Look) -> Box<dyn Render> {
                self.renderer_of(look)
            }

            /// Writes the format of other kinds of finding.
            #[must_use]
            pub fn renderer_of<C: Kind>(self, look: Look) -> Box<dyn Render<C>> {
                let renderer: fn(Look) -> Box<dyn Render<C>> = match self {
                    $(Self::$variant => $renderer,)+
                };
                renderer(look)
            }
        }
    };
}

formats! {
    /// For people.
    #[default]
    Pretty = "pretty": |look| Box::new(Pretty::new(look)),
    /// One JSON document.
    Json = "json": |_| Box::new(Json::default()),
    /// One JSON object a document, each on a line of its own.
    JsonLines = "jsonl": |_| Box::new(JsonLines),
    /// SARIF 2.1.0, for code scanning services.
    Sarif = "sarif": |_| Box::new(Sarif::default()),
    /// `JUnit` XML.
    JUnit = "junit": |_| Box::new(JUnit::default()),
    /// Annotations of GitHub Actions.
    GitHub = "github": |_| Box::new(GitHub),
    /// A report of GitLab's Code Quality.
    GitLab = "gitlab": |_| Box::new(GitLab::default()),
    /// A short Markdown text.
    Summary = "summary": |_| Box::new(Summary::default()),
}
