//! Which operation leads from which status to which.
//!
//! In:  a release.
//! Out: its [`Transition`]s.
//! Holds: a transition is there if both of its statuses are of the release; no transition leads out of a final status.

use tradespec_schema::Release;

use super::exchange::Operation;
use super::rule::Basis::{self, Derived, Normative};
use super::status::Status::{
    self, AuthenticationRequired, Canceled, CompleteInProgress, Completed, Expired, InProgress, Incomplete,
    NotReadyForPayment, PendingApproval, ReadyForPayment, RequiresEscalation,
};
use super::status::statuses;

/// A step that is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transition {
    /// What is asked. A `get` asks for nothing: its transitions are what may have happened since.
    pub operation: Operation,
    /// The status before; none before a session is created.
    pub from: Option<Status>,
    /// The status that a successful response has.
    pub to: Status,
    /// Whether the protocol says so or it follows.
    pub basis: Basis,
}

struct Row {
    operation: Operation,
    from: &'static [Status],
    to: &'static [Status],
    basis: Basis,
}

/// What a session can be while the buyer makes up their mind.
const OPEN: &[Status] = &[
    Incomplete,
    NotReadyForPayment,
    RequiresEscalation,
    AuthenticationRequired,
    ReadyForPayment,
    PendingApproval,
    InProgress,
];
const UNFINISHED: &[Status] = &[
    Incomplete,
    NotReadyForPayment,
    RequiresEscalation,
    AuthenticationRequired,
    ReadyForPayment,
    PendingApproval,
    InProgress,
    CompleteInProgress,
];
const PAYABLE: &[Status] = &[ReadyForPayment, AuthenticationRequired];
const PERHAPS_PAYABLE: &[Status] = &[PendingApproval, InProgress];
const IN_OTHER_HANDS: &[Status] = &[RequiresEscalation, PendingApproval, InProgress, CompleteInProgress];

const COMPLETE: &str = "ACP, agentic checkout, complete";
const CANCEL: &str = "ACP, agentic checkout, cancel";

/// The rows; the first one that has a transition counts. Creating has no status before it.
const ROWS: &[Row] = &[
    Row {
        operation: Operation::Create,
        from: &[],
        to: OPEN,
        basis: Derived("a new session is open, and its payment has not begun"),
    },
    Row {
        operation: Operation::Update,
        from: OPEN,
        to: OPEN,
        basis: Derived(
            "an update may settle what is missing or unsettle what was settled; it neither pays nor ends",
        ),
    },
    Row { operation: Operation::Complete, from: PAYABLE, to: &[Completed], basis: Normative(COMPLETE) },
    Row {
        operation: Operation::Complete,
        from: PERHAPS_PAYABLE,
        to: &[Completed],
        basis: Derived("the protocol does not say what these wait for, so they may be over"),
    },
    Row {
        operation: Operation::Complete,
        from: &[ReadyForPayment, AuthenticationRequired, PendingApproval, InProgress],
        to: &[CompleteInProgress, PendingApproval, InProgress],
        basis: Derived("these statuses have a meaning only if a payment may take longer than a request"),
    },
    Row {
        operation: Operation::Complete,
        from: &[ReadyForPayment, AuthenticationRequired, PendingApproval, InProgress],
        to: &[Incomplete, NotReadyForPayment, RequiresEscalation, AuthenticationRequired, ReadyForPayment],
        basis: Derived(
            "a payment that fails for a reason of business is told in a session, with a message of type error",
        ),
    },
    Row { operation: Operation::Cancel, from: OPEN, to: &[Canceled], basis: Normative(CANCEL) },
    Row {
        operation: Operation::Cancel,
        from: &[CompleteInProgress],
        to: &[Canceled],
        basis: Normative(CANCEL),
    },
    Row {
        operation: Operation::Get,
        from: UNFINISHED,
        to: OPEN,
        basis: Derived("stock, prices, approvals and payments change without the agent"),
    },
    Row {
        operation: Operation::Get,
        from: IN_OTHER_HANDS,
        to: &[CompleteInProgress, Completed],
        basis: Derived("the buyer, an approver or a payment service goes on without the agent"),
    },
    Row {
        operation: Operation::Get,
        from: UNFINISHED,
        to: &[Canceled, Expired],
        basis: Derived("a seller may end a session, and time does"),
    },
    Row {
        operation: Operation::Get,
        from: &[Completed],
        to: &[Completed],
        basis: Derived("reading changes nothing"),
    },
    Row {
        operation: Operation::Get,
        from: &[Canceled],
        to: &[Canceled],
        basis: Derived("reading changes nothing"),
    },
    Row {
        operation: Operation::Get,
        from: &[Expired],
        to: &[Expired],
        basis: Derived("reading changes nothing"),
    },
];

/// Every transition of a release.
///
/// ```
/// use tradespec_protocol::session::{Operation, Status, transitions};
/// use tradespec_schema::Release;
///
/// let release = Release::new("2025-09-29")?;
/// let completing = transitions(&release).find(|step| {
///     step.operation == Operation::Complete && step.to == Status::Completed
/// });
/// assert!(completing.is_some_and(|step| step.basis.is_normative()));
/// assert!(transitions(&release).all(|step| step.to != Status::Expired));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
pub fn transitions(release: &Release) -> impl Iterator<Item = Transition> {
    let known = statuses(release);
    ROWS.iter().flat_map(move |row| {
        let before: Vec<_> = if row.operation == Operation::Create {
            vec![None]
        } else {
            row.from.iter().filter(|status| known.contains(status)).copied().map(Some).collect()
        };
        before.into_iter().flat_map(move |from| {
            let after = row.to.iter().copied().filter(|status| known.contains(status));
            after.map(move |to| Transition { operation: row.operation, from, to, basis: row.basis })
        })
    })
}
