//! The rules of the lifecycle, in one table, and the breach of one.
//!
//! In:  nothing.
//! Out: [`Rule`]s with their codes, meanings and sources; [`Violation`]s.
//! Holds: codes are stable.

use std::fmt;

use tradespec_schema::Pointer;

/// Whether the protocol says something, or it follows from what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// The protocol says so, at the place named.
    Normative(&'static str),
    /// It follows, for the reason given.
    Derived(&'static str),
}

impl Basis {
    /// Whether the protocol itself says so.
    #[must_use]
    pub fn is_normative(self) -> bool {
        matches!(self, Self::Normative(_))
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal, $kind:ident($basis:literal);)+) => {
        /// What an exchange can do wrong. The text of each is stable.
        ///
        /// ```
        /// use tradespec_protocol::session::Rule;
        ///
        /// assert_eq!(Rule::CancelOfEnded.as_str(), "cancel-of-ended");
        /// assert!(Rule::CancelOfEnded.basis().is_normative());
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// Every rule with what breaks it, for documentation.
            pub const ALL: &'static [(Self, &'static str)] =
                &[$((Self::$variant, concat!($($doc),+).trim_ascii()),)+];

            /// The stable text of the rule.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// Whether the protocol says so or it follows.
            #[must_use]
            pub fn basis(self) -> Basis {
                match self {
                    $(Self::$variant => Basis::$kind($basis),)+
                }
            }
        }
    };
}

rules! {
    /// A response has a status code that means neither the success of its operation nor a failure.
    SuccessStatus = "success-status", Normative("ACP, agentic checkout, operations");
    /// A successful response has no `status` that its release knows, or no `id`.
    SessionUnreadable = "session-unreadable", Normative("CheckoutSessionBase of the release, `required` and `status`");
    /// A session is created that exists already.
    CreatedAgain = "created-again", Derived("creating makes a session of its own");
    /// The `id` of a session is not what it was.
    SessionId = "session-id", Normative("CheckoutSessionBase of the release, `id`");
    /// A session has another status, or an operation that changes it succeeds, after it was completed, canceled or
    /// expired.
    ChangedAfterEnd = "changed-after-end", Derived("completed, canceled and expired are ends");
    /// An operation leads to a status to which it does not lead from the one before.
    IllegalTransition = "illegal-transition", Derived("no row of the table of transitions allows it");
    /// Completing succeeds, and the session is still to be paid although it names no error.
    NotCompleted = "not-completed", Normative("ACP, agentic checkout, complete");
    /// A completed session comes without an `order` that has `id`, `checkout_session_id` and `permalink_url`.
    OrderMissing = "order-missing", Normative("ACP, agentic checkout, complete; CheckoutSessionWithOrder");
    /// The `order` says that it came from another session.
    OrderOfOther = "order-of-other", Normative("Order of the release, `checkout_session_id`");
    /// A session with status `authentication_required` has no `authentication_metadata`.
    AuthenticationMetadata = "authentication-metadata", Normative("ACP, agentic checkout, authentication");
    /// Completing a session that requires authentication, without `authentication_result`, is not answered by 4xx with
    /// type `invalid_request`, code `requires_3ds` and param `$.authentication_result`.
    AuthenticationResult = "authentication-result", Normative("ACP, agentic checkout, authentication");
    /// Canceling a completed or canceled session is not answered by 405.
    CancelOfEnded = "cancel-of-ended", Normative("ACP, agentic checkout, cancel");
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A rule that an exchange breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The place in the body of the response that shows it; the whole of it if something is missing there or the status
    /// code is wrong.
    pub at: Pointer,
    /// What is wrong and what would be right: lower case, no full stop, no value but for statuses and codes of the
    /// protocol.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]", self.message, self.rule)
    }
}

impl std::error::Error for Violation {}
