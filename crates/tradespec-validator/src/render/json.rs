//! One JSON document: `{"valid", "documents": [{"path", "type", …, "diagnostics": [{"code", …}]}]}`.

use std::io::{self, Write};

use serde::Serialize;

use super::{Checked, Render};
use crate::diagnostic::Diagnostic;

/// Collects the documents and writes them at the end.
#[derive(Debug, Default)]
pub struct Json {
    documents: Vec<Checked>,
}

#[derive(Serialize)]
struct Report<'r> {
    valid: bool,
    documents: Vec<Document<'r>>,
}

#[derive(Serialize)]
struct Document<'r> {
    path: &'r str,
    #[serde(rename = "type")]
    type_name: &'r str,
    protocol: &'r str,
    release: &'r str,
    extensions: &'r [String],
    valid: bool,
    diagnostics: &'r [Diagnostic],
}

impl<'r> From<&'r Checked> for Document<'r> {
    fn from(checked: &'r Checked) -> Self {
        Self {
            path: &checked.path,
            type_name: &checked.type_name,
            protocol: &checked.protocol,
            release: &checked.release,
            extensions: &checked.extensions,
            valid: checked.is_valid(),
            diagnostics: &checked.diagnostics,
        }
    }
}

impl Render for Json {
    fn document(&mut self, checked: &Checked, _out: &mut dyn Write) -> io::Result<()> {
        self.documents.push(checked.clone());
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let report = Report {
            valid: self.documents.iter().all(Checked::is_valid),
            documents: self.documents.iter().map(Document::from).collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)
    }
}
