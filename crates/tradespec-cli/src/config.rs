//! `tradespec.toml`: the settings of a project, and what they mean for each of its files.
//!
//! In:  the file, found in the working folder or one above it, or else in that of the first path or one above it, or
//! named by a flag.
//! Out: [`Config`]: defaults for flags, and rules that go by a document's path.
//! Holds: unknown keys and codes are errors; paths and globs are relative to the file's folder.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use serde::Deserialize;
use tradespec_schema::{Protocol, Release, load};
use tradespec_validator::render::Checked;
use tradespec_validator::{Diagnostic, Hint, Kind, Report, Rule, Severity};

use crate::args::FailOn;

/// The file's name.
const NAME: &str = "tradespec.toml";

/// The file as it stands.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) protocol: Option<String>,
    pub(crate) release: Option<String>,
    #[serde(default)]
    pub(crate) extensions: Vec<String>,
    #[serde(default)]
    pub(crate) extension_files: Vec<PathBuf>,
    #[serde(default)]
    pub(crate) schema_map: BTreeMap<String, PathBuf>,
    pub(crate) schemas: Option<PathBuf>,
    #[serde(default)]
    pub(crate) receiver: bool,
    #[serde(default)]
    pub(crate) strict: bool,
    #[serde(default)]
    pub(crate) allow_null_clear: bool,
    /// Whether the message rules are checked, as they are where nothing is said.
    pub(crate) rules: Option<bool>,
    fail_on: Option<Level>,
    pub(crate) max_errors: Option<usize>,
    #[serde(default)]
    map: Vec<MapEntry>,
    #[serde(default)]
    severity: BTreeMap<String, Level>,
    #[serde(default)]
    ignore: Vec<IgnoreEntry>,
}

/// `[[map]]`: what the files that a glob fits are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapEntry {
    files: OneOrMore,
    #[serde(rename = "type")]
    type_name: Option<String>,
    release: Option<String>,
}

/// `[[ignore]]`: files that are not checked, or what is not said about them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IgnoreEntry {
    files: Option<OneOrMore>,
    codes: Option<Vec<String>>,
    /// A JSON pointer in which `*` stands for any one segment; the place and everything in it.
    at: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Error,
    Warning,
    Note,
    Off,
}

