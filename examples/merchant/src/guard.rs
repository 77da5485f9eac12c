//! The guard before the shop: a request that is sent twice is executed once.
//!
//! In:  a request with its release and its idempotency key.
//! Out: whether to execute it, or the answer that it gets instead.
//! Holds: without a fault, this is [`headers::check_version`] and [`begin`] of `tradespec_protocol`. The faults that are
//! about the decision itself are here; all others change answers on their way out.

use std::sync::{Mutex, PoisonError};

use axum::http::HeaderMap;
use tradespec_protocol::idempotency::{Begin, IdempotencyKey, MemoryStore, Request, StoreError, begin};

use crate::clock::Watch;
use crate::faults::Fault;
use crate::headers;
use crate::reply::Reply;

#[derive(Debug)]
pub(crate) struct Guard {
    store: MemoryStore<Watch>,
    fault: Option<Fault>,
    /// The last answer of 5xx, with the path and key it was given for; only kept to be replayed against the rule.
    failure: Mutex<Option<(String, String, Reply)>>,
}

impl Guard {
    pub(crate) fn new(watch: Watch, fault: Option<Fault>) -> Self {
        Self { store: MemoryStore::new(watch), fault, failure: Mutex::default() }
    }

    /// Refuses a request that names no release that is spoken here.
    pub(crate) fn check_version(&self, headers: &HeaderMap) -> Result<(), Reply> {
        if self.fault == Some(Fault::ApiVersionMissing) && !headers.contains_key("api-version") {
            return Ok(());
        }
        headers::check_version(headers)
    }

    pub(crate) fn begin(&self, request: &Request<'_>) -> Result<Begin<'_, MemoryStore<Watch>>, StoreError> {
        // Only a POST is guarded.
        let unguarded = Request { method: "GET", ..*request };
        let lets_in = match self.fault {
            Some(Fault::IdempotencyKeyMissing) => request.key.is_none(),
            Some(Fault::IdempotencyKeyInvalid) => {
                request.key.is_some_and(|key| key.parse::<IdempotencyKey>().is_err())
            }
            _ => false,
        };
        if lets_in {
            return begin(&self.store, &unguarded);
        }
        if let Some(failure) = self.failure_of(request) {
            return Ok(Begin::Answer(failure));
        }
        match begin(&self.store, request)? {
            Begin::Answer(refusal)
                if self.fault == Some(Fault::ConflictNotRefused) && refusal.status == 422 =>
            {
                begin(&self.store, &unguarded)
            }
            begun => Ok(begun),
        }
    }

    /// Takes note of an answer that was just given.
    pub(crate) fn note(&self, request: &Request<'_>, reply: &Reply) {
        if self.fault == Some(Fault::FailureReplayed)
            && reply.status >= 500
            && let Some(key) = request.key
        {
            let mut kept = reply.clone();
            kept.headers.push(("Idempotent-Replayed".to_owned(), "true".to_owned()));
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) =
                Some((request.path.to_owned(), key.to_owned(), kept));
        }
    }

    fn failure_of(&self, request: &Request<'_>) -> Option<Reply> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let (path, key, reply) = failure.as_ref()?;
        (path == request.path && Some(key.as_str()) == request.key).then(|| reply.clone())
    }
}
