//! The whole way: from schema files to findings.

use std::collections::BTreeSet;
use std::path::Path;

use tradespec_schema::{Code as SchemaCode, Error, Place, Protocol, Release};
use tradespec_validator::Places;

use crate::code::Code;
use crate::finding::{Fault, Finding};
use crate::load;
use crate::rules;
use crate::tree::Tree;

/// Schema files: one tree for each release, and for each third party's extension.
#[derive(Debug, Clone)]
pub struct Schemas {
    trees: Vec<Tree>,
}

/// What is looked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Kinds that are looked for although they are not by default.
    pub on: BTreeSet<Code>,
    /// Kinds that are not looked for.
    pub off: BTreeSet<Code>,
}

impl Options {
    fn wants(&self, code: Code) -> bool {
        !self.off.contains(&code) && (code.is_on_by_default() || self.on.contains(&code))
    }
}

impl Schemas {
    /// The releases and extensions that are built in.
    ///
    /// ```
    /// let releases: Vec<_> = tradespec_lint::Schemas::embedded()?.releases().map(str::to_owned).collect();
    /// assert!(releases.contains(&"2026-04-17".to_owned()));
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn embedded() -> Result<Self, Error> {
        Ok(Self { trees: load::embedded()? })
    }

    /// The schema files of a folder: its releases and extensions where it has a layout that Tradespec knows, else those of
    /// its dated folders, else all that are below it.
    pub fn folder(root: &Path) -> Result<Self, Error> {
        Ok(Self { trees: load::folder(root)? })
    }

    /// Files that belong together, by the relative paths that they refer to each other by.
    pub fn from_files<'f>(files: impl IntoIterator<Item = (&'f str, &'f str)>) -> Result<Self, Error> {
        Ok(Self { trees: vec![load::files(files)?] })
    }

    /// The dates of the releases, in their order.
    pub fn releases(&self) -> impl Iterator<Item = &str> {
        let mut releases: Vec<_> = self.trees.iter().filter_map(|tree| tree.release.as_deref()).collect();
        releases.dedup();
        releases.into_iter()
    }

    /// Only what belongs to a protocol.
    #[must_use]
    pub fn of_protocol(mut self, protocol: Protocol) -> Self {
        self.trees.retain(|tree| tree.protocol == Some(protocol));
        self
    }

    /// Only the releases of these dates; those that are not there are reported.
    pub fn of_releases(mut self, dates: &[Release]) -> Result<Self, Error> {
        for date in dates {
            if self.releases().all(|release| release != date.as_str()) {
                let known: Vec<_> = self.releases().collect();
                let message = format!("no release of {date}; there are {}", known.join(", "));
                return Err(Error::new(SchemaCode::UnknownRelease, Place::none(), message));
            }
        }
        self.trees.retain(|tree| dates.iter().any(|date| tree.release.as_deref() == Some(date.as_str())));
        Ok(self)
    }

    /// How many files are looked at.
    #[must_use]
    pub fn files(&self) -> usize {
        self.trees.iter().map(|tree| tree.linted().count()).sum()
    }

    /// The paths of the files that are looked at, each with its text, in their order.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.trees.iter().flat_map(Tree::linted).map(|(_, file)| (file.shown.as_str(), file.text.as_str()))
    }

    /// What is wrong with the files: by release, file and place in the file.
    #[must_use]
    pub fn lint(&self, options: &Options) -> Vec<Finding> {
        self.trees.iter().flat_map(|tree| findings(tree, options)).collect()
    }
}

fn findings(tree: &Tree, options: &Options) -> Vec<Finding> {
    let mut faults = rules::all(tree, &|code| options.wants(code));
    faults.retain(|fault| options.wants(fault.code));
    let mut findings = Vec::new();
    for (key, file) in tree.linted() {
        let places = Places::new(file.text.as_bytes());
        let of_file = faults.iter().filter(|fault| fault.at.file == *key);
        let mut found: Vec<_> =
            of_file.map(|fault| finding(fault, tree.release.as_ref(), &file.shown, &places)).collect();
        let order = |finding: &Finding| (finding.span.offset, finding.code, finding.message.clone());
        found.sort_by_key(order);
        found.dedup_by(|later, earlier| order(later) == order(earlier));
        findings.extend(found);
    }
    findings
}

fn finding(fault: &Fault, release: Option<&String>, shown: &str, places: &Places<'_>) -> Finding {
    let pointer = fault.at.pointer.clone();
    let span = places.name(&pointer).or_else(|| places.value(&pointer)).unwrap_or_default();
    Finding {
        code: fault.code,
        severity: fault.severity,
        release: release.cloned(),
        file: shown.to_owned(),
        excerpt: Some(places.excerpt(&span)),
        span,
        pointer,
        message: fault.message.clone(),
        help: fault.help.clone(),
    }
}
