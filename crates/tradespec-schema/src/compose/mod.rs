//! Composition: extensions become part of the types they extend.
//!
//! In:  an [`Index`] (one release, every reference resolved) and the active [`Extension`]s.
//! Out: a [`ComposedSchema`]: closed types are still closed, and every added field says where it comes from.
//! Holds: the result does not depend on the order of `extensions`.
//!
//! The field goes into the object that closes, because beside a closed base nothing can be accepted. A pure alias
//! (`CheckoutSession` of `CheckoutSessionBase`) is followed, so the field reaches every user of the base. A deep path
//! through a shared type gets a copy of that type for that place only.

mod apply;
mod codes;
mod finish;
mod flatten;
mod meaning;
mod message;
pub(crate) mod parents;
mod partial;
mod requirements;
mod source;
mod targets;
mod variants;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::error::{Code, Error, Place, Problem};
use crate::extension::{Document, Extension, ExtensionId};
use crate::index::Index;
use crate::names::{self, TypeId};
use crate::point::ExtensionPoint;
use crate::pointer::{Location, Pointer};
use crate::protocol::{Protocol, Release};
use crate::resolve::{Variant, resolve};
use crate::select::ExtensionRef;
use crate::walk;
pub use requirements::admissible;
use variants::Variants;

/// A release with its active extensions in place. References are resolved: `file#/json/pointer`.
#[derive(Debug, Clone, PartialEq)]
pub struct ComposedSchema {
    protocol: Protocol,
    release: Release,
    extensions: Vec<ExtensionId>,
    files: BTreeMap<String, Value>,
    fields: Vec<ComposedField>,
    exclusions: BTreeMap<TypeId, Exclusion>,
    variants: Variants,
}

/// One field at one place, and the extension it belongs to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ComposedField {
    /// The place of the field's schema in the composed schema.
    pub target: Location,
    /// The `extends` path that leads there.
    pub point: ExtensionPoint,
    /// The extension.
    pub extension: ExtensionId,
    /// Where the extension's document has the field.
    pub source: Location,
    /// What composition did.
    pub outcome: Outcome,
}

/// What became of a field that an extension declares.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The field is new.
    Added,
    /// The type had it already, with the same meaning.
    Folded,
    /// The type had it already, and what the extension says of it holds as well.
    Narrowed,
    /// These values are new in a message code vocabulary.
    Values(Vec<String>),
}

/// Why a definition of the files is no type of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exclusion {
    /// It means the same as another definition, which is used instead.
    SameAs(TypeId),
    /// It repeats a part of a core type to show where an extension's fields go.
    Carrier(ExtensionId),
    /// It belongs to a core extension that is not active.
    Inactive(ExtensionId),
    /// It is what this type was before extensions became part of it.
    Base(TypeId),
}

/// Composes `extensions` into the types of `index`.
///
/// Everything that is wrong is reported together, each problem with both places where two are involved. For UCP, the types
/// of all messages are in the result; of an index that [`resolve`](crate::resolve()) made, those of one message.
///
/// ```
/// use tradespec_schema::messages::Direction;
/// use tradespec_schema::{Catalogue, Protocol, Variant, compose};
///
/// let composed = compose(&Catalogue::embedded()?.release(Protocol::Ucp, None)?, &[])?;
/// let checkout = composed.type_named("dev.ucp.shopping.checkout")?;
/// let create = composed.message(&checkout, &Variant::new(Direction::Request, "create"));
/// assert_eq!(create.map(|id| id.name.as_str()), Some("CheckoutCreateRequest"));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
pub fn compose(index: &Index, extensions: &[Extension]) -> Result<ComposedSchema, Error> {
    let active = active(extensions)?;
    Error::check(of_the_other_kind(index.protocol(), &active))?;
    let inactive: Vec<_> = Extension::core(index)?
        .into_iter()
        .filter(|core| active.iter().all(|extension| extension.file() != core.file()))
        .collect();
    let index = index.with_documents(active.iter().copied())?;
    let mut composed = match index.protocol() {
        Protocol::Acp => {
            let foreign = active.iter().copied().chain(&inactive).map(Extension::file).collect();
            apply::apply(&index, &active, foreign)?
        }
        Protocol::Ucp => {
            let of_message = |variant: &Variant| parents::compose(&resolve(&index, variant)?, &active);
            variants::merge(&variants::each(&index, of_message)?)?
        }
    };
    let capabilities: Vec<_> = composed.capabilities().into_values().collect();
    let messages = capabilities.iter().flat_map(|id| composed.messages(id).map(|(_, own)| own.clone()));
    // A capability that also extends another one is one whether or not it does.
    let kept: BTreeSet<TypeId> = messages.chain(capabilities.iter().cloned()).collect();
    for extension in inactive {
        let of_it = composed.definitions().filter(|id| id.file == extension.file() && !kept.contains(id));
        for id in of_it.collect::<Vec<_>>() {
            let why = Exclusion::Inactive(extension.id().clone());
            composed.exclusions.entry(id).or_insert(why);
        }
    }
    composed.include_what_is_used();
    Ok(composed)
}

