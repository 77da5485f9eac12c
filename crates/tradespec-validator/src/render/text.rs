//! Text that is safe to show, and pieces of it that fit.
//!
//! In:  names, messages, paths and lines as they are.
//! Out: one line of text each: nothing in it moves a cursor, ends a line or turns the direction of reading.
//! Holds: widths are columns of a terminal, not bytes and not characters.

use std::fmt;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::Totals;

/// What stands where something was left out.
const ELLIPSIS: char = '…';

/// The text with control characters and those that show nothing escaped: names in a message must not steer a terminal.
///
/// ```
/// use tradespec_validator::render::printable;
///
/// assert_eq!(printable("a\u{1b}[2Jb"), r"a\u{1b}[2Jb");
/// ```
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut shown, c| {
        if c.is_control() || is_invisible(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
        shown
    })
}

/// Characters that show nothing and may turn the direction of the text around them, and those that XML has not.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{fffe}'..='\u{ffff}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

/// How many columns the text takes.
pub(super) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The start of the text, as much as fits into so many columns, with an ellipsis if that is not all.
pub(super) fn head(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept: String = fitting(text.chars(), columns.saturating_sub(1)).collect();
    kept.push(ELLIPSIS);
    kept
}

/// The end of the text, as much as fits into so many columns, with an ellipsis if that is not all.
pub(super) fn tail(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept: Vec<char> = fitting(text.chars().rev(), columns.saturating_sub(1)).collect();
    kept.push(ELLIPSIS);
    kept.into_iter().rev().collect()
}

fn fitting(text: impl Iterator<Item = char>, columns: usize) -> impl Iterator<Item = char> {
    let mut left = columns;
    text.take_while(move |c| match left.checked_sub(c.width().unwrap_or(0)) {
        Some(rest) => {
            left = rest;
            true
        }
        None => false,
    })
}

/// A number and what there are so many of, whose plural ends with an s.
///
/// ```
/// use tradespec_validator::render::counted;
///
/// assert_eq!((counted(1, "document"), counted(2, "document")), ("1 document".to_owned(), "2 documents".to_owned()));
/// ```
#[must_use]
pub fn counted<N: Copy + fmt::Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let ending = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// What to say of errors that are not shown, where there are some.
pub(super) fn hidden(totals: &Totals) -> Option<String> {
    let more = counted(totals.hidden, "more error");
    (totals.hidden > 0).then(|| format!("{more} not shown; raise --max-errors"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_is_left_alone() {
        assert_eq!((head("ab", 2), tail("ab", 2)), ("ab".to_owned(), "ab".to_owned()));
    }

    #[test]
    fn what_is_cut_fits_with_its_ellipsis() {
        assert_eq!(head("abcdef", 4), "abc…");
        assert_eq!(tail("abcdef", 4), "…def");
        assert_eq!(head("茶茶茶", 4), "茶…");
        assert_eq!(tail("茶茶茶", 5), "…茶茶");
    }

    #[test]
    fn nothing_that_steers_a_terminal_is_left() {
        assert_eq!(printable("a\u{1b}[31m\n\u{202e}é"), r"a\u{1b}[31m\u{a}\u{202e}é");
    }
}
