//! Documents of any type, release and set of extensions, each checked by the validator that is made for it.
//!
//! In:  the bytes of a document, and what is known of it beforehand.
//! Out: [`Checked`]: what it was checked against, and what was found.
//! Holds: each validator is made once, and shared between threads; the result for a document does not depend on
//! others.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;
use tradespec_schema::messages::Direction;
use tradespec_schema::{Error, Extension, Pointer, Problem, Protocol, Release, TypeId, admissible, messages};

use crate::builder::{Builder, Selection};
use crate::code::Code;
use crate::declared::{Declared, declared};
use crate::detect::{Detected, Shapes};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::envelope::{self, Envelope, Inside};
use crate::explain::joined;
use crate::named::Named;
use crate::render::{Checked, Subject};
use crate::report::Report;
use crate::span::Origin;
use crate::validator::Validator;

/// What is known of a document before it is read, from a mapping of its path for instance.
///
/// What the [`Builder`] of the checker names wins over it, and it wins over what the document says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hint {
    /// Its message type.
    pub message_type: Option<String>,
    /// Its release.
    pub release: Option<String>,
}

/// Checks documents of many types.
///
/// The message type of a document is the one that the [`Builder`] names, else the one of the [`Hint`], else the one
/// that its `$schema` names, else the only one that its members fit. Its release is the builder's, the hint's, the one
/// in its `protocol.version`, or the newest. The extensions that it declares are active beside those of the builder.
///
/// ```
/// use tradespec_validator::{Hint, Origin, Validator};
///
/// let checker = Validator::builder().checker()?;
/// let error = br#"{"type": "invalid_request", "code": "missing", "message": "No currency.", "parm": "$.currency"}"#;
/// let checked = checker.check("error.json", error, Origin::default(), &Hint::default());
/// assert_eq!(checked.subject.map(|subject| subject.type_name).as_deref(), Some("Error"));
/// assert_eq!(checked.report[0].message, "unknown member \"parm\"");
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug)]
pub struct Checker<'c> {
    builder: Builder<'c>,
    releases: Vec<Release>,
    composed: Cache<Chosen, Composed>,
    validators: Cache<(Chosen, TypeId), Made>,
}

/// A release, the newest one if none is named, and the extensions beside those of the builder.
type Chosen = (Option<Release>, Vec<String>);

/// A release with its extensions.
#[derive(Debug)]
struct Composed {
    selection: Selection,
    /// The extensions that a payload may declare.
    known: Vec<Extension>,
    /// The types of capabilities, by the capability's name; found once and not for each document.
    capabilities: BTreeMap<String, TypeId>,
    shapes: OnceLock<Shapes>,
}

/// A validator, and what outputs say of it.
#[derive(Debug)]
struct Made {
    validator: Arc<Validator>,
    subject: Subject,
}

impl<'c> Checker<'c> {
    /// A checker of what `builder` chooses. Fails if its release, extensions or type are not known.
    pub(crate) fn new(builder: Builder<'c>) -> Result<Self, Error> {
        let releases = builder.releases()?;
        let checker = Self { builder, releases, composed: Cache::default(), validators: Cache::default() };
        let composed = checker.compose(None, &[])?;
        if let Some(name) = &checker.builder.message_type {
            let (direction, operation) = (checker.builder.direction, checker.builder.operation.as_deref());
            let composed = composed.selection.composed();
            match (direction, operation) {
                // Then each document says which way it goes.
                (None, Some(_)) => drop(composed.type_named(name)?),
                _ => drop(composed.message_named(name, direction, operation)?),
            }
        }
        Ok(checker)
    }

    /// Checks the document in `bytes`, which starts at `origin` in the file at `path`.
    pub fn check(&self, path: &str, bytes: &[u8], origin: Origin, hint: &Hint) -> Checked {
        let mut document = Document::read(bytes, origin);
        let (subject, report) = self.report(&mut document, hint);
        Checked::new(path, None, subject, report)
    }

