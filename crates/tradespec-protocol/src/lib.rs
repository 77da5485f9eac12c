//! The rules of agentic-commerce protocols that no schema states.
//!
//! Pure: nothing here reads a file, a clock or the network, and nothing knows JSON Schema.

pub mod idempotency;
pub mod negotiation;
pub mod profiles;
pub mod rules;
pub mod session;
