//! Timelines: what happened to each session of a recording, to be looked at.
//!
//! In:  [`Timelines`], which the checker fills.
//! Out: text for a terminal, or one HTML file.
//! Holds: no value of a body is in them, but for ids of sessions and words of the protocol.

mod html;
mod lane;
mod page;
mod rows;
mod text;
mod words;

pub use html::html;
pub use text::text;

/// The sessions of the recordings of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timelines {
    /// The files, in the order in which they were read.
    pub files: Vec<String>,
    /// The sessions and carts, in the order in which they were first seen.
    pub sessions: Vec<Timeline>,
    /// The exchanges that are of no session, such as discovery.
    pub others: Vec<Event>,
    /// How many exchanges were left out, because there were more than are kept.
    pub left_out: usize,
}

/// What happened to one session or cart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timeline {
    /// `session` or `cart`.
    pub kind: &'static str,
    /// Its id; none for a session whose creation failed.
    pub id: Option<String>,
    /// The release that its requests named.
    pub release: Option<String>,
    /// The active extensions, as `name@date`.
    pub extensions: Vec<String>,
    /// What happened, in the order of the recording.
    pub events: Vec<Event>,
}

/// One exchange.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Event {
    /// Which of the files.
    pub file: usize,
    /// The line on which the exchange starts, counted from 1.
    pub line: usize,
    /// When the request was sent, in milliseconds since 1970 (UTC), where the recording says.
    pub time: Option<i64>,
    /// What was asked, such as `POST /checkout_sessions/{id}`.
    pub operation: String,
    /// The status code of the answer.
    pub status: u16,
    /// The status of the session after it, where it is known.
    pub state: Option<&'static str>,
    /// Whether the answer is one that was given before, for the same idempotency key.
    pub replayed: bool,
    /// What was found.
    pub findings: Vec<Finding>,
}

/// What was found in an exchange, in short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// `error`, `warning` or `note`.
    pub severity: tradespec_validator::Severity,
    /// The code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
}
