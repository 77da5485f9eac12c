//! What the outputs need to know of the kinds of what they show.
//!
//! A diagnostic of a message has a [`Code`]; who finds other things in other files has a table of kinds of their own, and
//! the same formats for them.

use std::fmt;

use serde::Serialize;

use crate::code::{Code, Severity};

/// The kinds of diagnostic that one checker gives.
pub trait Kind: Copy + Eq + fmt::Debug + fmt::Display + Serialize + Send + Sync + 'static {
    /// Every kind with what it means.
    const RULES: &'static [(Self, &'static str)];
    /// What was looked at, and what it is called.
    const WORDS: Words;

    /// The stable text of the kind.
    fn as_str(self) -> &'static str;

    /// How severe a diagnostic of this kind is, where nothing says otherwise.
    fn severity(self) -> Severity;

    /// Where more is said of the kind.
    fn more(self) -> String;

    /// Whether what was looked at could not be taken as input at all.
    fn is_input(self) -> bool {
        false
    }

    /// Whether it was not checked, because it is not known what it should be.
    fn is_undecided(self) -> bool {
        false
    }
}

/// What the outputs call what was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// One of them.
    pub thing: &'static str,
    /// What one is in which no error was found.
    pub good: &'static str,
    /// What one is in which an error was found.
    pub bad: &'static str,
    /// Whether outputs for people have a line for each in which nothing was found, and not only for the others.
    pub listed: bool,
}

impl Kind for Code {
    const RULES: &'static [(Self, &'static str)] = Self::ALL;
    const WORDS: Words = Words { thing: "document", good: "valid", bad: "invalid", listed: true };

    fn as_str(self) -> &'static str {
        self.as_str()
    }

    fn severity(self) -> Severity {
        self.severity()
    }

    fn more(self) -> String {
        format!("`tradespec explain {self}` says more")
    }

    fn is_input(self) -> bool {
        self.is_input()
    }

    fn is_undecided(self) -> bool {
        self.is_undecided()
    }
}
