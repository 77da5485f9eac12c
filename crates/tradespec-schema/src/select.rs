//! Choosing extensions by name.
//!
//! In:  what was asked for, and every extension that is known.
//! Out: the extensions, each once.

use std::fmt;

use crate::error::{Code, Error, Place, Problem};
use crate::extension::{Extension, ExtensionId, parse_id};
use crate::names::suggestion;

/// A request for an extension: its name, and a version where it matters which.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExtensionRef(ExtensionId);

impl ExtensionRef {
    /// Reads `name` or `name@date`.
    pub fn new(text: &str) -> Result<Self, Error> {
        let id = parse_id(text);
        id.map(Self).map_err(|message| Error::new(Code::UnknownExtension, Place::none(), message))
    }

    /// Whether `id` is what was asked for.
    #[must_use]
    pub fn matches(&self, id: &ExtensionId) -> bool {
        self.0.name == id.name && (self.0.version.is_none() || self.0.version == id.version)
    }
}

impl fmt::Display for ExtensionRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Finds what was asked for among the known extensions: the newest version where none is named.
///
/// Everything that is not found is reported together, with the names that are known.
pub fn select(wanted: &[ExtensionRef], known: &[Extension]) -> Result<Vec<Extension>, Error> {
    let mut chosen: Vec<Extension> = Vec::new();
    let mut problems = Vec::new();
    for reference in wanted {
        match newest_extension(reference, known) {
            Some(extension) if chosen.iter().any(|other| other.id() == extension.id()) => {}
            Some(extension) => chosen.push(extension.clone()),
            None => problems.push(not_found(reference, known)),
        }
    }
    Error::check(problems)?;
    Ok(chosen)
}

/// The newest of the known extensions that fit.
#[must_use]
pub fn newest_extension<'e>(reference: &ExtensionRef, known: &'e [Extension]) -> Option<&'e Extension> {
    known.iter().filter(|extension| reference.matches(extension.id())).max_by_key(|extension| extension.id())
}

fn not_found(reference: &ExtensionRef, known: &[Extension]) -> Problem {
    let name = &reference.0.name;
    let mut versions: Vec<_> =
        known.iter().filter(|extension| extension.id().name == *name).map(|e| e.id().to_string()).collect();
    if !versions.is_empty() {
        versions.sort();
        let message = format!("no extension \"{reference}\"; known versions: {}", versions.join(", "));
        return Problem::new(Code::UnknownExtensionVersion, Place::none(), message);
    }
    let mut names: Vec<_> = known.iter().map(|extension| extension.id().name.clone()).collect();
    names.sort();
    names.dedup();
    let message = match suggestion(name, names.iter()) {
        Some(near) => format!("no extension \"{name}\"; did you mean \"{near}\"?"),
        None if names.is_empty() => format!("no extension \"{name}\"; this release has none"),
        None => format!("no extension \"{name}\"; known: {}", names.join(", ")),
    };
    Problem::new(Code::UnknownExtension, Place::none(), message)
}
