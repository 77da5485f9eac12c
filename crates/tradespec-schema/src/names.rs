//! How people name a type.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::error::{Code, Error, Place};
use crate::pointer::Location;
use crate::resolve::type_name;

/// A `$defs` entry of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId {
    /// The key of the file, `schema.cart.json`.
    pub file: String,
    /// The name in `$defs`.
    pub name: String,
}

impl TypeId {
    /// Where the definition stands.
    #[must_use]
    pub fn location(&self) -> Location {
        Location::definition(&self.file, &self.name)
    }

    /// Whether the type is what its whole file describes, and no entry of the `$defs` that the file was published with.
    ///
    /// ```
    /// let id = |name: &str| tradespec_schema::TypeId {
    ///     file: "schemas/shopping/types/line_item.json".to_owned(),
    ///     name: name.to_owned(),
    /// };
    /// assert!(id("LineItem").is_whole_file());
    /// assert!(!id("line_item").is_whole_file());
    /// ```
    #[must_use]
    pub fn is_whole_file(&self) -> bool {
        self.name == type_name(&self.file)
    }

    /// The definition that a place belongs to; none for a place beside the definitions of its file.
    pub(crate) fn of(place: &Location) -> Option<Self> {
        let (unit, _) = place.within();
        unit.as_definition().map(|name| Self { file: unit.file, name })
    }

    /// The file's short name: `cart` for `schema.cart.json`.
    #[must_use]
    pub fn stem(&self) -> &str {
        stem(&self.file)
    }
}

/// `<file>.<Name>`, the form that always works.
impl fmt::Display for TypeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.stem(), self.name)
    }
}

/// The folders at the top of a release whose files stand in folders.
const TREES: [&str; 2] = ["discovery", "schemas"];

/// Whether the file of that key is an extension's own document and no part of the release.
///
/// ```
/// use tradespec_schema::is_of_an_extension;
///
/// assert!(is_of_an_extension("com.example.loyalty@2026-03-01/schema.json"));
/// assert!(!is_of_an_extension("schema.cart.json"));
/// assert!(!is_of_an_extension("schemas/shopping/cart.json"));
/// ```
#[must_use]
pub fn is_of_an_extension(file: &str) -> bool {
    file.split_once('/').is_some_and(|(first, _)| !TREES.contains(&first))
}

/// `cart` for `schema.cart.json`, `shopping/cart` for `schemas/shopping/cart.json`; for an extension's file, the
/// extension's name.
pub(crate) fn stem(file: &str) -> &str {
    if is_of_an_extension(file) {
        let extension = file.split('/').next().unwrap_or(file);
        return extension.split('@').next().unwrap_or(extension);
    }
    let stem = file.strip_suffix(".json").unwrap_or(file);
    let stem = stem.strip_prefix("schemas/").unwrap_or(stem);
    stem.strip_prefix("schema.").unwrap_or(stem)
}

/// Every definition of `files`.
pub(crate) fn definitions(files: &BTreeMap<String, Value>) -> impl Iterator<Item = TypeId> {
    files.iter().flat_map(|(file, root)| {
        root.get("$defs")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, _)| TypeId { file: file.clone(), name: name.clone() })
    })
}

/// Finds a type by its name where that is unique or stands in `main`, else by `<file>.<Name>`.
pub(crate) fn find(types: &[TypeId], main: &str, name: &str) -> Result<TypeId, Error> {
    let named: Vec<_> = types.iter().filter(|id| id.name == name).collect();
    if let Some(id) = named.iter().find(|id| id.file == main) {
        return Ok((*id).clone());
    }
    match named.as_slice() {
        [one] => return Ok((*one).clone()),
        [] => {}
        several => {
            let full: Vec<_> = several.iter().map(ToString::to_string).collect();
            let message = format!("several files have a type \"{name}\": say {}", full.join(" or "));
            return Err(Error::new(Code::AmbiguousType, Place::none(), message));
        }
    }
    if let Some(id) = types.iter().find(|id| id.to_string() == name) {
        return Ok(id.clone());
    }
    let mut message = format!("no type \"{name}\" in this release");
    let known: Vec<_> = types.iter().flat_map(|id| [id.name.clone(), id.to_string()]).collect();
    match suggestion(name, known.iter()) {
        Some(near) => message.push_str(&format!("; did you mean \"{near}\"?")),
        None => message.push_str("; `tradespec list types` names them all"),
    }
    Err(Error::new(Code::UnknownType, Place::none(), message))
}

/// The known name nearest to `wanted`, if one is near enough to be what was meant.
///
/// ```
/// let known = ["currency".to_owned(), "capabilities".to_owned()];
/// assert_eq!(tradespec_schema::suggestion("curency", known.iter()), Some("currency"));
/// assert_eq!(tradespec_schema::suggestion("zebra", known.iter()), None);
/// ```
#[must_use]
pub fn suggestion<'n>(wanted: &str, known: impl Iterator<Item = &'n String>) -> Option<&'n str> {
    known
        .map(|name| {
            let distance = strsim::damerau_levenshtein(&wanted.to_lowercase(), &name.to_lowercase());
            (distance, name.as_str())
        })
        .filter(|(distance, name)| {
            *distance * 3 <= name.chars().count().max(3) && *distance < wanted.chars().count()
        })
        .min()
        .map(|(_, name)| name)
}
