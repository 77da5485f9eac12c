//! A release on disk, as published, and as the tool can cope with it.
//!
//! In:  the folder of a release.
//! Out: two folders with the same files. In the second one, a schema that refers to its own file as a whole (`#`) has that
//!      file's schema in place of the reference, which means the same.

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
        for (name, file) in release.load()?.files() {
            write(&trees.published.join(name), &file.root)?;
            write(&trees.mended.join(name), &mended(&file.root))?;
        }
        Ok(trees)
    }

    /// Writes a file into both.
    pub(super) fn add(&self, name: &str, content: &Value) -> Result<()> {
        write(&self.published.join(name), content)?;
        write(&self.mended.join(name), content)
    }
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
