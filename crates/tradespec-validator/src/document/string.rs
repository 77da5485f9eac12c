//! Strings: where they end, and what in them is no text.
//!
//! In:  a reader at an opening quote.
//! Out: the end of the string, and whether all of it is text.
//! Holds: halves of surrogate pairs and bytes that are not UTF-8 are noted, and reading goes on behind them.

use std::ops::Range;

use crate::code::Code;
use crate::document::lines::{Place, character};
use crate::document::reader::{Reader, Stop};

/// A string that was read.
pub(super) struct Text {
    /// Where its closing quote ends.
    pub(super) end: usize,
    /// Whether all of it is text.
    pub(super) clean: bool,
}

impl Reader<'_, '_> {
    /// Looks through the string that starts here, without taking it.
    pub(super) fn string(&mut self) -> Result<Text, Stop> {
        let mut end = self.at + 1;
        let mut clean = true;
        loop {
            match self.bytes.get(end..).unwrap_or_default() {
                [] => return Err(self.not_closed()),
                [b'"', ..] => return Ok(Text { end: end + 1, clean }),
                [b'\\', ..] => {
                    let length;
                    (length, clean) = self.escape(end, clean)?;
                    end += length;
                }
                [0..=0x1f, ..] => return Err(self.control(end)),
                [0x20..=0x7f, ..] => end += 1,
                rest => match character(rest) {
                    Some(Ok(character)) => end += character.len_utf8(),
                    _ => {
                        end = self.not_utf8(end);
                        clean = false;
                    }
                },
            }
        }
    }

    /// How long the escape at `start` is, and whether the string is still clean behind it.
    fn escape(&mut self, start: usize, clean: bool) -> Result<(usize, bool), Stop> {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let plain = match rest {
            [_, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => return Ok((2, clean)),
            [_] => return Err(self.not_closed()),
            [_, b'u', ..] => false,
            _ => true,
        };
        if plain {
            let length = rest.get(1..).and_then(character).map_or(0, |next| next.map_or(0, char::len_utf8));
            return Err(self.stop(
                Code::NotJson,
                start..start + 1 + length,
                "a backslash in a string starts no escape that JSON has",
                Some(r#"write \\ for a backslash; there are \" \\ \/ \b \f \n \r \t and \u with four hexadecimal digits"#),
            ));
        }
        let Some(unit) = code_unit(rest) else {
            let digits = rest.iter().skip(2).take_while(|byte| byte.is_ascii_hexdigit()).count();
            if rest.len() == 2 + digits {
                return Err(self.not_closed());
            }
            return Err(self.stop(
                Code::NotJson,
                start..start + 2 + digits,
                r"\u in a string has fewer than four hexadecimal digits behind it",
                Some(r"write four, as in \u0041, or \\ for a backslash"),
            ));
        };
        let low = || rest.get(6..).and_then(code_unit).is_some_and(|next| (0xdc00..0xe000).contains(&next));
        match unit {
            0xd800..0xdc00 if low() => return Ok((12, clean)),
            0xd800..0xdc00 => {
                let message =
                    "an escape is the first half of a surrogate pair, and the second does not follow";
                self.lone(start..start + 6, message);
            }
            0xdc00..0xe000 => {
                let message = "an escape is the second half of a surrogate pair without the first before it";
                self.lone(start..start + 6, message);
            }
            _ => return Ok((6, clean)),
        }
        Ok((6, false))
    }

    fn lone(&mut self, range: Range<usize>, message: &str) {
        let help = "write both halves, or the character itself; a text that was cut may have lost one";
        self.fault(Code::LoneSurrogate, range, message, Some(help));
    }

    /// Notes the bytes from `start` that are not UTF-8; they end where the result says.
    pub(super) fn not_utf8(&mut self, start: usize) -> usize {
        let mut end = start;
        while let Some(Err(length)) = self.bytes.get(end..).and_then(character) {
            end += length;
        }
        let help = if self.bytes.starts_with(b"\xff\xfe") || self.bytes.starts_with(b"\xfe\xff") {
            "the document looks like UTF-16; save it as UTF-8"
        } else {
            "save the document as UTF-8"
        };
        let bytes = if end - start == 1 { "a byte is" } else { "some bytes are" };
        self.fault(Code::InvalidUtf8, start..end, format!("{bytes} not UTF-8"), Some(help));
        end
    }

    /// The document ends before the string does.
    fn not_closed(&mut self) -> Stop {
        let end = self.bytes.len();
        let Place { line, column, .. } = self.lines.place(self.at);
        self.stop(
            Code::NotJson,
            end..end,
            format!("the document ends within the string that starts in line {line}, column {column}"),
            Some("close it with a \" where it should end; the document may have been cut off"),
        )
    }

    fn control(&mut self, start: usize) -> Stop {
        let byte = self.bytes.get(start).copied().unwrap_or_default();
        let (message, help) = match byte {
            b'\n' | b'\r' => {
                let column = self.lines.place(self.at).column;
                (
                    format!("the string that starts in column {column} is not closed in its line"),
                    r#"close it with a ", or write \n for a line break in it"#.to_owned(),
                )
            }
            b'\t' => ("a tab stands in a string as it is".to_owned(), r"write \t for a tab in it".to_owned()),
            _ => (
                format!("the control character \\u{{{byte:x}}} stands in a string as it is"),
                format!("leave it out, or write \\u{byte:04x} for it"),
            ),
        };
        self.stop(Code::NotJson, start..start + 1, message, Some(help))
    }
}

/// The code unit that the escape `\uXXXX` at the start of `text` is.
fn code_unit(text: &[u8]) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = text else { return None };
    let digits = digits.get(..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
