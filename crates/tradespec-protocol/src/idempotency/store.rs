//! Where records are kept.
//!
//! In:  a scope and a fingerprint before a request is executed, its answer afterwards.
//! Out: the right to execute it, or the record that is in the way.
//! Holds: what each implementation must hold, so that a request is executed once.

use std::time::{Duration, SystemTime};

use super::body::Fingerprint;
use super::decision::{Record, Response};
use super::key::Scope;

/// An answer is kept for at least this long after it was given.
pub const MIN_RETENTION: Duration = Duration::from_secs(24 * 60 * 60);

/// What time it is. A closure is a clock, so in a program it is `SystemTime::now`.
pub trait Clock {
    /// The time now.
    fn now(&self) -> SystemTime;
}

impl<F: Fn() -> SystemTime> Clock for F {
    fn now(&self) -> SystemTime {
        self()
    }
}

/// What [`Store::begin`] came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Begun<T> {
    /// The scope was free and is now in flight, in the name of this ticket: execute the request.
    Started(T),
    /// The scope has a record that counts.
    Taken(Record),
}

/// Keeps a record for each scope.
///
/// # Over a database
/// One table with a unique index on (identity, path, key), and with fingerprint, ticket, lease, status, headers, body,
/// completion time:
///
/// - `begin` is one statement, so that of two requests at the same time one starts: insert a row in flight with a random
///   ticket and a lease, and on conflict replace the row only if it has expired (completed for the retention, or in
///   flight past its lease). If no row was written, read the one that is there; if that has gone in between, try again.
/// - `complete` and `release` name the ticket in their `where`. No row touched means that the lease has run out and
///   someone else may have executed the request: report an error.
/// - The lease is for processes that died. It must be longer than any request takes; a record whose holder is alive must
///   not be given away.
/// - `complete` belongs in the transaction that does the work, if that is in the same database: then a crash between the
///   two cannot happen.
///
/// `docs/idempotency.md` has the statements. In an asynchronous program, call the store where blocking is allowed.
pub trait Store {
    /// What says that it is this request that is in flight.
    type Ticket;
    /// Why a store cannot do its work.
    type Error;

    /// Takes the scope for a request, or says what is in the way. Atomic: of any number of calls for a free scope, one
    /// starts.
    ///
    /// # Errors
    /// The store does not work or has no room; the request must not be executed (answer 503).
    fn begin(&self, scope: &Scope, fingerprint: &Fingerprint) -> Result<Begun<Self::Ticket>, Self::Error>;

    /// Keeps the answer, for at least [`MIN_RETENTION`].
    ///
    /// # Errors
    /// The answer could not be kept. The scope stays taken, because the request was executed.
    fn complete(&self, scope: &Scope, ticket: Self::Ticket, response: &Response) -> Result<(), Self::Error>;

    /// Forgets that the scope was in flight: it is free again.
    ///
    /// # Errors
    /// The record could not be removed; it blocks the scope until its lease ends.
    fn release(&self, scope: &Scope, ticket: Self::Ticket) -> Result<(), Self::Error>;
}
