//! One line of a document as it may be shown.
//!
//! In:  the document, its tokens, and the stretch that the line is about.
//! Out: the line: what must not be shown masked, what was not understood left out, and cut to a length.
//! Holds: only what is near the stretch is looked at, however long the line; the text has no control characters.

use std::ops::Range;

use crate::document::lines::character;
use crate::document::tree::{Token, What};

/// Whether values are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Values {
    /// No value but `null` is.
    #[default]
    Masked,
    /// Those are that are not secret.
    Shown,
}

/// How many characters a line has at most.
const WIDTH: usize = 100;

/// How many of them are left to what stands around a long stretch.
const AROUND: usize = 20;

/// A piece of a line that is shown as a whole or not at all.
#[derive(Debug)]
struct Atom {
    /// What it stands for.
    from: Range<usize>,
    text: String,
}

impl Atom {
    fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Atoms on one side of a place, nearest first.
#[derive(Debug, Default)]
struct Side {
    atoms: Vec<Atom>,
    width: usize,
    /// Whether there may be more of the line.
    more: bool,
}

impl Side {
    fn push(&mut self, atom: Atom) {
        self.width += atom.width();
        self.atoms.push(atom);
    }

    fn is_full(&self) -> bool {
        self.width > WIDTH
    }

    /// Drops what is farther away than `width`, with room for the sign that something is missing. Returns whether
    /// there is need for that sign.
    fn cut(&mut self, width: usize) -> bool {
        if !self.more && self.width <= width {
            return false;
        }
        while self.width >= width {
            let Some(atom) = self.atoms.pop() else { break };
            self.width -= atom.width();
        }
        true
    }
}

/// What lines are made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'v> {
    pub(super) bytes: &'v [u8],
    pub(super) tokens: &'v [Token],
    /// Up to where the document was understood: up to there, only blanks and punctuation stand between tokens.
    pub(super) clean: usize,
    pub(super) values: Values,
}

impl View<'_> {
    /// The line in which `range` starts, and which of its bytes are the range.
    pub(super) fn line(&self, range: Range<usize>) -> (String, Range<usize>) {
        let middle = self.whole(range.start);
        let (mut left, mut right) = (self.left(middle), self.right(middle));
        let is_in = |atom: &&Atom| atom.from.start < range.end.max(range.start + 1);
        let inner: usize = right.atoms.iter().take_while(is_in).map(Atom::width).sum();
        let side = (WIDTH - inner.min(WIDTH - AROUND)) / 2;
        let left_width = side.max(WIDTH.saturating_sub(right.width)).min(left.width);
        let cut_left = left.cut(left_width);
        let cut_right = right.cut(WIDTH - left_width);

        let mut text = String::new();
        let mut highlight = None;
        let mut end = 0;
        if cut_left {
            text.push('…');
        }
        for atom in left.atoms.iter().rev().chain(&right.atoms) {
            if atom.from.end > range.start && highlight.is_none() {
                highlight = Some(text.len());
            }
            text.push_str(&atom.text);
            if atom.from.start < range.end {
                end = text.len();
            }
        }
        let start = highlight.unwrap_or(text.len());
        if cut_right {
            text.push('…');
        }
        (text, start..end.max(start))
    }

    /// Where to start so that nothing masked is cut: `at`, or the start of what it stands in.
    fn whole(&self, at: usize) -> usize {
        if at > self.clean {
            return self.clean;
        }
        match self.token_before(at + 1).filter(|token| token.end > at) {
            Some(token) if self.mask(token).is_some() => token.start,
            _ => at,
        }
    }

    /// What follows from `at`.
    fn right(&self, mut at: usize) -> Side {
        let mut side = Side::default();
        let mut tokens =
            self.tokens.get(self.tokens.partition_point(|token| token.end <= at)..).unwrap_or_default();
        while !side.is_full() {
            if at >= self.clean {
                if self.has_rest(at) {
                    side.push(Atom { from: at..self.bytes.len(), text: "…".to_owned() });
                }
                return side;
            }
            while let [token, rest @ ..] = tokens
                && token.end <= at
            {
                tokens = rest;
            }
            let token = tokens.first().filter(|token| token.start <= at);
            if let Some((token, mask)) = token.and_then(|token| Some((token, self.mask(token)?))) {
                side.push(Atom { from: token.range(), text: mask.to_owned() });
                at = token.end;
                continue;
            }
            match self.bytes.get(at..).and_then(character) {
                None | Some(Ok('\n' | '\r')) => return side,
                Some(Ok(character)) => {
                    let end = at + character.len_utf8();
                    side.push(Atom { from: at..end, text: shown(character) });
                    at = end;
                }
                Some(Err(length)) => {
                    side.push(Atom { from: at..at + length, text: "…".to_owned() });
                    at += length;
                }
            }
        }
        side.more = true;
        side
    }

    /// What comes before `at`.
    fn left(&self, mut at: usize) -> Side {
        let mut side = Side::default();
        while !side.is_full() {
            let token = self.token_before(at).filter(|token| token.end >= at);
            if let Some((token, mask)) = token.and_then(|token| Some((token, self.mask(token)?))) {
                side.push(Atom { from: token.range(), text: mask.to_owned() });
                at = token.start;
                continue;
            }
            let before = self.bytes.get(..at).unwrap_or_default();
            let tail = before.get(before.len().saturating_sub(4)..).unwrap_or_default();
            let is_inside = |byte: &&u8| matches!(**byte, 0x80..=0xbf);
            let length = 1 + tail.iter().rev().take_while(is_inside).count();
            let start = at.saturating_sub(length);
            match before.get(start..).and_then(character) {
                None | Some(Ok('\n' | '\r')) => return side,
                Some(Ok(character)) => side.push(Atom { from: start..at, text: shown(character) }),
                Some(Err(_)) => side.push(Atom { from: start..at, text: "…".to_owned() }),
            }
            at = start;
        }
        side.more = true;
        side
    }

    /// The last token that starts before `at`.
    fn token_before(&self, at: usize) -> Option<&Token> {
        let after = self.tokens.partition_point(|token| token.start < at);
        self.tokens.get(after.checked_sub(1)?)
    }

    /// What is shown instead of a token.
    fn mask(&self, token: &Token) -> Option<&'static str> {
        let shows = match token.what {
            What::Name | What::Plain => !token.hidden,
            What::Text | What::Bare => !token.hidden && self.values == Values::Shown,
        };
        let mask = if matches!(token.what, What::Name | What::Text) { "\"…\"" } else { "…" };
        (!shows).then_some(mask)
    }

    /// Whether anything but blanks follows in the line. Where they do not end soon, something does.
    fn has_rest(&self, at: usize) -> bool {
        let mut rest = self.bytes.get(at..).unwrap_or_default().iter();
        let found = rest.by_ref().take(WIDTH).find(|byte| !matches!(**byte, b' ' | b'\t'));
        found.is_none_or(|byte| !matches!(byte, b'\n' | b'\r')) && (found.is_some() || rest.next().is_some())
    }
}

/// A character as it is shown.
fn shown(character: char) -> String {
    match character {
        '\t' => "    ".to_owned(),
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => character.escape_unicode().to_string(),
        _ if character.is_control() => character.escape_unicode().to_string(),
        _ => character.to_string(),
    }
}
