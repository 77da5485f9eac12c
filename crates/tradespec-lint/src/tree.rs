//! The schema files that belong together, and where their references lead.
//!
//! In:  the texts of the files, each under a name relative to their common folder.
//! Out: a [`Tree`]: every schema of every file by its place, every reference followed or broken.
//! Holds: nothing is refused: what is wrong with a file is for the rules to say.
//!
//! A reference is a file name, relative to the file it stands in, and an `$id` second, as everywhere in Tradespec. What a
//! conforming validator would make of it, going by `$id` alone, is kept beside it.

use std::collections::{BTreeMap, BTreeSet};

use percent_encoding::percent_decode_str;
use serde_json::Value;
use tradespec_schema::{JsonError, Location, Pointer, Protocol, parse_json, suggestion, walk};
use url::Url;

use crate::compose::Composition;
use crate::vocabulary::{held, is_holder};

/// Files that belong together: those of a release, or of a folder.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    /// The protocol, where the folder says which.
    pub(crate) protocol: Option<Protocol>,
    /// The date of the release, where the folder says it.
    pub(crate) release: Option<String>,
    pub(crate) files: BTreeMap<String, File>,
    /// What composition needs, where the folder is one of a protocol and its references resolve.
    pub(crate) composition: Option<Composition>,
    /// By the place of the schema that holds the `$ref`.
    pub(crate) references: BTreeMap<Location, Reference>,
    /// The places of all schemas, outermost first within a file.
    places: BTreeSet<Location>,
}

/// One schema file.
#[derive(Debug, Clone)]
pub(crate) struct File {
    /// What people call it: its path.
    pub(crate) shown: String,
    pub(crate) text: String,
    pub(crate) root: Value,
    /// Members that stand twice in one object.
    pub(crate) twice: Vec<Pointer>,
    /// Whether findings in it are wanted; else it is only there to be referred to.
    pub(crate) linted: bool,
    /// Whether it is a schema; else it is the declaration of an extension.
    pub(crate) is_schema: bool,
}

/// A `$ref` and what became of it.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    /// Where it leads: by file name, or by `$id` where no file has the name.
    pub(crate) target: Result<Location, String>,
    /// What it is by `$id` alone, where that is something else: the URI, and the files that carry it as `$id`.
    pub(crate) by_id: Option<(String, Vec<String>)>,
}

/// A file to be read: its name in the tree, its path as people know it, and its text.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) key: String,
    pub(crate) shown: String,
    pub(crate) text: String,
    pub(crate) linted: bool,
    pub(crate) is_schema: bool,
}

impl Tree {
    /// Reads the files, and follows their references.
    pub(crate) fn new(
        protocol: Option<Protocol>,
        release: Option<String>,
        sources: Vec<Source>,
    ) -> Result<Self, (String, JsonError)> {
        let mut files = BTreeMap::new();
        for Source { key, shown, text, linted, is_schema } in sources {
            let parsed = parse_json(text.as_bytes()).map_err(|error| (shown.clone(), error))?;
            files.insert(
                key,
                File { shown, text, root: parsed.value, twice: parsed.twice, linted, is_schema },
            );
        }
        let mut tree = Self {
            protocol,
            release,
            files,
            composition: None,
            references: BTreeMap::new(),
            places: BTreeSet::new(),
        };
        tree.follow();
        Ok(tree)
    }

    /// The schema at a place.
    pub(crate) fn schema(&self, at: &Location) -> Option<&Value> {
        at.pointer.resolve(&self.files.get(&at.file)?.root)
    }

    /// Every schema of the files whose faults are wanted.
    pub(crate) fn schemas(&self) -> impl Iterator<Item = (&Location, &Value)> {
        self.all_schemas().filter(|(at, _)| self.files.get(&at.file).is_some_and(|file| file.linted))
    }

    /// Every schema of every file.
    pub(crate) fn all_schemas(&self) -> impl Iterator<Item = (&Location, &Value)> {
        self.places.iter().filter_map(|at| Some((at, self.schema(at)?)))
    }

    /// The files whose faults are wanted.
    pub(crate) fn linted(&self) -> impl Iterator<Item = (&String, &File)> {
        self.files.iter().filter(|(_, file)| file.linted)
    }

