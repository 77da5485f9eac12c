//! JSON lines: one exchange a line.
//!
//! In:  a reader, and the place at which it stands.
//! Out: the exchange of each line, or its faults.
//! Holds: a line is not longer than it may be, and a fault does not hide the lines after it.

use std::io::{self, BufRead, Read};

use serde::de::IgnoredAny;
use tradespec_validator::Origin;

use super::cursor::{self, is_blank};
use super::{Exchange, Fault, Limits, Passed, line};

/// Reads each line; those with nothing in them are passed over.
pub(super) fn read(
    reader: &mut dyn BufRead,
    start: Origin,
    limits: Limits,
    passed: &mut Passed,
    each: &mut dyn FnMut(Result<Exchange, Fault>) -> bool,
) -> io::Result<()> {
    let mut origin = start;
    let mut text = Vec::new();
    // Whether the line before is no JSON: what follows it and does not begin like an exchange is more of the same.
    let mut in_rubble = false;
    loop {
        text.clear();
        let most = limits.exchange_bytes.saturating_add(2);
        let mut length = (&mut *reader).take(most as u64).read_until(b'\n', &mut text)?;
        if length == 0 {
            return Ok(());
        }
        if length == most && !text.ends_with(b"\n") {
            length += reader.skip_until(b'\n')?;
        }
        let blank_before = text.iter().take_while(|byte| is_blank(**byte)).count();
        let (blank, content) = text.split_at(blank_before);
        let content = content.trim_ascii_end();
        let mut place = origin;
        cursor::advance(&mut place, blank);
        let is_object = content.first() == Some(&b'{');
        if !content.is_empty() && (is_object || !in_rubble) {
            let read = if content.len() > limits.exchange_bytes || length > most {
                Err(vec![super::too_long(place, limits)])
            } else {
                line::read(content, place)
            };
            in_rubble = read.is_err() && serde_json::from_slice::<IgnoredAny>(content).is_err();
            if !super::hand_over(read, passed, each) {
                return Ok(());
            }
        }
        origin = Origin { line: origin.line + 1, column: 1, offset: origin.offset + length };
    }
}
