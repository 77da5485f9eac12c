//! Finds the faults of JSON Schema files.
//!
//! ```text
//! folder ──load──▶ trees of files ──rules──▶ faults ──places──▶ [Finding]
//! ```
//!
//! A [`Schemas`] is what a folder holds, or what is built in; [`Schemas::lint`] gives its [`Finding`]s, each with a
//! [`Code`], a severity, the file, the line and the JSON pointer. Nothing is fetched. What is not sure is no finding:
//! where the question whether a type can be satisfied has no answer within its bounds, nothing is said.
//!
//! ```
//! use tradespec_lint::{Code, Options, Schemas};
//!
//! let schemas = Schemas::from_files([(
//!     "schema.cart.json",
//!     r#"{"$defs": {"Cart": {"type": "object", "properties": {"id": {"type": "string", "example": 7}}}}}"#,
//! )])?;
//! let found = schemas.lint(&Options::default());
//! assert_eq!(found[0].code, Code::InvalidExample);
//! assert_eq!(found[0].pointer.as_str(), "/$defs/Cart/properties/id/example");
//! # Ok::<(), tradespec_schema::Error>(())
//! ```

mod code;
mod compose;
mod conjuncts;
mod finding;
mod load;
mod meaning;
mod render;
mod rules;
mod sample;
mod schemas;
mod solver;
mod tree;
mod vocabulary;

pub use code::Code;
pub use finding::Finding;
pub use render::{checked, renderer};
pub use schemas::{Options, Schemas};
pub use tradespec_validator::Severity;
