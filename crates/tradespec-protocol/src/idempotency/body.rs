//! What a body means, and its fingerprint.
//!
//! In:  the bytes of a body.
//! Out: a [`Body`] that can be compared, and its [`Fingerprint`]: SHA-256 over a canonical JSON text.
//! Holds: bodies are equal exactly if their canonical texts are. That text is RFC 8785's, but for numbers, which keep
//! all of their digits; see `docs/idempotency.md`.

use std::borrow::Cow;
use std::fmt;

use sha2::{Digest, Sha256};

use super::fault::BodyError;
use super::reader;

/// A body, read for its meaning. Equal bodies are equivalent.
///
/// ```
/// use tradespec_protocol::idempotency::Body;
///
/// let body = Body::parse(br#"{"b": 1.50, "a": "\u0041"}"#)?;
/// assert_eq!(body, Body::parse(br#"{"a": "A", "b": 15e-1}"#)?);
/// assert_eq!(body.canonical(), r#"{"a":"A","b":1.5}"#);
/// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Body<'a>(pub(super) Value<'a>);

/// A JSON value in canonical form: members in order, numbers in one spelling.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Null,
    Bool(bool),
    Number(Cow<'a, str>),
    String(Cow<'a, str>),
    List(Vec<Value<'a>>),
    Object(Vec<(Cow<'a, str>, Value<'a>)>),
}

/// What stands for a body in a [`Store`](super::Store): 32 bytes, shown as hexadecimal digits.
///
/// ```
/// use tradespec_protocol::idempotency::{Fingerprint, fingerprint};
///
/// let found = fingerprint(b"{}")?;
/// assert_eq!(found.to_string(), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
/// assert_eq!(Fingerprint::from_bytes(*found.as_bytes()), found);
/// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl<'a> Body<'a> {
    /// Reads a body.
    ///
    /// # Errors
    /// A body that is not JSON, names a member twice or is nested too deep.
    pub fn parse(body: &'a [u8]) -> Result<Self, BodyError> {
        reader::read(body).map(Self)
    }

    /// The fingerprint: SHA-256 over [`canonical`](Self::canonical), without making that text.
    #[must_use]
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Sha256::new();
        write(&self.0, &mut |text| hash.update(text));
        Fingerprint(hash.finalize().into())
    }

    /// The canonical text, which is the same for all bodies that mean the same.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut canonical = String::new();
        write(&self.0, &mut |text| canonical.push_str(text));
        canonical
    }
}

impl fmt::Debug for Body<'_> {
    /// Shows no values: bodies carry personal data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Body").field(&self.fingerprint()).finish()
    }
}

impl Fingerprint {
    /// The fingerprint of a request without a body, where one may be left out. No body has it.
    #[must_use]
    pub fn of_no_body() -> Self {
        Self(Sha256::digest(b"").into())
    }

    /// The fingerprint that a store has kept.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The bytes for a store to keep.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Hands out the canonical text, piece by piece.
fn write(value: &Value<'_>, put: &mut dyn FnMut(&str)) {
    match value {
        Value::Null => put("null"),
        Value::Bool(true) => put("true"),
        Value::Bool(false) => put("false"),
        Value::Number(number) => put(number),
        Value::String(text) => write_string(text, put),
        Value::List(elements) => {
            put("[");
            for (index, element) in elements.iter().enumerate() {
                if index > 0 {
                    put(",");
                }
                write(element, put);
            }
            put("]");
        }
        Value::Object(members) => {
            put("{");
            for (index, (name, member)) in members.iter().enumerate() {
                if index > 0 {
                    put(",");
                }
                write_string(name, put);
                put(":");
                write(member, put);
            }
            put("}");
        }
    }
}

/// A string with the escapes that RFC 8785 wants, and no others.
fn write_string(text: &str, put: &mut dyn FnMut(&str)) {
    let escaped = |c: char| matches!(c, '"' | '\\' | '\0'..='\u{1f}');
    put("\"");
    for piece in text.split_inclusive(escaped) {
        match piece.char_indices().next_back() {
            Some((at, last)) if escaped(last) => {
                put(piece.get(..at).unwrap_or_default());
                match last {
                    '"' => put("\\\""),
                    '\\' => put("\\\\"),
                    '\u{8}' => put("\\b"),
                    '\t' => put("\\t"),
                    '\n' => put("\\n"),
                    '\u{c}' => put("\\f"),
                    '\r' => put("\\r"),
                    other => put(&format!("\\u{:04x}", u32::from(other))),
                }
            }
            _ => put(piece),
        }
    }
    put("\"");
}
