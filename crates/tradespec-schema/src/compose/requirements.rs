//! Which extensions can be active: each hangs on a capability that is there, and is of a time with what it requires.
//!
//! In:  a release, and the extensions that are wanted.
//! Out: those that can be active together, and why each of the others cannot.
//! Holds: the result does not depend on the order of the extensions; what is dropped takes along what hangs on it alone.
//!
//! Source: UCP, extensions: one of several parents is enough, a ring hangs on nothing; `requires.protocol` and
//! `requires.capabilities` are ranges `{min, max?}` of dates, their ends included.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::error::{Code, Place, Problem};
use crate::extension::{Document, Extension};
use crate::index::Index;
use crate::pointer::Pointer;
use crate::protocol::Release;
use crate::resolve::{has_body, type_name};

/// The extensions that can be active together, and what is in the way of the others.
///
/// ```
/// use tradespec_schema::{Catalogue, Extension, Protocol, admissible};
///
/// let index = Catalogue::embedded()?.release(Protocol::Ucp, None)?;
/// let declaration = r#"{"name": "com.example.gift", "extends": ["com.example.gone"], "schema": "gift.json"}"#;
/// let gift = Extension::from_text("gift", declaration, |name| Ok((name.to_owned(), "{}".to_owned())))?;
/// let (admitted, dropped) = admissible(&index, &[gift]);
/// assert!(admitted.is_empty());
/// assert_eq!(dropped[0].message, "\"com.example.gift\" extends com.example.gone, and none of these is there; activate one");
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[must_use]
pub fn admissible(index: &Index, extensions: &[Extension]) -> (Vec<Extension>, Vec<Problem>) {
    let (kept, dropped) = divided(index, &extensions.iter().collect::<Vec<_>>());
    (kept.into_iter().cloned().collect(), dropped)
}

/// What is in the way of extensions.
pub(super) fn unmet(index: &Index, active: &[&Extension]) -> Vec<Problem> {
    divided(index, active).1
}

fn divided<'e>(index: &Index, extensions: &[&'e Extension]) -> (Vec<&'e Extension>, Vec<Problem>) {
    let roots: Vec<&str> = index.files().iter().filter_map(root_capability).collect();
    let mut left: Vec<&Extension> = extensions.to_vec();
    let mut dropped = Vec::new();
    loop {
        let mut active: BTreeMap<&str, Option<&Release>> =
            roots.iter().map(|name| (*name, Some(index.release()))).collect();
        active.extend(
            left.iter().map(|extension| (extension.id().name.as_str(), extension.id().version.as_ref())),
        );
        let unmet = |extension: &&Extension| ranges(index, extension, &active);
        let mut problems: Vec<_> = left.iter().map(unmet).collect();
        if problems.iter().all(Option::is_none) {
            let held = held(&roots, &left);
            let orphan = |extension: &&Extension| {
                (!held.contains(&extension.id().name.as_str())).then(|| orphan(extension))
            };
            problems = left.iter().map(orphan).collect();
        }
        let before = left.len();
        let mut found = problems.into_iter();
        left.retain(|_| match found.next().flatten() {
            Some(problem) => {
                dropped.push(problem);
                false
            }
            None => true,
        });
        if left.len() == before {
            return (left, dropped);
        }
    }
}

/// The capability of a file that is a type itself, and no extension only. Resolved, the type stands among the definitions.
fn root_capability<'f>((file, root): (&String, &'f Value)) -> Option<&'f str> {
    let name = root.get("name")?.as_str()?;
    let is_type = has_body(root.as_object()?)
        || root.get("$defs").is_some_and(|defs| defs.get(type_name(file)).is_some());
    is_type.then_some(name)
}

/// The names of the extensions that hang on a root, through others or not.
fn held<'e>(roots: &[&str], extensions: &[&'e Extension]) -> Vec<&'e str> {
    let mut held: Vec<&str> = Vec::new();
    loop {
        let is_new = |extension: &&&Extension| {
            let is_there =
                |parent: &String| roots.contains(&parent.as_str()) || held.contains(&parent.as_str());
            !held.contains(&extension.id().name.as_str()) && extension.parents().iter().any(is_there)
        };
        let new: Vec<_> =
            extensions.iter().filter(is_new).map(|extension| extension.id().name.as_str()).collect();
        if new.is_empty() {
            return held;
        }
        held.extend(new);
    }
}

fn orphan(extension: &Extension) -> Problem {
    let message = format!(
        "\"{}\" extends {}, and none of these is there; activate one",
        extension.id(),
        extension.parents().join(", ")
    );
    Problem::new(Code::MissingDependency, extension.declaration().clone(), message)
}

/// What is in the way of an extension by what its document requires; the first thing.
fn ranges(
    index: &Index,
    extension: &Extension,
    active: &BTreeMap<&str, Option<&Release>>,
) -> Option<Problem> {
    let (shown, requires) = match extension.document() {
        Document::Own { shown, file } => (shown.clone(), file.root.get("requires")?),
        Document::Core(file) => (file.clone(), index.files().get(file)?.get("requires")?),
    };
    let at = Pointer::root().join("requires");
    let problem = |code, at: &Pointer, message: String| {
        Some(Problem::new(code, Place::at(&shown, at.clone()), message))
    };
    let check = |at: &Pointer, what: &str, range: &Value, version: Option<&Release>| {
        let Some((min, max)) = range_of(range) else {
            let message =
                "expected {\"min\": DATE, \"max\": DATE}, of which \"max\" may be left out".to_owned();
            return problem(Code::BadDeclaration, at, message);
        };
        let wanted = max.as_ref().map_or_else(|| format!("{min} or later"), |max| format!("{min} to {max}"));
        let is_met =
            version.is_some_and(|version| *version >= min && max.as_ref().is_none_or(|max| version <= max));
        let there =
            version.map_or_else(|| "has no version here".to_owned(), |version| format!("is {version} here"));
        let message = format!("\"{}\" requires {what} {wanted}, which {there}", extension.id());
        if is_met { None } else { problem(Code::UnmetRequirement, at, message) }
    };
    if let Some(range) = requires.get("protocol")
        && let Some(problem) =
            check(&at.join("protocol"), "a release of the protocol", range, Some(index.release()))
    {
        return Some(problem);
    }
    let capabilities = requires.get("capabilities").and_then(Value::as_object);
    capabilities.into_iter().flatten().find_map(|(name, range)| {
        let at = at.join("capabilities").join(name);
        match active.get(name.as_str()) {
            Some(version) => check(&at, name, range, *version),
            // One parent is enough, so what is asked of another one counts only if it is there.
            None if extension.parents().contains(name) => None,
            None => {
                let message =
                    format!("\"{}\" requires {name}, which is not active; activate it too", extension.id());
                problem(Code::UnmetRequirement, &at, message)
            }
        }
    })
}

fn range_of(range: &Value) -> Option<(Release, Option<Release>)> {
    let date = |value: &Value| Release::new(value.as_str()?).ok();
    let max = match range.get("max") {
        Some(max) => Some(date(max)?),
        None => None,
    };
    Some((date(range.get("min")?)?, max))
}
