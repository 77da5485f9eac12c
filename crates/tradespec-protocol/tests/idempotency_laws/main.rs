//! The laws of idempotency, on random documents and under load.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod bodies;
mod model;
mod storms;
mod time;
