//! Idempotency keys: a request that is sent again gets the answer that was given.
//!
//! In:  the exchanges with idempotency keys, in the order in which they were recorded.
//! Out: what an exchange did ([`Effect`]), and what is wrong with it.
//! Holds: only answers of success are remembered. What an answer of 4xx leaves behind depends on whether the seller looked
//! at the key before it refused, which a recording does not show.
//!
//! Source: ACP, idempotency.

use tradespec_protocol::idempotency::{Fingerprint, IdempotencyKey, MIN_RETENTION, fingerprint};

use crate::digest::{Digest, digest, digest_of};
use crate::findings::{Findings, Side, status};
use crate::recent::Recent;
use crate::recording::{Body, Headers};
use crate::rule::Rule;
use crate::seen::Seen;

const KEY: &str = "Idempotency-Key";
const REPLAYED: &str = "Idempotent-Replayed";

/// What an exchange did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// What was asked, or nothing because it was refused.
    Usual,
    /// Nothing: it is an answer that was given before.
    Replay,
    /// Nothing: the key was in use.
    Blocked,
}

/// The answers that are remembered, by identity, path and key.
#[derive(Debug)]
pub(crate) struct Replays {
    stored: Recent<Digest, Stored>,
}

#[derive(Debug, Clone, Copy)]
struct Stored {
    request: Fingerprint,
    status: u16,
    response: Digest,
    time: Option<i64>,
}

impl Replays {
    /// Remembers no more than `most` answers; the oldest are forgotten first.
    pub(crate) fn new(most: usize) -> Self {
        Self { stored: Recent::new(most) }
    }

    pub(crate) fn check(&mut self, seen: &Seen<'_>, findings: &mut Findings<'_>) -> Effect {
        let exchange = seen.exchange;
        if exchange.method != "POST" {
            return Effect::Usual;
        }
        let is_marked = is_marked(&exchange.response.headers);
        if is_marked && exchange.status >= 500 {
            let message = format!("a failure ({}) was kept and is given again", exchange.status);
            let help = "never keep an answer of 5xx; execute the request again";
            findings.add(Rule::FailureReplayed, Side::Response.header(REPLAYED), message, help);
            return Effect::Replay;
        }
        let key = exchange.request.headers.get(KEY).filter(|key| !key.is_empty());
        let Some(key) = key else {
            missing(seen, findings);
            return Effect::Usual;
        };
        if key.parse::<IdempotencyKey>().is_err() {
            if seen.succeeded() {
                let message = "the key is longer than 255 characters, and the request succeeds";
                let help = "refuse it with 400";
                findings.add(Rule::IdempotencyKeyInvalid, Side::Request.header(KEY), message, help);
            }
            return Effect::Usual;
        }
        if exchange.status == 409 && seen.error_code() == "idempotency_in_flight" {
            if exchange.response.headers.get("Retry-After").is_none() {
                let message = "the answer that the request is still running does not say when to ask again";
                let help = "add Retry-After, in seconds";
                findings.add(Rule::RetryAfterMissing, Side::Response.header("Retry-After"), message, help);
            }
            return Effect::Blocked;
        }
        let Some(request) = of_body(exchange.request.body.as_ref()) else { return Effect::Usual };
        let scope = scope(seen, key);
        let response = digest(exchange.response.body.as_ref().map_or(&[], |body| &body.bytes));
        match self.stored.get(scope).copied().filter(|stored| !stored.is_expired(exchange.time)) {
            Some(stored) if stored.request == request => again(seen, stored, response, is_marked, findings),
            Some(stored) => other(seen, stored, response, findings),
            None if is_marked => Effect::Replay,
            None => {
                if seen.succeeded() {
                    let status = exchange.status;
                    let stored = Stored { request, status, response, time: exchange.time };
                    // What has expired is replaced.
                    *self.stored.entry(scope, || stored).0 = stored;
                }
                Effect::Usual
            }
        }
    }
}

impl Stored {
    /// Whether sellers may have forgotten it by then.
    fn is_expired(&self, now: Option<i64>) -> bool {
        let retention = i64::try_from(MIN_RETENTION.as_millis()).unwrap_or(i64::MAX);
        matches!((self.time, now), (Some(then), Some(now)) if now.saturating_sub(then) >= retention)
    }
}