    /// The validator of a type, which judges as the [`Builder`] of this checker says: in `release`, or the builder's or
    /// the newest if none is given, and with these extensions (`name` or `name@date`) beside those of the builder. Made
    /// when it is first asked for.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_validator::Validator;
    ///
    /// let checker = Validator::builder().rules().checker()?;
    /// let request = json!({
    ///     "currency": "eur",
    ///     "line_items": [{"id": "teapot"}],
    ///     "capabilities": {"extensions": ["com.example.loyalty"]},
    ///     "loyalty_id": "FF-1840",
    /// });
    /// let name = "CheckoutSessionCreateRequest";
    /// let (extensions, wrong) = checker.declared(None, name, &request)?;
    /// assert_eq!(extensions, ["com.example.loyalty@2026-05-01"]);
    /// assert!(wrong.is_empty());
    /// assert!(checker.validator(None, &extensions, name)?.is_valid(&request));
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn validator(
        &self,
        release: Option<&Release>,
        extensions: &[String],
        type_name: &str,
    ) -> Result<Arc<Validator>, Error> {
        let composed = self.compose(release, extensions)?;
        let type_id = composed.selection.composed().type_named(type_name)?;
        Ok(Arc::clone(&self.made_for(release, extensions, &type_id)?.validator))
    }

    /// The known extensions that a message of this type declares, as `name@date`, which may be given to
    /// [`Self::validator`]; without those that the builder has activated, and none if they do not go together. Beside
    /// them stands what is wrong with the declarations.
    pub fn declared(
        &self,
        release: Option<&Release>,
        type_name: &str,
        message: &Value,
    ) -> Result<(Vec<String>, Vec<Diagnostic>), Error> {
        let type_id = self.compose(release, &[])?.selection.composed().type_named(type_name)?;
        self.declared_by(release, &type_id, message)
    }

    /// The extensions that are known for `release`, or the builder's or the newest if none is given, active or not.
    pub fn extensions(&self, release: Option<&Release>) -> Result<Vec<Extension>, Error> {
        Ok(self.compose(release, &[])?.known.clone())
    }

