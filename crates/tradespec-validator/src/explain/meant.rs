//! What an unknown member was meant to be.
//!
//! In:  its name, the object it stands in, and the members that the object's type has and the object lacks.
//! Out: [`Meant`]: help, and the missing members that the unknown one stands for.

use serde_json::{Map, Value};

use super::near;
use crate::diagnostic::quoted;

/// The most members that help lists.
const FEW: usize = 12;

/// What an unknown member was meant to be.
#[derive(Debug, Default)]
pub(super) struct Meant {
    pub(super) help: Option<String>,
    /// The members that are there under this name, so that nothing more need be said if they are missing.
    pub(super) instead_of: Vec<String>,
}

/// What `name` was meant to be: an envelope around the message, a misspelt member, a part of a name; or else what could
/// stand there.
pub(super) fn meant(name: &str, object: &Map<String, Value>, absent: &[String], missing: &[String]) -> Meant {
    if let Some(inner) = envelope(name, object, missing) {
        let help = format!("its members belong here, without {} around them", quoted(name));
        return Meant { help: Some(help), instead_of: inner.keys().cloned().collect() };
    }
    match near(name, absent).or_else(|| part_of(name, missing)) {
        Some(near) => {
            let is_missing = missing.iter().any(|member| member == near);
            let note = if is_missing { ", which is required" } else { "" };
            let help = format!("did you mean {}{note}?", quoted(near));
            Meant { help: Some(help), instead_of: vec![near.to_owned()] }
        }
        None => Meant { help: few(absent), instead_of: Vec::new() },
    }
}

/// The members of an unknown member that holds all that is missing around it.
fn envelope<'o>(
    name: &str,
    object: &'o Map<String, Value>,
    missing: &[String],
) -> Option<&'o Map<String, Value>> {
    let inner = object.get(name).and_then(Value::as_object)?;
    let holds_all = !missing.is_empty() && missing.iter().all(|member| inner.contains_key(member));
    holds_all.then_some(inner)
}

/// The missing member whose name has `wanted` as a word of it, or is a word of `wanted`: `items` for `line_items`.
fn part_of<'n>(wanted: &str, missing: &'n [String]) -> Option<&'n str> {
    let is_part = |longer: &str, shorter: &str| {
        longer.strip_suffix(shorter).is_some_and(|front| front.ends_with('_'))
            || longer.strip_prefix(shorter).is_some_and(|back| back.starts_with('_'))
    };
    let mut near = missing.iter().filter(|known| is_part(known, wanted) || is_part(wanted, known));
    match (near.next(), near.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    }
}

/// The members that could stand there, where they are few enough to be read.
fn few(absent: &[String]) -> Option<String> {
    let names: Vec<_> = absent.iter().map(|name| quoted(name)).collect();
    match names.as_slice() {
        [] => Some("no other member is allowed here".to_owned()),
        [..] if names.len() <= FEW => Some(format!("known here and not used: {}", names.join(", "))),
        _ => None,
    }
}
