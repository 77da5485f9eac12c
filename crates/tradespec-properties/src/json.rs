//! JSON made by choices: any at all, schemas, and faults put into what is good.

use serde_json::{Map, Value, json};
use tradespec_samples::places;

use crate::choices::Choices;

/// How deep made values are.
const DEEP: usize = 5;

/// The main file of a release.
pub(crate) const MAIN: &str = "schema.agentic_checkout.json";
/// The other file of made releases.
pub(crate) const OTHER: &str = "schema.a.json";

const TYPES: [&str; 4] = ["A", "B", "Cart", "line_item"];
const MEMBERS: [&str; 12] =
    ["x", "y", "id", "type", "kind", "items", "a/b~c", "foo-bar", "fooBar", "self", "", "ü"];
const WORDS: [&str; 10] =
    ["a", "b", "open", "", "in-store", "in_store", "*/ \"#", "self", "🙂", "2026-01-01"];

/// Any JSON, with a liking for these words.
pub(crate) fn value(choices: &mut Choices<'_>, words: &[&str]) -> Value {
    value_at(choices, words, 0)
}

fn value_at(choices: &mut Choices<'_>, words: &[&str], depth: usize) -> Value {
    match choices.below(if depth < DEEP { 10 } else { 7 }) {
        0 => Value::Null,
        1 => (choices.byte() & 1 == 1).into(),
        2 => i64::from(choices.byte()).into(),
        3 => [json!(-1), json!(1.5), json!(1.0), json!(i64::MAX), json!(u64::MAX), json!(1e300)]
            [choices.below(6)]
        .clone(),
        4..7 => text(choices, words).into(),
        7 => (0..choices.below(4)).map(|_| value_at(choices, words, depth + 1)).collect(),
        _ => (0..choices.below(5))
            .map(|_| (text(choices, words), value_at(choices, words, depth + 1)))
            .collect::<Map<_, _>>()
            .into(),
    }
}

fn text(choices: &mut Choices<'_>, words: &[&str]) -> String {
    if words.is_empty() || choices.once_in(8) {
        let length = choices.below(6);
        (0..length).map(|_| char::from(choices.byte())).collect()
    } else {
        (*choices.one(words)).to_owned()
    }
}

/// The two files of a release whose definitions are schemas of all kinds.
pub(crate) fn release(choices: &mut Choices<'_>) -> Vec<(String, Value)> {
    [MAIN, OTHER].map(|name| (name.to_owned(), definitions(choices, &TYPES))).into()
}

/// A document with a schema for each of these names.
pub(crate) fn definitions(choices: &mut Choices<'_>, names: &[&str]) -> Value {
    let schemas: Map<_, _> = names.iter().map(|name| ((*name).to_owned(), object(choices, 0))).collect();
    json!({"$defs": schemas})
}

fn schema(choices: &mut Choices<'_>, depth: usize) -> Value {
    match choices.below(if depth < DEEP { 20 } else { 11 }) {
        0 | 1 => {
            json!({"type": choices.one(&["string", "integer", "number", "boolean", "null", "array", "object"])})
        }
        2..=4 => reference(choices),
        5 => json!({"enum": (0..=choices.below(3)).map(|_| *choices.one(&WORDS)).collect::<Vec<_>>()}),
        6 => json!({"const": choices.one(&WORDS)}),
        7 => json!({"type": "string", "minLength": choices.below(3), "maxLength": choices.below(6)}),
        8 => json!({"type": "integer", "minimum": choices.below(3), "maximum": choices.below(200)}),
        9 => json!({"type": "string", "pattern": choices.one(&["^[a-z]+$", "^a|b$", "", "^\\d{2}$"])}),
        10 => [json!(true), json!(false), json!({}), json!({"type": ["string", "null"]})][choices.below(4)]
            .clone(),
        11..15 => object(choices, depth),
        15 => json!({"type": "array", "items": schema(choices, depth + 1), "minItems": choices.below(2)}),
        16 => json!({"type": "object", "additionalProperties": schema(choices, depth + 1)}),
        17 => {
            let keyword = *choices.one(&["oneOf", "anyOf", "allOf"]);
            let branches: Vec<_> = (0..=choices.below(3)).map(|_| schema(choices, depth + 1)).collect();
            json!({keyword: branches})
        }
        18 => {
            let (of, more) = (schema(choices, depth + 1), schema(choices, depth + 1));
            json!({"allOf": [{"if": of, "then": more}], "description": "Text."})
        }
        _ => {
            let keyword = *choices.one(&["not", "contains", "propertyNames", "unevaluatedProperties"]);
            json!({keyword: schema(choices, depth + 1)})
        }
    }
}