    /// The protocol.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.builder.protocol
    }

    /// The releases to choose from, oldest first.
    #[must_use]
    pub fn releases(&self) -> &[Release] {
        &self.releases
    }

    /// The release of documents that say nothing of theirs: the one that the builder names, or the newest.
    #[must_use]
    pub fn release_unless_stated(&self) -> Option<&Release> {
        let named = self.builder.release.as_deref();
        let is_named = |release: &&Release| named.is_some_and(|named| release.as_str() == named);
        self.releases.iter().find(is_named).or(self.releases.last())
    }

    fn report(&self, document: &mut Document<'_>, hint: &Hint) -> (Option<Subject>, Report) {
        let protocol = self.builder.protocol;
        let placed = |found: Vec<Diagnostic>, document: &Document<'_>| {
            (None, Report::new(document.placed(found, protocol, self.builder.values)))
        };
        let Some(value) = document.value() else {
            return placed(Vec::new(), document);
        };
        let (at, known) = match envelope::open(protocol, value) {
            Envelope::None => (Pointer::root(), self.known(hint, document)),
            Envelope::Inside(inside) => (inside.at.clone(), self.known_of(&inside, hint)),
            Envelope::Empty => return placed(Vec::new(), document),
            Envelope::Unclear(at, why) => {
                let diagnostic = Diagnostic::new(Code::UnrecognisedType, at, Pointer::root(), why);
                return placed(vec![diagnostic], document);
            }
        };
        let Some(message) = at.resolve(value) else {
            return placed(Vec::new(), document);
        };
        let release = self.release(&known, message);
        let found = self.message_type(&known, release.as_ref(), message).and_then(|type_id| {
            self.made(release.as_ref(), &type_id, message).map_err(|error| undecided(&error))
        });
        match found {
            Ok((made, others)) => {
                if known.is_named {
                    document.take_schema_hint();
                }
                (Some(made.subject.clone()), made.validator.check_part(document, &at, None, others))
            }
            Err(diagnostic) => placed(vec![diagnostic.within(&at)], document),
        }
    }

    /// What is known of a document that is a message.
    fn known(&self, hint: &Hint, document: &Document<'_>) -> Known {
        let named = Named::of(document, &self.releases);
        Known {
            is_named: named.is_some(),
            release: hinted(hint).or_else(|| named.as_ref().and_then(|named| named.release.clone())),
            type_name: self.told(hint).or_else(|| named.map(|named| named.type_name)),
            direction: self.builder.direction,
            operation: self.builder.operation.clone(),
        }
    }

    /// The type that the builder names, or else the hint.
    fn told(&self, hint: &Hint) -> Option<String> {
        self.builder.message_type.clone().or_else(|| hint.message_type.clone())
    }

    /// What is known of a message in an envelope, which wins over what is said of all.
    fn known_of(&self, inside: &Inside, hint: &Hint) -> Known {
        let operation = inside.operation;
        Known {
            is_named: false,
            release: hinted(hint),
            type_name: operation
                .and_then(|known| known.request)
                .map(str::to_owned)
                .or_else(|| self.told(hint)),
            direction: operation.is_none().then_some(inside.direction),
            operation: None,
        }
    }

    /// The release of a message; none for the newest.
    fn release(&self, known: &Known, message: &Value) -> Option<Release> {
        if self.builder.release.is_some() {
            return None;
        }
        let stated = || {
            let stated = message.pointer(self.builder.protocol.stated_release())?.as_str()?;
            self.releases.iter().find(|release| release.as_str() == stated).cloned()
        };
        known.release.clone().or_else(stated)
    }

    /// The type of a message, or why it is not known.
    fn message_type(
        &self,
        known: &Known,
        release: Option<&Release>,
        message: &Value,
    ) -> Result<TypeId, Box<Diagnostic>> {
        let composed = self.compose(release, &[]).map_err(|error| undecided(&error))?;
        let schema = composed.selection.composed();
        if let Some(name) = &known.type_name {
            let direction = known.direction.or_else(|| {
                let is_response = message.pointer(self.builder.protocol.stated_release()).is_some();
                let direction = if is_response { Direction::Response } else { Direction::Request };
                known.operation.is_some().then_some(direction)
            });
            let named = schema.message_named(name, direction, known.operation.as_deref());
            return named.map_err(|error| undecided(&error));
        }
        if let Some(type_id) = says_itself(&composed, message) {
            return Ok(type_id);
        }
        let shapes = composed.shapes.get_or_init(|| Shapes::new(schema));
        match shapes.detect(message, known.direction, known.operation.as_deref()) {
            Detected::Nothing(why) => {
                let diagnostic = Diagnostic::new(
                    Code::UnrecognisedType,
                    Pointer::root(),
                    Pointer::root(),
                    format!(
                        "this is like no message type of {} {}: {why}",
                        schema.protocol(),
                        schema.release()
                    ),
                );
                Err(Box::new(Diagnostic {
                    help: Some("say what it is with --type or a mapping, or leave the file out".to_owned()),
                    ..diagnostic
                }))
            }
            Detected::Types(types, why) => self.only(&composed, release, types, &why, message),
        }
    }

    /// The one of several types that is meant: the only one, the only one that the message is valid by, or the one in
    /// the main file where all have the same name.
    fn only(
        &self,
        composed: &Composed,
        release: Option<&Release>,
        types: Vec<TypeId>,
        why: &str,
        message: &Value,
    ) -> Result<TypeId, Box<Diagnostic>> {
        if let [only] = types.as_slice() {
            return Ok(only.clone());
        }
        let is_valid = |type_id: &&TypeId| {
            self.made(release, type_id, message).is_ok_and(|(made, _)| made.validator.fits_schema(message))
        };
        let valid: Vec<_> = types.iter().filter(is_valid).cloned().collect();
        if let [only] = valid.as_slice() {
            return Ok(only.clone());
        }
        let left = if valid.is_empty() { types } else { valid };
        let main = composed.selection.composed().protocol().main_file();
        let of_one_name = left.iter().all(|type_id| type_id.name == left[0].name);
        if let Some(in_main) = left.iter().find(|type_id| of_one_name && type_id.file == main) {
            return Ok(in_main.clone());
        }
        let names: Vec<_> = left.iter().map(|type_id| composed.selection.name_of(type_id)).collect();
        let message = format!("this fits {} equally well: {why}", joined(&names, "and"));
        let diagnostic = Diagnostic::new(Code::AmbiguousType, Pointer::root(), Pointer::root(), message);
        Err(Box::new(Diagnostic {
            help: Some(match self.builder.protocol {
                Protocol::Acp => "say which with --type, --map or a mapping in tradespec.toml".to_owned(),
                _ => "say which with --operation, --type, --map or a mapping in tradespec.toml".to_owned(),
            }),
            ..diagnostic
        }))
    }

    /// The validator for a message of `type_id`, with the extensions that the message declares, and what is wrong with
    /// its declarations.
    fn made(
        &self,
        release: Option<&Release>,
        type_id: &TypeId,
        message: &Value,
    ) -> Result<(Arc<Made>, Vec<Diagnostic>), Error> {
        let (names, diagnostics) = self.declared_by(release, type_id, message)?;
        Ok((self.made_for(release, &names, type_id)?, diagnostics))
    }

    fn declared_by(
        &self,
        release: Option<&Release>,
        type_id: &TypeId,
        message: &Value,
    ) -> Result<(Vec<String>, Vec<Diagnostic>), Error> {
        let plain = self.compose(release, &[])?;
        let protocol = self.builder.protocol;
        let response = messages::is_response(protocol, type_id) && is_extended(&plain, type_id);
        let capabilities: Vec<_> = plain.selection.composed().capability_names().collect();
        let Declared { mut names, mut diagnostics } =
            declared(protocol, message, &plain.known, &capabilities, response);
        let active = plain.selection.active();
        names.retain(|name| {
            active.iter().all(|extension| extension.id().name != name.split('@').next().unwrap_or(name))
        });
        if protocol == Protocol::Ucp {
            diagnostics.extend(self.leave_out_what_cannot_be(&plain, &mut names));
        }
        if !names.is_empty()
            && let Err(error) = self.made_for(release, &names, type_id)
        {
            // Where the type cannot be had without them either, they are not to blame.
            self.made_for(release, &[], type_id)?;
            let why: Vec<_> = error.problems().iter().map(|problem| problem.message.clone()).collect();
            let message = format!("the declared extensions do not go together: {}", why.join("; "));
            diagnostics.push(Diagnostic::new(Code::CannotCompose, Pointer::root(), Pointer::root(), message));
            names.clear();
        }
        Ok((names, diagnostics))
    }

    /// Leaves out the declared extensions that lack what they hang on or require, and says so.
    fn leave_out_what_cannot_be(&self, plain: &Composed, names: &mut Vec<String>) -> Vec<Diagnostic> {
        let is_named = |extension: &&Extension| names.contains(&extension.id().to_string());
        let wanted: Vec<_> = plain.known.iter().filter(is_named).cloned().collect();
        let (admitted, problems) =
            admissible(plain.selection.index(), &[plain.selection.active(), &wanted].concat());
        names.retain(|name| admitted.iter().any(|extension| extension.id().to_string() == *name));
        let at = Pointer::from_text(self.builder.protocol.extension_list());
        let diagnostic = |problem: Problem| {
            Diagnostic::new(Code::CannotCompose, at.clone(), Pointer::root(), problem.message)
        };
        problems.into_iter().map(diagnostic).collect()
    }

    fn made_for(
        &self,
        release: Option<&Release>,
        names: &[String],
        type_id: &TypeId,
    ) -> Result<Arc<Made>, Error> {
        self.validators.get(((release.cloned(), names.to_vec()), type_id.clone()), || {
            let composed = self.compose(release, names)?;
            let selection = &composed.selection;
            let validator = Arc::new(selection.validator(&type_id.to_string())?);
            let subject = Subject::new(&selection.name_of(type_id), &validator);
            Ok(Made { validator, subject })
        })
    }

    fn compose(&self, release: Option<&Release>, names: &[String]) -> Result<Arc<Composed>, Error> {
        self.composed.get((release.cloned(), names.to_vec()), || {
            let mut builder = self.builder.clone();
            if let Some(release) = release {
                builder = builder.release(release.as_str());
            }
            for name in names {
                builder = builder.extension(name);
            }
            let selection = builder.compose()?;
            let known = [selection.active(), selection.inactive()].concat();
            let capabilities = selection.composed().capabilities();
            Ok(Composed { selection, known, capabilities, shapes: OnceLock::new() })
        })
    }
}

