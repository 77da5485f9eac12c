//! Finding releases in a folder and reading their files.
//!
//! Three layouts are read for ACP: Tradespec's own (`acp/<date>/schema.*.json`), the published repository's
//! (`spec/<date>/json-schema/*.json`), and the mix of both (`acp/<date>/json-schema/*.json`). UCP's releases are trees of
//! files (`ucp/<date>/schemas/**/*.json`, `ucp/<date>/discovery/*.json`). A folder that is itself one release works
//! too, if its name is the date; one that has a folder `schemas` is a release of UCP.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::{Code, Error, Place};
use crate::extension::{Extension, SchemaMap};
use crate::protocol::{Protocol, Release};
use crate::set::SchemaSet;

/// The folder that a release of UCP has, and one of ACP has not.
const TREE: &str = "schemas";

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
        let protocol = if root.join(TREE).is_dir() { Protocol::Ucp } else { Protocol::Acp };
        return Ok(vec![ReleaseFolder { protocol, release, folder: json_folder(root) }]);
    }
    let mut found = Vec::new();
    let bases = Protocol::ALL.map(|protocol| (protocol, root.join(protocol.as_str())));
    for (protocol, base) in bases.into_iter().chain([(Protocol::Acp, root.join("spec"))]) {
        if !base.is_dir() {
            continue;
        }
        for folder in entries(&base)? {
            if let Some(release) = release_of(&folder) {
                found.push(ReleaseFolder { protocol, release, folder: json_folder(&folder) });
            }
        }
    }
    if found.is_empty() {
        return Err(Error::new(
            Code::NoRelease,
            Place::file(shown(root)),
            "no release found; expected acp/<date>/schema.*.json, acp/<date>/json-schema/*.json, \
             spec/<date>/json-schema/*.json or ucp/<date>/schemas/**/*.json",
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
        self.read(&self.folder, &mut files)?;
        SchemaSet::from_files(self.protocol, self.release.clone(), files)
    }

    /// Reads the files of `folder`, and of the folders in it where releases are trees. A link to a folder is not followed:
    /// it might lead back.
    fn read(&self, folder: &Path, files: &mut Vec<(String, String)>) -> Result<(), Error> {
        for path in entries(folder)? {
            if path.is_dir() {
                if self.protocol == Protocol::Ucp && !path.is_symlink() {
                    self.read(&path, files)?;
                }
            } else if path.extension().is_some_and(|extension| extension == "json") && path.is_file() {
                files.push((shown(path.strip_prefix(&self.folder).unwrap_or(&path)), read(&path)?));
            }
        }
        Ok(())
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
