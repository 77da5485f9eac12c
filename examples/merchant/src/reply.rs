//! Answers, before they become HTTP.
//!
//! In:  messages, or what is wrong with a request.
//! Out: a [`Reply`]; a refusal is the flat `Error` of ACP.
//! Holds: no value of a request is in a refusal.

use acp_types::v2026_04_17::checkout::{Error, ErrorType};
use serde::Serialize;
use tradespec_protocol::idempotency::Response;

/// An answer: what the guard keeps for a retry.
pub(crate) type Reply = Response;

/// A message as an answer.
pub(crate) fn json(status: u16, message: &impl Serialize) -> Reply {
    match serde_json::to_vec(message) {
        Ok(body) => Reply { status, headers: vec![content_type()], body },
        Err(_) => Reply { status: 500, headers: vec![content_type()], body: UNWRITABLE.into() },
    }
}

const UNWRITABLE: &str =
    r#"{"type":"processing_error","code":"internal","message":"the answer cannot be written"}"#;

fn content_type() -> (String, String) {
    ("Content-Type".to_owned(), "application/json".to_owned())
}

/// The request is to blame.
pub(crate) fn refused(status: u16, code: &str, message: &str) -> Reply {
    json(status, &error(ErrorType::InvalidRequest, code, message))
}

/// A part of the request is to blame; `param` is its path.
pub(crate) fn refused_at(param: &str, code: &str, message: &str) -> Reply {
    let error = error(ErrorType::InvalidRequest, code, message);
    json(400, &Error { param: Some(param.to_owned()), ..error })
}

/// The release of the request is missing or not spoken here.
pub(crate) fn refused_version(code: &str, message: &str, supported: &[&str]) -> Reply {
    let error = error(ErrorType::InvalidRequest, code, message);
    let supported = supported.iter().map(ToString::to_string).collect();
    json(400, &Error { supported_versions: Some(supported), ..error })
}

/// It will pass; the same request may be sent again.
pub(crate) fn unavailable(code: &str, message: &str) -> Reply {
    json(503, &error(ErrorType::ServiceUnavailable, code, message))
}

fn error(kind: ErrorType, code: &str, message: &str) -> Error {
    Error::builder().type_(kind).code(code).message(message).build()
}