/// The release that a hint names.
fn hinted(hint: &Hint) -> Option<Release> {
    hint.release.as_deref().and_then(|date| Release::new(date).ok())
}

/// Whether what a message declares says what is in the message itself. A profile lists what others will be about.
fn is_extended(composed: &Composed, type_id: &TypeId) -> bool {
    composed.selection.composed().protocol() == Protocol::Acp
        || composed.capabilities.values().any(|root| root.file == type_id.file)
}

/// What is known of a message before its members are looked at.
#[derive(Debug)]
struct Known {
    /// Whether the document names its type in `$schema`.
    is_named: bool,
    release: Option<Release>,
    type_name: Option<String>,
    direction: Option<Direction>,
    operation: Option<String>,
}

/// The type that a response has by the capabilities that it says are active: the only one of them that is a message.
///
/// Source: UCP, responses: only capabilities that are relevant to a response stand in it. One that reports a failure may
/// be of any operation.
fn says_itself(composed: &Composed, message: &Value) -> Option<TypeId> {
    let protocol = composed.selection.composed().protocol();
    if protocol != Protocol::Ucp || message.pointer("/ucp/status").is_some_and(|status| status == "error") {
        return None;
    }
    let declared = message.pointer(protocol.extension_list())?.as_object()?;
    let is_answer = |id: &&TypeId| messages::is_response(protocol, id);
    let mut said = declared.keys().filter_map(|name| composed.capabilities.get(name)).filter(is_answer);
    match (said.next(), said.next()) {
        (Some(only), None) => Some(only.clone()),
        _ => None,
    }
}

fn undecided(error: &Error) -> Box<Diagnostic> {
    let why: Vec<_> = error.problems().iter().map(|problem| problem.message.as_str()).collect();
    Box::new(Diagnostic::new(Code::UnrecognisedType, Pointer::root(), Pointer::root(), why.join("; ")))
}

/// Values that are made once for each key, by whichever thread needs one first; or why they cannot be made.
#[derive(Debug)]
struct Cache<K, V>(Mutex<HashMap<K, Slot<V>>>);

type Slot<V> = Arc<OnceLock<Result<Arc<V>, Error>>>;

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V> Cache<K, V> {
    fn get(&self, key: K, make: impl FnOnce() -> Result<V, Error>) -> Result<Arc<V>, Error> {
        // The lock is held for the look-up only: others may make other values at the same time. A panic elsewhere
        // leaves the map as it was, so a poisoned lock is as good as any.
        let slot = Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
        slot.get_or_init(|| make().map(Arc::new)).clone()
    }
}
