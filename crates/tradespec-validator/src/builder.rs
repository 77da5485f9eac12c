//! Choosing what to validate or compose: a protocol, a release, extensions, and a message type.
//!
//! In:  names and dates as people give them, and the [`Catalogue`] they choose from.
//! Out: a [`Selection`] (the composed schema, and what else could be active), and from it [`Validator`]s.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;
use tradespec_protocol::rules::Rule;
use tradespec_runtime::Message;
use tradespec_schema::messages::Direction;
use tradespec_schema::{
    Catalogue, Code, ComposedSchema, Error, Extension, ExtensionRef, Index, Place, Problem, Protocol,
    Release, TypeId, admissible, compose, select,
};

use crate::checker::Checker;
use crate::declared::declared;
use crate::document::Values;
use crate::hints::Hints;
use crate::strictness::Strictness;
use crate::validator::Validator;

/// Chooses a release and extensions from a [`Catalogue`]; made by [`Validator::builder`].
///
/// ```
/// use serde_json::json;
/// use tradespec_validator::Validator;
///
/// let request = json!({
///     "currency": "eur",
///     "line_items": [{"id": "teapot"}],
///     "capabilities": {},
///     "loyalty_id": "FF-1840",
/// });
/// let plain = Validator::builder().message_type("CheckoutSessionCreateRequest").build()?;
/// assert_eq!(
///     plain.check_value(&request)[0].help.as_deref(),
///     Some("\"loyalty_id\" is a field of extension com.example.loyalty@2026-05-01; \
///           activate it with --extension com.example.loyalty"),
/// );
///
/// let with_loyalty = Validator::builder()
///     .release("2026-04-17")
///     .extension("com.example.loyalty")
///     .message_type("CheckoutSessionCreateRequest")
///     .build()?;
/// assert!(with_loyalty.is_valid(&request));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder<'c> {
    catalogue: Option<&'c Catalogue>,
    pub(crate) protocol: Protocol,
    unknown_protocol: Option<&'static str>,
    pub(crate) release: Option<String>,
    pub(crate) message_type: Option<String>,
    pub(crate) direction: Option<Direction>,
    pub(crate) operation: Option<String>,
    profile: Option<Value>,
    wanted: Vec<String>,
    given: Vec<Extension>,
    strictness: Strictness,
    rules: bool,
    without: Vec<Rule>,
    pub(crate) values: Values,
}

impl Default for Builder<'_> {
    fn default() -> Self {
        Self {
            catalogue: None,
            protocol: Protocol::Acp,
            unknown_protocol: None,
            release: None,
            message_type: None,
            direction: None,
            operation: None,
            profile: None,
            wanted: Vec::new(),
            given: Vec::new(),
            strictness: Strictness::default(),
            rules: false,
            without: Vec::new(),
            values: Values::Masked,
        }
    }
}

impl<'c> Builder<'c> {
    /// Chooses from `catalogue` instead of from what is built in.
    pub fn catalogue(mut self, catalogue: &'c Catalogue) -> Self {
        self.catalogue = Some(catalogue);
        self
    }

    /// The protocol.
    pub fn protocol(mut self, protocol: Protocol) -> Self {
        self.protocol = protocol;
        self
    }

    /// The release, by its date; the newest one if this is not called.
    pub fn release(mut self, date: impl Into<String>) -> Self {
        self.release = Some(date.into());
        self
    }

    /// The message type: its name where that is unique, else `<file>.<Name>`.
    pub fn message_type(mut self, name: impl Into<String>) -> Self {
        self.message_type = Some(name.into());
        self
    }

    /// Says that messages are requests, or responses. Where a protocol has messages of several operations in one type, this
    /// and [`Self::operation`] say which one is meant.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_schema::Protocol;
    /// use tradespec_validator::{Validator, messages::Direction};
    ///
    /// let create = Validator::builder()
    ///     .protocol(Protocol::Ucp)
    ///     .message_type("dev.ucp.shopping.cart")
    ///     .direction(Direction::Request)
    ///     .operation("create")
    ///     .build()?;
    /// assert_eq!(create.type_id().name, "CartCreateRequest");
    /// assert!(create.is_valid(&json!({"line_items": [{"item": {"id": "teapot"}, "quantity": 1}]})));
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn direction(mut self, direction: Direction) -> Self {
        self.direction = Some(direction);
        self
    }

    /// Says what messages ask for, or answer: `create`, `read`, `update`, `complete`, …
    pub fn operation(mut self, operation: impl Into<String>) -> Self {
        self.operation = Some(operation.into());
        self
    }

    /// Activates the extensions that a profile declares and the catalogue knows, and takes the release that the profile is
    /// of, if none is named. For requests, which say nothing of their own.
    ///
    /// Source: UCP, the registries of a profile.
    pub fn profile(mut self, profile: Value) -> Self {
        self.profile = Some(profile);
        self
    }

