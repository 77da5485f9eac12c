//! What a document says of itself in `$schema`.
//!
//! Editors and test suites put a `$schema` into files that hold a message. It is no member of the message.

use serde_json::Value;
use tradespec_schema::Release;

use crate::document::Document;

/// The type and release that a `$schema` names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    pub(crate) type_name: String,
    pub(crate) release: Option<Release>,
}

/// The member.
pub(crate) const SCHEMA: &str = "$schema";

impl Named {
    /// What the document's `$schema` names, where it is a reference to a definition or to a file that is a type:
    /// `…/2026-04-17/schema.cart.json#/$defs/Cart`, `…/schemas/shopping/cart.json`.
    pub(crate) fn of(document: &Document<'_>, releases: &[Release]) -> Option<Self> {
        let reference = document.value()?.get(SCHEMA).and_then(Value::as_str)?;
        let (path, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let in_tree =
            ["/schemas/", "/discovery/"].iter().find_map(|folder| path.get(path.find(folder)? + 1..));
        let type_name = if fragment.is_empty() {
            in_tree.filter(|file| file.strip_suffix(".json").is_some())?.to_owned()
        } else {
            let name =
                fragment.strip_prefix("/$defs/").filter(|name| !name.is_empty() && !name.contains('/'))?;
            let file = path.rsplit('/').next().unwrap_or_default();
            let stem = match in_tree {
                Some(file) => file.strip_prefix("schemas/").unwrap_or(file).strip_suffix(".json"),
                None => file.strip_prefix("schema.").and_then(|file| file.strip_suffix(".json")),
            };
            stem.map_or_else(|| name.to_owned(), |stem| format!("{stem}.{name}"))
        };
        let stated = |release: &&Release| path.split('/').any(|part| part == release.as_str());
        Some(Self { type_name, release: releases.iter().find(stated).cloned() })
    }
}
