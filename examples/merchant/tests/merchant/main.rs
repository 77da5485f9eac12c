//! The merchant, by what it records of itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod common;
mod faults;
mod program;
mod recording;
mod scenarios;
mod trace;
