//! Documents of any type, release and set of extensions, each checked by the validator that is made for it.
//!
//! In:  the bytes of a document, and what is known of it beforehand.
//! Out: [`Checked`]: what it was checked against, and what was found.
//! Holds: each validator is made once, and shared between threads; the result for a document does not depend on
//! others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;
use tradespec_schema::{Error, Extension, Pointer, Protocol, Release, TypeId, messages};

use crate::builder::{Builder, Selection};
use crate::code::Code;
use crate::declared::{Declared, declared};
use crate::detect::{Detected, Shapes};
use crate::diagnostic::Diagnostic;
use crate::document::Document;
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
            composed.selection.composed().type_named(name)?;
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
        let values = self.builder.values;
        let named = Named::of(document, &self.releases);
        let placed = |found: Vec<Diagnostic>, document: &Document<'_>| {
            Report::new(document.placed(found, protocol, values))
        };
        let Some(message) = document.value() else {
            return (None, placed(Vec::new(), document));
        };
        let release = self.release(hint, named.as_ref(), message);
        let found = self.message_type(hint, named.as_ref(), release.as_ref(), message).and_then(|type_id| {
            self.made(release.as_ref(), &type_id, message).map_err(|error| undecided(&error))
        });
        match found {
            Ok((made, others)) => {
                if named.is_some() {
                    document.take_schema_hint();
                }
                (Some(made.subject.clone()), made.validator.check_document(document, None, others))
            }
            Err(diagnostic) => (None, placed(vec![*diagnostic], document)),
        }
    }

    /// The release of a message; none for the newest.
    fn release(&self, hint: &Hint, named: Option<&Named>, message: &Value) -> Option<Release> {
        if self.builder.release.is_some() {
            return None;
        }
        let hinted = hint.release.as_deref().and_then(|date| Release::new(date).ok());
        let stated = || {
            let stated = message.pointer(self.builder.protocol.stated_release())?.as_str()?;
            self.releases.iter().find(|release| release.as_str() == stated).cloned()
        };
        hinted.or_else(|| named.and_then(|named| named.release.clone())).or_else(stated)
    }

    /// The type of a message, or why it is not known.
    fn message_type(
        &self,
        hint: &Hint,
        named: Option<&Named>,
        release: Option<&Release>,
        message: &Value,
    ) -> Result<TypeId, Box<Diagnostic>> {
        let composed = self.compose(release, &[]).map_err(|error| undecided(&error))?;
        let schema = composed.selection.composed();
        let told = self.builder.message_type.as_ref().or(hint.message_type.as_ref());
        if let Some(name) = told.or_else(|| named.map(|named| &named.type_name)) {
            return schema.type_named(name).map_err(|error| undecided(&error));
        }
        let shapes = composed.shapes.get_or_init(|| Shapes::new(schema));
        match shapes.detect(message) {
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
            help: Some("say which with --type, --map or a mapping in tradespec.toml".to_owned()),
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
        let response = messages::is_response(protocol, type_id);
        let Declared { mut names, mut diagnostics } = declared(protocol, message, &plain.known, response);
        let active = plain.selection.active();
        names.retain(|name| {
            active.iter().all(|extension| extension.id().name != name.split('@').next().unwrap_or(name))
        });
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
            Ok(Composed { selection, known, shapes: OnceLock::new() })
        })
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