    /// Where the `$ref` of the schema at `at` leads, if it has one that leads anywhere.
    pub(crate) fn target(&self, at: &Location) -> Option<&Location> {
        self.references.get(at)?.target.as_ref().ok()
    }

    /// Whether `at` is in a schema file of the draft that all of Tradespec goes by. Of others nothing is claimed that
    /// depends on what keywords mean.
    pub(crate) fn is_current_draft(&self, file: &str) -> bool {
        let declared = self.files.get(file).and_then(|file| file.root.get("$schema")).and_then(Value::as_str);
        declared.is_none_or(|draft| draft.trim_end_matches('#') == DRAFT)
    }

    /// The innermost schema that the place is in, and is not itself.
    pub(crate) fn owner(&self, at: &Location) -> Location {
        let mut pointer = at.pointer.as_str();
        while let Some((outer, _)) = pointer.rsplit_once('/') {
            let outer = Location { file: at.file.clone(), pointer: Pointer::from_text(outer) };
            if self.places.contains(&outer) {
                return outer;
            }
            pointer = pointer.get(..outer.pointer.as_str().len()).unwrap_or_default();
        }
        Location { file: at.file.clone(), pointer: Pointer::root() }
    }

    /// Whether the files are those of UCP, by what they call themselves.
    pub(crate) fn is_ucp(&self) -> bool {
        self.files.values().any(|file| id_of(&file.root).is_some_and(|id| id.starts_with("https://ucp.dev/")))
    }

    fn follow(&mut self) {
        let names = Names::new(&self.files);
        let schemas = self.files.iter().filter(|(_, file)| file.is_schema);
        let mut roots: Vec<_> =
            schemas.map(|(file, _)| Location { file: file.clone(), pointer: Pointer::root() }).collect();
        while let Some(root) = roots.pop() {
            let Some(schema) = self.files.get(&root.file).and_then(|file| root.pointer.resolve(&file.root))
            else {
                continue;
            };
            let (mut found, mut references) = (Vec::new(), Vec::new());
            walk::each(schema, &root.pointer, &mut |at, schema| {
                let at = Location { file: root.file.clone(), pointer: at.clone() };
                if let Some(Value::String(reference)) = schema.get("$ref") {
                    references.push((at.clone(), names.follow(&self.files, &root.file, reference)));
                }
                if is_holder(&at, schema) {
                    roots.extend(held(schema).map(|(name, _)| at.join(name)));
                }
                found.push(at);
            });
            self.places.extend(found);
            // A target that no walk comes by: a schema under a keyword that is none.
            let targets = references.iter().filter_map(|(_, reference)| reference.target.as_ref().ok());
            roots.extend(targets.filter(|target| !self.places.contains(target)).cloned());
            self.references.extend(references);
            roots.retain(|root| !self.places.contains(root));
        }
    }
}

/// The draft whose meaning the rules know.
pub(crate) const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// How references name files.
struct Names {
    /// `$id` without fragment → the files that carry it.
    by_id: BTreeMap<String, Vec<String>>,
    /// (file, anchor) → place.
    anchors: BTreeMap<(String, String), Pointer>,
}

impl Names {
    fn new(files: &BTreeMap<String, File>) -> Self {
        let mut names = Self { by_id: BTreeMap::new(), anchors: BTreeMap::new() };
        for (key, file) in files {
            if let Some(id) = id_of(&file.root) {
                names.by_id.entry(id.to_owned()).or_default().push(key.clone());
            }
            walk::each(&file.root, &Pointer::root(), &mut |at, schema| {
                if let Some(anchor) = schema.get("$anchor").and_then(Value::as_str) {
                    names.anchors.insert((key.clone(), anchor.to_owned()), at.clone());
                }
            });
        }
        names
    }

    fn follow(&self, files: &BTreeMap<String, File>, from: &str, reference: &str) -> Reference {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let target = self
            .file(files, from, document)
            .ok_or_else(|| nowhere(document))
            .and_then(|file| self.place(files, &file, reference, fragment));
        Reference { by_id: self.by_id(files, from, document, target.as_ref().ok()), target }
    }

