//! Changes as people read them: types that changed alike together, and one line for what is one thing to them.

use crate::change::{Change, Kind, Ways, Witness};
use crate::diff::Diff;

/// Types that changed in the same way.
pub(super) struct Group<'d> {
    pub(super) types: Vec<&'d str>,
    pub(super) direction: &'static str,
    pub(super) lines: Vec<Line<'d>>,
}

/// One thing that changed.
pub(super) struct Line<'d> {
    pub(super) pointer: &'d str,
    pub(super) to: Option<&'d str>,
    pub(super) message: &'d str,
    pub(super) breaking: Option<bool>,
    pub(super) breaks: Ways,
    pub(super) witness: Option<&'d Witness>,
}

/// The changes in types that both sides have. Within a group what breaks comes first, then what may, then the rest.
pub(super) fn groups(diff: &Diff) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut done: Vec<&Change> = Vec::new();
    for change in diff.changes.iter().filter(|change| !is_of_type(change.kind)) {
        if done.iter().any(|other| same(other, change)) {
            continue;
        }
        done.push(change);
        let mut types: Vec<&str> = Vec::new();
        for other in diff.changes.iter().filter(|other| same(other, change)) {
            if !types.contains(&other.type_name.as_str()) {
                types.push(&other.type_name);
            }
        }
        let direction = change.ways.as_str();
        let line = Line {
            pointer: &change.pointer,
            to: change.to.as_deref(),
            message: &change.message,
            breaking: change.breaking,
            breaks: change.breaks,
            witness: change.witness.as_ref(),
        };
        match groups.iter_mut().find(|group| group.types == types && group.direction == direction) {
            Some(group) => add(group, line, change.kind),
            None => groups.push(Group { types, direction, lines: vec![line] }),
        }
    }
    for group in &mut groups {
        group.lines.sort_by_key(|line| rank(line.breaking));
    }
    groups
}

/// A required member that came or went is two changes, and one line.
fn add<'d>(group: &mut Group<'d>, line: Line<'d>, kind: Kind) {
    let told = |other: &&mut Line<'d>| {
        let whole = other.message.starts_with("required member");
        whole && other.pointer == line.pointer && matches!(kind, Kind::RequiredAdded | Kind::RequiredRemoved)
    };
    match group.lines.iter_mut().find(told) {
        Some(whole) => {
            whole.breaks = whole.breaks.and(line.breaks);
            if rank(line.breaking) < rank(whole.breaking) {
                whole.breaking = line.breaking;
                whole.witness = line.witness;
            }
        }
        None => group.lines.push(line),
    }
}

/// What breaks comes first.
fn rank(breaking: Option<bool>) -> u8 {
    match breaking {
        Some(true) => 0,
        None => 1,
        Some(false) => 2,
    }
}

/// Whether two changes are the same but for the type.
fn same(a: &Change, b: &Change) -> bool {
    (a.kind, &a.pointer, &a.to, &a.message, a.breaking, a.breaks, a.ways)
        == (b.kind, &b.pointer, &b.to, &b.message, b.breaking, b.breaks, b.ways)
}

fn is_of_type(kind: Kind) -> bool {
    matches!(kind, Kind::TypeAdded | Kind::TypeRemoved | Kind::TypeRenamed)
}

/// The types that came, went or have another name, by what is said of them.
pub(super) fn types(diff: &Diff) -> Vec<(&str, Option<bool>, Vec<String>)> {
    let mut said: Vec<(&str, Option<bool>, Vec<String>)> = Vec::new();
    for change in diff.changes.iter().filter(|change| is_of_type(change.kind)) {
        let (what, name) = match (&change.to, change.kind) {
            (Some(to), _) => ("types with another name", format!("{} -> {to}", change.type_name)),
            (None, kind) => (heading(kind, &change.message), change.type_name.clone()),
        };
        match said.iter_mut().find(|(other, breaking, _)| *other == what && *breaking == change.breaking) {
            Some((_, _, names)) => names.push(name),
            None => said.push((what, change.breaking, vec![name])),
        }
    }
    said
}

fn heading(kind: Kind, message: &str) -> &str {
    match (kind, message) {
        (Kind::TypeAdded, "a new message") => "new messages",
        (Kind::TypeAdded, _) => "new parts of messages",
        (_, "the message is gone") => "messages that are gone",
        (_, "no message has a part of this type any more") => "parts that no message has any more",
        (_, other) => other,
    }
}

/// The last line: how many changes there are of each sort.
pub(super) fn summary(diff: &Diff) -> String {
    let number = |breaking| diff.changes.iter().filter(|change| change.breaking == breaking).count();
    let all = diff.changes.len();
    let (yes, no, unknown) = (number(Some(true)), number(Some(false)), number(None));
    let changes = if all == 1 { "change" } else { "changes" };
    format!("{all} {changes}: {yes} breaking, {no} not breaking, {unknown} not certain")
}