/// Where settings are read from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Settings<'a> {
    /// From this file.
    File(&'a Path),
    /// From the file that is found, by way of the first path where there is one.
    Search(Option<&'a Path>),
    /// From nowhere.
    None,
}

/// The settings of a run: those of the file, and the mappings of flags.
#[derive(Debug, Default)]
pub(crate) struct Config {
    pub(crate) file: File,
    /// The folder that paths in the file are relative to.
    pub(crate) folder: PathBuf,
    maps: Vec<Mapping>,
    /// By the text of a code, of `validate` or of `trace`.
    severities: BTreeMap<&'static str, Level>,
    ignores: Vec<Ignore>,
}

#[derive(Debug)]
struct Mapping {
    files: Globs,
    hint: Hint,
}

#[derive(Debug)]
struct Ignore {
    files: Option<Globs>,
    codes: Vec<&'static str>,
    at: Option<Vec<String>>,
}

/// Globs, the folder they are relative to, and the working folder, which paths are relative to.
#[derive(Debug)]
struct Globs {
    folder: PathBuf,
    here: PathBuf,
    set: GlobSet,
}

impl Config {
    /// Reads the settings, and puts the mappings of flags in front of those of the file.
    pub(crate) fn load(settings: Settings<'_>, maps: &[(String, String)]) -> anyhow::Result<Self> {
        let here = here()?;
        let path = match settings {
            Settings::File(path) => Some(path.to_owned()),
            Settings::None => None,
            Settings::Search(first) => {
                let there = first.map(|path| normal(&here.join(path)));
                let mut folders = here.ancestors().chain(there.iter().flat_map(|path| path.ancestors()));
                folders.find_map(|folder| Some(folder.join(NAME)).filter(|path| path.is_file()))
            }
        };
        let mut config = match path {
            Some(path) => Self::read(&path, &here)?,
            None => Self { folder: here.clone(), ..Self::default() },
        };
        let mut by_flag = Vec::new();
        for (glob, type_name) in maps {
            let hint = Hint { message_type: Some(type_name.clone()), release: None };
            let files =
                Globs::new(&here, [glob.as_str()]).with_context(|| format!("--map {glob}={type_name}"))?;
            by_flag.push(Mapping { files, hint });
        }
        by_flag.append(&mut config.maps);
        config.maps = by_flag;
        Ok(config)
    }

    fn read(path: &Path, here: &Path) -> anyhow::Result<Self> {
        let shown = load::shown(path.strip_prefix(here).unwrap_or(path));
        let text = fs::read_to_string(path).with_context(|| format!("{shown}: cannot be read"))?;
        let file: File = toml::from_str(&text).map_err(|error| {
            let place = error.span().map_or_else(String::new, |span| {
                let before = text.get(..span.start).unwrap_or_default();
                let line_start = before.rfind('\n').map_or(0, |at| at + 1);
                format!(":{}:{}", before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
            });
            anyhow::anyhow!("{shown}{place}: {}", error.message())
        })?;
        let folder = normal(&here.join(path)).parent().map(Path::to_owned).unwrap_or_default();
        Self::new(file, folder).with_context(|| shown)
    }

    fn new(file: File, folder: PathBuf) -> anyhow::Result<Self> {
        let mut config = Self { folder, ..Self::default() };
        for date in file.release.iter().chain(file.map.iter().filter_map(|entry| entry.release.as_ref())) {
            Release::new(date)?;
        }
        for entry in &file.map {
            if entry.type_name.is_none() && entry.release.is_none() {
                bail!("a [[map]] says nothing; give it a type, a release, or both");
            }
            let files = Globs::new(&config.folder, entry.files.globs()).context("[[map]]")?;
            let hint = Hint { message_type: entry.type_name.clone(), release: entry.release.clone() };
            config.maps.push(Mapping { files, hint });
        }
        for (code, level) in &file.severity {
            config.severities.insert(adjustable(code).context("[severity]")?, *level);
        }
        for entry in &file.ignore {
            if entry.files.is_none() && entry.codes.is_none() && entry.at.is_none() {
                bail!("an [[ignore]] says nothing; give it files, codes, a place (at), or several of them");
            }
            let files =
                entry.files.as_ref().map(|files| Globs::new(&config.folder, files.globs())).transpose();
            let codes =
                entry.codes.iter().flatten().map(|code| adjustable(code)).collect::<anyhow::Result<_>>();
            let at = entry.at.as_deref().map(pattern).transpose();
            let ignore = Ignore {
                files: files.context("[[ignore]]")?,
                codes: codes.context("[[ignore]]")?,
                at: at.context("[[ignore]]")?,
            };
            config.ignores.push(ignore);
        }
        Ok(Self { file, ..config })
    }

    /// A path of the file, from the working folder.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        self.folder.join(path)
    }

    /// The protocol that the file names.
    pub(crate) fn protocol(&self) -> anyhow::Result<Option<Protocol>> {
        let Some(name) = &self.file.protocol else { return Ok(None) };
        let found = crate::selectors::protocol(name);
        found.map(Some).map_err(|message| anyhow::anyhow!("{NAME}: protocol \"{name}\": {message}"))
    }

    /// What a run fails on: errors, where the file says nothing.
    pub(crate) fn fail_on(&self) -> anyhow::Result<FailOn> {
        match self.file.fail_on {
            Some(Level::Error) | None => Ok(FailOn::Error),
            Some(Level::Warning) => Ok(FailOn::Warning),
            Some(Level::Note | Level::Off) => bail!("{NAME}: fail_on is \"error\" or \"warning\""),
        }
    }

    /// What the mappings that fit, the first one first, say of the document at `path`.
    pub(crate) fn hint(&self, path: &Path) -> Hint {
        let fitting = || self.maps.iter().filter(|map| map.files.fit(path));
        Hint {
            message_type: fitting().find_map(|map| map.hint.message_type.clone()),
            release: fitting().find_map(|map| map.hint.release.clone()).or_else(|| self.file.release.clone()),
        }
    }

    /// Whether the file at `path` is not to be checked at all.
    pub(crate) fn skips(&self, path: &Path) -> bool {
        self.ignores.iter().any(|ignore| {
            ignore.codes.is_empty()
                && ignore.at.is_none()
                && ignore.files.as_ref().is_some_and(|files| files.fit(path))
        })
    }

    /// The message rules that are set off. What they would say of a place, the schema may say again.
    pub(crate) fn rules_off(&self) -> impl Iterator<Item = Rule> {
        let is_off = |rule: &Rule| matches!(self.severities.get(rule.as_str()), Some(Level::Off));
        Rule::ALL.iter().copied().filter(is_off)
    }

    /// The document with the severities that are set, and without what is to be ignored.
    pub(crate) fn adjust<C: Kind>(&self, path: &Path, checked: Checked<C>) -> Checked<C> {
        if (self.severities.is_empty() && self.ignores.is_empty()) || checked.report.is_empty() {
            return checked;
        }
        let ignores: Vec<_> = self
            .ignores
            .iter()
            .filter(|ignore| ignore.files.as_ref().is_none_or(|files| files.fit(path)))
            .collect();
        let adjusted = checked.report.iter().cloned().filter_map(|mut diagnostic| {
            if ignores.iter().any(|ignore| ignore.fits(&diagnostic)) {
                return None;
            }
            match self.severities.get(diagnostic.code.as_str()) {
                Some(Level::Off) => return None,
                // What was lowered already, as for a receiver, stays so.
                Some(level) if diagnostic.severity == diagnostic.code.severity() => {
                    diagnostic.severity = level.severity().unwrap_or(diagnostic.severity);
                }
                _ => {}
            }
            Some(diagnostic)
        });
        let report = Report::new(adjusted.collect());
        checked.with_report(report)
    }
}

impl Level {
    fn severity(self) -> Option<Severity> {
        match self {
            Self::Error => Some(Severity::Error),
            Self::Warning => Some(Severity::Warning),
            Self::Note => Some(Severity::Note),
            Self::Off => None,
        }
    }
}

/// A code whose weight may be changed.
fn adjustable(text: &str) -> anyhow::Result<&'static str> {
    let mut known = tradespec_trace::Code::ALL.iter().map(|(code, _)| *code);
    let code = match known.find(|code| code.as_str() == text) {
        Some(code) => code,
        // The error says which code is near.
        None => tradespec_trace::Code::Message(text.parse().map_err(anyhow::Error::msg)?),
    };
    let fixed = match code {
        tradespec_trace::Code::Message(code) => code.is_input() || code.is_undecided(),
        code => code.is_input(),
    };
    if fixed {
        bail!("{text} cannot be changed: what has it was not checked; ignore the file instead");
    }
    Ok(code.as_str())
}

