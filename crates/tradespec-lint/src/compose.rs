//! What is known of a release beyond its files: its references resolved, and the extension that stands beside it.

use tradespec_schema::{Error, Extension, Index};

/// What the rules on extensions and messages go by.
#[derive(Debug, Clone)]
pub(crate) struct Composition {
    /// The release.
    pub(crate) index: Index,
    /// A third party's extension: the key of its declaration in the tree, and what was read of it.
    pub(crate) extension: Option<(String, Result<Extension, Error>)>,
}
