//! Faults: the rules that the merchant can break, one at a time.
//!
//! In:  an honest answer, and what it answers.
//! Out: the same answer, or, once in the life of a merchant, one that breaks the rule.
//! Holds: an answer in which the rule cannot be broken passes as it is; nothing else about the answer changes.

mod draft;
mod exchanges;
mod messages;
mod sessions;

use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::reply::Reply;
use crate::routes::Operation;
use draft::Draft;

/// A rule to break. The name of a fault is the code of the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
#[non_exhaustive]
pub enum Fault {
    /// A session is created with 200.
    SuccessStatus,
    /// A session is created with the id of another.
    CreatedAgain,
    /// An update answers with another id.
    SessionId,
    /// An update of a completed session succeeds.
    ChangedAfterEnd,
    /// An update leads to `complete_in_progress`.
    IllegalTransition,
    /// A payment comes to nothing, and no message says why.
    NotCompleted,
    /// The order of a session names another session.
    OrderOfOther,
    /// A session that requires authentication has no `authentication_metadata`.
    AuthenticationMetadata,
    /// A session is completed without the authentication that it requires.
    AuthenticationResult,
    /// Cancel of a canceled session is answered by 409.
    CancelOfEnded,
    /// An error stands in `{"error": …}`.
    WrappedError,
    /// JSON is sent as `text/plain`.
    ContentType,
    /// The answer has another `Request-Id` than the request.
    HeaderNotEchoed,
    /// A request that names no release is executed.
    ApiVersionMissing,
    /// The session says that it is of another release.
    VersionOfBody,
    /// A replayed answer is not what it was.
    ReplayDiffers,
    /// A replayed answer does not say that it is one.
    ReplayNotMarked,
    /// The same key with another body is executed.
    ConflictNotRefused,
    /// The same key with another body is answered by 409 and another code.
    ConflictMisreported,
    /// 409 comes without `Retry-After`.
    RetryAfterMissing,
    /// A failure of the server is replayed.
    FailureReplayed,
    /// A request without a key is executed.
    IdempotencyKeyMissing,
    /// A request with a key of more than 255 characters is executed.
    IdempotencyKeyInvalid,
    /// A request without a key is answered by 422 and another code.
    MissingKeyMisreported,
    /// Another total is charged than the session said.
    TotalChanged,
    /// The answer supports a step that the agent does not.
    InterventionNotMutual,
    /// An extension is active that the agent did not declare.
    ExtensionNotDeclared,
    /// The answer has `max_redirects`, which only an agent says.
    AgentFieldReturned,
    /// A session is ready although a required step is not supported.
    InterventionNotEnforced,
    /// A success has no body.
    BodyMissing,
    /// `DELETE` of a session succeeds.
    UnknownOperation,
    /// The totals of a session have no `total`.
    TotalsWithoutTotal,
    /// Payment data comes back.
    WriteOnlyReturned,
    /// A text in markdown has an HTML tag.
    RawHtmlInMarkdown,
    /// An option is selected that is not offered.
    UnknownFulfillmentOption,
    /// The shares of a discount are less than the discount.
    AllocationsDoNotAddUp,
    /// A code is rejected that nobody submitted.
    RejectedCodeNotSubmitted,
    /// The currency is none.
    UnknownCurrency,
    /// The currency is in capitals.
    CurrencyNotInLowerCase,
    /// A message points at a line that is not there.
    PathLeadsNowhere,
    /// A message points with something that is no path.
    NotAJsonPath,
    /// The supported versions are not in order.
    VersionsOutOfOrder,
    /// The version of the merchant is not the newest that it supports.
    VersionNotNewest,
    /// Discovery says which merchant it is.
    MerchantInDiscovery,
    /// A session has a member that no schema knows.
    UnknownMember,
    /// A session has no `links`.
    MissingMember,
    /// A quantity is a text.
    WrongType,
}

/// How an answer is changed; `None` if it is one in which the rule cannot be broken.
type Edit = fn(&mut Draft) -> Option<()>;

/// A fault, the operation whose answers show it, and how. Faults about
/// whether a request is executed are in no table, but in the guard.
type Row = (Fault, Operation, Edit);

/// What stands between the shop and its answers.
#[derive(Debug)]
pub(crate) struct Faults {
    row: Option<&'static Row>,
    is_spent: AtomicBool,
}

impl Faults {
    pub(crate) fn new(fault: Option<Fault>) -> Self {
        let mut rows = [sessions::ROWS, exchanges::ROWS, messages::ROWS].into_iter().flatten();
        Self { row: rows.find(|(known, ..)| Some(*known) == fault), is_spent: AtomicBool::new(false) }
    }

    /// Whether answers of the operation may have to change.
    pub(crate) fn concern(&self, operation: Operation) -> bool {
        self.row.is_some_and(|(_, shown, _)| *shown == operation) && !self.is_spent.load(Ordering::Relaxed)
    }

    /// Changes an answer of an operation that is of concern. `session` is the session in the path, as it is now.
    pub(crate) fn change(
        &self,
        operation: Operation,
        request: &[u8],
        session: Option<Value>,
        reply: Reply,
    ) -> Reply {
        let Some((.., edit)) = self.row.filter(|_| self.concern(operation)) else { return reply };
        let mut draft = Draft::of(request, session, &reply);
        match edit(&mut draft) {
            Some(()) => {
                self.is_spent.store(true, Ordering::Relaxed);
                draft.reply()
            }
            None => reply,
        }
    }
}
