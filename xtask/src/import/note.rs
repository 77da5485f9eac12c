//! `source.toml`: where the facts of a release come from.
//!
//! In:  the note beside a release's files, or what is known of a checkout.
//! Out: a [`Note`], or the text of the file.
//! Holds: reading what was written gives the same note.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use toml::{Table, Value};
use tradespec_schema::load::{self, shown};

/// What a release was read from.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Note {
    pub(crate) protocol: String,
    pub(crate) release: String,
    pub(crate) repository: String,
    pub(crate) folder: String,
    pub(crate) revision: String,
    pub(crate) licence: String,
    /// File name → SHA-256. Empty in a note without them.
    pub(crate) files: BTreeMap<String, String>,
}

impl Note {
    /// The note in a release's folder, if there is one.
    pub(crate) fn read(release: &Path) -> Result<Option<Self>> {
        let path = release.join("source.toml");
        if !path.is_file() {
            return Ok(None);
        }
        let table: Table =
            load::read(&path)?.parse().with_context(|| format!("{}: is not TOML", shown(&path)))?;
        let text = |key: &str| table.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let files = table.get("files").and_then(Value::as_table).into_iter().flatten();
        Ok(Some(Self {
            protocol: text("protocol"),
            release: text("release"),
            repository: text("repository"),
            folder: text("folder"),
            revision: text("revision"),
            licence: text("licence"),
            files: files.filter_map(|(name, hash)| Some((name.clone(), hash.as_str()?.to_owned()))).collect(),
        }))
    }

    /// The text of the file.
    pub(crate) fn to_text(&self) -> String {
        // A string of JSON is one of TOML.
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let mut text = String::from(
            "# Where this release's facts come from. The files beside this note are a transcription: names, types and\n\
             # constraints as published, descriptions and examples written for Tradespec.\n",
        );
        let lines = [
            ("protocol", &self.protocol),
            ("release", &self.release),
            ("repository", &self.repository),
            ("folder", &self.folder),
            ("revision", &self.revision),
            ("licence", &self.licence),
        ];
        for (key, value) in lines {
            text.push_str(&format!("{key} = {}\n", quoted(value)));
        }
        text.push_str(
            "\n# SHA-256 of the published files as they were read; `cargo xtask parity --from DIR` says which were edited since.\n\
             [files]\n",
        );
        for (name, hash) in &self.files {
            text.push_str(&format!("{} = {}\n", quoted(name), quoted(hash)));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::Note;

    #[test]
    fn what_is_written_is_read() {
        let note = Note {
            protocol: "acp".to_owned(),
            release: "2026-10-01".to_owned(),
            repository: "https://example.com/a \"quoted\" \\ name".to_owned(),
            folder: "spec/2026-10-01/json-schema".to_owned(),
            revision: "0123456789ab".to_owned(),
            licence: "Apache-2.0".to_owned(),
            files: [("schema.cart.json".to_owned(), "00ff".to_owned())].into(),
        };
        let folder = tempfile::TempDir::new().unwrap();
        assert_eq!(Note::read(folder.path()).unwrap(), None);
        std::fs::write(folder.path().join("source.toml"), note.to_text()).unwrap();
        assert_eq!(Note::read(folder.path()).unwrap(), Some(note));
    }
}