fn pattern(text: &str) -> anyhow::Result<Vec<String>> {
    match text.strip_prefix('/') {
        Some(segments) => Ok(segments.split('/').map(str::to_owned).collect()),
        None => bail!("at = \"{text}\": a place is a JSON pointer such as /line_items/*/name"),
    }
}

impl Ignore {
    fn fits<C: Kind>(&self, diagnostic: &Diagnostic<C>) -> bool {
        if diagnostic.code.is_input() || diagnostic.code.is_undecided() {
            return false;
        }
        let by_code = self.codes.is_empty() || self.codes.contains(&diagnostic.code.as_str());
        let segments: Vec<_> = diagnostic.instance_path.as_str().split('/').skip(1).collect();
        let by_place = self.at.as_ref().is_none_or(|wanted| {
            wanted.len() <= segments.len()
                && wanted.iter().zip(&segments).all(|(wanted, segment)| wanted == "*" || wanted == segment)
        });
        by_code && by_place
    }
}

impl OneOrMore {
    fn globs(&self) -> Vec<&str> {
        match self {
            Self::One(glob) => vec![glob],
            Self::More(globs) => globs.iter().map(String::as_str).collect(),
        }
    }
}

impl Globs {
    fn new<'g>(folder: &Path, globs: impl IntoIterator<Item = &'g str>) -> anyhow::Result<Self> {
        let mut set = GlobSetBuilder::new();
        for glob in globs {
            let built = |text: &str| GlobBuilder::new(text).literal_separator(true).build();
            let plain = glob.strip_prefix("./").unwrap_or(glob);
            // As in .gitignore: a glob without a folder fits in every folder.
            let anywhere = format!("**/{plain}");
            set.add(built(if plain.contains('/') { plain } else { &anywhere })?);
        }
        Ok(Self { folder: folder.to_owned(), here: here()?, set: set.build()? })
    }

    fn fit(&self, path: &Path) -> bool {
        let path = normal(&self.here.join(path));
        path.strip_prefix(&self.folder).is_ok_and(|below| self.set.is_match(below))
    }
}

/// The working folder.
fn here() -> anyhow::Result<PathBuf> {
    std::env::current_dir().context("the working folder cannot be told")
}

/// The path without `.` and `..`, as it is written.
fn normal(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts
}
