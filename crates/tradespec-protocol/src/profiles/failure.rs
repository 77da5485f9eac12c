//! The two kinds of failure, as each transport tells them.
//!
//! In:  what went wrong before there was a negotiation, or one that came to nothing.
//! Out: its code, its HTTP status and MCP code, and the bodies.
//! Holds: a discovery failure is an error of the transport; a negotiation that comes to nothing is an answer.
//!
//! Source: UCP, discovery and negotiation failures.

use std::fmt;

use serde_json::{Value, json};

/// The MCP code of every discovery failure.
pub const MCP_DISCOVERY: i64 = -32001;

/// Why there is no negotiation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FailureCode {
    /// The address of a profile is none.
    InvalidProfileUrl,
    /// Nothing can be read at the address of a profile.
    ProfileUnreachable,
    /// What is read is no profile.
    ProfileMalformed,
    /// The business does not speak the platform's release.
    VersionUnsupported,
}

impl FailureCode {
    /// Every code.
    pub const ALL: [Self; 4] =
        [Self::InvalidProfileUrl, Self::ProfileUnreachable, Self::ProfileMalformed, Self::VersionUnsupported];

    /// The code as it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidProfileUrl => "invalid_profile_url",
            Self::ProfileUnreachable => "profile_unreachable",
            Self::ProfileMalformed => "profile_malformed",
            Self::VersionUnsupported => "version_unsupported",
        }
    }

    /// The HTTP status.
    #[must_use]
    pub fn http_status(self) -> u16 {
        match self {
            Self::InvalidProfileUrl => 400,
            Self::ProfileUnreachable => 424,
            Self::ProfileMalformed | Self::VersionUnsupported => 422,
        }
    }
}

impl fmt::Display for FailureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why there is no negotiation, in full.
///
/// ```
/// use tradespec_protocol::profiles::{Failure, FailureCode};
///
/// let failure = Failure::new(FailureCode::ProfileUnreachable, "the profile cannot be read")
///     .with_continue_url("https://shop.example/");
/// assert_eq!(failure.code().http_status(), 424);
/// assert_eq!(failure.http_body()["continue_url"], "https://shop.example/");
/// assert_eq!(failure.mcp_error()["code"], -32001);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    code: FailureCode,
    message: String,
    continue_url: Option<String>,
}

impl Failure {
    /// A failure, and what to tell people about it.
    pub fn new(code: FailureCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), continue_url: None }
    }

    /// Also says where the buyer can go on by hand.
    #[must_use]
    pub fn with_continue_url(mut self, url: impl Into<String>) -> Self {
        self.continue_url = Some(url.into());
        self
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn code(&self) -> FailureCode {
        self.code
    }

    /// What it says to people.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The body of the HTTP response with [its status](FailureCode::http_status).
    #[must_use]
    pub fn http_body(&self) -> Value {
        with_continue_url(
            json!({"code": self.code.as_str(), "content": self.message}),
            self.continue_url.as_deref(),
        )
    }

    /// The `error` of the JSON-RPC response.
    #[must_use]
    pub fn mcp_error(&self) -> Value {
        json!({"code": MCP_DISCOVERY, "message": "discovery failed", "data": self.http_body()})
    }
}

pub(crate) fn with_continue_url(mut body: Value, url: Option<&str>) -> Value {
    if let (Value::Object(members), Some(url)) = (&mut body, url) {
        members.insert("continue_url".to_owned(), json!(url));
    }
    body
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message)
    }
}

impl std::error::Error for Failure {}
