//! Every reference of a release, resolved.
//!
//! In:  a [`SchemaSet`].
//! Out: an [`Index`]: the same documents with each `$ref` rewritten as `file#/json/pointer`.
//! Holds: every reference leads to a schema of the set, and no schema refers to itself for the same value.
//!
//! A reference is tried as the path of a file, from the folder of the file it stands in, then as the `$id` of a file. In
//! ACP an `$id` is an alias only, never the base for file names: the published files carry one unrelated URL through
//! every release. In UCP, whose files carry the URLs that they are published at, an `$id` is the base that JSON Schema
//! makes it, and comes before the path: where both lead somewhere, that is the same file.
//! What a file calls itself, by name or `$id`, is always that file.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use crate::error::{Code, Error, Place, Problem};
use crate::extension::{Document, Extension};
use crate::fixups;
use crate::pointer::{Location, Pointer};
use crate::protocol::{Protocol, Release};
use crate::set::{SchemaFile, SchemaSet};
use crate::walk;

/// A release with its references resolved.
#[derive(Debug, Clone)]
pub struct Index {
    pub(crate) protocol: Protocol,
    pub(crate) release: Release,
    pub(crate) files: BTreeMap<String, Value>,
    names: FileNames,
}

/// How references name files.
#[derive(Debug, Clone, Default)]
struct FileNames {
    /// What error messages call a file, where that is not its key.
    shown: BTreeMap<String, String>,
    /// `$id` without fragment → the files that carry it.
    by_id: BTreeMap<String, Vec<String>>,
    /// (file, anchor) → place.
    anchors: BTreeMap<(String, String), Pointer>,
}

impl Index {
    /// Resolves every reference of `set`; all that lead nowhere are reported together.
    pub fn new(set: &SchemaSet) -> Result<Self, Error> {
        let mut index = Self {
            protocol: set.protocol(),
            release: set.release().clone(),
            files: BTreeMap::new(),
            names: FileNames::default(),
        };
        for (name, file) in set.files() {
            let mut root = file.root.clone();
            fixups::mend(index.protocol, &index.release, name, &mut root);
            index.names.add(name, &root);
            index.files.insert(name.clone(), root);
        }
        let mut problems = Vec::new();
        for name in set.files().keys() {
            index.resolve_file(name, &mut problems);
        }
        index.find_loops(&mut problems);
        Error::check(problems)?;
        Ok(index)
    }

    /// The protocol of the release.
    #[must_use]
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The date of the release.
    #[must_use]
    pub fn release(&self) -> &Release {
        &self.release
    }

    /// The documents by file name, references resolved.
    #[must_use]
    pub fn files(&self) -> &BTreeMap<String, Value> {
        &self.files
    }

