//! Numbers, and values that are written in letters.
//!
//! In:  a reader at a digit, a sign or a letter.
//! Out: the value as a node, or the fault that says why there is none.
//! Holds: `NaN`, `Infinity` and numbers beyond doubles are noted, and reading goes on behind them.

use crate::code::Code;
use crate::document::number::{Kept, Misformed, form, kept};
use crate::document::reader::{Reader, Stop};
use crate::document::tree::{Node, What};

impl Reader<'_, '_> {
    pub(super) fn number(&mut self, secret: bool) -> Result<Node, Stop> {
        let range = self.word_range();
        let bytes = self.bytes.get(range.clone()).unwrap_or_default();
        if let [b'-', b'I' | b'N', ..] = bytes {
            return self.word(secret);
        }
        if let Err(Misformed(message, help)) = form(bytes) {
            return Err(self.stop(Code::NotJson, range, message, Some(help)));
        }
        // A number of the right form is ASCII.
        let (code, message, help) = match kept(std::str::from_utf8(bytes).unwrap_or_default()) {
            Kept::All => return Ok(self.token(range.end, What::Bare, secret)),
            Kept::Nothing => (
                Code::NumberOutOfRange,
                "a number is too large for readers that use doubles",
                "send a smaller number, or a string",
            ),
            Kept::WholePart => (
                Code::InexactNumber,
                "a whole number has more digits than a double keeps: readers that use doubles change the last ones",
                "send it as a string, or with at most 15 digits",
            ),
            Kept::Part => (
                Code::InexactNumber,
                "a number has more digits than a double keeps: readers that use doubles change the last ones",
                "send it with at most 15 digits, or as a string",
            ),
            Kept::Little => (
                Code::InexactNumber,
                "a number is so close to zero that a double keeps only some of its digits",
                "send it with fewer digits, or as a string",
            ),
            Kept::Zero => (
                Code::InexactNumber,
                "a number is closer to zero than any double: readers that use doubles take it for 0",
                "send 0, or a string",
            ),
        };
        self.fault(code, range.clone(), message, Some(help));
        Ok(self.token(range.end, What::Bare, secret))
    }

    /// A value that is written in letters.
    pub(super) fn word(&mut self, secret: bool) -> Result<Node, Stop> {
        let range = self.word_range();
        match self.bytes.get(range.clone()).unwrap_or_default() {
            b"true" | b"false" => Ok(self.token(range.end, What::Bare, secret)),
            b"null" => Ok(self.token(range.end, What::Plain, false)),
            word @ (b"NaN" | b"Infinity" | b"-Infinity" | b"-NaN" | b"+Infinity" | b"+NaN") => {
                let name = if word.ends_with(b"NaN") { "NaN" } else { "Infinity" };
                self.fault(
                    Code::NotANumber,
                    range.clone(),
                    format!("{name} is no number in JSON"),
                    Some("use null, or leave the member out"),
                );
                Ok(self.token(range.end, What::Plain, false))
            }
            word => Err(self.wrong_word(range, word)),
        }
    }
}