/// The extensions that extend fields where the protocol has them extend capabilities, or the other way round.
fn of_the_other_kind(protocol: Protocol, active: &[&Extension]) -> Vec<Problem> {
    let (is_wrong, wanted): (fn(&Extension) -> bool, _) = match protocol {
        Protocol::Acp => {
            (|extension| !extension.parents().is_empty(), "fields, such as $.CheckoutSession.points")
        }
        Protocol::Ucp => {
            (|extension| !extension.points().is_empty(), "capabilities, such as dev.ucp.shopping.checkout")
        }
    };
    let problem = |extension: &&Extension| {
        let message = format!("an extension of {protocol} extends {wanted}; \"extends\" has something else");
        Problem::new(Code::BadDeclaration, extension.declaration().clone(), message)
    };
    active.iter().filter(|extension| is_wrong(extension)).map(problem).collect()
}

/// The extensions in a fixed order, each once; refuses two versions of one and missing dependencies.
fn active(extensions: &[Extension]) -> Result<Vec<&Extension>, Error> {
    let mut active: Vec<&Extension> = Vec::new();
    for extension in extensions {
        if !active.contains(&extension) {
            active.push(extension);
        }
    }
    active.sort_by_key(|extension| (extension.id(), extension.declaration().to_string()));
    let mut problems = Vec::new();
    for pair in active.windows(2) {
        if pair[0].id().name == pair[1].id().name {
            let message = if pair[0].id() == pair[1].id() {
                format!(
                    "\"{}\" is declared in {} too; only one can be active",
                    pair[1].id(),
                    pair[0].declaration()
                )
            } else {
                format!(
                    "\"{}\" and \"{}\" are versions of one extension; only one can be active",
                    pair[0].id(),
                    pair[1].id()
                )
            };
            problems.push(Problem::new(Code::ExtensionTwice, pair[1].declaration().clone(), message));
        }
    }
    for extension in &active {
        for name in extension.depends_on() {
            let met = ExtensionRef::new(name)
                .is_ok_and(|wanted| active.iter().any(|other| wanted.matches(other.id())));
            if !met {
                let message = format!(
                    "\"{}\" depends on \"{name}\", which is not active; activate it too",
                    extension.id()
                );
                problems.push(Problem::new(
                    Code::MissingDependency,
                    extension.declaration().clone(),
                    message,
                ));
            }
        }
    }
    Error::check(problems)?;
    Ok(active)
}

impl ComposedSchema {
    /// A definition that a type refers to is a type, whatever else it shows and whomever it belongs to. What a type only
    /// includes, it has itself.
    fn include_what_is_used(&mut self) {
        let mut queue: Vec<TypeId> = self.types().collect();
        while let Some(id) = queue.pop() {
            let mut used = Vec::new();
            if let Some(schema) = self.schema(&id.location()) {
                walk::each(schema, &Pointer::root(), &mut |at, sub| {
                    if let Some(target) = sub.get("$ref").and_then(Value::as_str) {
                        let id = TypeId::of(&Location::from_resolved(target));
                        used.extend(id.map(|id| (id, at.is_branch())));
                    }
                });
            }
            for (id, is_included) in used {
                let is_a_part =
                    matches!(self.exclusions.get(&id), Some(Exclusion::Carrier(_) | Exclusion::Base(_)));
                if !(is_included && is_a_part) && self.exclusions.remove(&id).is_some() {
                    queue.push(id);
                }
            }
        }
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

    /// The documents by file name: those of the release, then those of third-party extensions.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<String, Value> {
        &self.files
    }

