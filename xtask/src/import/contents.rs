//! What a release has that the one before has not: files, types, members, meanings.
//!
//! In:  the files of two releases, or of one release as it was read and as it is now.
//! Out: a decision for each file or type that is new, gone or changed.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tradespec_schema::parity::{Difference, differences};
use tradespec_schema::walk::Keyword;
use tradespec_schema::{Pointer, SchemaFile, SchemaSet};

use super::Workspace;
use super::decision::{Decision, Kind};

/// How many changes of one type are written out.
const SHOWN: usize = 3;

/// Everything in `now` that is not so in `before`, but for what `said` says already.
pub(crate) fn decisions(
    before: &SchemaSet,
    now: &SchemaSet,
    workspace: &Workspace,
    said: &[Decision],
) -> Vec<Decision> {
    let mut found = Vec::new();
    for (name, file) in now.files() {
        match before.files().get(name) {
            None => found.push(new_file(name, file, workspace)),
            Some(old) => changed_file(name, old, file, said, &mut found),
        }
    }
    for name in before.files().keys().filter(|name| !now.files().contains_key(*name)) {
        let message = "the file is gone; see where its types went";
        found.push(Decision::new(Kind::GoneFile, name, Pointer::root(), message));
    }
    for (name, files) in same_names(now) {
        let had = |file: &str| {
            before.files().get(file).is_some_and(|old| old.definitions().any(|(other, _)| other == name))
        };
        if let Some(new) = files.iter().find(|file| !had(file)) {
            found.extend(same_name(now, name, &files, new));
        }
    }
    found
}

fn new_file(name: &str, file: &SchemaFile, workspace: &Workspace) -> Decision {
    let types: Vec<_> = file.definitions().map(|(name, _)| name.as_str()).collect();
    let module = match workspace.module(name) {
        Some(module) => format!("its types go to the module {module}, by codegen.toml"),
        None => "its types get a module of their own, unless codegen.toml names one under modules".to_owned(),
    };
    let message = format!("new file with {}; {module}", counted(&types, "type"));
    Decision::new(Kind::NewFile, name, Pointer::root(), message)
}

fn changed_file(
    name: &str,
    before: &SchemaFile,
    now: &SchemaFile,
    said: &[Decision],
    found: &mut Vec<Decision>,
) {
    let types = |file: &SchemaFile| file.definitions().map(|(name, _)| name.clone()).collect::<BTreeSet<_>>();
    let (old, new) = (types(before), types(now));
    let defs = Pointer::root().join("$defs");
    let added: Vec<_> = new.difference(&old).map(String::as_str).collect();
    if !added.is_empty() {
        let message = counted(&added, "new type");
        found.push(Decision::new(Kind::NewTypes, name, defs.clone(), message));
    }
    let gone: Vec<_> = old.difference(&new).map(String::as_str).collect();
    if !gone.is_empty() {
        let message = counted(&gone, "gone type");
        found.push(Decision::new(Kind::GoneTypes, name, defs, message));
    }
    // Type → what is different in it; the empty name for what stands beside the types.
    let mut by_type: BTreeMap<String, Vec<Difference>> = BTreeMap::new();
    let is_said = |at: &Pointer| said.iter().any(|decision| decision.says(name, at));
    for difference in
        differences(&before.root, &now.root).into_iter().filter(|found| !is_said(&found.pointer))
    {
        let top: Vec<String> = difference.pointer.segments().take(2).collect();
        let of = match (top.first().map(String::as_str), top.get(1)) {
            (Some("$defs"), Some(of)) if added.contains(&of.as_str()) || gone.contains(&of.as_str()) => {
                continue;
            }
            (Some("$defs"), Some(of)) => of.clone(),
            _ => String::new(),
        };
        by_type.entry(of).or_default().push(difference);
    }
    for (of, differences) in by_type {
        let at = if of.is_empty() { Pointer::root() } else { Pointer::root().join("$defs").join(&of) };
        changed_type(name, &at, differences, found);
    }
}

fn changed_type(file: &str, at: &Pointer, differences: Vec<Difference>, found: &mut Vec<Decision>) {
    let (members, changes): (Vec<_>, Vec<_>) =
        differences.into_iter().partition(|found| found.left.is_none() && is_member(&found.pointer));
    let below =
        |found: &Difference| found.pointer.as_str().get(at.as_str().len()..).unwrap_or_default().to_owned();
    if !members.is_empty() {
        let names: Vec<_> = members.iter().filter_map(|found| found.pointer.segments().last()).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let message = counted(&names, "new member");
        found.push(Decision::new(Kind::NewMembers, file, at.clone(), message));
    }
    if !changes.is_empty() {
        let shown: Vec<_> = changes
            .iter()
            .take(SHOWN)
            .map(|found| format!("{}: {}", below(found), found.in_words("before", "now")))
            .collect();
        let more = match changes.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("; and {more} more, which `tradespec diff` lists"),
        };
        let count =
            if changes.len() == 1 { "1 change".to_owned() } else { format!("{} changes", changes.len()) };
        let message = format!("{count} of meaning: {}{more}", shown.join("; "));
        found.push(Decision::new(Kind::ChangedType, file, at.clone(), message));
    }
}

/// Whether the last segment of a pointer is the name of a member, and not a keyword or a name in data.
fn is_member(pointer: &Pointer) -> bool {
    let mut segments = pointer.segments().peekable();
    while let Some(keyword) = segments.next() {
        match Keyword::of(&keyword) {
            Keyword::Schema => {}
            Keyword::Schemas => {
                segments.next();
            }
            Keyword::Named => {
                if segments.next().is_none() {
                    return false;
                }
                if segments.peek().is_none() {
                    return keyword == "properties";
                }
            }
            Keyword::Annotation | Keyword::Data => return false,
        }
    }
    false
}

/// Names of types that several files have, with the files.
fn same_names(set: &SchemaSet) -> BTreeMap<&str, Vec<&str>> {
    let mut files: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (file, name) in set
        .files()
        .iter()
        .flat_map(|(file, content)| content.definitions().map(move |(name, _)| (file, name)))
    {
        files.entry(name).or_default().push(file);
    }
    files.retain(|_, files| files.len() > 1);
    files
}

fn same_name(set: &SchemaSet, name: &str, files: &[&str], new: &str) -> Option<Decision> {
    let place = Pointer::root().join("$defs").join(name);
    let schemas: Vec<&Value> =
        files.iter().filter_map(|file| place.resolve(&set.files().get(*file)?.root)).collect();
    let (first, rest) = schemas.split_first()?;
    let alike = rest.iter().all(|other| differences(first, other).is_empty());
    let how = if alike { "written alike" } else { "written differently" };
    let message = format!(
        "type {name} stands in {}, {how}; if they share a module, codegen.toml has to name them under names",
        files.join(", ")
    );
    Some(Decision::new(Kind::SameName, new, place, message))
}

/// `2 types: Cart, Line`.
pub(super) fn counted(names: &[&str], what: &str) -> String {
    match names {
        [] => format!("no {what}s"),
        _ => format!("{}: {}", plural(names.len(), what), names.join(", ")),
    }
}

/// `1 type`, `2 types`.
pub(crate) fn plural(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