    /// The same release with the documents of these extensions, where they have documents of their own.
    pub(crate) fn with_documents<'e>(
        &self,
        extensions: impl IntoIterator<Item = &'e Extension>,
    ) -> Result<Self, Error> {
        self.with_files(extensions.into_iter().filter_map(|extension| match extension.document() {
            Document::Own { shown, file } => Some((extension.file(), shown.as_str(), file)),
            Document::Core(_) => None,
        }))
    }

    /// The same release with more files, each with its key and what error messages call it. They may refer to the
    /// release's files by name and to each other by `$id`; the release cannot refer to them.
    pub(crate) fn with_files<'f>(
        &self,
        files: impl IntoIterator<Item = (String, &'f str, &'f SchemaFile)>,
    ) -> Result<Self, Error> {
        let mut next = self.clone();
        let mut keys = Vec::new();
        for (key, shown, file) in files {
            next.names.shown.insert(key.clone(), shown.to_owned());
            next.names.add(&key, &file.root);
            next.files.insert(key.clone(), file.root.clone());
            keys.push(key);
        }
        let mut problems = Vec::new();
        for key in &keys {
            next.resolve_file(key, &mut problems);
        }
        next.find_loops(&mut problems);
        Error::check(problems)?;
        Ok(next)
    }

    fn resolve_file(&mut self, name: &str, problems: &mut Vec<Problem>) {
        let Some(mut root) = self.files.get(name).cloned() else {
            return;
        };
        let shown = self.names.shown(name);
        let mut targets = BTreeMap::new();
        walk::each(&root, &Pointer::root(), &mut |at, schema| {
            let place = || Place::at(shown, at.join("$ref"));
            match schema.get("$ref") {
                Some(Value::String(reference)) => match self.target(name, reference) {
                    Ok(target) => {
                        targets.insert(reference.clone(), target.to_string());
                    }
                    Err((code, message)) => problems.push(Problem::new(code, place(), message)),
                },
                Some(_) => {
                    let message = "a \"$ref\" is a string such as \"#/$defs/Name\"";
                    problems.push(Problem::new(Code::NotASchema, place(), message));
                }
                None => {}
            }
            problems.extend(unsupported(schema, shown, at));
        });
        walk::each_mut(&mut root, &mut |members| {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(target) = targets.get(reference)
            {
                target.clone_into(reference);
            }
        });
        self.files.insert(name.to_owned(), root);
    }

    /// Where `reference`, found in `file`, leads.
    fn target(&self, file: &str, reference: &str) -> Result<Location, (Code, String)> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let target = self.target_file(file, document)?;
        let fragment = percent_decode_str(fragment).decode_utf8_lossy().into_owned();
        let shown = self.names.shown(&target);
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            // Escaped anew, so that one place has one text.
            Pointer::from_text(&fragment).segments().fold(Pointer::root(), |at, name| at.join(&name))
        } else {
            self.names.anchors.get(&(target.clone(), fragment.clone())).cloned().ok_or_else(|| {
                (Code::UnresolvedRef, format!("\"{reference}\": {shown} has no anchor \"{fragment}\""))
            })?
        };
        let root = self.files.get(&target);
        if root.and_then(|root| pointer.resolve(root)).is_some_and(is_schema) {
            return Ok(Location { file: target, pointer });
        }
        let mut message = format!("\"{reference}\": {shown} has no schema at \"{pointer}\"");
        let names = root.and_then(|root| root.get("$defs")).and_then(Value::as_object);
        let wanted = pointer.segments().nth(1).unwrap_or_default();
        if let Some(near) = names.and_then(|defs| crate::names::suggestion(&wanted, defs.keys())) {
            message.push_str(&format!("; did you mean \"{near}\"?"));
        }
        Err((Code::UnresolvedRef, message))
    }

    fn target_file(&self, file: &str, document: &str) -> Result<String, (Code, String)> {
        if document.is_empty() {
            return Ok(file.to_owned());
        }
        if let Some(target) = self.by_base(file, document) {
            return Ok(target);
        }
        let name = percent_decode_str(document.strip_prefix("./").unwrap_or(document)).decode_utf8_lossy();
        if name == self.names.own(file) {
            return Ok(file.to_owned());
        }
        let beside = joined(file, &name);
        if self.files.contains_key(&beside) {
            return Ok(beside);
        }
        // An extension's own document refers to the files of the release by their names.
        if self.files.contains_key(name.as_ref()) {
            return Ok(name.into_owned());
        }
        match self.names.by_id.get(document).map(Vec::as_slice).unwrap_or_default() {
            [one] => Ok(one.clone()),
            several if several.iter().any(|carrier| carrier == file) => Ok(file.to_owned()),
            [] => {
                let known: Vec<_> = self.files.keys().map(|file| self.names.shown(file)).collect();
                Err((
                    Code::UnresolvedRef,
                    format!(
                        "\"{document}\" is no file of this release and no $id in it; nothing is fetched. Files: {}",
                        known.join(", ")
                    ),
                ))
            }
            several => {
                let files: Vec<_> = several.iter().map(|file| self.names.shown(file)).collect();
                let files = files.join(", ");
                Err((Code::AmbiguousRef, format!("\"{document}\" is the $id of several files: {files}")))
            }
        }
    }

    /// The file that a reference leads to from the `$id` of the file it stands in, where that is its base.
    fn by_base(&self, file: &str, document: &str) -> Option<String> {
        if self.protocol == Protocol::Acp {
            return None;
        }
        let id = self.files.get(file)?.get("$id")?.as_str()?;
        let url = if document.contains("://") { document.to_owned() } else { joined(id, document) };
        match self.names.by_id.get(&url).map(Vec::as_slice) {
            Some([one]) => Some(one.clone()),
            _ => None,
        }
    }

    /// Refuses schemas that come back to themselves without going into a member or an element: checking a document
    /// against one would never end.
    fn find_loops(&self, problems: &mut Vec<Problem>) {
        let mut ended = BTreeSet::new();
        for (file, root) in &self.files {
            walk::each(root, &Pointer::root(), &mut |at, schema| {
                if schema.get("$ref").is_some() {
                    let start = Location { file: file.clone(), pointer: at.clone() };
                    self.find_loop(&start, &mut Vec::new(), &mut ended, problems);
                }
            });
        }
    }

    fn find_loop(
        &self,
        at: &Location,
        open: &mut Vec<Location>,
        ended: &mut BTreeSet<Location>,
        problems: &mut Vec<Problem>,
    ) {
        if ended.contains(at) {
            return;
        }
        if let Some(start) = open.iter().position(|other| other == at) {
            let ring = open[start..].iter().chain([at]).map(|step| self.place(step).to_string());
            let message = format!(
                "refers to itself, so checking a document would never end: {}",
                ring.collect::<Vec<_>>().join(" -> ")
            );
            problems.push(Problem::new(Code::RefLoop, self.place(at), message));
            return;
        }
        open.push(at.clone());
        let mut targets = Vec::new();
        if let Some(schema) = self.schema(at) {
            in_place_references(schema, &mut targets);
        }
        for target in targets {
            self.find_loop(&target, open, ended, problems);
        }
        open.pop();
        ended.insert(at.clone());
    }

    fn place(&self, location: &Location) -> Place {
        Place::at(self.names.shown(&location.file), location.pointer.clone())
    }

    /// The schema at a place of the release.
    #[must_use]
    pub fn schema(&self, location: &Location) -> Option<&Value> {
        location.pointer.resolve(self.files.get(&location.file)?)
    }
}

