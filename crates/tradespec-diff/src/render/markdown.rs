//! A section for a changelog.

use super::lines::{Line, groups, summary, types};
use crate::diff::Diff;

const PARTS: [(&str, Option<bool>); 3] =
    [("Breaking", Some(true)), ("Not certain", None), ("Not breaking", Some(false))];

pub(super) fn markdown(diff: &Diff) -> String {
    let mut text = format!("## {} → {}\n\n{}.\n", plain(&diff.old), plain(&diff.new), summary(diff));
    let groups = groups(diff);
    for (heading, breaking) in PARTS {
        let mut part = String::new();
        for group in &groups {
            let lines: Vec<_> = group.lines.iter().filter(|line| line.breaking == breaking).collect();
            if !lines.is_empty() {
                let names: Vec<_> = group.types.iter().map(|name| code(name)).collect();
                part.push_str(&format!("\n{} ({}):\n\n", names.join(", "), group.direction));
                part.extend(lines.into_iter().map(|line| item(line, group.direction)));
            }
        }
        if !part.is_empty() {
            text.push_str(&format!("\n### {heading}\n{part}"));
        }
    }
    let types = types(diff);
    if !types.is_empty() {
        text.push_str("\n### Types\n\n");
    }
    for (what, breaking, names) in types {
        let note = match breaking {
            Some(true) => " (breaking)",
            Some(false) => "",
            None => " (not certain)",
        };
        let names: Vec<_> = names.iter().map(|name| code(name)).collect();
        text.push_str(&format!("- {what}{note}: {}\n", names.join(", ")));
    }
    text
}

fn item(line: &Line<'_>, direction: &str) -> String {
    let place = |pointer: &str| if pointer.is_empty() { "the whole".to_owned() } else { code(pointer) };
    let to = line.to.map_or_else(String::new, |to| format!(" → {}", place(to)));
    // Where messages go both ways, it is said which of them break.
    let whom = match (direction, line.breaks.as_str()) {
        ("both", "request") => " (requests)",
        ("both", "response") => " (responses)",
        _ => "",
    };
    format!("- {}{to}: {}{whom}\n", place(line.pointer), plain(line.message))
}

/// Inline code, whatever is in it.
fn code(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if longest == 0 { format!("{fence}{text}{fence}") } else { format!("{fence} {text} {fence}") }
}

/// Text in which nothing is markup.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '$') {
            plain.push('\\');
        }
        plain.push(c);
    }
    plain
}
