//! A small seller that speaks ACP 2026-04-17 over HTTP, and can break one rule at a time.
//!
//! ```text
//! request ─▶ Recorder ─▶ guard (version, key) ─▶ shop ─▶ faults ─▶ headers ─▶ Recorder ─▶ answer
//! ```
//!
//! The shop is honest: prices are its own, totals add up, and everything it sends is valid. With a [`Fault`] it breaks
//! the one rule of that name, once. [`record()`] runs scenarios against it and writes down what goes over the wire; two
//! runs give the same bytes, because ids are counted and the clock is given.
//!
//! In:  [`Options`].
//! Out: a [`Merchant`], whose [`Merchant::router`] is an axum router; or the recording of a run.
//! Holds: nothing of the network or the time of day is in what a recorded merchant answers.

mod catalogue;
mod clock;
mod discovery;
mod door;
mod error;
mod faults;
mod gate;
mod guard;
mod headers;
mod http;
mod record;
mod recorder;
mod reply;
mod routes;
mod scenarios;
mod shop;

pub use clock::Watch;
pub use error::Error;
pub use faults::Fault;
pub use http::{Merchant, Options};
pub use record::{Set, record, serve};
pub use recorder::{Recorder, recorded};
