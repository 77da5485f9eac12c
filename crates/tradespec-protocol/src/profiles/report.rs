//! What came of it, as one JSON form.
//!
//! In:  a negotiation or the failure to begin one, and maybe an operation.
//! Out: a [`Report`], which serializes.
//! Holds: the form has the same members whatever came of it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::failure::{Failure, MCP_DISCOVERY};
use super::operation::Operation;
use super::outcome::Negotiation;
use super::reason::Reason;

/// What came of a negotiation.
///
/// ```
/// use serde_json::json;
/// use tradespec_protocol::profiles::{Failure, FailureCode, Report};
///
/// let failure = Failure::new(FailureCode::VersionUnsupported, "the platform speaks another release");
/// assert_eq!(
///     serde_json::to_value(Report::new(Err(&failure), None))?,
///     json!({
///         "protocol_version": null,
///         "active": {},
///         "dropped": [],
///         "response": null,
///         "error": {"code": "version_unsupported", "http_status": 422, "mcp_code": -32001}
///     })
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Serialize)]
pub struct Report<'n> {
    protocol_version: Option<&'n str>,
    active: BTreeMap<&'n str, &'n str>,
    dropped: Vec<Line<'n>>,
    response: Option<Vec<&'n str>>,
    error: Option<Fault>,
}

#[derive(Debug, Serialize)]
struct Line<'n> {
    name: &'n str,
    reason: &'n Reason,
}

#[derive(Debug, Serialize)]
struct Fault {
    code: &'static str,
    http_status: u16,
    mcp_code: Option<i64>,
}

impl<'n> Report<'n> {
    /// The report, with what a response to this operation lists.
    #[must_use]
    pub fn new(result: Result<&'n Negotiation, &Failure>, operation: Option<Operation>) -> Self {
        match result {
            Ok(negotiation) => Self::of(negotiation, operation),
            Err(failure) => {
                let code = failure.code();
                let (http_status, mcp_code) = (code.http_status(), Some(MCP_DISCOVERY));
                Self {
                    protocol_version: None,
                    active: BTreeMap::new(),
                    dropped: Vec::new(),
                    response: None,
                    error: Some(Fault { code: code.as_str(), http_status, mcp_code }),
                }
            }
        }
    }

    fn of(negotiation: &'n Negotiation, operation: Option<Operation>) -> Self {
        let compatible = negotiation.is_compatible();
        let active = negotiation.active.iter();
        let dropped = negotiation.dropped.iter();
        let nothing = Fault { code: Negotiation::INCOMPATIBLE, http_status: 200, mcp_code: None };
        Self {
            protocol_version: Some(negotiation.protocol_version.as_str()),
            active: active.map(|(name, entry)| (name.as_str(), entry.version.as_str())).collect(),
            dropped: dropped.map(|one| Line { name: &one.name, reason: &one.reason }).collect(),
            response: operation.filter(|_| compatible).map(|operation| negotiation.response(operation)),
            error: (!compatible).then_some(nothing),
        }
    }
}
