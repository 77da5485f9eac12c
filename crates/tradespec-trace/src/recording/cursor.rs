//! The bytes of a file, and where in it they stand.
//!
//! In:  a reader, whatever its buffer.
//! Out: bytes, and texts of JSON values that are found by their quotes and brackets alone.
//! Holds: of a value, no more is kept than is asked for.

use std::io::{self, BufRead};

use tradespec_validator::Origin;

/// Goes on by `bytes`: `\n` ends a line, and a character is one column.
pub(super) fn advance(place: &mut Origin, bytes: &[u8]) {
    place.offset += bytes.len();
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let last_line = lines.next_back().unwrap_or_default();
    let ends = lines.count();
    if ends > 0 {
        place.line += ends;
        place.column = 1;
    }
    place.column += last_line.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count();
}

/// Reads a file once, from its start to its end.
pub(super) struct Cursor<'r> {
    reader: &'r mut dyn BufRead,
    place: Origin,
}

/// The text of a value as it was found, without the blanks around it.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// All of it.
    Whole(Vec<u8>),
    /// More than was to be kept, so nothing.
    TooLong,
    /// The file ends within it.
    CutOff,
}

impl<'r> Cursor<'r> {
    pub(super) fn new(reader: &'r mut dyn BufRead) -> Self {
        Self { reader, place: Origin::default() }
    }

    /// The place of the next byte.
    pub(super) fn place(&self) -> Origin {
        self.place
    }

    /// The reader of all that was not read.
    pub(super) fn into_reader(self) -> &'r mut dyn BufRead {
        self.reader
    }

    /// The next byte, if there is one.
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(fill(self.reader)?.first().copied())
    }

    /// Goes on by the next byte.
    pub(super) fn bump(&mut self) -> io::Result<Option<u8>> {
        let next = self.peek()?;
        if let Some(byte) = next {
            self.consume(&[byte]);
        }
        Ok(next)
    }

    /// Goes on by `wanted`, if that is the next byte.
    pub(super) fn take(&mut self, wanted: u8) -> io::Result<bool> {
        let is_next = self.peek()? == Some(wanted);
        if is_next {
            self.consume(&[wanted]);
        }
        Ok(is_next)
    }

    /// Goes on by `bytes`, which are the next ones.
    fn consume(&mut self, bytes: &[u8]) {
        self.reader.consume(bytes.len());
        advance(&mut self.place, bytes);
    }

    /// Goes on to the next byte that is not blank, which it tells.
    pub(super) fn pass_blank(&mut self) -> io::Result<Option<u8>> {
        self.run(|byte| !is_blank(byte), &mut |_| {})
    }

    /// Goes on to the `,` or `closing` that ends a value of a list or an object. Keeps no more than `most` bytes of it.
    pub(super) fn value(&mut self, closing: u8, most: usize) -> io::Result<Found> {
        self.pass_blank()?;
        let mut nesting = Nesting { closing, depth: 0, in_text: false, escaped: false };
        let (mut kept, mut too_long) = (Vec::new(), false);
        let end = self.run(|byte| nesting.ends_before(byte), &mut |bytes| {
            too_long |= kept.len() + bytes.len() > most;
            if too_long {
                kept = Vec::new();
            } else {
                kept.extend_from_slice(bytes);
            }
        })?;
        if end.is_none() {
            return Ok(Found::CutOff);
        }
        while kept.last().is_some_and(|byte| is_blank(*byte)) {
            kept.pop();
        }
        Ok(if too_long { Found::TooLong } else { Found::Whole(kept) })
    }

    /// Goes on to the first byte that `ends` says `true` to, and hands over those before it.
    fn run(
        &mut self,
        mut ends: impl FnMut(u8) -> bool,
        take: &mut dyn FnMut(&[u8]),
    ) -> io::Result<Option<u8>> {
        loop {
            let buffer = fill(self.reader)?;
            let end = buffer.iter().position(|byte| ends(*byte));
            let before = buffer.get(..end.unwrap_or(buffer.len())).unwrap_or_default();
            let last = end.and_then(|end| buffer.get(end)).copied();
            let is_over = last.is_some() || before.is_empty();
            take(before);
            advance(&mut self.place, before);
            let taken = before.len();
            self.reader.consume(taken);
            if is_over {
                return Ok(last);
            }
        }
    }
}

/// Whether JSON lets the byte stand between two values.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// What the reader has in its buffer; nothing at the end of the file.
fn fill(reader: &mut dyn BufRead) -> io::Result<&[u8]> {
    // What is in the buffer is asked for again, because what is lent out of a loop cannot be asked for anew.
    loop {
        match reader.fill_buf() {
            Ok([]) => return Ok(&[]),
            Ok(_) => return reader.fill_buf(),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Where a scan is within a value.
struct Nesting {
    closing: u8,
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl Nesting {
    /// Whether the value ends before this byte.
    fn ends_before(&mut self, byte: u8) -> bool {
        if self.in_text {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            _ if self.depth == 0 => return byte == b',' || byte == self.closing,
            b'}' | b']' => self.depth -= 1,
            _ => {}
        }
        false
    }
}