fn reference(choices: &mut Choices<'_>) -> Value {
    let file = *choices.one(&["", "", MAIN, OTHER]);
    let name = *choices.one(&TYPES);
    let below = *choices.one(&["", "", "", "", "", "", "/properties/x", "/oneOf/0"]);
    json!({"$ref": format!("{file}#/$defs/{name}{below}")})
}

fn object(choices: &mut Choices<'_>, depth: usize) -> Value {
    let mut properties = Map::new();
    for _ in 0..choices.below(4) {
        let name = *choices.one(&MEMBERS);
        properties.insert(name.to_owned(), schema(choices, depth + 1));
    }
    let required: Vec<_> = properties.keys().filter(|_| choices.once_in(3)).cloned().collect();
    let mut made = json!({"type": "object", "properties": properties, "required": required});
    match choices.below(4) {
        0 | 1 => made["additionalProperties"] = false.into(),
        2 => made["additionalProperties"] = true.into(),
        _ => {}
    }
    made
}

/// A document that may fit a made release.
pub(crate) fn document(choices: &mut Choices<'_>) -> Value {
    value(choices, &[&MEMBERS[..], &WORDS].concat())
}

/// Changes up to `most` places of a document: what is there goes, moves, or becomes something else.
pub(crate) fn spoil(document: &mut Value, choices: &mut Choices<'_>, most: usize) {
    for _ in 0..choices.below(most + 1) {
        let places = places(document);
        let at = choices.one(&places).clone();
        let other = choices.one(&places).resolve(document).cloned().unwrap_or_default();
        let Some((parent, _)) = at.as_str().rsplit_once('/') else {
            *document = schema(choices, 2);
            continue;
        };
        let name = at.segments().last().unwrap_or_default();
        let how = choices.below(6);
        let new = match how {
            3 => schema(choices, 3),
            4 => value(choices, &WORDS),
            _ => other,
        };
        match document.pointer_mut(parent) {
            Some(Value::Object(members)) => match how {
                0 => {
                    members.shift_remove(&name);
                }
                1 => {
                    let value = members.shift_remove(&name).unwrap_or_default();
                    members.insert((*choices.one(&MEMBERS)).to_owned(), value);
                }
                _ => {
                    members.insert(name, new);
                }
            },
            Some(Value::Array(elements)) => match (how, name.parse::<usize>()) {
                (0, Ok(at)) => drop(elements.remove(at)),
                (1, _) => elements.push(new),
                (_, Ok(at)) => elements[at] = new,
                _ => {}
            },
            _ => {}
        }
    }
}

/// Changes up to `most` places of a text: bytes go, come, and become others.
pub(crate) fn spoil_bytes(text: &mut Vec<u8>, choices: &mut Choices<'_>, most: usize) {
    const PIECES: [&[u8]; 16] = [
        b",",
        b"\"",
        b"{",
        b"]",
        b"\\",
        b"\\ud800",
        b"\xff",
        b"\xef\xbb\xbf",
        b"1e400",
        b"-0",
        b"9007199254740993",
        b"\0",
        b"\n",
        b"null",
        b"[[[[",
        b":",
    ];
    for _ in 0..choices.below(most + 1) {
        let at = choices.below(text.len() + 1);
        match choices.below(4) {
            0 => text.truncate(at),
            1 => drop(text.splice(at..(at + choices.below(8)).min(text.len()), [])),
            2 => drop(text.splice(at..at, choices.one(&PIECES).iter().copied())),
            _ => {
                let byte = choices.byte();
                if let Some(there) = text.get_mut(at) {
                    *there = byte;
                }
            }
        }
    }
}
