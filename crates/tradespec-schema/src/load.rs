//! Finding releases in a folder and reading their files.
//!
//! Three layouts are read: Tradespec's own (`acp/<date>/schema.*.json`), the published repository's
//! (`spec/<date>/json-schema/*.json`), and the mix of both (`acp/<date>/json-schema/*.json`). A folder that is
//! itself one release works too, if its name is the date.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Code, Error, Place};
use crate::extension::{Extension, SchemaMap};
use crate::protocol::{Protocol, Release};
use crate::set::SchemaSet;

/// A release that stands in a folder; not read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReleaseFolder {
    /// The protocol.
    pub protocol: Protocol,
    /// The date.
    pub release: Release,
    /// The folder that holds the `.json` files.
    pub folder: PathBuf,
}

/// The releases below `root`, by protocol and date, oldest first.
pub fn releases(root: &Path) -> Result<Vec<ReleaseFolder>, Error> {
    if let Some(release) = release_of(root) {
        return Ok(vec![ReleaseFolder { protocol: Protocol::Acp, release, folder: json_folder(root) }]);
    }
    let mut found = Vec::new();
    for protocol in Protocol::ALL {
        for base in [root.join(protocol.as_str()), root.join("spec")] {
            if !base.is_dir() {
                continue;
            }
            for folder in entries(&base)? {
                if let Some(release) = release_of(&folder) {
                    found.push(ReleaseFolder { protocol, release, folder: json_folder(&folder) });
                }
            }
        }
    }
    if found.is_empty() {
        return Err(Error::new(
            Code::NoRelease,
            Place::file(shown(root)),
            "no release found; expected acp/<date>/schema.*.json, acp/<date>/json-schema/*.json or \
             spec/<date>/json-schema/*.json",
        ));
    }
    found.sort_by(|a, b| (a.protocol, &a.release, &a.folder).cmp(&(b.protocol, &b.release, &b.folder)));
    found.dedup_by(|later, earlier| later.protocol == earlier.protocol && later.release == earlier.release);
    Ok(found)
}

impl ReleaseFolder {
    /// Reads the release's schema files.
    pub fn load(&self) -> Result<SchemaSet, Error> {
        let mut files = Vec::new();
        for path in entries(&self.folder)? {
            if path.extension().is_some_and(|extension| extension == "json") && path.is_file() {
                files.push((file_name(&path), read(&path)?));
            }
        }
        SchemaSet::from_files(self.protocol, self.release.clone(), files)
    }
}

/// The extensions that stand below `root` as `extensions/<name>/<date>/extension.json`, by name and version.
pub fn extensions(root: &Path) -> Result<Vec<Extension>, Error> {
    let base = root.join("extensions");
    let mut found = Vec::new();
    let mut problems = Vec::new();
    if !base.is_dir() {
        return Ok(found);
    }
    for name in entries(&base)?.into_iter().filter(|path| path.is_dir()) {
        for version in entries(&name)?.into_iter().filter(|path| path.is_dir()) {
            let declaration = version.join("extension.json");
            if declaration.is_file() {
                match Extension::load(&declaration, &SchemaMap::default()) {
                    Ok(extension) => found.push(extension),
                    Err(error) => problems.extend(error.into_problems()),
                }
            }
        }
    }
    Error::check(problems)?;
    Ok(found)
}

/// Reads a text file, with an error that names it.
pub fn read(path: &Path) -> Result<String, Error> {
    let place = || Place::file(shown(path));
    let bytes = fs::read(path)
        .map_err(|error| Error::new(Code::Unreadable, place(), format!("cannot be read: {error}")))?;
    String::from_utf8(bytes)
        .map_err(|error| Error::new(Code::InvalidJson, place(), format!("not UTF-8: {}", error.utf8_error())))
}

/// The path as messages show it, with forward slashes on every system.
#[must_use]
pub fn shown(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let failed = |error: std::io::Error| {
        let place = Place::file(shown(folder));
        Error::new(Code::Unreadable, place, format!("cannot be read: {error}"))
    };
    let mut paths = fs::read_dir(folder)
        .map_err(failed)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(failed)?;
    paths.sort();
    Ok(paths)
}

fn release_of(folder: &Path) -> Option<Release> {
    let name = folder.file_name()?.to_str()?;
    Release::new(name).ok().filter(|_| folder.is_dir())
}

fn json_folder(release: &Path) -> PathBuf {
    let published = release.join("json-schema");
    if published.is_dir() { published } else { release.to_owned() }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
