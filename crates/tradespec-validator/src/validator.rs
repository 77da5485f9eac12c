//! The validator of one message type.

use serde_json::Value;
use tradespec_protocol::rules::Rule;
use tradespec_runtime::Message;
use tradespec_schema::{ComposedSchema, Error, ExtensionId, Pointer, Protocol, Release, Tree, TypeId};

use crate::builder::Builder;
use crate::code::Severity;
use crate::compiled::Compiled;
use crate::diagnostic::Diagnostic;
use crate::document::{Document, Values};
use crate::hints::Hints;
use crate::report::Report;
use crate::rules::Rules;
use crate::span::Origin;
use crate::strictness::Strictness;

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
    strictness: Strictness,
    rules: Option<Rules>,
    values: Values,
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
    /// assert_eq!(validator.check_value(&json!([]))[0].code, Code::WrongType);
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
            strictness: Strictness::default(),
            rules: None,
            values: Values::Masked,
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

    /// Judges by `strictness` instead of as the schema says.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_validator::{Strictness, Validator};
    ///
    /// let item = json!({"id": "teapot", "title": "Teapot", "price": 1900, "colour": "blue"});
    /// let builder = Validator::builder().protocol(tradespec_schema::Protocol::Ucp).message_type("Item");
    /// assert!(builder.clone().build()?.is_valid(&item));
    ///
    /// let strict = Strictness { strict: true, ..Strictness::default() };
    /// let found = builder.build()?.with_strictness(strict).check_value(&item);
    /// assert_eq!(found[0].message, r#"unknown member "colour""#);
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    #[must_use]
    pub fn with_strictness(mut self, strictness: Strictness) -> Self {
        if strictness.strict {
            self.compiled = self.compiled.strict();
        }
        self.strictness = strictness;
        self
    }

    /// Checks the message rules too, as [`Builder::rules`] says.
    #[must_use]
    pub fn with_rules(self) -> Self {
        self.with_rules_but(&[])
    }

    pub(crate) fn with_rules_but(mut self, without: &[Rule]) -> Self {
        self.rules = Rules::of(self.protocol, &self.release, &self.type_id, without);
        self
    }

    /// Puts the values of messages into diagnostics, but for those of secret members: card numbers and codes, tokens,
    /// credentials. Without it no value appears.
    #[must_use]
    pub fn with_values(mut self) -> Self {
        self.values = Values::Shown;
        self
    }

    /// Whether nothing is wrong with `message` that is an error. Faster than [`Self::check_value`].
    #[must_use]
    pub fn is_valid(&self, message: &Value) -> bool {
        if self.compiled.is_valid(message) {
            self.rules.as_ref().is_none_or(|rules| rules.allow(message))
        } else {
            self.strictness.is_lenient() && self.check_value(message).is_valid()
        }
    }

    /// Whether the schema finds nothing wrong with `message` that is an error, whatever the rules say.
    pub(crate) fn fits_schema(&self, message: &Value) -> bool {
        let is_error = |found: &Diagnostic| found.severity == Severity::Error;
        self.compiled.is_valid(message)
            || (self.strictness.is_lenient() && !self.by_schema(message).iter().any(is_error))
    }

    /// Whether nothing is wrong with the message in `bytes` that is an error: what [`Self::check`] says, without why.
    ///
    /// Where there are no rules to check, no value is made of a message: that takes most of the time.
    ///
    /// ```
    /// use tradespec_validator::Validator;
    ///
    /// let validator = Validator::builder().message_type("CheckoutSessionUpdateRequest").build()?;
    /// assert!(validator.accepts(br#"{"order_notes": "Please ring twice."}"#));
    /// assert!(!validator.accepts(br#"{"order_notes": 2}"#));
    /// assert!(!validator.accepts(br#"{"order_notes": "Please", }"#));
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    #[must_use]
    pub fn accepts(&self, bytes: &[u8]) -> bool {
        match self.verdict(bytes) {
            Some(true) => true,
            Some(false) if !self.strictness.is_lenient() => false,
            _ => self.check_document(&Document::read(bytes, Origin::default()), None, Vec::new()).is_valid(),
        }
    }

    /// Whether the schema allows the message in `bytes`, if that is all there is to check and its tree tells.
    fn verdict(&self, bytes: &[u8]) -> Option<bool> {
        if self.rules.is_some() || self.compiled.is_strict() {
            return None;
        }
        Tree::read(bytes).map(|tree| self.compiled.allows(tree.root()))
    }

    /// Everything that is wrong with the message in `bytes`, with its place.
    ///
    /// A text that is not JSON has diagnostics that say so. The bytes are read more than once only if something is wrong,
    /// if there are rules to check, or if they have numbers that a double may not hold.
    ///
    /// ```
    /// use tradespec_validator::{Code, Validator};
    ///
    /// let validator = Validator::builder().message_type("CheckoutSessionUpdateRequest").build()?;
    /// assert!(validator.check(br#"{"order_notes": "Please ring twice."}"#).is_valid());
    ///
    /// let report = validator.check(br#"{"order_notes": "Please", }"#);
    /// assert_eq!(report[0].code, Code::NotJson);
    /// assert_eq!(report[0].span.map(|span| span.column), Some(25));
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    #[must_use]
    pub fn check(&self, bytes: &[u8]) -> Report {
        self.check_at(bytes, Origin::default())
    }

    /// As [`Self::check`], for a document that starts at `origin` in its file.
    #[must_use]
    pub fn check_at(&self, bytes: &[u8], origin: Origin) -> Report {
        self.check_answer(bytes, origin, None)
    }

    /// As [`Self::check_at`], for the answer to `request`, which some rules compare it with.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_validator::{Origin, Validator};
    ///
    /// let validator = Validator::builder().message_type("agentic_checkout.Error").rules().build()?;
    /// let error = br#"{"type": "invalid_request", "code": "x", "message": "No.", "param": "$.items[4]"}"#;
    /// assert!(validator.check(error).is_empty());
    ///
    /// let request = json!({"items": [{"id": "teapot"}]});
    /// let report = validator.check_answer(error, Origin::default(), Some(&request));
    /// assert_eq!(report[0].code.as_str(), "path-leads-nowhere");
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    #[must_use]
    pub fn check_answer(&self, bytes: &[u8], origin: Origin, request: Option<&Value>) -> Report {
        if self.verdict(bytes) == Some(true) {
            return Report::new(Vec::new());
        }
        self.check_document(&Document::read(bytes, origin), request, Vec::new())
    }

    /// Everything that is wrong with `document`; `others` are diagnostics about it that are known already.
    pub(crate) fn check_document(
        &self,
        document: &Document<'_>,
        request: Option<&Value>,
        others: Vec<Diagnostic>,
    ) -> Report {
        self.check_part(document, &Pointer::root(), request, others)
    }

    /// As [`Self::check_document`], for the message that stands at a place of the document. The other diagnostics are about
    /// that message, too.
    pub(crate) fn check_part(
        &self,
        document: &Document<'_>,
        at: &Pointer,
        request: Option<&Value>,
        mut others: Vec<Diagnostic>,
    ) -> Report {
        let message = document.value().and_then(|value| at.resolve(value));
        others.extend(message.map(|message| self.diagnostics(message, request)).unwrap_or_default());
        let found = others.into_iter().map(|diagnostic| diagnostic.within(at)).collect();
        Report::new(document.placed(found, self.protocol, self.values))
    }

    /// Everything that is wrong with `message`: by place, containers before what they hold; then by code.
    #[must_use]
    pub fn check_value(&self, message: &Value) -> Report {
        Report::new(self.diagnostics(message, None))
    }

    fn diagnostics(&self, message: &Value, request: Option<&Value>) -> Vec<Diagnostic> {
        let by_schema = self.by_schema(message);
        match &self.rules {
            Some(rules) => rules.add(message, request, by_schema),
            None => by_schema,
        }
    }

    fn by_schema(&self, message: &Value) -> Vec<Diagnostic> {
        let mut findings = self.compiled.findings(message, self.strictness.receiver);
        findings.retain(|finding| !self.strictness.clears(self.protocol, &self.type_id, finding));
        if let Some(hints) = &self.hints {
            hints.add(&self.type_id, message, &mut findings);
        }
        findings.iter_mut().for_each(|finding| self.strictness.apply(finding));
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
    pub fn check_message<M: Message>(&self, message: &M) -> Result<Report, serde_json::Error> {
        serde_json::to_value(message).map(|message| self.check_value(&message))
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