impl FileNames {
    /// What error messages call a file.
    fn shown<'n>(&'n self, file: &'n str) -> &'n str {
        self.shown.get(file).map_or(file, String::as_str)
    }

    /// The name by which a file would refer to itself.
    fn own<'n>(&'n self, file: &'n str) -> &'n str {
        let shown = self.shown(file);
        shown.rsplit('/').next().unwrap_or(shown)
    }

    fn add(&mut self, file: &str, root: &Value) {
        if let Some(id) = root.get("$id").and_then(Value::as_str) {
            let id = id.split_once('#').map_or(id, |(document, _)| document);
            self.by_id.entry(id.to_owned()).or_default().push(file.to_owned());
        }
        walk::each(root, &Pointer::root(), &mut |at, schema| {
            if let Some(anchor) = schema.get("$anchor").and_then(Value::as_str) {
                self.anchors.insert((file.to_owned(), anchor.to_owned()), at.clone());
            }
        });
    }
}

/// The path or URL that `relative` names from the folder of `base` (RFC 3986, 5.2.4: `.` and `..` are steps).
fn joined(base: &str, relative: &str) -> String {
    let (root, path) = match base.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            (format!("{scheme}://{host}/"), path)
        }
        None => (String::new(), base),
    };
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut steps: Vec<&str> =
        if relative.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    for step in relative.split('/') {
        match step {
            "." => {}
            ".." => {
                steps.pop();
            }
            step => steps.push(step),
        }
    }
    steps.retain(|step| !step.is_empty());
    format!("{root}{}", steps.join("/"))
}

/// The references of `schema` that apply to the same value as it does.
fn in_place_references(schema: &Value, targets: &mut Vec<Location>) {
    let Some(members) = schema.as_object() else {
        return;
    };
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            ("$ref", Value::String(target)) => targets.push(Location::from_resolved(target)),
            ("allOf" | "anyOf" | "oneOf", Value::Array(branches)) => {
                for branch in branches {
                    in_place_references(branch, targets);
                }
            }
            ("not" | "if" | "then" | "else", branch) => in_place_references(branch, targets),
            ("dependentSchemas", Value::Object(branches)) => {
                for branch in branches.values() {
                    in_place_references(branch, targets);
                }
            }
            _ => {}
        }
    }
}

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}

/// Keywords that change what references mean, which no published file uses.
fn unsupported(schema: &Value, file: &str, at: &Pointer) -> Option<Problem> {
    let keyword = ["$dynamicRef", "$recursiveRef"].into_iter().find(|keyword| schema.get(keyword).is_some());
    let nested_id = !at.as_str().is_empty() && schema.get("$id").is_some_and(Value::is_string);
    let keyword = keyword.or_else(|| nested_id.then_some("$id"))?;
    let what = if keyword == "$id" {
        "an \"$id\" inside a file changes what its references mean and is not supported; move the schema to a file of its own"
    } else {
        "dynamic references are not supported; use \"$ref\""
    };
    Some(Problem::new(Code::UnsupportedKeyword, Place::at(file, at.join(keyword)), what))
}
