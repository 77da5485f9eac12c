//! How a message is judged: as the schema says, or as the protocol's text asks of its readers.

use tradespec_schema::{Protocol, TypeId, messages};

use crate::code::{Code, Severity};
use crate::explain::Finding;

/// What is let pass that the schema does not allow, or not let pass that it allows. By default it is as the schema says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Strictness {
    /// Judge as a receiver must: unknown members, and unknown words where a vocabulary is open, are notes and not
    /// errors. Every vocabulary of two words or more is open; a single word tells what an object is.
    ///
    /// Source: ACP, capability negotiation ("unknown capability values are ignored, never an error").
    pub receiver: bool,
    /// Take no member that the schema does not name, even where an object is open: through every branch that applies, and
    /// whether or not the schema says that more is allowed. An object of which the schema names no member stays free.
    pub strict: bool,
    /// In updates, take `null` for what the protocol's text says it is: it clears the member.
    ///
    /// Source: ACP, idempotency ("`null` is not absence").
    pub allow_null_clear: bool,
}

impl Strictness {
    /// Whether anything is let pass.
    pub(crate) fn is_lenient(self) -> bool {
        self.receiver || self.allow_null_clear
    }

    /// Whether the finding is a `null` that clears a member of an update.
    pub(crate) fn clears(self, protocol: Protocol, type_id: &TypeId, finding: &Finding) -> bool {
        self.allow_null_clear
            && finding.diagnostic.code == Code::NullValue
            && finding.diagnostic.instance_path.segments().count() == 1
            && messages::null_clears(protocol, type_id)
    }

    /// Lowers what a receiver tolerates to a note.
    pub(crate) fn apply(self, finding: &mut Finding) {
        if !self.receiver || !finding.tolerable {
            return;
        }
        let what = match finding.diagnostic.code {
            Code::UnknownMember => "a receiver ignores members it does not know",
            _ => "a receiver takes words it does not know",
        };
        finding.diagnostic.severity = Severity::Note;
        finding.diagnostic.help = Some(match finding.diagnostic.help.take() {
            Some(help) => format!("{what}; {help}"),
            None => what.to_owned(),
        });
    }
}
