//! Generated files as a value: everything is written, or nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Component, Path, PathBuf};

use tradespec_schema::Place;
use tradespec_schema::load::shown;

use crate::error::Error;

/// Files by their path below the output folder.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Output {
    files: BTreeMap<PathBuf, String>,
}

/// What to do with an [`Output`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Write what changed and remove what nothing generates any more.
    Write,
    /// Change nothing; say what is stale.
    Check,
}

/// What was done, or in check mode what would be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that are new or differ.
    pub written: Vec<PathBuf>,
    /// Files that nothing generates.
    pub removed: Vec<PathBuf>,
    /// Files that are as they should be.
    pub unchanged: usize,
    /// The first difference, as a short diff.
    pub diff: Option<String>,
}

impl Summary {
    /// Whether everything is as it should be.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

impl Output {
    /// Adds a file.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: String) {
        self.files.insert(path.into(), text);
    }

    /// The files by path.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<PathBuf, String> {
        &self.files
    }

    /// Brings the folder `root` to hold these files and, in the folders at its top that they use, no others.
    ///
    /// What nothing generates any more is removed if it says that it was generated, else nothing is written and the file
    /// is named. Checking also reports every other file below `root`.
    pub fn apply(&self, root: &Path, mode: Mode) -> Result<Summary, Error> {
        let mut summary = Summary::default();
        self.check_paths(root)?;
        let present = self.present(root, mode)?;
        for (path, text) in &self.files {
            let file = root.join(path);
            let current = if present.contains(path) { Some(read(&file)?) } else { None };
            if current.as_ref() == Some(text) {
                summary.unchanged += 1;
                continue;
            }
            if summary.diff.is_none() {
                summary.diff = Some(diff(path, current.as_deref().unwrap_or_default(), text));
            }
            summary.written.push(path.clone());
        }
        summary.removed = present.into_iter().filter(|path| !self.files.contains_key(path)).collect();
        for path in summary.removed.iter().filter(|_| mode == Mode::Write) {
            if !is_generated(&read(&root.join(path))?) {
                let place = Place::file(shown(&root.join(path)));
                return Err(Error::new(place, "was not generated and would be removed; move it elsewhere"));
            }
        }
        if mode == Mode::Write {
            self.write(root, &summary)?;
        }
        Ok(summary)
    }

    /// Finds what would keep a file from being written before anything is: a path that leads out of the folder, a folder
    /// where a file belongs, a file where a folder belongs.
    fn check_paths(&self, root: &Path) -> Result<(), Error> {
        for path in self.files.keys() {
            if !path.components().all(|part| matches!(part, Component::Normal(_))) {
                return Err(Error::new(Place::file(shown(path)), "leads out of the folder to write to"));
            }
            let file = root.join(path);
            if file.is_dir() {
                let message = "is a folder, and a file belongs there; move it elsewhere";
                return Err(Error::new(Place::file(shown(&file)), message));
            }
            let mut folders = file.ancestors().skip(1).take_while(|folder| folder.starts_with(root));
            if let Some(blocked) = folders.find(|folder| folder.is_file()) {
                let message = "is a file, and a folder belongs there; move it elsewhere";
                return Err(Error::new(Place::file(shown(blocked)), message));
            }
        }
        Ok(())
    }

    /// Writes each file beside its place first, so that a full disk leaves the old files whole.
    fn write(&self, root: &Path, summary: &Summary) -> Result<(), Error> {
        let mut staged = Vec::new();
        for path in &summary.written {
            let file = root.join(path);
            let folder = file.parent().unwrap_or(root);
            fs::create_dir_all(folder).map_err(|error| cannot("create", folder, &error))?;
            let mut builder = tempfile::Builder::new();
            builder.prefix(".tradespec-");
            // Temporary files are private to their owner; generated ones are for whoever reads the folder.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let mut beside =
                builder.tempfile_in(folder).map_err(|error| cannot("write to", folder, &error))?;
            beside.write_all(self.files[path].as_bytes()).map_err(|error| cannot("write", &file, &error))?;
            staged.push((beside, file));
        }
        for (beside, file) in staged {
            beside.persist(&file).map_err(|error| cannot("replace", &file, &error.error))?;
        }
        for path in &summary.removed {
            let file = root.join(path);
            fs::remove_file(&file).map_err(|error| cannot("remove", &file, &error))?;
            for folder in file.ancestors().skip(1).take_while(|folder| *folder != root) {
                // Fails where the folder still holds something, and that is as far as tidying goes.
                if fs::remove_dir(folder).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The files below `root` without build products: when checking all of them, else those in the folders at the top
    /// that this output uses, since the rest of the folder is somebody else's.
    fn present(&self, root: &Path, mode: Mode) -> Result<BTreeSet<PathBuf>, Error> {
        let tops = self.files.keys().filter_map(|path| path.components().next());
        let mut folders: Vec<PathBuf> = match mode {
            Mode::Write => {
                tops.map(|top| PathBuf::from(top.as_os_str())).collect::<BTreeSet<_>>().into_iter().collect()
            }
            Mode::Check => vec![PathBuf::new()],
        };
        let mut found = BTreeSet::new();
        while let Some(folder) = folders.pop() {
            let here = root.join(&folder);
            if here.is_file() {
                found.insert(folder);
                continue;
            }
            if !here.is_dir() {
                continue;
            }
            for entry in fs::read_dir(&here).map_err(|error| cannot("read", &here, &error))? {
                let entry = entry.map_err(|error| cannot("read", &here, &error))?;
                let name = entry.file_name();
                if name == "target" || name == "Cargo.lock" {
                    continue;
                }
                let kind = entry.file_type().map_err(|error| cannot("read", &here, &error))?;
                if kind.is_dir() {
                    folders.push(folder.join(name));
                } else {
                    found.insert(folder.join(name));
                }
            }
        }
        Ok(found)
    }
}

/// Whether a file says of itself that it was generated.
fn is_generated(text: &str) -> bool {
    text.lines().take(3).any(|line| line.contains("@generated"))
}

fn read(path: &Path) -> Result<String, Error> {
    let bytes = match fs::read(path) {
        // A link that leads nowhere is not what was generated.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
        read => read.map_err(|error| cannot("read", path, &error))?,
    };
    // A file that is not text is not what was generated; it only has to compare as different.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Error {
    Error::new(Place::file(shown(path)), format!("cannot {what}: {error}"))
}

/// The first lines of what would change.
fn diff(path: &Path, old: &str, new: &str) -> String {
    const LINES: usize = 30;
    let changes = similar::TextDiff::from_lines(old, new);
    let name = shown(path);
    let text = changes.unified_diff().context_radius(2).header(&name, &name).to_string();
    let mut lines: Vec<_> = text.lines().take(LINES).collect();
    if text.lines().count() > LINES {
        lines.push("…");
    }
    lines.join("\n")
}
