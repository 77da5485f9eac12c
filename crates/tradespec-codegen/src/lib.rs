//! From composed schemas to a crate of Rust types.
//!
//! ```text
//! ComposedSchema ──lower──▶ LoweredSchema ──types(typify)──▶ tokens ──polish(syn)──▶ File ──emit──▶ Output
//! ```
//!
//! [`lower`](lower::lower) turns JSON Schema into what Rust types can say and records every keyword that they cannot;
//! the validator still checks those. [`generate`] runs all stages for every release of a catalogue and returns the
//! files as a value, so that everything is written or nothing.
//!
//! ```
//! use tradespec_codegen::{Policy, generate};
//! use tradespec_schema::Catalogue;
//!
//! let generated = generate(&Catalogue::embedded()?, &Policy::default())?;
//! assert!(generated.output.files().keys().any(|path| path.ends_with("acp-types/Cargo.toml")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A crate with an extension of its own uses [`Builder`] from its `build.rs`.

mod api;
mod builder;
mod docs;
mod emit;
mod error;
mod generate;
mod imports;
pub mod lower;
pub mod lowered;
mod output;
mod policy;
mod polish;
mod quoted;
mod rust;
mod types;

pub use builder::{Builder, Built, Layout};
pub use error::{Error, Problem};
pub use generate::{Generated, ReleaseReport, generate, types_crate};
pub use output::{Mode, Output, Summary};
pub use policy::Policy;
