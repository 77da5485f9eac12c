//! From a folder of dated JSON Schema files to one composed schema.
//!
//! ```text
//! folder ──load──▶ SchemaSet ──index──▶ Index ──compose(extensions)──▶ ComposedSchema ──bundle──▶ document
//! ```
//!
//! Each stage is a function from one type to the next: [`SchemaSet`] holds the files of a release as they
//! stand, [`Index`] has every reference resolved, [`compose`] puts the fields of the active [`Extension`]s into
//! the types they extend, and [`ComposedSchema::bundle`] writes types out as one self-contained document.
//! Nothing here reads the network, and nothing but [`load`](mod@load) and [`Extension::load`] reads a file.
//!
//! ```
//! use tradespec_schema::{Index, Protocol, Release, SchemaSet, compose};
//!
//! let file = r#"{"$defs": {
//!     "Cart": {"type": "object", "additionalProperties": false, "properties": {"id": {"type": "string"}}}
//! }}"#;
//! let set = SchemaSet::from_files(
//!     Protocol::Acp,
//!     Release::new("2026-04-17")?,
//!     [("schema.cart.json".to_owned(), file.to_owned())],
//! )?;
//! let composed = compose(&Index::new(&set)?, &[])?;
//! let cart = composed.type_named("Cart")?;
//! let document = composed.bundle_type(&cart);
//! assert_eq!(document["$ref"], "#/$defs/Cart");
//! # Ok::<(), tradespec_schema::Error>(())
//! ```

mod bundle;
mod catalogue;
mod compose;
mod error;
mod extension;
mod fixups;
mod index;
mod json;
pub mod load;
pub mod messages;
mod names;
pub mod parity;
pub mod pattern;
mod point;
mod pointer;
mod protocol;
mod resolve;
mod secrets;
mod select;
mod set;
mod tree;
pub mod walk;

pub use catalogue::{Catalogue, embedded_files};
pub use compose::{ComposedField, ComposedSchema, Exclusion, Outcome, admissible, compose};
pub use error::{Code, Error, Place, Problem};
pub use extension::{Extension, ExtensionId, SchemaMap};
pub use index::Index;
pub use json::{JsonError, Parsed, parse as parse_json};
pub use names::{TypeId, is_of_an_extension, suggestion};
pub use point::{ExtensionPoint, Step};
pub use pointer::{Location, Pointer};
pub use protocol::{Protocol, Release};
pub use resolve::{Variant, resolve};
pub use secrets::is_secret;
pub use select::{ExtensionRef, newest_extension, select};
pub use set::{SchemaFile, SchemaSet};
pub use tree::{Elements, Members, Tree, TreeNode};