    /// The file that `document` is, seen from `from`.
    fn file(&self, files: &BTreeMap<String, File>, from: &str, document: &str) -> Option<String> {
        if document.is_empty() {
            return Some(from.to_owned());
        }
        let name = percent_decode_str(document).decode_utf8_lossy();
        let beside = beside(from, &name);
        if let Some(beside) = beside.filter(|name| files.contains_key(name)) {
            return Some(beside);
        }
        // A file that is linted beside a release refers to the release's files by their name alone.
        if files.contains_key(name.as_ref()) {
            return Some(name.into_owned());
        }
        let carriers = |uri: &str| self.by_id.get(uri).filter(|carriers| !carriers.is_empty());
        let carriers = carriers(document).or_else(|| carriers(&absolute(files, from, document)?))?;
        let own = carriers.iter().find(|carrier| *carrier == from);
        own.or_else(|| carriers.first()).cloned()
    }

    fn place(
        &self,
        files: &BTreeMap<String, File>,
        file: &str,
        reference: &str,
        fragment: &str,
    ) -> Result<Location, String> {
        let shown = file.rsplit('/').next().unwrap_or(file);
        let fragment = percent_decode_str(fragment).decode_utf8_lossy().into_owned();
        let pointer = if fragment.is_empty() || fragment.starts_with('/') {
            // Escaped anew, so that one place has one text.
            Pointer::from_text(&fragment).segments().fold(Pointer::root(), |at, name| at.join(&name))
        } else {
            let anchor = self.anchors.get(&(file.to_owned(), fragment.clone())).cloned();
            anchor.ok_or_else(|| format!("\"{reference}\": {shown} has no anchor \"{fragment}\""))?
        };
        let root = files.get(file).map(|file| &file.root);
        let found = root.and_then(|root| pointer.resolve(root));
        if found.is_some_and(|schema| schema.is_object() || schema.is_boolean()) {
            return Ok(Location { file: file.to_owned(), pointer });
        }
        let mut message = format!("\"{reference}\": {shown} has no schema at \"{pointer}\"");
        let names = root.and_then(|root| root.get("$defs")).and_then(Value::as_object);
        let wanted = pointer.segments().nth(1).unwrap_or_default();
        if let Some(near) = names.and_then(|defs| suggestion(&wanted, defs.keys())) {
            message.push_str(&format!("; did you mean \"{near}\"?"));
        }
        Err(message)
    }

    /// What the reference is by `$id`, where that is not the file it leads to.
    fn by_id(
        &self,
        files: &BTreeMap<String, File>,
        from: &str,
        document: &str,
        target: Option<&Location>,
    ) -> Option<(String, Vec<String>)> {
        if document.is_empty() {
            return None;
        }
        let uri = absolute(files, from, document)?;
        let carriers = self.by_id.get(&uri).cloned().unwrap_or_default();
        let same = target.is_some_and(|target| carriers.contains(&target.file));
        (!same).then_some((uri, carriers))
    }
}

/// The URI that `document` is by the `$id` of the file it stands in; none where that has no absolute `$id`.
fn absolute(files: &BTreeMap<String, File>, from: &str, document: &str) -> Option<String> {
    let base = Url::parse(id_of(&files.get(from)?.root)?).ok()?;
    base.join(document).ok().map(String::from)
}

/// The `$id` of a file, without fragment.
fn id_of(root: &Value) -> Option<&str> {
    let id = root.get("$id").and_then(Value::as_str)?;
    Some(id.split_once('#').map_or(id, |(document, _)| document))
}

/// The file at the relative path `name` from `from`; none where it leads out of the folder.
fn beside(from: &str, name: &str) -> Option<String> {
    if name.contains("://") || name.starts_with('/') {
        return None;
    }
    let mut path: Vec<_> = from.split('/').collect();
    path.pop();
    for step in name.split('/') {
        match step {
            "." | "" => {}
            ".." => drop(path.pop()?),
            step => path.push(step),
        }
    }
    Some(path.join("/"))
}

fn nowhere(document: &str) -> String {
    format!("\"{document}\" is no file of the folder and no $id in it; nothing is fetched")
}
