//! Reads a document for where everything stands in it, and for what is wrong with it as JSON.
//!
//! In:  any bytes.
//! Out: [`Read`]: the [`Tree`] of what was read, and the [`Fault`]s in their order.
//! Holds: what `parse_json` refuses has a fault that is neither a member twice nor an inexact number, and what it
//! accepts has none; nesting is bounded; memory stays in proportion to the document, faults included.

use std::borrow::Cow;
use std::collections::hash_map::{Entry, HashMap};
use std::ops::Range;

use tradespec_schema::Pointer;

use crate::code::Code;
use crate::diagnostic::quoted;
use crate::document::lines::{Lines, character};
use crate::document::scan::Fault;
use crate::document::tree::{Children, Container, Member, Node, Token, Tree, What};
use crate::document::unexpected::Wanted;

/// How many objects and lists may stand inside each other, as in `parse_json`.
const DEPTH: usize = 127;

/// About how many bytes the faults of a document may take beside four times its own size. What goes beyond is left
/// out, except that no code is.
const FAULTS: usize = 1 << 20;

/// What was read.
#[derive(Debug)]
pub(super) struct Read<'b> {
    pub(super) tree: Tree<'b>,
    pub(super) faults: Vec<Fault>,
    /// Up to where the document was understood.
    pub(super) clean: usize,
}

/// Reading broke off; the fault is noted.
pub(super) struct Stop;

/// A step of the way from the document to what is being read.
enum Step<'b> {
    Member(Cow<'b, str>),
    Element(usize),
}

pub(super) struct Reader<'b, 's> {
    pub(super) bytes: &'b [u8],
    pub(super) lines: &'s Lines<'b>,
    /// The next byte; while a token is read, its first.
    pub(super) at: usize,
    /// The end of the last token or bracket.
    pub(super) last: usize,
    /// The opening brackets of what is being read, outermost first.
    pub(super) open: Vec<usize>,
    is_secret: &'s dyn Fn(&str) -> bool,
    path: Vec<Step<'b>>,
    tree: Tree<'b>,
    faults: Vec<Fault>,
    room_for_faults: usize,
    codes: Vec<Code>,
    clean: usize,
}

/// Reads a document; a member for whose name `is_secret` holds is never shown.
pub(super) fn read<'b>(bytes: &'b [u8], lines: &Lines<'b>, is_secret: &dyn Fn(&str) -> bool) -> Read<'b> {
    let mut reader = Reader {
        bytes,
        lines,
        at: 0,
        last: 0,
        open: Vec::new(),
        is_secret,
        path: Vec::new(),
        tree: Tree::default(),
        faults: Vec::new(),
        room_for_faults: FAULTS.saturating_add(bytes.len().saturating_mul(4)),
        codes: Vec::new(),
        clean: bytes.len(),
    };
    // A stop has left its fault.
    let _: Result<(), Stop> = reader.document();
    let Reader { tree, faults, clean, .. } = reader;
    Read { tree, faults, clean }
}

