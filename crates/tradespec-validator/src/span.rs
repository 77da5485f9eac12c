//! Stretches of a file, and what may be shown of them.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A stretch of a file.
///
/// Lines and columns count from 1, columns in characters (Unicode code points); the end is the place after the last
/// character. In a file of many documents they count from the start of the file, not of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The line of the first character.
    pub line: usize,
    /// The column of the first character.
    pub column: usize,
    /// The line of the end.
    pub end_line: usize,
    /// The column of the end.
    pub end_column: usize,
    /// How many bytes of the file come before the first character.
    pub offset: usize,
    /// How many bytes long it is.
    pub length: usize,
}

impl Default for Span {
    /// The start of a file.
    fn default() -> Self {
        Self { line: 1, column: 1, end_line: 1, end_column: 1, offset: 0, length: 0 }
    }
}

/// Where a document starts in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
    /// How many bytes of the file come before the document.
    pub offset: usize,
}

impl Default for Origin {
    /// The start of a file.
    fn default() -> Self {
        Self { line: 1, column: 1, offset: 0 }
    }
}

/// The line of a document that a diagnostic is about, fit to be shown: every value that may not be shown is masked,
/// and a long line is cut on both sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The line's number in the file.
    pub line: usize,
    /// What is left of the line. Has no control characters.
    pub text: String,
    /// The bytes of `text` that the diagnostic is about; empty for a place between two characters.
    pub highlight: Range<usize>,
}
