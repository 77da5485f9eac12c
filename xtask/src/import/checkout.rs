//! A checkout of the published repository, or a copy of its files.
//!
//! In:  a folder: the repository, its `spec` folder, one release, or any layout that `tradespec_schema::load` reads.
//! Out: the releases in it, each with its files and their SHA-256, and the revision where it can be told.
//! Holds: nothing is run and nothing is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use tradespec_schema::load::{self, ReleaseFolder, shown};
use tradespec_schema::{Protocol, Release, SchemaSet};

/// The releases of one protocol in a folder.
pub(crate) struct Checkout {
    root: PathBuf,
    /// Whether the folder is one release, and so says nothing of the others.
    pub(crate) is_one_release: bool,
    pub(crate) releases: Vec<ReleaseFolder>,
}

/// The files of a release as they were published.
pub(crate) struct Published {
    pub(crate) set: SchemaSet,
    /// File name → SHA-256 of the file, in hexadecimal.
    pub(crate) hashes: BTreeMap<String, String>,
}

impl Checkout {
    pub(crate) fn open(dir: &Path, protocol: Protocol) -> Result<Self> {
        // A name such as `.` does not say that the folder is called `spec` or by a date.
        let dir = fs::canonicalize(dir).with_context(|| format!("{}: cannot be read", shown(dir)))?;
        let is_date = |path: &Path| {
            path.is_dir()
                && path.file_name().and_then(|n| n.to_str()).is_some_and(|n| Release::new(n).is_ok())
        };
        let is_one_release = is_date(&dir);
        let dates: Vec<PathBuf> = if is_one_release {
            Vec::new()
        } else {
            let mut below = entries(&dir)?;
            below.retain(|path| is_date(path));
            below
        };
        let mut releases = Vec::new();
        if dates.is_empty() {
            releases = load::releases(&dir)?;
        }
        for date in dates {
            releases.extend(load::releases(&date)?);
        }
        releases.retain(|found| found.protocol == protocol);
        if releases.is_empty() {
            bail!("{}: no release of {protocol} in it", shown(&dir));
        }
        Ok(Self { root: root_of(&dir, &releases), is_one_release, releases })
    }

    /// The releases that are asked for, all of them where none is.
    pub(crate) fn chosen(&self, wanted: &[Release]) -> Result<Vec<&ReleaseFolder>> {
        for release in wanted {
            if !self.releases.iter().any(|found| found.release == *release) {
                let known: Vec<_> = self.releases.iter().map(|found| found.release.as_str()).collect();
                bail!("the checkout has no release {release}; it has {}", known.join(", "));
            }
        }
        let is_wanted = |found: &&ReleaseFolder| wanted.is_empty() || wanted.contains(&found.release);
        Ok(self.releases.iter().filter(is_wanted).collect())
    }

    /// The first twelve digits of the revision that is checked out, where the folder is a git checkout that says so
    /// in its files.
    pub(crate) fn revision(&self) -> Option<String> {
        let git = self.root.join(".git");
        let head = fs::read_to_string(git.join("HEAD")).ok()?;
        let full = match head.trim().strip_prefix("ref: ") {
            None => head.trim().to_owned(),
            Some(name) => match fs::read_to_string(git.join(name)) {
                Ok(revision) => revision.trim().to_owned(),
                Err(_) => packed(&fs::read_to_string(git.join("packed-refs")).ok()?, name)?,
            },
        };
        let is_revision = full.len() >= 12 && full.bytes().all(|byte| byte.is_ascii_hexdigit());
        full.get(..12).filter(|_| is_revision).map(str::to_owned)
    }

    /// Where the files of a release stand in the published repository.
    pub(crate) fn folder_in_repository(&self, found: &ReleaseFolder) -> String {
        match found.folder.strip_prefix(&self.root) {
            Ok(path) if path.starts_with("spec") => shown(path),
            // A copy of the files in another layout: where they are published.
            _ => format!("spec/{}/json-schema", found.release),
        }
    }
}

impl Published {
    pub(crate) fn read(found: &ReleaseFolder) -> Result<Self> {
        let mut hashes = BTreeMap::new();
        let mut files = Vec::new();
        for path in entries(&found.folder)? {
            if path.extension().is_some_and(|extension| extension == "json") && path.is_file() {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let text = load::read(&path)?;
                hashes.insert(name.clone(), hash(text.as_bytes()));
                files.push((name, text));
            }
        }
        let set = SchemaSet::from_files(found.protocol, found.release.clone(), files)
            .with_context(|| shown(&found.folder))?;
        Ok(Self { set, hashes })
    }
}

/// The repository's own folder: what holds the `spec` folder of the releases, else the folder that was given.
fn root_of(dir: &Path, releases: &[ReleaseFolder]) -> PathBuf {
    let spec = releases.iter().find_map(|found| {
        let date = found.folder.ancestors().find(|above| !above.ends_with("json-schema"))?;
        date.parent().filter(|spec| spec.ends_with("spec"))?.parent()
    });
    spec.unwrap_or(dir).to_owned()
}

fn packed(refs: &str, name: &str) -> Option<String> {
    refs.lines()
        .find_map(|line| line.split_once(' ').filter(|(_, of)| *of == name))
        .map(|(id, _)| id.to_owned())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect()
    };
    let mut paths = read().with_context(|| format!("{}: cannot be read", shown(folder)))?;
    paths.sort();
    Ok(paths)
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
