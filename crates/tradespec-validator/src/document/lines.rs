//! Where the bytes of a document stand in its file.
//!
//! In:  a document, and where it starts in its file.
//! Out: the line and column of any byte, and the [`Span`] of any stretch.
//! Holds: finding a place takes no longer in a long document, or in a long line, than in a short one.

use std::ops::Range;

use crate::span::{Origin, Span};

/// How many bytes may stand between two places that are kept.
const STRIDE: usize = 256;

/// The first character of `bytes`, or how many bytes stand there that are none; nothing where there are no bytes.
///
/// Bytes that are no character come as the Unicode standard counts them (maximal subparts): a sequence that breaks off
/// is one.
pub(super) fn character(bytes: &[u8]) -> Option<Result<char, usize>> {
    let chunk = bytes.get(..4).unwrap_or(bytes).utf8_chunks().next()?;
    Some(chunk.valid().chars().next().ok_or(chunk.invalid().len()))
}

/// The place of a character.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Its line in the file, counted from 1.
    pub(super) line: usize,
    /// Its column, counted from 1.
    pub(super) column: usize,
    /// How many bytes of the document come before it.
    offset: usize,
}

impl Place {
    /// The place after the character here; `\n`, `\r\n` and a lone `\r` end a line.
    fn next(self, bytes: &[u8]) -> Option<Self> {
        let rest = bytes.get(self.offset..)?;
        let length = match rest {
            [b'\n', ..] | [b'\r'] => return Some(self.next_line()),
            [b'\r', next, ..] if *next != b'\n' => return Some(self.next_line()),
            [0..=0x7f, ..] => 1,
            _ => character(rest)?.map_or_else(|length| length, char::len_utf8),
        };
        Some(Self { column: self.column + 1, offset: self.offset + length, ..self })
    }

    fn next_line(self) -> Self {
        Self { line: self.line + 1, column: 1, offset: self.offset + 1 }
    }
}

/// The lines of a document.
#[derive(Debug)]
pub(super) struct Lines<'b> {
    bytes: &'b [u8],
    /// Bytes of the file before the document.
    before: usize,
    /// The start, and a place about every [`STRIDE`] bytes.
    kept: Vec<Place>,
}

impl<'b> Lines<'b> {
    pub(super) fn new(bytes: &'b [u8], origin: Origin) -> Self {
        let mut place = Place { line: origin.line, column: origin.column, offset: 0 };
        let mut kept = vec![place];
        let mut next_kept = STRIDE;
        while let Some(next) = place.next(bytes) {
            place = next;
            if place.offset >= next_kept {
                kept.push(place);
                next_kept = place.offset + STRIDE;
            }
        }
        Self { bytes, before: origin.offset, kept }
    }

    /// The place of the byte at `offset`; of the end of the document where it is shorter.
    pub(super) fn place(&self, offset: usize) -> Place {
        let after = self.kept.partition_point(|kept| kept.offset <= offset);
        let start = Place { line: 1, column: 1, offset: 0 };
        let mut place = self.kept.get(after.saturating_sub(1)).copied().unwrap_or(start);
        while place.offset < offset {
            match place.next(self.bytes) {
                Some(next) if next.offset <= offset => place = next,
                _ => break,
            }
        }
        place
    }

    /// The span of a stretch of the document.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        let (start, end) = (self.place(range.start), self.place(range.end));
        Span {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            offset: self.before + range.start,
            length: range.len(),
        }
    }

    /// The stretch of the document that `span` is, as far as there is one.
    pub(super) fn range(&self, span: &Span) -> Range<usize> {
        let start = span.offset.saturating_sub(self.before).min(self.bytes.len());
        start..start.saturating_add(span.length).min(self.bytes.len())
    }
}
