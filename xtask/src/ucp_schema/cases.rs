//! The messages that are compared.
//!
//! In:  a release.
//! Out: each whole file, and each shape of a capability that is several messages, for every direction and operation; and each
//!      capability with every one of its core extensions, and with all of them.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use anyhow::Result;
use serde_json::{Map, Value, json};
use tradespec_schema::load::ReleaseFolder;
use tradespec_schema::messages::Direction;
use tradespec_schema::{ComposedSchema, Extension, Index, TypeId, Variant, compose};

use super::tool::{Question, Source};
use super::tree::Trees;

/// Operations that a release may have no annotation for.
const OPERATIONS: [&str; 5] = ["create", "read", "update", "complete", "cancel"];

/// A message, as we know it and as the tool is asked about it.
pub(super) struct Case {
    pub(super) composed: Rc<ComposedSchema>,
    /// The type that the message has.
    pub(super) own: TypeId,
    pub(super) question: Question,
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, {}", self.composed.release(), self.own, self.question)
    }
}

pub(super) fn cases(release: &ReleaseFolder, trees: &Trees) -> Result<Vec<Case>> {
    let index = Index::new(&release.load()?)?;
    let mut all = plain(&index)?;
    let core = Extension::core(&index)?;
    for parent in core.iter().flat_map(Extension::parents).collect::<BTreeSet<_>>() {
        let of_parent: Vec<_> =
            core.iter().filter(|extension| extension.parents().contains(parent)).cloned().collect();
        let mut sets: Vec<_> = of_parent.iter().map(|extension| vec![extension.clone()]).collect();
        sets.push(of_parent);
        for set in sets {
            all.extend(extended(&index, parent, &set, trees)?);
        }
    }
    Ok(all)
}

/// Every whole file by itself.
fn plain(index: &Index) -> Result<Vec<Case>> {
    let composed = Rc::new(compose(index, &[])?);
    let mut all = Vec::new();
    for file in index.files().keys() {
        let Ok(id) = composed.type_named(file) else { continue };
        for (variant, own) in messages(&composed, &id) {
            let definition = shape(index, &id, &own);
            let source = Source::File { file: file.clone(), definition };
            all.push(Case { composed: composed.clone(), own, question: Question { variant, source } });
        }
    }
    Ok(all)
}

/// One capability with extensions, asked for by a profile.
fn extended(index: &Index, parent: &str, set: &[Extension], trees: &Trees) -> Result<Vec<Case>> {
    let composed = Rc::new(compose(index, set)?);
    let names: Vec<_> = set.iter().filter_map(|extension| extension.id().name.rsplit('.').next()).collect();
    let short = parent.rsplit('.').next().unwrap_or(parent);
    let file = format!("{short}-with-{}.json", names.join("-"));
    trees.add(&file, &profile(index, parent, set))?;
    let Some(id) = composed.capabilities().get(parent).cloned() else { return Ok(Vec::new()) };
    let cases = messages(&composed, &id).into_iter().map(|(variant, own)| {
        let source = Source::Profile { file: file.clone(), definition: shape(index, &id, &own) };
        Case { composed: composed.clone(), own, question: Question { variant, source } }
    });
    Ok(cases.collect())
}

/// The messages of a type. A response of an operation that makes no difference has what the type has.
fn messages(composed: &ComposedSchema, id: &TypeId) -> Vec<(Variant, TypeId)> {
    let mut all: Vec<_> =
        composed.messages(id).map(|(variant, own)| (variant.clone(), own.clone())).collect();
    let is_several = !all.is_empty() && all.iter().all(|(_, own)| own != id);
    for operation in OPERATIONS.into_iter().filter(|_| !is_several) {
        let variant = Variant::new(Direction::Response, operation);
        if all.iter().all(|(known, _)| *known != variant) {
            all.push((variant, id.clone()));
        }
    }
    all
}

/// The definition of the published file that a message is, where the file is several.
fn shape(index: &Index, id: &TypeId, own: &TypeId) -> Option<String> {
    let defs = index.files().get(&own.file)?.get("$defs")?;
    (own != id && defs.get(&own.name).is_some()).then(|| own.name.clone())
}

fn profile(index: &Index, parent: &str, set: &[Extension]) -> Value {
    let version = index.release().as_str();
    let url = |file: &str| format!("https://ucp.dev/{file}");
    let mut capabilities = Map::new();
    let of_parent = index.files().iter().find(|(_, root)| root["name"] == parent).map(|(file, _)| url(file));
    capabilities.insert(parent.to_owned(), json!([{"version": version, "schema": of_parent}]));
    for extension in set {
        let entry = json!([{"version": version, "schema": url(&extension.file()), "extends": [parent]}]);
        capabilities.insert(extension.id().name.clone(), entry);
    }
    json!({"ucp": {"version": version, "capabilities": capabilities}})
}