impl<'b> Reader<'b, '_> {
    fn document(&mut self) -> Result<(), Stop> {
        if self.bytes.starts_with(b"\xef\xbb\xbf") {
            self.fault(
                Code::ByteOrderMark,
                0..3,
                "the document starts with a byte order mark; JSON has none",
                Some("save it as UTF-8 without a byte order mark"),
            );
            self.token(3, What::Plain, false);
        }
        if self.bytes.get(self.at..).unwrap_or_default().iter().all(u8::is_ascii_whitespace) {
            self.fault(Code::EmptyDocument, self.at..self.at, "the document is empty", Some(EMPTY));
            return Ok(());
        }
        self.blank();
        let root = self.value(false, Wanted::Document)?;
        self.tree.root = Some(root);
        self.blank();
        if self.at < self.bytes.len() {
            return Err(self.trailing());
        }
        Ok(())
    }

    fn value(&mut self, secret: bool, wanted: Wanted) -> Result<Node, Stop> {
        match self.rest() {
            [b'{', ..] => self.object(secret),
            [b'[', ..] => self.list(secret),
            [b'"', ..] => {
                let string = self.string()?;
                Ok(self.token(string.end, What::Text, secret || !string.clean))
            }
            [b'-' | b'0'..=b'9', ..] | [b'+' | b'.', b'0'..=b'9', ..] => self.number(secret),
            [b'+', b'I' | b'N', ..] => self.word(secret),
            [byte, ..] if byte.is_ascii_alphabetic() => self.word(secret),
            _ => Err(self.unexpected(wanted)),
        }
    }

    fn object(&mut self, secret: bool) -> Result<Node, Stop> {
        let open = self.enter()?;
        let mut members: HashMap<Cow<'b, str>, Member> = HashMap::new();
        let mut comma = None;
        loop {
            match self.rest() {
                [b'}', ..] => match comma {
                    Some(comma) => return Err(self.trailing_comma(comma)),
                    None => break,
                },
                [b'"', ..] => {}
                _ => return Err(self.unexpected(Wanted::Name)),
            }
            let string = self.string()?;
            let range = self.at..string.end;
            let token = self.tree.tokens.len();
            // Without a colon behind it, it may be a value that lost its name.
            self.token(range.end, What::Name, true);
            self.blank();
            match self.rest() {
                [b':', ..] => self.punctuation(),
                _ => return Err(self.unexpected(Wanted::Colon)),
            }
            if let Some(token) = self.tree.tokens.get_mut(token) {
                token.hidden = !string.clean;
            }
            let name = self.unescaped(range.clone(), string.clean);
            let secret = secret || (self.is_secret)(&name);
            let first = members.get(&name).map(|member| member.first);
            self.path.push(Step::Member(name));
            if let Some(first) = first.filter(|_| string.clean) {
                self.twice(first, range);
            }
            let value = self.value(secret, Wanted::Value)?;
            if let Some(Step::Member(name)) = self.path.pop() {
                match members.entry(name) {
                    Entry::Occupied(mut there) => {
                        there.get_mut().name = token;
                        there.get_mut().value = value;
                    }
                    Entry::Vacant(free) => {
                        free.insert(Member { first: token, name: token, value });
                    }
                }
            }
            self.blank();
            match self.rest() {
                [b',', ..] => comma = Some(self.at),
                [b'}', ..] => break,
                _ => return Err(self.unexpected(Wanted::EndOfMember)),
            }
            self.punctuation();
        }
        Ok(self.leave(open, Children::Members(members)))
    }

    fn list(&mut self, secret: bool) -> Result<Node, Stop> {
        let open = self.enter()?;
        let mut elements = Vec::new();
        let mut comma = None;
        loop {
            if let [b']', ..] = self.rest() {
                match comma {
                    Some(comma) => return Err(self.trailing_comma(comma)),
                    None => break,
                }
            }
            self.path.push(Step::Element(elements.len()));
            elements.push(self.value(secret, Wanted::Element)?);
            self.path.pop();
            self.blank();
            match self.rest() {
                [b',', ..] => comma = Some(self.at),
                [b']', ..] => break,
                _ => return Err(self.unexpected(Wanted::EndOfElement)),
            }
            self.punctuation();
        }
        Ok(self.leave(open, Children::Elements(elements)))
    }

    fn enter(&mut self) -> Result<usize, Stop> {
        let open = self.at;
        if self.open.len() >= DEPTH {
            return Err(self.stop(
                Code::TooDeep,
                open..open + 1,
                format!("objects and lists stand inside each other more than {DEPTH} deep"),
                Some("send it with fewer levels"),
            ));
        }
        self.open.push(open);
        self.punctuation();
        Ok(open)
    }

    fn leave(&mut self, open: usize, children: Children<'b>) -> Node {
        self.open.pop();
        self.at += 1;
        self.last = self.at;
        self.tree.containers.push(Container { open, children });
        Node::Container(self.tree.containers.len() - 1)
    }

    fn twice(&mut self, first: usize, range: Range<usize>) {
        let Some(Step::Member(name)) = self.path.last() else { return };
        let message = format!("{} stands twice in one object; keep one of them", quoted(name));
        let help = self.tree.tokens.get(first).map(|first| {
            let place = self.lines.place(first.start);
            format!("the first one is in line {}, column {}", place.line, place.column)
        });
        self.fault(Code::DuplicateMember, range, message, help);
    }

    /// What a name says.
    fn unescaped(&self, range: Range<usize>, clean: bool) -> Cow<'b, str> {
        let quoted = self.bytes.get(range).unwrap_or_default();
        let inner = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
        if clean && inner.contains(&b'\\') {
            // It was checked, so it can be read.
            Cow::Owned(serde_json::from_slice(quoted).unwrap_or_default())
        } else {
            String::from_utf8_lossy(inner)
        }
    }
}

