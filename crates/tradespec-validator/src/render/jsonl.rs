//! JSON lines: for each document the object that the JSON format has for it, on one line.
//!
//! In:  [`Checked`] documents.
//! Out: as many lines as documents. There is no line for the totals.
//! Holds: no document is kept.

use std::io::{self, Write};

use super::json::Document;
use super::{Checked, Render, Totals};
use crate::kind::Kind;

/// Writes each document as it comes.
#[derive(Debug, Default)]
pub struct JsonLines;

impl<C: Kind> Render<C> for JsonLines {
    fn document(&mut self, checked: &Checked<C>, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &Document::from(checked))?;
        writeln!(out)
    }

    fn finish(&mut self, _totals: &Totals, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}