    /// Protocol, release and message type of a generated type.
    ///
    /// ```
    /// use acp_types::v2026_04_17::checkout::CartCreateRequest;
    /// use tradespec_validator::Validator;
    ///
    /// let validator = Validator::builder().message::<CartCreateRequest>().build()?;
    /// let request = CartCreateRequest::builder().line_items(Vec::new()).build();
    /// let found = validator.check_message(&request)?;
    /// assert_eq!(found[0].instance_path.as_str(), "/line_items");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn message<M: Message>(mut self) -> Self {
        match Protocol::ALL.into_iter().find(|protocol| protocol.as_str() == M::PROTOCOL) {
            Some(protocol) => self.protocol = protocol,
            None => self.unknown_protocol = Some(M::PROTOCOL),
        }
        self.release(M::RELEASE).message_type(M::NAME)
    }

    /// Activates an extension that the catalogue knows: `name`, or `name@date`.
    pub fn extension(mut self, name: impl Into<String>) -> Self {
        self.wanted.push(name.into());
        self
    }

    /// Activates an extension that the catalogue need not know.
    pub fn extension_given(mut self, extension: Extension) -> Self {
        self.given.push(extension);
        self
    }

    /// Judges by `strictness` instead of as the schema says.
    pub fn strictness(mut self, strictness: Strictness) -> Self {
        self.strictness = strictness;
        self
    }

    /// Checks the message rules too: what the text of the protocol asks and no schema states. Without it only the
    /// schema counts.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_validator::Validator;
    ///
    /// let error = json!({
    ///     "type": "invalid_request",
    ///     "code": "missing",
    ///     "message": "Say which currency.",
    ///     "param": "currency",
    /// });
    /// let by_schema = Validator::builder().message_type("agentic_checkout.Error").build()?;
    /// assert!(by_schema.is_valid(&error));
    ///
    /// let by_rules_too = Validator::builder().message_type("agentic_checkout.Error").rules().build()?;
    /// assert!(!by_rules_too.is_valid(&error));
    /// assert_eq!(by_rules_too.check_value(&error)[0].code.as_str(), "not-a-json-path");
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn rules(mut self) -> Self {
        self.rules = true;
        self
    }

    /// Leaves a message rule out of those that [`Self::rules`] has checked.
    ///
    /// ```
    /// use tradespec_validator::{Rule, Validator};
    ///
    /// let error = br#"{"type": "invalid_request", "code": "x", "message": "No.", "param": "currency"}"#;
    /// let builder = Validator::builder().message_type("agentic_checkout.Error").rules();
    /// assert!(!builder.clone().build()?.check(error).is_valid());
    /// assert!(builder.without_rule(Rule::NotAJsonPath).build()?.check(error).is_valid());
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn without_rule(mut self, rule: Rule) -> Self {
        self.without.push(rule);
        self
    }

    /// Puts the values of messages into diagnostics, but for those of secret members: card numbers and codes, tokens,
    /// credentials. Without it no value appears.
    pub fn show_values(mut self) -> Self {
        self.values = Values::Shown;
        self
    }

    /// The catalogue to choose from.
    fn chosen(&self) -> Result<Cow<'c, Catalogue>, Error> {
        self.catalogue.map_or_else(|| Catalogue::embedded().map(Cow::Owned), |given| Ok(Cow::Borrowed(given)))
    }

    /// The dates of the releases to choose from, oldest first.
    pub(crate) fn releases(&self) -> Result<Vec<Release>, Error> {
        let catalogue = self.chosen()?;
        let of_protocol = catalogue.releases().filter(|(protocol, _)| *protocol == self.protocol);
        Ok(of_protocol.map(|(_, release)| release.clone()).collect())
    }

    /// A checker of documents of many types; those of one type if a message type is chosen.
    pub fn checker(self) -> Result<Checker<'c>, Error> {
        Checker::new(self)
    }

    /// Composes the release with the extensions.
    pub fn compose(self) -> Result<Selection, Error> {
        if let Some(name) = self.unknown_protocol {
            let message = format!("no protocol \"{name}\"");
            return Err(Error::new(Code::UnknownRelease, Place::none(), message));
        }
        let catalogue = self.chosen()?;
        let date = match self.release.as_deref() {
            Some(date) => Some(Release::new(date)?),
            None => self.release_of_profile(&catalogue),
        };
        let index = catalogue.release(self.protocol, date.as_ref())?;
        let mut known = catalogue.extensions(&index)?;
        let (mut active, problems) = active(&self.wanted, &self.given, &known);
        Error::check(problems)?;
        if let Some(profile) = &self.profile {
            let declared = declared(self.protocol, profile, &known, &[], false);
            let names =
                declared.names.iter().map(|name| ExtensionRef::new(name)).collect::<Result<Vec<_>, _>>()?;
            let is_new =
                |extension: &Extension| active.iter().all(|other| other.id().name != extension.id().name);
            let others: Vec<_> = select(&names, &known)?.into_iter().filter(is_new).collect();
            let (admitted, _) = admissible(&index, &[&active[..], &others].concat());
            let admitted: Vec<_> = admitted.into_iter().filter(is_new).collect();
            active.extend(admitted);
        }
        let composed = compose(&index, &active)?;
        known.retain(|extension| active.iter().all(|other| other.id() != extension.id()));
        Ok(Selection {
            index: Arc::new(index),
            catalogue: Arc::new(catalogue.into_owned()),
            composed,
            active,
            inactive: known,
            strictness: self.strictness,
            rules: self.rules,
            without: self.without,
            values: self.values,
        })
    }

    /// The release that the profile says it is of, if it is at hand.
    fn release_of_profile(&self, catalogue: &Catalogue) -> Option<Release> {
        let stated = self.profile.as_ref()?.pointer(self.protocol.stated_release())?.as_str()?;
        let mut releases = catalogue.releases();
        let found =
            releases.find(|(protocol, release)| *protocol == self.protocol && release.as_str() == stated);
        found.map(|(_, release)| release.clone())
    }

    /// The validator of the message type.
    pub fn build(self) -> Result<Validator, Error> {
        let name = self.message_type.clone().ok_or_else(|| {
            let message = "no message type given; name one with message_type(…)";
            Error::new(Code::UnknownType, Place::none(), message)
        })?;
        let (direction, operation) = (self.direction, self.operation.clone());
        let selection = self.compose()?;
        let type_id = selection.composed().message_named(&name, direction, operation.as_deref())?;
        selection.validator(&type_id.to_string())
    }
}

