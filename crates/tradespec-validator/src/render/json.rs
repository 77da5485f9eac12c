//! One JSON document: `{"documents": [{"path", "type", …, "diagnostics": [{"code", …}]}], "valid", "summary"}`.
//!
//! In:  [`Checked`] documents.
//! Out: one object, indented by two spaces. Whether all is valid stands behind the documents, for it is not known
//! before.
//! Holds: no document is kept.

use std::io::{self, Write};

use serde::Serialize;

use super::elements::{Elements, indented};
use super::{Checked, Render, Totals};
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;

/// Writes each document as it comes.
#[derive(Debug)]
pub struct Json {
    documents: Elements,
}

impl Default for Json {
    fn default() -> Self {
        Self { documents: Elements::new(2) }
    }
}

/// What is said of a document, here and in JSON lines.
#[derive(Debug, Serialize)]
pub(super) struct Document<'c, C> {
    path: &'c str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(rename = "type")]
    type_name: Option<&'c str>,
    protocol: Option<&'c str>,
    release: Option<&'c str>,
    extensions: &'c [String],
    valid: bool,
    diagnostics: &'c [Diagnostic<C>],
}

impl<'c, C: Kind> From<&'c Checked<C>> for Document<'c, C> {
    fn from(checked: &'c Checked<C>) -> Self {
        let subject = checked.subject.as_ref();
        Self {
            path: &checked.path,
            line: checked.line,
            type_name: subject.map(|subject| subject.type_name.as_str()),
            protocol: subject.map(|subject| subject.protocol.as_str()),
            release: subject.map(|subject| subject.release.as_str()),
            extensions: subject.map_or(&[], |subject| &subject.extensions),
            valid: checked.is_valid(),
            diagnostics: &checked.report,
        }
    }
}

/// The start, up to the list of documents.
const START: &str = "{\n  \"documents\": ";

impl<C: Kind> Render<C> for Json {
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        if self.documents.is_empty() {
            write!(out, "{START}")?;
        }
        self.documents.push(&Document::from(checked), out)
    }

    fn finish(&mut self, totals: &Totals, out: &mut dyn Write) -> io::Result<()> {
        if self.documents.is_empty() {
            write!(out, "{START}")?;
        }
        self.documents.end(out)?;
        let valid = totals.valid == totals.documents;
        writeln!(out, ",\n  \"valid\": {valid},\n  \"summary\": {}\n}}", indented(totals, 1)?)
    }
}
