//! Which format a recording has, by its first bytes.
//!
//! In:  the start of a file.
//! Out: the format, and what was read to find it out.
//! Holds: no more is read than one exchange may have.

use std::io;

use tradespec_validator::Origin;

use super::cursor::{Cursor, is_blank};

/// A mark of the byte order, which HAR allows in front.
const MARK: [u8; 3] = *b"\xef\xbb\xbf";

/// How a recording begins.
pub(super) enum Opening {
    /// An object whose first member is `log`; the cursor is behind the colon.
    Har,
    /// Anything else: one exchange a line.
    Lines {
        /// The place of the first byte that is not blank.
        start: Origin,
        /// What was read from there on.
        read: Vec<u8>,
    },
    /// A list of objects.
    List {
        /// Where it starts.
        start: Origin,
    },
}

/// Reads how a recording begins.
pub(super) fn read(cursor: &mut Cursor<'_>, most: usize) -> io::Result<Opening> {
    let (mut start, mut read) = (cursor.place(), Vec::new());
    // A mark that breaks off is no mark, and stays.
    if MARK
        .iter()
        .try_fold(true, |so_far, byte| Ok::<_, io::Error>(so_far && next(cursor, *byte, &mut read)?))?
    {
        read.clear();
    }
    if read.is_empty() {
        cursor.pass_blank()?;
        start = cursor.place();
        if next(cursor, b'[', &mut read)? {
            if blanks(cursor, most, &mut read)? == Some(b'{') {
                return Ok(Opening::List { start });
            }
        } else if is_har(cursor, most, &mut read)? {
            return Ok(Opening::Har);
        }
    }
    Ok(Opening::Lines { start, read })
}

/// Reads `{ "log" :`, as far as it stands there.
fn is_har(cursor: &mut Cursor<'_>, most: usize, read: &mut Vec<u8>) -> io::Result<bool> {
    if !next(cursor, b'{', read)? {
        return Ok(false);
    }
    blanks(cursor, most, read)?;
    for byte in *b"\"log\"" {
        if !next(cursor, byte, read)? {
            return Ok(false);
        }
    }
    blanks(cursor, most, read)?;
    next(cursor, b':', read)
}

/// Goes on by `wanted`, if that is the next byte.
fn next(cursor: &mut Cursor<'_>, wanted: u8, read: &mut Vec<u8>) -> io::Result<bool> {
    let is_next = cursor.take(wanted)?;
    if is_next {
        read.push(wanted);
    }
    Ok(is_next)
}

/// Goes on to the next byte that is not blank, which it tells, or until there is too much.
fn blanks(cursor: &mut Cursor<'_>, most: usize, read: &mut Vec<u8>) -> io::Result<Option<u8>> {
    loop {
        match cursor.peek()? {
            Some(byte) if is_blank(byte) && read.len() < most => {
                cursor.bump()?;
                read.push(byte);
            }
            next => return Ok(next),
        }
    }
}
