//! The generated types against the validator: what validates can be read, and what was read is what is written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]
#![allow(clippy::print_stderr, reason = "a test that checks nothing says so")]

#[path = "../support/mod.rs"]
mod support;

mod kept;
mod published;
mod random;
mod table;
mod ucp;
