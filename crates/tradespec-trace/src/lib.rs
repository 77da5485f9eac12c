//! Checks recorded traffic: what an agent and a seller said to each other, exchange by exchange.
//!
//! ```text
//! file ──recording::read──▶ Exchange ──Tracer──▶ Checked<Code> ──Render──▶ text, JSON, SARIF, …
//!                                        └──────▶ Timelines ─────────────▶ text, HTML
//! ```
//!
//! A [`Tracer`] checks each exchange by itself (bodies against the composed schema of the extensions that were negotiated,
//! the message rules, status codes, headers) and against the exchanges before it: answers that are given again for an
//! idempotency key, the lifecycle of a session, its total, what was negotiated. It remembers no bodies, and only so much:
//! a recording of any size is checked in bounded memory.

mod check;
mod code;
mod digest;
mod findings;
mod pages;
mod recent;
mod route;
mod rule;
mod seen;
mod tracer;

pub mod recording;
pub mod timeline;

pub use code::Code;
pub use pages::page;
pub use rule::Rule;
pub use tracer::{Limits, Tracer};