/// A POST without a key.
fn missing(seen: &Seen<'_>, findings: &mut Findings<'_>) {
    let at = Side::Request.header(KEY);
    if seen.succeeded() {
        let message = "a POST without idempotency key succeeds";
        let help = "refuse it with 400 and the code idempotency_key_required";
        findings.add(Rule::IdempotencyKeyMissing, at, message, help);
        return;
    }
    // A request may be refused for another reason first: who asks, how often, for what, or by which release.
    let for_another_reason = !matches!(seen.exchange.status, 400 | 409 | 422)
        || seen.exchange.request.headers.get(super::headers::API_VERSION).is_none()
        || seen.request.is_null();
    if for_another_reason {
        return;
    }
    let is_right = seen.exchange.status == 400 && seen.error_code() == "idempotency_key_required";
    // The bodies were checked before: a request that is faulty otherwise may be refused for that.
    if !is_right && !findings.has_error_in(&Side::Request.body()) {
        let message = format!(
            "a POST without idempotency key is refused by {} with another code",
            seen.exchange.status
        );
        let help = "answer 400 with the code idempotency_key_required";
        findings.add(Rule::MissingKeyMisreported, Side::Response.body(), message, help);
    }
}

/// The same request again.
fn again(
    seen: &Seen<'_>,
    stored: Stored,
    response: Digest,
    is_marked: bool,
    findings: &mut Findings<'_>,
) -> Effect {
    let found = seen.exchange.status;
    if refused_at_the_door(found) {
        return Effect::Usual;
    }
    let help = "give the stored answer again, byte for byte";
    if found != stored.status {
        let message =
            format!("the request was answered by {} before, and is answered by {found} now", stored.status);
        findings.add(Rule::ReplayDiffers, status(), message, help);
    } else if response != stored.response {
        let message = "the answer is not, byte for byte, the one that was given before";
        findings.add(Rule::ReplayDiffers, Side::Response.body(), message, help);
    } else if !is_marked {
        let message = "the answer was given before and does not say so";
        let help = "add the header Idempotent-Replayed: true";
        findings.add(Rule::ReplayNotMarked, Side::Response.header(REPLAYED), message, help);
    }
    Effect::Replay
}

/// Another request under a key that was used.
fn other(seen: &Seen<'_>, stored: Stored, response: Digest, findings: &mut Findings<'_>) -> Effect {
    let found = seen.exchange.status;
    let help = "answer 422 with the code idempotency_conflict";
    if seen.succeeded() {
        let message = "another body under a key that was used succeeds";
        findings.add(Rule::ConflictNotRefused, status(), message, help);
        return if response == stored.response { Effect::Replay } else { Effect::Usual };
    }
    let is_right = found == 422 && seen.error_code() == "idempotency_conflict";
    if !is_right && !refused_at_the_door(found) {
        let message =
            format!("another body under a key that was used is refused by {found} with another code");
        findings.add(Rule::ConflictMisreported, status(), message, help);
    }
    Effect::Blocked
}

/// Whether an answer says nothing about the key: who asks, how often, or whether the service is there at all.
fn refused_at_the_door(status: u16) -> bool {
    matches!(status, 401 | 403 | 429) || status >= 500
}

fn is_marked(headers: &Headers) -> bool {
    headers.get(REPLAYED).is_some_and(|value| value.trim().eq_ignore_ascii_case("true"))
}

/// What a body means; none if it means nothing.
fn of_body(body: Option<&Body>) -> Option<Fingerprint> {
    match body {
        Some(body) => fingerprint(&body.bytes).ok(),
        None => Some(Fingerprint::of_no_body()),
    }
}

/// Who asks, where, and by which key. Nothing of it is kept as it was.
fn scope(seen: &Seen<'_>, key: &str) -> Digest {
    let exchange = seen.exchange;
    digest_of(&[
        exchange.authority.as_deref().unwrap_or_default(),
        exchange.request.headers.get("Authorization").unwrap_or_default(),
        &exchange.path,
        key,
    ])
}
