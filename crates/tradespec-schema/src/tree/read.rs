//! Reads a tree.
//!
//! In:  the bytes of one document.
//! Out: the [`Tree`], or nothing at the first doubt; what is wrong is for others to say.
//! Holds: each byte is looked at a fixed number of times, but for the names in one object, which are compared with each
//! other only where they look alike.

use std::collections::HashSet;

use super::{Children, Kind, Node, Tree};

/// How many objects and lists may stand inside each other, as in `parse_json`.
const DEPTH: usize = 127;
/// Every number of so many digits comes back from a double as it was.
const DIGITS: usize = 15;
/// About how many bytes there are to a value.
const BYTES_PER_VALUE: usize = 16;
/// So many names are compared with each other; more are put into a set.
const FEW: usize = 64;

pub(super) fn tree(bytes: &[u8]) -> Option<Tree<'_>> {
    // Places in the tree are numbers of 32 bits.
    u32::try_from(bytes.len()).ok()?;
    let text = str::from_utf8(bytes).ok()?;
    let nodes = Vec::with_capacity(bytes.len() / BYTES_PER_VALUE + 1);
    let mut reader = Reader { text, bytes, at: 0, nodes, open: Vec::new(), unescaped: Vec::new() };
    reader.blank();
    let kind = reader.value(DEPTH)?;
    reader.blank();
    if reader.at < bytes.len() {
        return None;
    }
    let Reader { mut nodes, unescaped, .. } = reader;
    nodes.push(Node { name: "", kind });
    Some(Tree { nodes, unescaped, values: Vec::new() })
}

struct Reader<'b> {
    text: &'b str,
    bytes: &'b [u8],
    /// The next byte.
    at: usize,
    nodes: Vec<Node<'b>>,
    /// The members and elements of what is not closed yet.
    open: Vec<Node<'b>>,
    unescaped: Vec<String>,
}

impl<'b> Reader<'b> {
    fn value(&mut self, depth: usize) -> Option<Kind<'b>> {
        match self.peek()? {
            b'"' => self.text(),
            b'{' => self.object(depth.checked_sub(1)?),
            b'[' => self.list(depth.checked_sub(1)?),
            b't' => self.word("true", Kind::Bool(true)),
            b'f' => self.word("false", Kind::Bool(false)),
            b'n' => self.word("null", Kind::Null),
            _ => self.number(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Kind<'b>> {
        let start = self.open.len();
        let mut alike = Alike::default();
        self.at += 1;
        if self.token()? != b'}' {
            loop {
                let name = self.plain_text()?;
                if alike.may_have(name) && self.open.len() - start <= FEW && self.has(start, name) {
                    return None;
                }
                if self.token()? != b':' {
                    return None;
                }
                self.at += 1;
                self.blank();
                let kind = self.value(depth)?;
                self.open.push(Node { name, kind });
                match self.token()? {
                    b',' => self.at += 1,
                    b'}' => break,
                    _ => return None,
                }
                self.blank();
            }
        }
        self.at += 1;
        let members = self.open.get(start..)?;
        if members.len() > FEW {
            let mut names = HashSet::with_capacity(members.len());
            if !members.iter().all(|node| names.insert(node.name)) {
                return None;
            }
        }
        self.close(start).map(Kind::Object)
    }

    fn list(&mut self, depth: usize) -> Option<Kind<'b>> {
        let start = self.open.len();
        self.at += 1;
        if self.token()? != b']' {
            loop {
                let kind = self.value(depth)?;
                self.open.push(Node { name: "", kind });
                match self.token()? {
                    b',' => self.at += 1,
                    b']' => break,
                    _ => return None,
                }
                self.blank();
            }
        }
        self.at += 1;
        self.close(start).map(Kind::List)
    }

    /// Puts what stands in an object or list next to each other.
    fn close(&mut self, start: usize) -> Option<Children> {
        let first = self.nodes.len();
        self.nodes.extend(self.open.drain(start..));
        let count = u32::try_from(self.nodes.len() - first).ok()?;
        Some(Children { start: u32::try_from(first).ok()?, count })
    }

    fn has(&self, start: usize, name: &str) -> bool {
        self.open.get(start..).unwrap_or_default().iter().any(|node| node.name == name)
    }

