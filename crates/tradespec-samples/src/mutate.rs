//! One mistake in a document.
//!
//! In:  a document, and random numbers.
//! Out: the document with something else in one place, and what was done.
//! Holds: the document is another one than before. It may still be valid.

use std::fmt;

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// A name that no schema has.
const EXTRA: &str = "unnamed_member";

/// What was done to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mutation {
    /// A member is missing.
    Missing,
    /// A value is `null`.
    Null,
    /// A value is of another type.
    WrongType,
    /// An object has a member that no schema names.
    Extra,
    /// A text is another word.
    Word,
    /// A text is of no format, empty or long.
    Text,
    /// A number is at the edge of what numbers can be.
    Number,
    /// A list is empty, shorter, or has an element twice.
    List,
}

impl fmt::Display for Mutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => "member missing",
            Self::Null => "null",
            Self::WrongType => "wrong type",
            Self::Extra => "extra member",
            Self::Word => "other word",
            Self::Text => "other text",
            Self::Number => "other number",
            Self::List => "other list",
        })
    }
}

/// Puts one mistake into a place of the document.
///
/// ```
/// use serde_json::json;
/// use tradespec_samples::{mutate, rng};
///
/// let mut rng = rng(3);
/// for _ in 0..100 {
///     let mut document = json!({"id": "teapot", "quantity": 1, "colours": ["blue"]});
///     let before = document.clone();
///     mutate(&mut document, &mut rng);
///     assert_ne!(document, before);
/// }
/// ```
pub fn mutate(document: &mut Value, rng: &mut Rng) -> Mutation {
    loop {
        let before = document.clone();
        let mut at = rng.usize(..count(document));
        let Some(place) = nth(document, &mut at) else { continue };
        let mutation = change(place, rng);
        if *document != before {
            return mutation;
        }
    }
}

/// How many values a document has.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Object(members) => members.values().map(count).sum(),
        Value::Array(elements) => elements.iter().map(count).sum(),
        _ => 0,
    }
}

/// The value that `at` others come before.
fn nth<'v>(value: &'v mut Value, at: &mut usize) -> Option<&'v mut Value> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Value::Object(members) => members.values_mut().find_map(|member| nth(member, at)),
        Value::Array(elements) => elements.iter_mut().find_map(|element| nth(element, at)),
        _ => None,
    }
}

fn change(value: &mut Value, rng: &mut Rng) -> Mutation {
    match (rng.u8(..6), value) {
        (0, value) => {
            *value = Value::Null;
            Mutation::Null
        }
        (1, value) => {
            let others = [json!(7), json!("7"), json!(true), json!(0.5), json!([]), json!({}), json!([{}])];
            *value = others[rng.usize(..others.len())].clone();
            Mutation::WrongType
        }
        (2, Value::Object(members)) => {
            members.insert(EXTRA.to_owned(), json!(1));
            Mutation::Extra
        }
        (_, Value::Object(members)) => {
            missing(members, rng);
            Mutation::Missing
        }
        (_, Value::Array(elements)) => {
            match (rng.u8(..3), elements.last().cloned()) {
                (0, _) => elements.clear(),
                (1, _) => drop(elements.pop()),
                (_, last) => elements.extend(last),
            }
            Mutation::List
        }
        (2 | 3, Value::String(text)) => {
            let words = ["another", "card", "error", "completed", "2026-04-08", "dev.ucp.shopping.checkout"];
            words[rng.usize(..words.len())].clone_into(text);
            Mutation::Word
        }
        (_, Value::String(text)) => {
            match rng.u8(..4) {
                0 => text.clear(),
                1 => text.push_str(" \u{1}<>"),
                2 => *text = text.to_uppercase(),
                _ => *text = "long ".repeat(100),
            }
            Mutation::Text
        }
        (_, value @ Value::Number(_)) => {
            let numbers = [
                json!(-1),
                json!(0),
                json!(1),
                json!(101),
                json!(2.5),
                json!(1.0),
                json!(i64::MAX),
                json!(1e300),
            ];
            *value = numbers[rng.usize(..numbers.len())].clone();
            Mutation::Number
        }
        (_, Value::Bool(value)) => {
            *value = !*value;
            Mutation::Word
        }
        (_, value) => {
            *value = json!("text");
            Mutation::WrongType
        }
    }
}

fn missing(members: &mut Map<String, Value>, rng: &mut Rng) {
    let name = rng.choice(members.keys()).cloned();
    name.map(|name| members.shift_remove(&name));
}