    /// Every field that an active extension declares, with its provenance.
    #[must_use]
    pub fn fields(&self) -> &[ComposedField] {
        &self.fields
    }

    /// Definitions that are no types of their own, each with the reason.
    #[must_use]
    pub fn exclusions(&self) -> &BTreeMap<TypeId, Exclusion> {
        &self.exclusions
    }

    /// Every definition of every file, excluded ones too.
    pub fn definitions(&self) -> impl Iterator<Item = TypeId> {
        names::definitions(&self.files)
    }

    /// The types: every definition that is not excluded.
    pub fn types(&self) -> impl Iterator<Item = TypeId> {
        self.definitions().filter(|id| !self.exclusions.contains_key(id))
    }

    /// The types of capabilities, by the capability's name. Only UCP has them.
    #[must_use]
    pub fn capabilities(&self) -> BTreeMap<String, TypeId> {
        parents::capabilities(&self.files)
    }

    /// The names of all capabilities, those too that are no types themselves. Only UCP has them.
    pub fn capability_names(&self) -> impl Iterator<Item = &str> {
        self.files.values().filter_map(|root| root.get("name")?.as_str())
    }

    /// The type of a message: what of `type_id` there is in that direction of that operation. None for a type that is in no
    /// such message.
    #[must_use]
    pub fn message(&self, type_id: &TypeId, variant: &Variant) -> Option<&TypeId> {
        self.variants.get(type_id)?.get(variant)
    }

    /// The messages that a type is in, each with the type that it has there.
    pub fn messages(&self, type_id: &TypeId) -> impl Iterator<Item = (&Variant, &TypeId)> {
        self.variants.get(type_id).into_iter().flatten()
    }

    /// The schema at a place.
    #[must_use]
    pub fn schema(&self, location: &Location) -> Option<&Value> {
        source::schema(&self.files, location)
    }

    /// Finds a type by its name where that is unique in the release or stands in the protocol's main file, else by
    /// `<file>.<Name>`; the one that a whole file is also by the file's name or its capability's. The definitions of
    /// third-party extensions come after those of the release.
    pub fn type_named(&self, name: &str) -> Result<TypeId, Error> {
        if let Some(id) = parents::root_type(&self.files, name) {
            return Ok(id);
        }
        let (own, release): (Vec<_>, Vec<_>) =
            self.definitions().partition(|id| names::is_of_an_extension(&id.file));
        let main = self.protocol.main_file();
        names::find(&release, main, name).or_else(|error| match names::find(&own, main, name) {
            Ok(id) if error.has(Code::UnknownType) => Ok(id),
            _ => Err(error),
        })
    }
}

impl Exclusion {
    /// The reason in a few words.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::SameAs(other) => format!("means the same as {other}"),
            Self::Carrier(extension) => format!("shows where the fields of extension {extension} go"),
            Self::Inactive(extension) => format!("belongs to extension {extension}, which is not active"),
            Self::Base(of) => format!("is what {of} is without extensions"),
        }
    }
}

/// What error messages call the places of a composition: an extension's file by the path it was read from.
struct Shown(BTreeMap<String, String>);

impl Shown {
    fn new(extensions: &[&Extension]) -> Self {
        let own = extensions.iter().filter_map(|extension| match extension.document() {
            Document::Own { shown, .. } => Some((extension.file(), shown.clone())),
            Document::Core(_) => None,
        });
        Self(own.collect())
    }

    fn place(&self, location: &Location) -> Place {
        let file = self.0.get(&location.file).unwrap_or(&location.file);
        Place::at(file.clone(), location.pointer.clone())
    }
}
