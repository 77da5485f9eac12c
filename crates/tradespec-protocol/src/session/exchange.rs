//! A request for a checkout session and its response.
//!
//! In:  what was sent and answered.
//! Out: an [`Exchange`], borrowed from it.

use std::fmt;

use serde_json::Value;

/// What is asked of a checkout session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// `POST /checkout_sessions`
    Create,
    /// `POST /checkout_sessions/{id}`
    Update,
    /// `GET /checkout_sessions/{id}`
    Get,
    /// `POST /checkout_sessions/{id}/complete`
    Complete,
    /// `POST /checkout_sessions/{id}/cancel`
    Cancel,
}

impl Operation {
    /// Every operation.
    pub const ALL: [Self; 5] = [Self::Create, Self::Update, Self::Get, Self::Complete, Self::Cancel];

    /// Its lower-case name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Update => "update",
            Self::Get => "get",
            Self::Complete => "complete",
            Self::Cancel => "cancel",
        }
    }

    /// The status code of success.
    #[must_use]
    pub fn success(self) -> u16 {
        if self == Self::Create { 201 } else { 200 }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A request for a checkout session and its response. A stored response that is sent again for an idempotency key that was
/// used before is no exchange: nothing happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exchange<'e> {
    /// What was asked.
    pub operation: Operation,
    /// The body of the request; `Null` where there is none.
    pub request: &'e Value,
    /// The status code of the response.
    pub status: u16,
    /// The body of the response; `Null` where there is none.
    pub response: &'e Value,
}
