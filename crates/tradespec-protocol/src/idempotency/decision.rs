//! What is done with a request, as a pure function.
//!
//! In:  the method, the key, what a store has for it, and the fingerprint of the body.
//! Out: a [`Decision`]: proceed, replay, or refuse, with status, headers and body.
//! Holds: only a POST is guarded; the same key with another body is never executed and never replayed.

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::body::Fingerprint;
use super::fault::BodyError;
use super::key::IdempotencyKey;

/// The answer to a request.
///
/// What is stored is what is sent again: leave out headers that belong to one exchange, such as `Date`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The headers, in order.
    pub headers: Vec<(String, String)>,
    /// The bytes of the body.
    pub body: Vec<u8>,
}

/// What a store keeps for a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Record {
    /// A request with this key is being executed.
    InFlight {
        /// The fingerprint of its body.
        fingerprint: Fingerprint,
        /// When it is worth asking again.
        retry_after: Duration,
    },
    /// A request with this key was answered.
    Completed {
        /// The fingerprint of its body.
        fingerprint: Fingerprint,
        /// Its answer.
        response: Arc<Response>,
    },
}

/// What a store says about a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<'r> {
    /// Nothing is known; after an answer of 5xx, too.
    Fresh,
    /// There was an answer, but it has been kept long enough.
    Expired,
    /// There is a record that counts.
    Taken(&'r Record),
}

/// What to do with a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Execute it.
    Proceed,
    /// Send the stored answer again and do nothing else.
    Replay(Arc<Response>),
    /// Refuse it.
    Refuse(Refusal),
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no key, or an empty one.
    KeyRequired,
    /// The key is too long.
    KeyInvalid,
    /// The body has no meaning that could be compared.
    BodyInvalid(BodyError),
    /// The key was used with another body.
    Conflict,
    /// The first request with this key is still being executed.
    InFlight {
        /// When it is worth asking again.
        retry_after: Duration,
    },
}

/// Decides what to do with a request.
///
/// With a key that another body has taken, it does not matter whether that one is still running: to wait would not help.
///
/// ```
/// use tradespec_protocol::idempotency::{Decision, Found, Record, Refusal, decide, fingerprint};
///
/// let (one, other) = (fingerprint(b"{}")?, fingerprint(b"[]")?);
/// let record = Record::InFlight { fingerprint: one, retry_after: std::time::Duration::from_secs(2) };
/// assert_eq!(decide("POST", Some("k"), Found::Fresh, &one), Decision::Proceed);
/// assert_eq!(decide("POST", None, Found::Fresh, &one), Decision::Refuse(Refusal::KeyRequired));
/// assert_eq!(decide("POST", Some("k"), Found::Taken(&record), &other), Decision::Refuse(Refusal::Conflict));
///
/// let answer = decide("POST", Some("k"), Found::Taken(&record), &one).response().expect("not executed");
/// assert_eq!(answer.status, 409);
/// assert!(answer.headers.contains(&("Retry-After".to_owned(), "2".to_owned())));
/// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
/// ```
#[must_use]
pub fn decide(method: &str, key: Option<&str>, found: Found<'_>, fingerprint: &Fingerprint) -> Decision {
    match (admit(method, key), found) {
        (Err(refusal), _) => Decision::Refuse(refusal),
        (Ok(None), _) | (Ok(Some(_)), Found::Fresh | Found::Expired) => Decision::Proceed,
        (Ok(Some(_)), Found::Taken(record)) => match record.answer(fingerprint) {
            Ok(response) => Decision::Replay(response),
            Err(refusal) => Decision::Refuse(refusal),
        },
    }
}

/// Whether an answer with this status is kept. A 5xx is not: the key is free again.
#[must_use]
pub fn is_kept(status: u16) -> bool {
    status < 500
}

/// The key that guards a request: none if it needs none.
pub(super) fn admit(method: &str, key: Option<&str>) -> Result<Option<IdempotencyKey>, Refusal> {
    if method != "POST" {
        return Ok(None);
    }
    let key = key.filter(|key| !key.is_empty()).ok_or(Refusal::KeyRequired)?;
    key.parse().map(Some).map_err(|_| Refusal::KeyInvalid)
}

impl Record {
    /// What a request whose key has this record gets: the stored answer, or why not.
    pub(super) fn answer(&self, new: &Fingerprint) -> Result<Arc<Response>, Refusal> {
        match self {
            Self::InFlight { fingerprint, .. } | Self::Completed { fingerprint, .. }
                if fingerprint != new =>
            {
                Err(Refusal::Conflict)
            }
            Self::InFlight { retry_after, .. } => Err(Refusal::InFlight { retry_after: *retry_after }),
            Self::Completed { response, .. } => Ok(Arc::clone(response)),
        }
    }
}

impl Decision {
    /// The answer to send, unless the request is to be executed.
    #[must_use]
    pub fn response(&self) -> Option<Response> {
        match self {
            Self::Proceed => None,
            Self::Replay(response) => Some(replayed(response)),
            Self::Refuse(refusal) => Some(refusal.response()),
        }
    }
}

/// The stored answer with the header that says that it is one.
pub(super) fn replayed(stored: &Response) -> Response {
    let mut response = stored.clone();
    response.headers.push(("Idempotent-Replayed".to_owned(), "true".to_owned()));
    response
}

/// The body of an error, flat as the protocol has it. There is no `param`: a header has no path.
#[derive(Serialize)]
struct ErrorBody<'r> {
    r#type: &'r str,
    code: &'r str,
    message: &'r str,
}

impl Refusal {
    /// The HTTP status.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            Self::KeyRequired | Self::KeyInvalid | Self::BodyInvalid(_) => 400,
            Self::InFlight { .. } => 409,
            Self::Conflict => 422,
        }
    }

    /// The `code` of the error: the protocol's own, or a name of ours where it has none.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::KeyRequired => "idempotency_key_required",
            Self::KeyInvalid => "idempotency_key_invalid",
            Self::BodyInvalid(_) => "invalid_json",
            Self::Conflict => "idempotency_conflict",
            Self::InFlight { .. } => "idempotency_in_flight",
        }
    }

    /// The answer to send.
    #[must_use]
    pub fn response(&self) -> Response {
        let message = match self {
            Self::KeyRequired => "every POST needs the header Idempotency-Key".to_owned(),
            Self::KeyInvalid => "the header Idempotency-Key has more than 255 characters".to_owned(),
            Self::BodyInvalid(error) => error.to_string(),
            Self::Conflict => {
                "this Idempotency-Key was used with another request body; use a new key".to_owned()
            }
            Self::InFlight { .. } => {
                "a request with this Idempotency-Key is still running; ask again later".to_owned()
            }
        };
        let body = ErrorBody { r#type: "invalid_request", code: self.code(), message: &message };
        let mut headers = vec![("Content-Type".to_owned(), "application/json".to_owned())];
        if let Self::InFlight { retry_after } = self {
            headers.push(("Retry-After".to_owned(), whole_seconds(*retry_after).to_string()));
        }
        // Three strings always have a JSON text.
        Response { status: self.status(), headers, body: serde_json::to_vec(&body).unwrap_or_default() }
    }
}

/// Rounded up, and at least one: zero would ask for a busy loop.
fn whole_seconds(duration: Duration) -> u64 {
    duration.as_secs().saturating_add(u64::from(duration.subsec_nanos() > 0)).max(1)
}
