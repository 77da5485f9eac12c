//! Where in a JSON text something stands, for those who find things in documents by other means than a [`Validator`].
//!
//! In:  the text of a document, and errors of a JSON Schema validator.
//! Out: [`Places`]: spans and lines by pointer; and [`explained`]: the errors in the words that this crate has for them.
//!
//! [`Validator`]: crate::Validator

use jsonschema::ValidationError;
use serde_json::Value;
use tradespec_schema::Pointer;

use crate::diagnostic::Diagnostic;
use crate::document::{Scan, Values};
use crate::explain;
use crate::span::{Excerpt, Origin, Span};

/// The places of a JSON text.
///
/// ```
/// use tradespec_schema::Pointer;
/// use tradespec_validator::Places;
///
/// let places = Places::new(b"{\n  \"currency\": \"eur\"\n}");
/// let span = places.name(&Pointer::root().join("currency")).unwrap_or_default();
/// assert_eq!((span.line, span.column), (2, 3));
/// assert_eq!(places.excerpt(&span).text, "  \"currency\": \"eur\"");
/// ```
#[derive(Debug)]
pub struct Places<'b>(Scan<'b>);

impl<'b> Places<'b> {
    /// Looks through a text. All of it may be shown: it holds nobody's data.
    #[must_use]
    pub fn new(text: &'b [u8]) -> Self {
        Self(Scan::new(text, Origin::default(), |_| false))
    }

    /// Where the value at `pointer` is; of an object or a list the opening bracket.
    #[must_use]
    pub fn value(&self, pointer: &Pointer) -> Option<Span> {
        self.0.value(pointer)
    }

    /// Where the name of the member at `pointer` is; of a name that stands twice, the last one.
    #[must_use]
    pub fn name(&self, pointer: &Pointer) -> Option<Span> {
        self.0.name(pointer)
    }

    /// The line in which `span` starts.
    #[must_use]
    pub fn excerpt(&self, span: &Span) -> Excerpt {
        self.0.excerpt(span, Values::Shown)
    }
}

/// What `errors` say, which checking a value against `document` gave: one diagnostic for each thing to change.
///
/// ```
/// use serde_json::json;
///
/// let schema = json!({"properties": {"amount": {"type": "integer"}}});
/// let validator = jsonschema::validator_for(&schema)?;
/// let found = tradespec_validator::explained(&schema, validator.iter_errors(&json!({"amount": "5"})));
/// assert_eq!(found[0].instance_path.as_str(), "/amount");
/// # Ok::<(), jsonschema::ValidationError<'static>>(())
/// ```
pub fn explained<'i>(document: &Value, errors: impl Iterator<Item = ValidationError<'i>>) -> Vec<Diagnostic> {
    explain::explain(document, errors, false).into_iter().map(|finding| finding.diagnostic).collect()
}
