//! A JSON array that is written element by element, indented by two spaces.
//!
//! In:  elements, one after the other.
//! Out: the same text that writing the whole array at once would give.
//! Holds: no element is kept.

use std::io::{self, Write};

use serde::Serialize;

/// An array that stands so many levels deep.
#[derive(Debug)]
pub(super) struct Elements {
    depth: usize,
    any: bool,
}

impl Elements {
    /// An array whose elements are indented by `depth` levels.
    pub(super) fn new(depth: usize) -> Self {
        Self { depth, any: false }
    }

    /// Whether no element has been written yet.
    pub(super) fn is_empty(&self) -> bool {
        !self.any
    }

    /// Writes one element.
    pub(super) fn push(&mut self, element: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.any { b",\n" } else { b"[\n" })?;
        self.any = true;
        let indent = "  ".repeat(self.depth);
        write!(out, "{indent}{}", indented(element, self.depth)?)
    }

    /// Ends the array.
    pub(super) fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        if !self.any {
            return write!(out, "[]");
        }
        write!(out, "\n{}]", "  ".repeat(self.depth.saturating_sub(1)))
    }
}

/// A value as JSON, all its lines but the first indented by `depth` levels.
pub(super) fn indented(value: &impl Serialize, depth: usize) -> io::Result<String> {
    // JSON has no line breaks inside its texts, so each one is layout.
    Ok(serde_json::to_string_pretty(value)?.replace('\n', &format!("\n{}", "  ".repeat(depth))))
}
