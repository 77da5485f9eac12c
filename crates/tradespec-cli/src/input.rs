//! The documents to check: which there are, and what is in them.
//!
//! In:  paths as they were given.
//! Out: [`Source`]s in order, files of folders sorted; and a JSON value for each, or why there is none.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;
use tradespec_schema::{load, parse_json};
use tradespec_validator::Diagnostic;

/// Stands for standard input.
const STDIN: &str = "-";

/// One document, or the lack of one.
#[derive(Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
    /// A folder that gives no documents, and why.
    Nothing(PathBuf, String),
}

/// The documents that `paths` name: standard input if there are none.
pub(crate) fn sources(paths: &[PathBuf]) -> anyhow::Result<Vec<Source>> {
    if paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        anyhow::bail!("standard input (-) can be read only once");
    }
    if paths.is_empty() {
        return Ok(vec![Source::Stdin]);
    }
    let mut sources = Vec::new();
    for path in paths {
        if is_stdin(path) {
            sources.push(Source::Stdin);
        } else if path.is_dir() {
            let before = sources.len();
            folder(path, &mut sources);
            if sources.len() == before {
                sources.push(Source::Nothing(path.clone(), "no *.json file in this folder".to_owned()));
            }
        } else {
            sources.push(Source::File(path.clone()));
        }
    }
    Ok(sources)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// Every `*.json` file below a folder, sorted; links to folders are not followed, so there are no circles.
fn folder(path: &Path, sources: &mut Vec<Source>) {
    let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return sources.push(Source::Nothing(path.to_owned(), cannot_be_read(&error))),
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let below = entry.path();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folder(&below, sources);
        } else if below.extension().is_some_and(|extension| extension == "json") && !below.is_dir() {
            sources.push(Source::File(below));
        }
    }
}

fn cannot_be_read(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

impl Source {
    /// What outputs call the document.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => STDIN.to_owned(),
            Self::File(path) | Self::Nothing(path, _) => load::shown(path),
        }
    }

    /// The document, or what is wrong with it as input.
    pub(crate) fn read(&self) -> Result<Value, Vec<Diagnostic>> {
        let bytes = match self {
            Self::Stdin => {
                let mut bytes = Vec::new();
                io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
            }
            Self::File(path) => fs::read(path),
            Self::Nothing(_, why) => return Err(vec![Diagnostic::unreadable(why.as_str())]),
        };
        let bytes = bytes.map_err(|error| vec![Diagnostic::unreadable(cannot_be_read(&error))])?;
        let (value, twice) = parse_json(&bytes).map_err(|error| vec![Diagnostic::not_json(&error)])?;
        if twice.is_empty() {
            return Ok(value);
        }
        Err(twice.into_iter().map(Diagnostic::duplicate_member).collect())
    }
}
