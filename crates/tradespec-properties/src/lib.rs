//! What must hold for every input, as functions of bytes.
//!
//! In:  any bytes. Most targets read them as choices, so that they reach what stands behind the parsers.
//! Out: nothing; a property that does not hold is a panic.
//!
//! A fuzzer (`fuzz/`) calls these with bytes of its own making; `tests/replay.rs` calls them with its corpus, with every input
//! that once was a finding, and with changed ones of both.
//!
//! ```
//! for target in tradespec_properties::TARGETS {
//!     (target.holds)(b"");
//! }
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a property that does not hold panics"
)]

mod choices;
mod compose;
mod diff;
pub mod differential;
mod generate;
mod idempotency;
mod json;
mod load;
mod negotiation;
mod trace;
mod validate;

pub use compose::compose;
pub use diff::diff;
pub use generate::generate;
pub use idempotency::idempotency;
pub use load::load;
pub use negotiation::negotiation;
pub use trace::trace;
pub use validate::validate;

/// A property, under the name of its fuzz target.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name of the target, its corpus and its findings.
    pub name: &'static str,
    /// Panics if the property does not hold for these bytes.
    pub holds: fn(&[u8]),
}

/// All of them.
///
/// ```
/// assert!(tradespec_properties::TARGETS.iter().any(|target| target.name == "validate"));
/// ```
pub const TARGETS: [Target; 8] = [
    Target { name: "load", holds: load },
    Target { name: "compose", holds: compose },
    Target { name: "generate", holds: generate },
    Target { name: "validate", holds: validate },
    Target { name: "idempotency", holds: idempotency },
    Target { name: "negotiation", holds: negotiation },
    Target { name: "trace", holds: trace },
    Target { name: "diff", holds: diff },
];
