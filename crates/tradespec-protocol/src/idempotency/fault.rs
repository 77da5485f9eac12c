//! Why a body cannot be compared.
//!
//! In:  what the reader met, and the byte where it did.
//! Out: a [`BodyError`] with line and column.
//! Holds: no value of the body is in it; a member's name may be, shortened and without control characters.

use std::fmt;

/// How much of a name is shown.
const SHOWN: usize = 60;

/// A body that has no meaning to compare.
///
/// ```
/// use tradespec_protocol::idempotency::{BodyFault, fingerprint};
///
/// let error = fingerprint(br#"{"a": 1, "\u0061": 1}"#).unwrap_err();
/// assert_eq!(error.fault(), BodyFault::DuplicateKey);
/// assert_eq!(error.to_string(), "line 1, column 1: the member \"a\" stands twice in the object that starts here");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyError {
    fault: BodyFault,
    line: usize,
    column: usize,
    message: String,
}

/// The kinds of [`BodyError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyFault {
    /// The bytes are not one JSON text in UTF-8, or have half of a surrogate pair.
    NotJson,
    /// An object names a member twice, in whatever spelling: readers disagree about what that means.
    DuplicateKey,
    /// Objects and lists stand inside each other deeper than is read.
    TooDeep,
}

impl BodyError {
    pub(super) fn new(fault: BodyFault, read: &[u8], message: impl Into<String>) -> Self {
        let line = read.split(|byte| *byte == b'\n').count();
        let in_line = read.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        // Bytes that go on a character are no columns of their own.
        let column = in_line.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count() + 1;
        Self { fault, line, column, message: message.into() }
    }

    /// What kind of fault it is.
    #[must_use]
    pub fn fault(&self) -> BodyFault {
        self.fault
    }

    /// The line, counted from 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column in characters, counted from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong, without its place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for BodyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BodyError {}

/// A name in quotes, made safe to show.
pub(super) fn quoted(name: &str) -> String {
    let mut shown: String = name.chars().take(SHOWN).collect();
    if name.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("{shown:?}")
}
