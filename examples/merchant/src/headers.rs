//! Headers: what a request must have, and what every answer has.
//!
//! In:  a request, and the answer to it.
//! Out: a refusal, if the request does not name a release that is spoken here; the answer with its headers.
//! Holds: a header that an answer has already is left as it is.

use axum::http::HeaderMap;

use crate::reply::{self, Reply};

/// The release that is spoken here.
pub(crate) const RELEASE: &str = "2026-04-17";

/// The value of a header, if it is there and is text.
pub(crate) fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    std::str::from_utf8(headers.get(name)?.as_bytes()).ok()
}

pub(crate) fn check_version(headers: &HeaderMap) -> Result<(), Reply> {
    match text(headers, "api-version") {
        Some(RELEASE) => Ok(()),
        Some(_) => {
            let message = "this shop does not speak the version of the header API-Version";
            Err(reply::refused_version("unsupported_api_version", message, &[RELEASE]))
        }
        None => {
            let message = "every request needs the header API-Version";
            Err(reply::refused_version("missing_api_version", message, &[RELEASE]))
        }
    }
}

/// Adds what every answer has.
pub(crate) fn complete(reply: &mut Reply, request: &HeaderMap) {
    add(reply, "API-Version", RELEASE);
    for name in ["Idempotency-Key", "Request-Id"] {
        if let Some(value) = text(request, name) {
            add(reply, name, value);
        }
    }
}

fn add(reply: &mut Reply, name: &str, value: &str) {
    if !reply.headers.iter().any(|(present, _)| present.eq_ignore_ascii_case(name)) {
        reply.headers.push((name.to_owned(), value.to_owned()));
    }
}
