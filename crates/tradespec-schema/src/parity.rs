//! Where two schema files mean something else.
//!
//! In:  two schema documents, usually our transcription and what was published.
//! Out: every [`Difference`], in the order of the pointers.
//! Holds: what only people read makes no difference, and neither does the order of members, of `required`, of `enum`
//! and of `type`; numbers count by their value. The two sides are treated alike.
//!
//! Two schemas that say one thing in two ways (`const` for an `enum` of one value) are different here: a transcription
//! says it as published.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Number, Value};

use crate::pointer::Pointer;
use crate::walk::Keyword;

/// One place where two schemas differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The place in both documents; for a side that lacks it, where it would stand.
    pub pointer: Pointer,
    /// What the first document has there, cut short; `None` where it has nothing.
    pub left: Option<String>,
    /// What the second document has there, cut short; `None` where it has nothing.
    pub right: Option<String>,
}

impl Difference {
    /// The difference in a few words, with a word for each side.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_schema::parity;
    ///
    /// let found = parity::differences(&json!({"minimum": 1}), &json!({"minimum": 0}));
    /// assert_eq!(found[0].in_words("here", "published"), "1 here, 0 published");
    /// ```
    #[must_use]
    pub fn in_words(&self, left: &str, right: &str) -> String {
        match (&self.left, &self.right) {
            (Some(one), Some(other)) => format!("{one} {left}, {other} {right}"),
            (Some(one), None) => format!("{one} {left}, nothing {right}"),
            (None, Some(other)) => format!("nothing {left}, {other} {right}"),
            (None, None) => format!("nothing {left}, nothing {right}"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.in_words("on the left", "on the right"))
    }
}

/// Every place where two schema documents mean something else.
///
/// ```
/// use serde_json::json;
/// use tradespec_schema::parity::differences;
///
/// let ours = json!({"title": "A cart", "required": ["id", "items"], "properties": {"title": {"maxLength": 5}}});
/// let theirs = json!({"required": ["items", "id"], "properties": {"title": {"maxLength": 5.0}}});
/// assert!(differences(&ours, &theirs).is_empty());
///
/// let theirs = json!({"required": ["id"], "properties": {"title": {"maxLength": 5}}});
/// let found = differences(&ours, &theirs);
/// assert_eq!(found[0].pointer.as_str(), "/required");
/// assert_eq!(found[0].left.as_deref(), Some("\"items\""));
/// ```
#[must_use]
pub fn differences(left: &Value, right: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    schemas(left, right, &Pointer::root(), &mut found);
    found
}

/// Two schemas at one place.
fn schemas(left: &Value, right: &Value, at: &Pointer, found: &mut Vec<Difference>) {
    let (Value::Object(ours), Value::Object(theirs)) = (left, right) else {
        return data(left, right, at, found);
    };
    let annotation = |keyword: &str| Keyword::of(keyword) == Keyword::Annotation;
    members(ours, theirs, at, found, |keyword| !annotation(keyword), keyword);
}

/// The values of one keyword.
fn keyword(keyword: &str, left: &Value, right: &Value, at: &Pointer, found: &mut Vec<Difference>) {
    match (Keyword::of(keyword), left, right) {
        (Keyword::Named, Value::Object(ours), Value::Object(theirs)) => {
            members(
                ours,
                theirs,
                at,
                found,
                |_| true,
                |_, left, right, at, found| {
                    schemas(left, right, at, found);
                },
            );
        }
        (Keyword::Schema | Keyword::Schemas, Value::Array(ours), Value::Array(theirs)) => {
            elements(ours, theirs, at, found, schemas);
        }
        (Keyword::Schema, _, _) => schemas(left, right, at, found),
        (_, Value::Array(ours), Value::Array(theirs)) if matches!(keyword, "required" | "enum" | "type") => {
            sets(ours, theirs, at, found);
        }
        _ => data(left, right, at, found),
    }
}

/// Values that are no schemas: every member and every position counts.
fn data(left: &Value, right: &Value, at: &Pointer, found: &mut Vec<Difference>) {
    match (left, right) {
        (Value::Object(ours), Value::Object(theirs)) => {
            members(
                ours,
                theirs,
                at,
                found,
                |_| true,
                |_, left, right, at, found| {
                    data(left, right, at, found);
                },
            );
        }
        (Value::Array(ours), Value::Array(theirs)) => elements(ours, theirs, at, found, data),
        _ if equal(left, right) => {}
        _ => {
            found.push(Difference {
                pointer: at.clone(),
                left: Some(shown(left)),
                right: Some(shown(right)),
            });
        }
    }
}

/// The members of two objects that `counts` lets through, by name.
fn members(
    left: &Map<String, Value>,
    right: &Map<String, Value>,
    at: &Pointer,
    found: &mut Vec<Difference>,
    counts: impl Fn(&str) -> bool,
    compare: impl Fn(&str, &Value, &Value, &Pointer, &mut Vec<Difference>),
) {
    let names: BTreeSet<&String> = left.keys().chain(right.keys()).filter(|name| counts(name)).collect();
    for name in names {
        let at = at.join(name);
        match (left.get(name), right.get(name)) {
            (Some(ours), Some(theirs)) => compare(name, ours, theirs, &at, found),
            (ours, theirs) => {
                found.push(Difference { pointer: at, left: ours.map(shown), right: theirs.map(shown) });
            }
        }
    }
}

/// The elements of two lists, position by position.
fn elements(
    left: &[Value],
    right: &[Value],
    at: &Pointer,
    found: &mut Vec<Difference>,
    compare: impl Fn(&Value, &Value, &Pointer, &mut Vec<Difference>),
) {
    for position in 0..left.len().max(right.len()) {
        let at = at.join(&position.to_string());
        match (left.get(position), right.get(position)) {
            (Some(ours), Some(theirs)) => compare(ours, theirs, &at, found),
            (ours, theirs) => {
                found.push(Difference { pointer: at, left: ours.map(shown), right: theirs.map(shown) });
            }
        }
    }
}

/// Two lists whose order and repetitions mean nothing; each element that only one of them has.
fn sets(left: &[Value], right: &[Value], at: &Pointer, found: &mut Vec<Difference>) {
    let lacks = |list: &[Value], value: &Value| !list.iter().any(|other| equal(other, value));
    for value in left.iter().filter(|value| lacks(right, value)) {
        found.push(Difference { pointer: at.clone(), left: Some(shown(value)), right: None });
    }
    for value in right.iter().filter(|value| lacks(left, value)) {
        found.push(Difference { pointer: at.clone(), left: None, right: Some(shown(value)) });
    }
}

/// Whether two values are the same, the order of members aside and numbers by value.
fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(one), Value::Number(other)) => same_number(one, other),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(one, other)| equal(one, other))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().all(|(name, one)| theirs.get(name).is_some_and(|other| equal(one, other)))
        }
        _ => left == right,
    }
}

fn same_number(left: &Number, right: &Number) -> bool {
    match (whole(left), whole(right)) {
        (Some(one), Some(other)) => one == other,
        _ => left.as_f64() == right.as_f64(),
    }
}

/// The value of a number that is whole, however it is written. Doubles beyond 64 bits are no concern of schemas.
fn whole(number: &Number) -> Option<i128> {
    if let Some(value) = number.as_i64() {
        return Some(value.into());
    }
    if let Some(value) = number.as_u64() {
        return Some(value.into());
    }
    let value = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() < 1e30)?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and within 128 bits, as just checked")]
    Some(value as i128)
}

/// A value in a few words. Of an object only the names of its members, since its annotations are somebody's prose.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 80;
    let text = match value {
        Value::Object(members) => {
            let names = members.keys().filter(|name| Keyword::of(name) != Keyword::Annotation);
            format!("{{{}}}", names.map(String::as_str).collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) if list.iter().any(|element| element.is_object() || element.is_array()) => {
            format!("a list of {}", list.len())
        }
        plain => plain.to_string(),
    };
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests;
