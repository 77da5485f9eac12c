//! What changed between two releases, and for whom.
//!
//! ```text
//! Edition, Edition ──pair──▶ Pairing ──compare──▶ Drafts ──judge──▶ Diff ──render──▶ text, Markdown, JSON, SARIF
//! ```
//!
//! An [`Edition`] is a release with its extensions, or a composed document. [`diff`] pairs the types of two of them,
//! compares each pair member by member, and checks what it found: a change counts as breaking if a request type accepts
//! less or a response type may contain more, and then there is a [`Witness`], a made-up document that one side accepts and
//! the other refuses for just that change.
//!
//! ```
//! use tradespec_diff::{Edition, Kind, diff};
//! use tradespec_schema::{Catalogue, Extension, Protocol, Release, compose};
//!
//! let catalogue = Catalogue::embedded()?;
//! let edition = |date: &str| {
//!     let index = catalogue.release(Protocol::Acp, Some(&Release::new(date)?))?;
//!     Ok::<_, tradespec_schema::Error>(Edition::of(&compose(&index, &Extension::core(&index)?)?))
//! };
//! let found = diff(&edition("2025-09-29")?, &edition("2025-12-12")?, &["CheckoutSession".to_owned()])?;
//! assert!(found.changes.iter().any(|change| {
//!     change.kind == Kind::EnumGrown && change.pointer == "/status" && change.breaking == Some(true)
//! }));
//! # Ok::<(), tradespec_schema::Error>(())
//! ```

mod change;
mod compare;
mod contain;
mod diff;
mod draft;
mod edition;
mod judge;
mod likeness;
mod loops;
mod pairing;
mod probes;
pub mod render;
mod sample;
mod text;
mod types;
mod view;

pub use change::{Change, Kind, Side, Ways, Witness};
pub use diff::{Diff, diff};
pub use edition::Edition;
