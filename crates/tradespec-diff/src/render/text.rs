//! For people: types with what changed in them, what breaks first.

use super::lines::{Group, Line, groups, summary, types};
use crate::diff::Diff;

pub(super) fn text(diff: &Diff, verbose: bool) -> String {
    let mut text = format!("{} -> {}\n", diff.old, diff.new);
    for group in groups(diff) {
        text.push_str(&format!("\n{} ({})\n", group.types.join(", "), group.direction));
        let width =
            group.lines.iter().map(|line| place(line.pointer, line.to).chars().count()).max().unwrap_or(0);
        let word = word_width(&group);
        for line in &group.lines {
            let (state, place) = (state_of(&group, line), place(line.pointer, line.to));
            text.push_str(&format!("  {state:word$}  {place:width$}  {}\n", line.message));
            if let (true, Some(witness)) = (verbose, line.witness) {
                let (accepts, refuses) = (witness.accepted_by, witness.accepted_by.other());
                text.push_str(&format!(
                    "    {} accepts, {} refuses: {}\n",
                    accepts.as_str(),
                    refuses.as_str(),
                    witness.document
                ));
            }
        }
    }
    let types = types(diff);
    if !types.is_empty() {
        text.push('\n');
    }
    for (what, breaking, names) in types {
        let note = if breaking == Some(false) { String::new() } else { format!(" ({})", state(breaking)) };
        text.push_str(&format!("{what}{note}: {}\n", names.join(", ")));
    }
    text.push_str(&format!("\n{}\n", summary(diff)));
    text
}

fn place(pointer: &str, to: Option<&str>) -> String {
    let whole = if pointer.is_empty() { "." } else { pointer };
    to.map_or_else(|| whole.to_owned(), |to| format!("{whole} -> {to}"))
}

fn state(breaking: Option<bool>) -> &'static str {
    match breaking {
        Some(true) => "breaking",
        Some(false) => "ok",
        None => "unsure",
    }
}

/// Where messages go both ways, it is said which of them break.
fn state_of(group: &Group<'_>, line: &Line<'_>) -> &'static str {
    match (group.direction, line.breaks.as_str()) {
        ("both", "request") => "breaking for requests",
        ("both", "response") => "breaking for responses",
        _ => state(line.breaking),
    }
}

fn word_width(group: &Group<'_>) -> usize {
    group.lines.iter().map(|line| state_of(group, line).len()).max().unwrap_or(0)
}
