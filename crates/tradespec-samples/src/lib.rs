//! Random documents for Tradespec's own tests and comparisons.
//!
//! [`Draw`] makes documents that a schema is meant to accept; [`mutate`] puts a mistake into one. Both go by a seed, so the
//! same seed gives the same documents. Whether a document is valid is for a validator to say.
//!
//! ```
//! use serde_json::json;
//! use tradespec_samples::{Draw, mutate, rng};
//!
//! let schema = json!({
//!     "$ref": "#/$defs/Item",
//!     "$defs": {"Item": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}
//! });
//! let mut item = Draw::new(&schema, 7).document();
//! assert!(item["id"].is_string());
//! assert_eq!(item, Draw::new(&schema, 7).document());
//!
//! mutate(&mut item, &mut rng(7));
//! assert_ne!(item, Draw::new(&schema, 7).document());
//! ```

mod draw;
mod holds;
mod merge;
mod mutate;
mod places;

pub use draw::Draw;
pub use mutate::{Mutation, mutate};
pub use places::places;

/// Random numbers, the same for the same seed.
#[must_use]
pub fn rng(seed: u64) -> fastrand::Rng {
    fastrand::Rng::with_seed(seed)
}
