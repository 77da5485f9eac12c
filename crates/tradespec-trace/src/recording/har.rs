//! A HAR document: a list of entries in `log.entries`.
//!
//! In:  a cursor behind the colon of `log`.
//! Out: the exchange of each entry, or its faults.
//! Holds: what is not an entry is passed over by its quotes and brackets, and not kept.

use std::io;

use super::cursor::{Cursor, Found};
use super::{Exchange, Fault, Limits, Passed, entry};

/// The longest name of a member that is looked at, as it is written.
const NAME_BYTES: usize = 64;

type Each<'e> = &'e mut dyn FnMut(Result<Exchange, Fault>) -> bool;

/// Reads the entries of a document. Each step below says whether reading can go on behind it, and should.
pub(super) fn read(
    cursor: &mut Cursor<'_>,
    limits: Limits,
    passed: &mut Passed,
    each: Each<'_>,
) -> io::Result<()> {
    match cursor.pass_blank()? {
        Some(b'{') => {}
        Some(_) => {
            wrong(cursor, each, "\"log\" is no object with \"entries\"");
            return Ok(());
        }
        None => {
            cut_off(cursor, each);
            return Ok(());
        }
    }
    let start = cursor.place();
    cursor.bump()?;
    let mut has_entries = false;
    while cursor.pass_blank()? != Some(b'}') {
        let Some(name) = name(cursor, each)? else { return Ok(()) };
        let goes_on = if name != "entries" {
            pass(cursor, each)?
        } else if has_entries {
            wrong(cursor, each, "\"entries\" stands twice; leave one of them out") && pass(cursor, each)?
        } else {
            has_entries = true;
            entries(cursor, limits, passed, each)?
        };
        if !goes_on {
            return Ok(());
        }
        cursor.pass_blank()?;
        cursor.take(b',')?;
    }
    cursor.bump()?;
    let missing = "no \"entries\": the list of the exchanges in a HAR document";
    if has_entries || each(Err(Fault::new(start, missing))) {
        rest(cursor, each)?;
    }
    Ok(())
}

/// Reads the name of a member of `log` with its colon.
fn name(cursor: &mut Cursor<'_>, each: Each<'_>) -> io::Result<Option<String>> {
    let found = match cursor.peek()? {
        Some(b'"') => cursor.value(b':', NAME_BYTES)?,
        Some(_) => {
            wrong(cursor, each, "not JSON: a member of \"log\" is expected here");
            return Ok(None);
        }
        None => Found::CutOff,
    };
    match found {
        // Names that are too long, or are none, are not the one that is looked for.
        Found::Whole(name) if cursor.take(b':')? => {
            Ok(Some(serde_json::from_slice(&name).unwrap_or_default()))
        }
        Found::TooLong if cursor.take(b':')? => Ok(Some(String::new())),
        Found::Whole(_) | Found::TooLong => {
            wrong(cursor, each, "not JSON: a colon is expected here");
            Ok(None)
        }
        Found::CutOff => {
            cut_off(cursor, each);
            Ok(None)
        }
    }
}

/// Reads `entries`.
fn entries(cursor: &mut Cursor<'_>, limits: Limits, passed: &mut Passed, each: Each<'_>) -> io::Result<bool> {
    match cursor.pass_blank()? {
        Some(b'[') => {}
        Some(_) => return Ok(wrong(cursor, each, "\"entries\" is no list") && pass(cursor, each)?),
        None => {
            cut_off(cursor, each);
            return Ok(false);
        }
    }
    cursor.bump()?;
    if cursor.pass_blank()? == Some(b']') {
        cursor.bump()?;
        return Ok(true);
    }
    loop {
        cursor.pass_blank()?;
        let origin = cursor.place();
        let read = match cursor.value(b']', limits.exchange_bytes)? {
            Found::Whole(text) => entry::read(&text, origin),
            Found::TooLong => Err(vec![super::too_long(origin, limits)]),
            Found::CutOff => {
                cut_off(cursor, each);
                return Ok(false);
            }
        };
        if !super::hand_over(read, passed, each) {
            return Ok(false);
        }
        if !cursor.take(b',')? {
            cursor.bump()?;
            return Ok(true);
        }
    }
}

/// Passes over the value of a member.
fn pass(cursor: &mut Cursor<'_>, each: Each<'_>) -> io::Result<bool> {
    let is_whole = cursor.value(b'}', 0)? != Found::CutOff;
    if !is_whole {
        cut_off(cursor, each);
    }
    Ok(is_whole)
}

/// Passes over what stands behind `log`.
fn rest(cursor: &mut Cursor<'_>, each: Each<'_>) -> io::Result<()> {
    loop {
        if !pass(cursor, each)? {
            return Ok(());
        }
        if !cursor.take(b',')? {
            cursor.bump()?;
            break;
        }
    }
    if cursor.pass_blank()?.is_some() {
        wrong(cursor, each, "something follows behind the end of the HAR document");
    }
    Ok(())
}

fn wrong(cursor: &Cursor<'_>, each: Each<'_>, message: &str) -> bool {
    each(Err(Fault::new(cursor.place(), message)))
}

fn cut_off(cursor: &Cursor<'_>, each: Each<'_>) {
    wrong(cursor, each, "the file ends within the HAR document; its last part is missing");
}