/// The extensions that were asked for, and what is wrong with the asking.
fn active(wanted: &[String], given: &[Extension], known: &[Extension]) -> (Vec<Extension>, Vec<Problem>) {
    let mut problems = Vec::new();
    let twice = |extension: &Extension, how: &str| Problem {
        code: Code::ExtensionTwice,
        place: extension.declaration().clone(),
        message: format!("\"{}\" is given {how}; give it once", extension.id()),
    };
    let mut by_name = Vec::new();
    for text in wanted {
        match ExtensionRef::new(text) {
            Ok(reference) => match given.iter().find(|extension| reference.matches(extension.id())) {
                Some(extension) => problems.push(twice(extension, "by name and as a declaration")),
                None => by_name.push(reference),
            },
            Err(error) => problems.extend(error.into_problems()),
        }
    }
    let mut active = select(&by_name, known).unwrap_or_else(|error| {
        problems.extend(error.into_problems());
        Vec::new()
    });
    for (at, extension) in given.iter().enumerate() {
        if given[..at].iter().any(|other| other.id() == extension.id()) {
            problems.push(twice(extension, "in several declarations"));
        }
        active.push(extension.clone());
    }
    (active, problems)
}

/// A release with its active extensions composed, and the extensions that could be active too.
#[derive(Debug, Clone)]
pub struct Selection {
    index: Arc<Index>,
    catalogue: Arc<Catalogue>,
    composed: ComposedSchema,
    active: Vec<Extension>,
    inactive: Vec<Extension>,
    strictness: Strictness,
    rules: bool,
    without: Vec<Rule>,
    values: Values,
}

impl Selection {
    /// The composed schema.
    #[must_use]
    pub fn composed(&self) -> &ComposedSchema {
        &self.composed
    }

    /// The active extensions.
    #[must_use]
    pub fn active(&self) -> &[Extension] {
        &self.active
    }

    /// The extensions that are known and not active.
    #[must_use]
    pub fn inactive(&self) -> &[Extension] {
        &self.inactive
    }

    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// The shortest name that finds a type: its own where that is unique, else `<file>.<Name>`.
    #[must_use]
    pub fn name_of(&self, type_id: &TypeId) -> String {
        match self.composed.type_named(&type_id.name) {
            Ok(found) if found == *type_id => type_id.name.clone(),
            _ => type_id.to_string(),
        }
    }

    /// The validator of the type of that name.
    pub fn validator(&self, name: &str) -> Result<Validator, Error> {
        let type_id = self.composed.type_named(name)?;
        let (index, catalogue) = (Arc::clone(&self.index), Arc::clone(&self.catalogue));
        let hints = Hints::new(index, catalogue, self.active.clone(), &self.inactive, self.strictness.strict);
        let validator = Validator::new(&self.composed, &type_id)?.with_hints(hints);
        let validator = validator.with_strictness(self.strictness);
        let validator = if self.rules { validator.with_rules_but(&self.without) } else { validator };
        Ok(if self.values == Values::Shown { validator.with_values() } else { validator })
    }
}
