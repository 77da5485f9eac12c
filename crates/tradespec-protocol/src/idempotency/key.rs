//! The key of a request, and what it is unique in.
//!
//! In:  the `Idempotency-Key` header, the caller's identity, the path.
//! Out: an [`IdempotencyKey`] and a [`Scope`].
//! Holds: a key has 1 to 255 characters and is otherwise opaque: compared as it is, shown as it came.

use std::fmt;
use std::str::FromStr;

/// The longest key, in characters.
const LONGEST: usize = 255;

/// An idempotency key: 1 to 255 characters, opaque.
///
/// ```
/// use tradespec_protocol::idempotency::IdempotencyKey;
///
/// let key: IdempotencyKey = "idem_7f3a".parse()?;
/// assert_eq!(key.as_str(), "idem_7f3a");
/// assert!("".parse::<IdempotencyKey>().is_err());
/// assert!("x".repeat(256).parse::<IdempotencyKey>().is_err());
/// # Ok::<_, tradespec_protocol::idempotency::InvalidKey>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IdempotencyKey(String);

/// A key that is empty or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidKey(());

impl IdempotencyKey {
    /// The key as it was sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for IdempotencyKey {
    type Err = InvalidKey;

    fn from_str(text: &str) -> Result<Self, InvalidKey> {
        // Characters past the first too many need not be counted.
        match text.chars().take(LONGEST + 1).count() {
            1..=LONGEST => Ok(Self(text.to_owned())),
            _ => Err(InvalidKey(())),
        }
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for InvalidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an idempotency key has 1 to {LONGEST} characters")
    }
}

impl std::error::Error for InvalidKey {}

/// What a record is kept under. Two callers never meet, and neither do two endpoints.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scope {
    /// Who sent the request, as authentication found out: never something the sender only claims.
    pub identity: String,
    /// The path of the endpoint with its ids and without the query, such as `/checkout_sessions/cs_1/complete`.
    pub path: String,
    /// The key of the request.
    pub key: IdempotencyKey,
}
