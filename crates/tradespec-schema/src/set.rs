//! The files of one release, as they stand.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::error::{Code, Error, Place, Problem};
use crate::json;
use crate::pointer::Pointer;
use crate::protocol::{Protocol, Release};

/// The schema files of one release of one protocol, by file name.
#[derive(Debug, Clone)]
pub struct SchemaSet {
    protocol: Protocol,
    release: Release,
    files: BTreeMap<String, SchemaFile>,
}

/// One schema file.
#[derive(Debug, Clone, PartialEq)]
pub struct SchemaFile {
    /// The document, members in the order of the file.
    pub root: Value,
    /// Members that stand twice in one object of the file. The last one counts, as in most readers.
    pub duplicates: Vec<Pointer>,
}

impl SchemaFile {
    /// Reads a file's text. `name` is only for error messages.
    pub fn parse(name: &str, text: &[u8]) -> Result<Self, Error> {
        let json::Parsed { value: root, twice: duplicates, .. } = json::parse(text).map_err(|error| {
            let place = Place::line(name, error.line, error.column);
            Error::new(Code::InvalidJson, place, format!("not JSON: {}", error.message))
        })?;
        if !root.is_object() {
            return Err(Error::new(
                Code::NotASchema,
                Place::file(name),
                "a schema file is a JSON object with its types in \"$defs\"",
            ));
        }
        Ok(Self { root, duplicates })
    }

    /// The top-level definitions, in the order of the file.
    pub fn definitions(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.root.get("$defs").and_then(Value::as_object).into_iter().flatten()
    }
}

impl SchemaSet {
    /// Makes a set from file names and texts. All files that are not JSON are reported together.
    pub fn from_files(
        protocol: Protocol,
        release: Release,
        files: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, Error> {
        let mut parsed = BTreeMap::new();
        let mut problems: Vec<Problem> = Vec::new();
        for (name, text) in files {
            match SchemaFile::parse(&name, text.as_bytes()) {
                Ok(file) => {
                    parsed.insert(name, file);
                }
                Err(error) => problems.extend(error.into_problems()),
            }
        }
        Error::check(problems)?;
        if parsed.is_empty() {
            return Err(Error::new(
                Code::NoRelease,
                Place::none(),
                format!("release {release} of {protocol} has no schema files"),
            ));
        }
        Ok(Self { protocol, release, files: parsed })
    }

    /// The protocol the files belong to.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The release the files belong to.
    #[must_use]
    pub fn release(&self) -> &Release {
        &self.release
    }

    /// The files by name.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<String, SchemaFile> {
        &self.files
    }
}