    fn text(&mut self) -> Option<Kind<'b>> {
        let start = self.at;
        let mut end = special(self.bytes, start + 1)?;
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return self.text.get(start + 1..end).map(Kind::Text);
        }
        while self.bytes.get(end)? == &b'\\' {
            // What is escaped is a single byte, or looked at below.
            end = special(self.bytes, end + 2)?;
        }
        self.at = end + 1;
        // Refuses half of a surrogate pair, and control characters.
        let unescaped = serde_json::from_str(self.text.get(start..self.at)?).ok()?;
        self.unescaped.push(unescaped);
        u32::try_from(self.unescaped.len() - 1).ok().map(Kind::Unescaped)
    }

    /// A text without escapes.
    fn plain_text(&mut self) -> Option<&'b str> {
        let start = self.at + 1;
        let end = special(self.bytes, start)?;
        if self.peek()? != b'"' || self.bytes.get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.text.get(start..end)
    }

    fn word(&mut self, word: &str, kind: Kind<'b>) -> Option<Kind<'b>> {
        let there = self.bytes.get(self.at..)?.starts_with(word.as_bytes());
        self.at += word.len();
        there.then_some(kind)
    }

    /// A number that a double holds for sure.
    fn number(&mut self) -> Option<Kind<'b>> {
        let start = self.at;
        let negative = self.bytes.get(start) == Some(&b'-');
        self.at += usize::from(negative);
        let whole_start = self.at;
        let mut whole = 0_i64;
        let mut digits = 0;
        while let Some(digit) =
            self.bytes.get(self.at).map(|byte| byte.wrapping_sub(b'0')).filter(|digit| *digit < 10)
        {
            digits += 1;
            if digits > DIGITS {
                return None;
            }
            whole = whole * 10 + i64::from(digit);
            self.at += 1;
        }
        if digits == 0 || (digits > 1 && self.bytes.get(whole_start) == Some(&b'0')) {
            return None;
        }
        match self.bytes.get(self.at) {
            Some(b'.') => {
                let point = self.at;
                self.at += 1;
                while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
                    self.at += 1;
                }
                let decimals = self.at - point - 1;
                let is_plain = !matches!(self.bytes.get(self.at), Some(b'e' | b'E'));
                if decimals == 0 || digits + decimals > DIGITS || !is_plain {
                    return None;
                }
                self.text.get(start..self.at)?.parse().ok().map(Kind::Double)
            }
            Some(b'e' | b'E') => None,
            _ if negative && whole == 0 => Some(Kind::Double(-0.0)),
            _ => Some(Kind::Integer(if negative { -whole } else { whole })),
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte that is not blank.
    fn token(&mut self) -> Option<u8> {
        self.blank();
        self.peek()
    }

    fn blank(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.bytes.get(self.at) {
            self.at += 1;
        }
    }
}

/// Which names an object may have already, by 64 marks.
#[derive(Default)]
struct Alike(u64);

impl Alike {
    /// Whether there may be such a name. Notes it.
    fn may_have(&mut self, name: &str) -> bool {
        let bytes = name.as_bytes();
        let part = |at: usize| u64::from(bytes.get(at).copied().unwrap_or_default());
        let length = bytes.len();
        let mixed =
            (length as u64) ^ part(0) << 8 ^ part(length / 2) << 16 ^ part(length.wrapping_sub(1)) << 24;
        let mark = 1 << (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58);
        let had = self.0 & mark != 0;
        self.0 |= mark;
        had
    }
}

/// The next quote, backslash or control character from `at` on.
fn special(bytes: &[u8], mut at: usize) -> Option<usize> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = ONES << 7;
    // Eight bytes at once. Of several that are marked the first is right: what is wrong comes from a borrow below it.
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*chunk);
        let quotes = zeros(word ^ (ONES * 0x22));
        let escapes = zeros(word ^ (ONES * 0x5C));
        let controls = word.wrapping_sub(ONES * 0x20) & !word;
        let found = (quotes | escapes | controls) & HIGH;
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    let rest = bytes.get(at..)?;
    rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)).map(|found| at + found)
}
