//! The kinds of finding in a recording: those of messages, of sessions and of exchanges.
//!
//! Holds: no text stands for two kinds (a test compares them).

use std::fmt;

use serde::{Serialize, Serializer};
use tradespec_protocol::session;
use tradespec_validator::{Kind, Severity, Words};

use crate::rule::Rule;

/// The kinds of finding in a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// About a body, as `tradespec validate` finds it.
    Message(tradespec_validator::Code),
    /// About the lifecycle of a session.
    Session(session::Rule),
    /// About an exchange otherwise.
    Exchange(Rule),
}

const MESSAGES: &[(tradespec_validator::Code, &str)] = tradespec_validator::Code::ALL;
const SESSIONS: &[(session::Rule, &str)] = session::Rule::ALL;
const COUNT: usize = MESSAGES.len() + SESSIONS.len() + Rule::ALL.len();

const ALL: [(Code, &str); COUNT] = {
    let mut all = [(Code::Exchange(Rule::UnreadableExchange), ""); COUNT];
    let mut at = 0;
    while at < Rule::ALL.len() {
        all[at] = (Code::Exchange(Rule::ALL[at].0), Rule::ALL[at].1);
        at += 1;
    }
    let start = Rule::ALL.len();
    while at < start + SESSIONS.len() {
        all[at] = (Code::Session(SESSIONS[at - start].0), SESSIONS[at - start].1);
        at += 1;
    }
    let start = start + SESSIONS.len();
    while at < COUNT {
        all[at] = (Code::Message(MESSAGES[at - start].0), MESSAGES[at - start].1);
        at += 1;
    }
    all
};

impl Code {
    /// Every kind with what it means: those of exchanges first, then those of sessions and of messages.
    pub const ALL: &'static [(Self, &'static str)] = &ALL;

    /// The stable text of the kind.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Message(code) => code.as_str(),
            Self::Session(rule) => rule.as_str(),
            Self::Exchange(rule) => rule.as_str(),
        }
    }
}

impl Kind for Code {
    const RULES: &'static [(Self, &'static str)] = Self::ALL;
    const WORDS: Words = Words { thing: "exchange", good: "in order", bad: "at fault", listed: false };

    fn as_str(self) -> &'static str {
        self.as_str()
    }

    /// For what only follows from the protocol's text, a warning.
    fn severity(self) -> Severity {
        match self {
            Self::Message(code) => code.severity(),
            Self::Session(rule) if rule.basis().is_normative() => Severity::Error,
            Self::Session(_) => Severity::Warning,
            Self::Exchange(rule) => rule.severity(),
        }
    }

    fn more(self) -> String {
        format!("`tradespec explain {self}` says more")
    }

    fn is_input(self) -> bool {
        self == Self::Exchange(Rule::UnreadableExchange)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl From<Rule> for Code {
    fn from(rule: Rule) -> Self {
        Self::Exchange(rule)
    }
}

impl From<session::Rule> for Code {
    fn from(rule: session::Rule) -> Self {
        Self::Session(rule)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_text_stands_for_two_kinds() {
        let texts: BTreeSet<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(texts.len(), COUNT);
        assert!(Code::ALL.iter().all(|(_, meaning)| !meaning.is_empty()));
    }
}
