//! One request, from its arrival to its answer.
//!
//! In:  a store and a request.
//! Out: the answer to give at once, or an [`Execution`] that takes the answer once it is there.
//! Holds: an execution ends once: with an answer that is kept, or with the key free again.

use std::fmt;

use super::body::{Body, Fingerprint};
use super::decision::{Refusal, Response, admit, is_kept, replayed};
use super::key::Scope;
use super::store::{Begun, Store};

/// What counts of a request. Headers other than the key do not.
#[derive(Debug, Clone, Copy)]
pub struct Request<'r> {
    /// The HTTP method; only a POST is guarded.
    pub method: &'r str,
    /// Who sent it, as authentication found out.
    pub identity: &'r str,
    /// The path of the endpoint, with its ids and without the query.
    pub path: &'r str,
    /// The header `Idempotency-Key`.
    pub key: Option<&'r str>,
    /// The bytes of the body; none where it may be left out.
    pub body: &'r [u8],
}

/// What to do with a request.
#[derive(Debug)]
pub enum Begin<'s, S: Store> {
    /// Execute it, and hand the answer to [`Execution::finish`].
    Execute(Execution<'s, S>),
    /// Give this answer and do nothing else.
    Answer(Response),
}

/// The right to execute a request. Dropped without an answer, it leaves the key free, as an answer of 5xx does.
pub struct Execution<'s, S: Store> {
    store: &'s S,
    held: Option<(Scope, S::Ticket)>,
}

/// An answer that has to be given although the store could not be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unstored<E> {
    /// The answer.
    pub response: Response,
    /// Why it is not in the store. A retry is told that the request is in flight.
    pub error: E,
}

/// Begins a request.
///
/// ```
/// use std::time::SystemTime;
/// use tradespec_protocol::idempotency::{Begin, MemoryStore, Request, Response, begin};
///
/// let store = MemoryStore::new(SystemTime::now);
/// let post = |body| Request {
///     method: "POST", identity: "agent-1", path: "/checkout_sessions", key: Some("k1"), body,
/// };
///
/// let Begin::Execute(execution) = begin(&store, &post(br#"{"items": [1, 2]}"#))? else { unreachable!() };
/// let answer = Response { status: 201, headers: vec![], body: b"{}".to_vec() };
/// let sent = execution.finish(answer.clone()).unwrap();
/// assert_eq!(sent, answer);
///
/// let Begin::Answer(again) = begin(&store, &post(br#"{"items":[1.0,2]}"#))? else { unreachable!() };
/// assert_eq!((again.status, &again.body), (sent.status, &sent.body));
/// assert_eq!(again.headers, [("Idempotent-Replayed".to_owned(), "true".to_owned())]);
///
/// let Begin::Answer(other) = begin(&store, &post(br#"{"items": [2, 1]}"#))? else { unreachable!() };
/// assert_eq!(other.status, 422);
/// # Ok::<_, tradespec_protocol::idempotency::StoreError>(())
/// ```
///
/// # Errors
/// The store's; the request must not be executed.
pub fn begin<'s, S: Store>(store: &'s S, request: &Request<'_>) -> Result<Begin<'s, S>, S::Error> {
    let (scope, fingerprint) = match guarded(request) {
        Ok(Some(guarded)) => guarded,
        Ok(None) => return Ok(Begin::Execute(Execution { store, held: None })),
        Err(refusal) => return Ok(Begin::Answer(refusal.response())),
    };
    Ok(match store.begin(&scope, &fingerprint)? {
        Begun::Started(ticket) => Begin::Execute(Execution { store, held: Some((scope, ticket)) }),
        Begun::Taken(record) => Begin::Answer(match record.answer(&fingerprint) {
            Ok(stored) => replayed(&stored),
            Err(refusal) => refusal.response(),
        }),
    })
}

/// What the request is guarded by; nothing if it is no POST.
fn guarded(request: &Request<'_>) -> Result<Option<(Scope, Fingerprint)>, Refusal> {
    let Some(key) = admit(request.method, request.key)? else {
        return Ok(None);
    };
    let fingerprint = match request.body {
        [] => Fingerprint::of_no_body(),
        body => Body::parse(body).map_err(Refusal::BodyInvalid)?.fingerprint(),
    };
    let scope = Scope { identity: request.identity.to_owned(), path: request.path.to_owned(), key };
    Ok(Some((scope, fingerprint)))
}

impl<S: Store> Execution<'_, S> {
    /// Keeps the answer, or frees the key if it is a 5xx, and gives the answer back to be sent.
    ///
    /// # Errors
    /// The store could not be told; the answer is in the error and still has to be sent.
    pub fn finish(mut self, response: Response) -> Result<Response, Unstored<S::Error>> {
        let Some((scope, ticket)) = self.held.take() else {
            return Ok(response);
        };
        let told = if is_kept(response.status) {
            self.store.complete(&scope, ticket, &response)
        } else {
            self.store.release(&scope, ticket)
        };
        match told {
            Ok(()) => Ok(response),
            Err(error) => Err(Unstored { response, error }),
        }
    }
}

impl<S: Store> Drop for Execution<'_, S> {
    fn drop(&mut self) {
        if let Some((scope, ticket)) = self.held.take() {
            // A store that cannot be told has its lease.
            let _ = self.store.release(&scope, ticket);
        }
    }
}

impl<S: Store> fmt::Debug for Execution<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scope = self.held.as_ref().map(|(scope, _)| scope);
        f.debug_struct("Execution").field("scope", &scope).finish_non_exhaustive()
    }
}

impl<E: fmt::Display> fmt::Display for Unstored<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the answer is not in the idempotency store: {}", self.error)
    }
}

impl<E: std::error::Error> std::error::Error for Unstored<E> {}
