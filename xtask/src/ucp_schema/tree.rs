//! A release on disk, as published, and as the tool can cope with it.
//!
//! In:  the folder of a release.
//! Out: two folders with the same files. In the second one, a schema that refers to its own file as a whole (`#`) has that
//!      file's schema in place of the reference, and what an extension adds stands under the full name of what it extends,
//!      too. Both mean the same.

use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::{Map, Value};
use tradespec_schema::load::ReleaseFolder;
use tradespec_schema::walk;

use super::tool::write;

pub(super) struct Trees {
    pub(super) published: PathBuf,
    pub(super) mended: PathBuf,
}

impl Trees {
    pub(super) fn new(release: &ReleaseFolder, work: &Path) -> Result<Self> {
        let trees = Self { published: work.join("published"), mended: work.join("mended") };
        let set = release.load()?;
        let names = set.files().values().filter_map(|file| file.root.get("name")?.as_str());
        let names: Vec<_> = names.collect();
        for (name, file) in set.files() {
            write(&trees.published.join(name), &file.root)?;
            write(&trees.mended.join(name), &with_full_names(mended(&file.root), &names))?;
        }
        Ok(trees)
    }

    /// Writes a file into both.
    pub(super) fn add(&self, name: &str, content: &Value) -> Result<()> {
        write(&self.published.join(name), content)?;
        write(&self.mended.join(name), content)
    }
}

/// Older releases have what an extension adds under the short name of what it extends.
fn with_full_names(mut root: Value, names: &[&str]) -> Value {
    let is_capability = root.get("name").is_some();
    if let Some(defs) = root.get_mut("$defs").and_then(Value::as_object_mut).filter(|_| is_capability) {
        for full in names {
            let short = full.rsplit('.').next().and_then(|short| defs.get(short));
            if let Some(schema) = short.filter(|schema| schema.get("allOf").is_some()).cloned() {
                defs.entry(*full).or_insert(schema);
            }
        }
    }
    root
}

fn mended(root: &Value) -> Value {
    let mut body: Map<String, Value> = root.as_object().cloned().unwrap_or_default();
    body.retain(|keyword, _| !matches!(keyword.as_str(), "$schema" | "$id" | "$defs" | "name" | "version"));
    let mut root = root.clone();
    walk::each_mut(&mut root, &mut |members| {
        if members.get("$ref").and_then(Value::as_str) == Some("#") {
            members.shift_remove("$ref");
            let own = std::mem::take(members);
            let whole = Value::Object(body.clone());
            members.insert("allOf".to_owned(), vec![whole, own.into()].into());
        }
    });
    root
}