/// Moving on.
impl<'b> Reader<'b, '_> {
    pub(super) fn rest(&self) -> &'b [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn blank(&mut self) {
        let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\n' | b'\r');
        self.at += self.rest().iter().take_while(is_blank).count();
    }

    /// Takes a bracket, comma or colon, and the blank behind it.
    fn punctuation(&mut self) {
        self.at += 1;
        self.last = self.at;
        self.blank();
    }

    /// Takes a token.
    pub(super) fn token(&mut self, end: usize, what: What, hidden: bool) -> Node {
        self.tree.tokens.push(Token { start: self.at, end, what, hidden });
        self.at = end;
        self.last = end;
        Node::Token(self.tree.tokens.len() - 1)
    }

    /// What stands here up to the next blank, bracket, comma, colon or quote.
    pub(super) fn word_range(&self) -> Range<usize> {
        let mut end = self.at;
        while let Some(Ok(next)) = self.bytes.get(end..).and_then(character) {
            if !(next.is_alphanumeric() || matches!(next, '+' | '-' | '.' | '_' | '$')) {
                break;
            }
            end += next.len_utf8();
        }
        self.at..end
    }
}

/// Faults.
impl Reader<'_, '_> {
    /// Notes a fault.
    pub(super) fn fault(
        &mut self,
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        help: Option<impl Into<String>>,
    ) {
        let length = |step: &Step<'_>| match step {
            Step::Member(name) => name.len() + 1,
            Step::Element(_) => 8,
        };
        let cost = 512 + self.path.iter().map(length).sum::<usize>();
        if !self.codes.contains(&code) {
            self.codes.push(code);
        } else if cost > self.room_for_faults {
            return;
        }
        self.room_for_faults = self.room_for_faults.saturating_sub(cost);
        let mut at = Pointer::root();
        for step in &self.path {
            match step {
                Step::Member(name) => at.push(name),
                Step::Element(index) => at.push(&index.to_string()),
            }
        }
        let span = self.lines.span(range);
        self.faults.push(Fault { code, at, span, message: message.into(), help: help.map(Into::into) });
    }

    /// Leaves out what follows.
    pub(super) fn give_up(&mut self) -> Stop {
        self.clean = self.at;
        Stop
    }

    /// The element that was to be read is none, so the place is the list.
    pub(super) fn back_to_list(&mut self) {
        self.path.pop();
    }

    /// Notes a fault behind which nothing can be made out.
    pub(super) fn stop(
        &mut self,
        code: Code,
        range: Range<usize>,
        message: impl Into<String>,
        help: Option<impl Into<String>>,
    ) -> Stop {
        self.clean = self.at;
        let text = self.bytes.get(range.clone()).unwrap_or_default();
        if range.start == self.at && tells_nothing(text) {
            self.clean = range.end;
            self.tree.tokens.push(Token {
                start: range.start,
                end: range.end,
                what: What::Plain,
                hidden: false,
            });
        }
        self.fault(code, range, message, help);
        Stop
    }
}

/// What to do about a document without anything in it.
pub(super) const EMPTY: &str = "put one JSON value into it";

/// Whether what is at fault may be shown: a mark, or a word of another language.
fn tells_nothing(text: &[u8]) -> bool {
    match text {
        b"True" | b"False" | b"None" | b"undefined" | b"//" | b"/*" => true,
        [mark] => mark.is_ascii_punctuation(),
        _ => false,
    }
}
