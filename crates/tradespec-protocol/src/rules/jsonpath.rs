//! JSON paths (RFC 9535): whether a text is one, and where one that names a single place leads.
//!
//! In:  the text of a path.
//! Out: its [`Step`]s, if every step names one member or one element; else only that it is a path.
//! Holds: the work grows with the length of the path and not with the document. Paths with wildcards, slices,
//! filters or descendants are judged by their form alone, because following them may take any time.

use serde_json::Value;
use serde_json_path::JsonPath;

/// Brackets inside each other that are read. The parser works by recursion, and takes twice the time for each filter
/// that stands in another one.
const DEPTH: usize = 6;

pub(super) enum Step {
    Member(String),
    Element(i64),
}

pub(super) enum Path {
    /// No JSON path.
    Invalid,
    /// Brackets deeper inside each other than is read.
    TooDeep,
    /// A JSON path that names one place at most.
    Single(Vec<Step>),
    /// A JSON path that may name several places, or is written in a way that is not followed.
    Other,
}

/// Where a path that names one place leads.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    /// To a value.
    Value,
    /// To a member that an object does not have; the steps before this one, counted from 1, lead to that object.
    AbsentMember(usize),
    /// Past the end of a list, or into something that has no such parts.
    Nowhere(usize),
}

pub(super) fn parse(text: &str) -> Path {
    if is_too_deep(text) {
        return Path::TooDeep;
    }
    if JsonPath::parse(text).is_err() {
        return Path::Invalid;
    }
    steps(text).map_or(Path::Other, Path::Single)
}

/// Whether brackets outside of quotes stand deeper inside each other than is read.
fn is_too_deep(text: &str) -> bool {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for c in text.chars() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), _) if open == c => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '[' | '(') => depth += 1,
            (None, ']' | ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > DEPTH {
            return true;
        }
    }
    false
}

/// The steps of a text that is a JSON path, if it names one place and has neither blanks nor escapes.
fn steps(text: &str) -> Option<Vec<Step>> {
    let mut rest = text.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let (step, after) = match rest.strip_prefix('.') {
            Some(after) => name(after)?,
            None => bracketed(rest.strip_prefix('[')?)?,
        };
        steps.push(step);
        rest = after;
    }
    Some(steps)
}

fn name(text: &str) -> Option<(Step, &str)> {
    let end = text.find(['.', '[']).unwrap_or(text.len());
    let (name, after) = text.split_at_checked(end)?;
    let is_name = !name.is_empty() && !name.contains(|c: char| c == '*' || c.is_ascii_whitespace());
    is_name.then(|| (Step::Member(name.to_owned()), after))
}

fn bracketed(text: &str) -> Option<(Step, &str)> {
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'));
    let Some(quote) = quote else {
        let (index, after) = text.split_once(']')?;
        return Some((Step::Element(index.parse().ok()?), after));
    };
    let (name, after) = text.strip_prefix(quote)?.split_once(quote)?;
    if name.contains('\\') {
        return None;
    }
    Some((Step::Member(name.to_owned()), after.strip_prefix(']')?))
}

/// Follows the steps from the top of `document`.
pub(super) fn follow(steps: &[Step], document: &Value) -> End {
    let mut value = document;
    for (count, step) in (1..).zip(steps) {
        let next = match (step, value) {
            (Step::Member(name), Value::Object(members)) => match members.get(name) {
                Some(member) => Some(member),
                None => return End::AbsentMember(count),
            },
            (Step::Element(index), Value::Array(elements)) => element(elements, *index),
            _ => None,
        };
        match next {
            Some(next) => value = next,
            None => return End::Nowhere(count),
        }
    }
    End::Value
}

/// The element of that index; a negative one counts from the end.
fn element(elements: &[Value], index: i64) -> Option<&Value> {
    let distance = usize::try_from(index.unsigned_abs()).ok()?;
    let index = if index < 0 { elements.len().checked_sub(distance)? } else { distance };
    elements.get(index)
}
