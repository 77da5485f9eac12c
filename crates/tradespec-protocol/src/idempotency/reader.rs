//! From the bytes of a body to its value.
//!
//! In:  the bytes of one JSON text.
//! Out: a [`Value`] that borrows from them, numbers in their canonical spelling, members in canonical order.
//! Holds: RFC 8259's grammar and nothing else; a name stands once in an object; nesting is bounded, so that no walk over
//! the value can exhaust the stack; memory stays in proportion to the text.

use std::borrow::Cow;

use super::body::Value;
use super::fault::{BodyError, BodyFault, quoted};
use super::number;

/// How many objects and lists may stand inside each other: as many as the validator reads.
const DEPTH: usize = 127;

/// Reads a whole body.
pub(super) fn read(body: &[u8]) -> Result<Value<'_>, BodyError> {
    let text = str::from_utf8(body).map_err(|error| {
        let read = body.get(..error.valid_up_to()).unwrap_or_default();
        BodyError::new(BodyFault::NotJson, read, "the bytes from here on are not UTF-8")
    })?;
    let mut reader = Reader { text, at: 0, depth: 0 };
    let value = reader.value()?;
    reader.pass_blank();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.not_json("something follows after the end of the JSON text")),
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The next byte, always at the start of a character where a slice begins or ends.
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn value(&mut self) -> Result<Value<'a>, BodyError> {
        self.pass_blank();
        match self.peek() {
            Some(b'{') => self.nested(Self::object),
            Some(b'[') => self.nested(Self::list),
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'n') => self.word("null", Value::Null),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(_) => Err(self.not_json("a value is expected here")),
            None => Err(self.not_json("the text ends where a value is expected")),
        }
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Value<'a>, BodyError>,
    ) -> Result<Value<'a>, BodyError> {
        if self.depth == DEPTH {
            let message = format!("objects and lists stand inside each other more than {DEPTH} deep");
            return Err(self.fault(BodyFault::TooDeep, self.at, message));
        }
        self.depth += 1;
        let value = read(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn object(&mut self) -> Result<Value<'a>, BodyError> {
        let start = self.at;
        // Most objects and lists of a body that is made to cost memory have one thing in them.
        let mut members = Vec::with_capacity(1);
        self.at += 1;
        self.pass_blank();
        if !self.take(b'}') {
            loop {
                self.pass_blank();
                if self.peek() != Some(b'"') {
                    return Err(self.not_json("the name of a member, in double quotes, is expected here"));
                }
                let name = self.string()?;
                self.pass_blank();
                if !self.take(b':') {
                    return Err(self.not_json("a \":\" is expected after the name of a member"));
                }
                members.push((name, self.value()?));
                self.pass_blank();
                if self.take(b'}') {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.not_json("a \",\" or \"}\" is expected after a member"));
                }
            }
        }
        members.shrink_to_fit();
        // The order of RFC 8785.
        members.sort_unstable_by(|(a, _), (b, _)| a.encode_utf16().cmp(b.encode_utf16()));
        let twice = members.windows(2).find_map(|pair| match pair {
            [(a, _), (b, _)] if a == b => Some(a),
            _ => None,
        });
        if let Some(name) = twice {
            let message = format!("the member {} stands twice in the object that starts here", quoted(name));
            return Err(self.fault(BodyFault::DuplicateKey, start, message));
        }
        Ok(Value::Object(members))
    }

    fn list(&mut self) -> Result<Value<'a>, BodyError> {
        let mut elements = Vec::with_capacity(1);
        self.at += 1;
        self.pass_blank();
        if !self.take(b']') {
            loop {
                elements.push(self.value()?);
                self.pass_blank();
                if self.take(b']') {
                    break;
                }
                if !self.take(b',') {
                    return Err(self.not_json("a \",\" or \"]\" is expected after an element"));
                }
            }
        }
        elements.shrink_to_fit();
        Ok(Value::List(elements))
    }

    fn word(&mut self, word: &str, value: Value<'a>) -> Result<Value<'a>, BodyError> {
        if !self.text.get(self.at..).is_some_and(|rest| rest.starts_with(word)) {
            return Err(self.not_json("a value is expected here"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Value<'a>, BodyError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Value::Number(number::canonical(self.since(start))))
    }

    /// One digit or more.
    fn digits(&mut self) -> Result<(), BodyError> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.not_json("a digit is expected here")) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<Cow<'a, str>, BodyError> {
        self.at += 1;
        let mut start = self.at;
        let mut unescaped: Option<String> = None;
        loop {
            match self.peek() {
                Some(b'"') => {
                    let last = self.since(start);
                    self.at += 1;
                    return Ok(match unescaped {
                        None => Cow::Borrowed(last),
                        Some(before) => Cow::Owned(before + last),
                    });
                }
                Some(b'\\') => {
                    let before = self.since(start);
                    let character = self.escape()?;
                    let text = unescaped.get_or_insert_default();
                    text.push_str(before);
                    text.push(character);
                    start = self.at;
                }
                Some(0..=0x1f) => {
                    return Err(self.not_json("a control character stands in a string; escape it"));
                }
                Some(_) => self.at += 1,
                None => return Err(self.not_json("the text ends within a string")),
            }
        }
    }

    /// What a `\` and what follows it stand for.
    fn escape(&mut self) -> Result<char, BodyError> {
        let start = self.at;
        self.at += 1;
        let character = match self.peek() {
            Some(b'u') => {
                self.at += 1;
                return self.unicode(start);
            }
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err(self.fault(BodyFault::NotJson, start, "there is no such escape in JSON")),
        };
        self.at += 1;
        Ok(character)
    }

    /// The character of the escape that began at `start`, one unit of UTF-16 or two.
    fn unicode(&mut self, start: usize) -> Result<char, BodyError> {
        let first = self.unit(start)?;
        let mut units = vec![first];
        if (0xd800..0xdc00).contains(&first) && self.take(b'\\') && self.take(b'u') {
            units.push(self.unit(start)?);
        }
        let mut characters = char::decode_utf16(units);
        match (characters.next(), characters.next()) {
            (Some(Ok(character)), None) => Ok(character),
            _ => {
                let message = "this escape is half of a surrogate pair, which is no character";
                Err(self.fault(BodyFault::NotJson, start, message))
            }
        }
    }

    /// Four hexadecimal digits.
    fn unit(&mut self, start: usize) -> Result<u16, BodyError> {
        let digits = self.text.get(self.at..self.at + 4).filter(|digits| {
            // `from_str_radix` would take a sign.
            digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        });
        let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) else {
            let message = "four hexadecimal digits are expected after \"\\u\"";
            return Err(self.fault(BodyFault::NotJson, start, message));
        };
        self.at += 4;
        Ok(unit)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let stands = self.peek() == Some(byte);
        self.at += usize::from(stands);
        stands
    }

    fn pass_blank(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn not_json(&self, message: &str) -> BodyError {
        self.fault(BodyFault::NotJson, self.at, message)
    }

    fn fault(&self, fault: BodyFault, at: usize, message: impl Into<String>) -> BodyError {
        BodyError::new(fault, self.text.as_bytes().get(..at).unwrap_or_default(), message)
    }
}
