//! Everything that was found in one message.

use std::ops::Deref;
use std::slice;
use std::vec;

use serde::{Deserialize, Serialize};

use crate::code::{Code, Severity};
use crate::diagnostic::Diagnostic;

/// What a [`Validator`](crate::Validator) says about one message: its diagnostics, by place.
///
/// ```
/// use tradespec_validator::{Code, Validator};
///
/// let validator = Validator::builder().message_type("CheckoutSessionUpdateRequest").build()?;
/// let report = validator.check(b"{\n  \"order_notes\": 7\n}");
/// assert!(!report.is_valid());
/// for diagnostic in &report {
///     assert_eq!(diagnostic.code, Code::WrongType);
///     assert_eq!(diagnostic.span.map(|span| (span.line, span.column)), Some((2, 18)));
/// }
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report<C = Code> {
    diagnostics: Vec<Diagnostic<C>>,
}

impl<C> Report<C> {
    /// A report of these diagnostics.
    #[must_use]
    pub fn new(diagnostics: Vec<Diagnostic<C>>) -> Self {
        Self { diagnostics }
    }

    /// Whether the message is valid: nothing was found that is an error.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
    }

    /// The diagnostics, as a list of their own.
    #[must_use]
    pub fn into_diagnostics(self) -> Vec<Diagnostic<C>> {
        self.diagnostics
    }
}

impl<C> Deref for Report<C> {
    type Target = [Diagnostic<C>];

    fn deref(&self) -> &[Diagnostic<C>] {
        &self.diagnostics
    }
}

impl<C> IntoIterator for Report<C> {
    type Item = Diagnostic<C>;
    type IntoIter = vec::IntoIter<Diagnostic<C>>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.into_iter()
    }
}

impl<'r, C> IntoIterator for &'r Report<C> {
    type Item = &'r Diagnostic<C>;
    type IntoIter = slice::Iter<'r, Diagnostic<C>>;

    fn into_iter(self) -> Self::IntoIter {
        self.diagnostics.iter()
    }
}
