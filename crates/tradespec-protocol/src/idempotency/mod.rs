//! Idempotency: a request that is sent twice is executed once.
//!
//! In:  the method, identity, path, key and raw body of a request, and what a [`Store`] keeps.
//! Out: whether to execute it, or the answer to give instead, byte for byte.
//! Holds: two bodies have one [`Fingerprint`] exactly if they are equivalent; of all requests with one key, identity,
//! path and body, one is executed until its answer expires; an answer of 5xx is never kept.
//!
//! [`begin`] puts the parts together. They also stand alone: [`equivalent`], [`fingerprint`] and [`difference`] compare
//! bodies, [`decide`] is the decision as a pure function.

mod body;
mod decision;
mod difference;
mod execution;
mod fault;
mod key;
mod memory;
mod number;
mod reader;
mod store;

pub use body::{Body, Fingerprint};
pub use decision::{Decision, Found, Record, Refusal, Response, decide, is_kept};
pub use difference::{Difference, DifferenceKind};
pub use execution::{Begin, Execution, Request, Unstored, begin};
pub use fault::{BodyError, BodyFault};
pub use key::{IdempotencyKey, InvalidKey, Scope};
pub use memory::{Limits, MemoryStore, RetentionTooShort, StoreError};
pub use store::{Begun, Clock, MIN_RETENTION, Store};

/// Whether two bodies mean the same.
///
/// The order of members and the spelling of numbers and strings do not count; the order of a list does, and `null` is
/// not absence. Every number is compared exactly, whatever its size.
///
/// ```
/// use tradespec_protocol::idempotency::equivalent;
///
/// assert!(equivalent(br#"{"a": 1.0, "b": "\u00e9"}"#, r#"{"b": "é", "a": 1e0}"#.as_bytes())?);
/// assert!(!equivalent(b"9007199254740992", b"9007199254740993")?);
/// assert!(!equivalent(br#"{"a": null}"#, b"{}")?);
/// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
/// ```
///
/// # Errors
/// A body that is not JSON, names a member twice or is nested too deep; the first body's, if both are.
pub fn equivalent(a: &[u8], b: &[u8]) -> Result<bool, BodyError> {
    Ok(Body::parse(a)? == Body::parse(b)?)
}

/// The fingerprint of a body: the same for bodies that are [`equivalent`], and for no others.
///
/// ```
/// use tradespec_protocol::idempotency::fingerprint;
///
/// assert_eq!(fingerprint(b"[1e400]")?, fingerprint(b"[ 10e399 ]")?);
/// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
/// ```
///
/// # Errors
/// Those of [`equivalent`].
pub fn fingerprint(body: &[u8]) -> Result<Fingerprint, BodyError> {
    Ok(Body::parse(body)?.fingerprint())
}

/// The first place where two bodies differ, if they do; [`Body::differences`] gives more.
///
/// ```
/// use tradespec_protocol::idempotency::{DifferenceKind, difference};
///
/// let found = difference(br#"{"items": [{"id": "a"}]}"#, br#"{"items": [{"id": "b"}]}"#)?;
/// let found = found.expect("they differ");
/// assert_eq!(found.at.as_str(), "/items/0/id");
/// assert_eq!(found.kind, DifferenceKind::Value);
/// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
/// ```
///
/// # Errors
/// Those of [`equivalent`].
pub fn difference(a: &[u8], b: &[u8]) -> Result<Option<Difference>, BodyError> {
    Ok(Body::parse(a)?.differences(&Body::parse(b)?, 1).pop())
}
