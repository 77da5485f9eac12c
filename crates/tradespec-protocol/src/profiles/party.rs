//! The two sides of a negotiation.

use std::fmt;

/// Who declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Party {
    /// The one that sells, and selects.
    Business,
    /// The one that acts for the buyer.
    Platform,
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Business => "the business",
            Self::Platform => "the platform",
        })
    }
}
