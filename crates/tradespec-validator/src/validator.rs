//! The validator of one message type.

use serde_json::Value;
use tradespec_runtime::Message;
use tradespec_schema::{ComposedSchema, Error, ExtensionId, Protocol, Release, TypeId};

use crate::builder::Builder;
use crate::compiled::Compiled;
use crate::diagnostic::Diagnostic;
use crate::hints::Hints;

/// Checks messages of one type, in one release of a protocol, with its active extensions.
///
/// Making one takes milliseconds, using it microseconds: make it once. It can be shared between threads.
#[derive(Debug)]
pub struct Validator {
    compiled: Compiled,
    protocol: Protocol,
    release: Release,
    extensions: Vec<ExtensionId>,
    type_id: TypeId,
    hints: Option<Hints>,
}

impl Validator {
    /// The validator of a type of `composed`.
    ///
    /// It knows the active extensions only; one that a [`Builder`] makes also says which extension would make an
    /// unknown member known.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_schema::{Catalogue, Protocol, compose};
    /// use tradespec_validator::{Code, Validator};
    ///
    /// let index = Catalogue::embedded()?.release(Protocol::Acp, None)?;
    /// let composed = compose(&index, &[])?;
    /// let validator = Validator::new(&composed, &composed.type_named("Cart")?)?;
    /// assert_eq!(validator.validate(&json!([]))[0].code, Code::WrongType);
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn new(composed: &ComposedSchema, type_id: &TypeId) -> Result<Self, Error> {
        Ok(Self {
            compiled: Compiled::new(composed, type_id)?,
            protocol: composed.protocol(),
            release: composed.release().clone(),
            extensions: composed.extensions().to_vec(),
            type_id: type_id.clone(),
            hints: None,
        })
    }

    /// Starts choosing what to validate: by default the newest release of ACP that is built in.
    pub fn builder<'c>() -> Builder<'c> {
        Builder::default()
    }

    pub(crate) fn with_hints(mut self, hints: Hints) -> Self {
        self.hints = Some(hints);
        self
    }

    /// Whether nothing is wrong with `message`. Faster than [`Self::validate`].
    #[must_use]
    pub fn is_valid(&self, message: &Value) -> bool {
        self.compiled.is_valid(message)
    }

    /// Everything that is wrong with `message`: by place, containers before what they hold; then by code.
    #[must_use]
    pub fn validate(&self, message: &Value) -> Vec<Diagnostic> {
        if self.compiled.is_valid(message) {
            return Vec::new();
        }
        let mut findings = self.compiled.findings(message);
        if let Some(hints) = &self.hints {
            hints.add(&self.type_id, message, &mut findings);
        }
        let active = |text: &String| self.extensions.iter().find(|id| id.to_string() == *text).cloned();
        findings
            .into_iter()
            .map(|finding| Diagnostic {
                extension: finding.extension.as_ref().and_then(active),
                ..finding.diagnostic
            })
            .collect()
    }

    /// Everything that is wrong with a generated type's value, written as JSON.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON.
    pub fn validate_message<M: Message>(&self, message: &M) -> Result<Vec<Diagnostic>, serde_json::Error> {
        serde_json::to_value(message).map(|message| self.validate(&message))
    }

    /// The self-contained JSON Schema document that messages are checked against.
    #[must_use]
    pub fn document(&self) -> &Value {
        self.compiled.document()
    }

    /// The protocol.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The release.
    #[must_use]
    pub fn release(&self) -> &Release {
        &self.release
    }

    /// The active extensions, by name.
    #[must_use]
    pub fn extensions(&self) -> &[ExtensionId] {
        &self.extensions
    }

    /// The message type.
    #[must_use]
    pub fn type_id(&self) -> &TypeId {
        &self.type_id
    }
}
