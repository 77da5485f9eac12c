//! Reading JSON without losing what a lenient reader drops.
//!
//! In:  bytes.
//! Out: [`Parsed`], a [`Value`] with what it does not tell of its text, or the line and column of a fault.
//! Holds: nesting is bounded (128 levels), so that no later walk can exhaust the stack.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::pointer::Pointer;

/// Why some bytes are not a JSON document. Says nothing of the values in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonError {
    /// The line of the fault, counted from 1.
    pub line: usize,
    /// The column of the fault, in bytes, counted from 1.
    pub column: usize,
    /// What is wrong: lower case, no full stop.
    pub message: String,
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for JsonError {}

/// A JSON document, and what its value does not tell.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The document. Of the members that stand twice in one object, the last one.
    pub value: Value,
    /// The members that stand twice in one object, in the order of the document.
    pub twice: Vec<Pointer>,
    /// Whether a number may have lost something on the way into a double: it has a fraction or an exponent, or is an
    /// integer beyond 2^53. Only the text can tell.
    pub odd_numbers: bool,
}

/// Reads one JSON document.
///
/// ```
/// let parsed = tradespec_schema::parse_json(br#"{"a": {"b": 1, "b": 2}}"#)?;
/// assert_eq!(parsed.value["a"]["b"], 2);
/// assert_eq!(parsed.twice[0].as_str(), "/a/b");
/// # Ok::<(), tradespec_schema::JsonError>(())
/// ```
pub fn parse(bytes: &[u8]) -> Result<Parsed, JsonError> {
    let plain = |line, column, message: &str| JsonError { line, column, message: message.to_owned() };
    if bytes.starts_with(b"\xef\xbb\xbf") {
        return Err(plain(1, 1, "the document starts with a byte order mark; JSON has none"));
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(plain(1, 1, "the document is empty"));
    }
    let state = RefCell::new(State::default());
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Reader(&state)
        .deserialize(&mut deserializer)
        .and_then(|value| deserializer.end().map(|()| value))
        .map_err(|error| JsonError {
            line: error.line(),
            column: error.column().max(1),
            message: without_place(&error.to_string()),
        })?;
    let State { twice, odd_numbers, .. } = state.into_inner();
    Ok(Parsed { value, twice, odd_numbers })
}

/// `serde_json` ends its messages with the place, which a [`JsonError`] has in fields of its own.
fn without_place(message: &str) -> String {
    match message.rfind(" at line ") {
        Some(end) => message[..end].to_owned(),
        None => message.to_owned(),
    }
}

#[derive(Default)]
struct State {
    path: Vec<String>,
    twice: Vec<Pointer>,
    odd_numbers: bool,
}

/// Every integer up to here has a double of its own.
const EXACT: u64 = 1 << 53;

struct Reader<'s>(&'s RefCell<State>);

impl Reader<'_> {
    fn note_number(&self, odd: bool) {
        self.0.borrow_mut().odd_numbers |= odd;
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        self.note_number(value.unsigned_abs() > EXACT);
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        self.note_number(value > EXACT);
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        self.note_number(true);
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("the number is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut elements = Vec::new();
        loop {
            self.0.borrow_mut().path.push(elements.len().to_string());
            let element = access.next_element_seed(Reader(self.0));
            self.0.borrow_mut().path.pop();
            match element? {
                Some(element) => elements.push(element),
                None => return Ok(Value::Array(elements)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(name) = access.next_key::<String>()? {
            self.0.borrow_mut().path.push(name.clone());
            let value = access.next_value_seed(Reader(self.0));
            let mut state = self.0.borrow_mut();
            if members.contains_key(&name) {
                let mut at = Pointer::root();
                state.path.iter().for_each(|segment| at.push(segment));
                state.twice.push(at);
            }
            state.path.pop();
            drop(state);
            members.insert(name, value?);
        }
        Ok(Value::Object(members))
    }
}
