//! What to say where a document goes on in a way that JSON does not.
//!
//! In:  a reader, and what it wanted to see.
//! Out: the one fault that says best what is wrong, without telling anything of a value.

use std::ops::Range;

use crate::code::Code;
use crate::document::lines::{Place, character};
use crate::document::reader::{EMPTY, Reader, Stop};

/// What should come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A value that is the whole document.
    Document,
    /// The name of a member, or the end of the object.
    Name,
    /// The colon behind a name.
    Colon,
    /// The value of a member.
    Value,
    /// A comma, or the end of the object.
    EndOfMember,
    /// An element of a list, or its end.
    Element,
    /// A comma, or the end of the list.
    EndOfElement,
}

impl Wanted {
    fn as_str(self) -> &'static str {
        match self {
            Self::Document | Self::Value | Self::Element => "a value",
            Self::Name => "a name in double quotes",
            Self::Colon => "a \":\"",
            Self::EndOfMember => "a \",\" or \"}\"",
            Self::EndOfElement => "a \",\" or \"]\"",
        }
    }
}

impl Reader<'_, '_> {
    /// Something else stands here than what was wanted.
    pub(super) fn unexpected(&mut self, wanted: Wanted) -> Stop {
        let next = character(self.rest());
        if wanted == Wanted::Element && matches!(next, None | Some(Ok('}' | ']' | ','))) {
            self.back_to_list();
        }
        let next = match next {
            Some(Ok(next)) => next,
            Some(Err(_)) => return self.bad_bytes(),
            None => return self.ended(),
        };
        let here = self.at..self.at + next.len_utf8();
        if let Some(comment) = self.comment() {
            return self.not_json(comment, COMMENT.0, COMMENT.1);
        }
        match (wanted, next) {
            (_, '}' | ']') => self.closing(next, wanted),
            (Wanted::Document | Wanted::Value | Wanted::Element | Wanted::Name, '\'' | '`' | '‘'..='‟') =>
            {
                let what = if wanted == Wanted::Name { "a name" } else { "a string" };
                self.not_json(
                    here,
                    format!("{what} does not stand in double quotes"),
                    "write \" before and behind it",
                )
            }
            (Wanted::Name, ',') => {
                self.not_json(here, "a comma has no member before it", "leave the comma out")
            }
            (Wanted::Element, ',') => {
                self.not_json(here, "a comma has no element before it", "leave the comma out")
            }
            (Wanted::Value, ',') => {
                self.not_json(here, "a name has no value", "write a value behind the colon, or null")
            }
            (Wanted::Colon, ',') => {
                self.not_json(here, "a name has no value", "write a colon and a value behind the name")
            }
            (Wanted::Name, _) if is_word(next) => {
                let range = self.word_range();
                self.not_json(
                    range,
                    "a name does not stand in double quotes",
                    "write \" before and behind it",
                )
            }
            (Wanted::Name, '{' | '[') => self.not_json(
                here,
                "a value in an object has no name",
                "write a name in double quotes and a colon before it",
            ),
            (Wanted::EndOfElement, ':') => self.not_json(
                here,
                "an element of a list has a name",
                "write { } instead of [ ] for members with names",
            ),
            (Wanted::Colon, '=') => {
                self.not_json(here, "a \"=\" stands between a name and its value", "write \":\" instead")
            }
            (Wanted::Colon, _) if starts_value(next) => self.not_json(
                self.last..self.last,
                "a colon is missing between a name and its value",
                "write \":\" between them",
            ),
            (Wanted::EndOfMember | Wanted::EndOfElement, _) if self.is_behind_quote() && is_word(next) => {
                self.not_json(
                    here,
                    "a string goes on behind its closing quote",
                    r#"write \" for a quote within a string, and "," between two values"#,
                )
            }
            (Wanted::EndOfMember, _) if starts_value(next) => self.not_json(
                self.last..self.last,
                "a comma is missing between two members of an object",
                "write \",\" between them",
            ),
            (Wanted::EndOfElement, _) if starts_value(next) => self.not_json(
                self.last..self.last,
                "a comma is missing between two elements of a list",
                "write \",\" between them",
            ),
            _ => self.other(next, here, wanted),
        }
    }

    /// Whether the last token is a string that ends right here.
    fn is_behind_quote(&self) -> bool {
        self.last == self.at && self.at.checked_sub(1).and_then(|quote| self.bytes.get(quote)) == Some(&b'"')
    }

    fn not_json(&mut self, range: Range<usize>, message: impl Into<String>, help: &str) -> Stop {
        self.stop(Code::NotJson, range, message, Some(help))
    }

    fn other(&mut self, next: char, here: Range<usize>, wanted: Wanted) -> Stop {
        let message = format!(
            "{} stands where {} should be",
            mark(next).as_deref().unwrap_or("something else"),
            wanted.as_str()
        );
        let help = match next {
            '<' if wanted == Wanted::Document => "the document looks like HTML or XML",
            '\0' => "the document looks like UTF-16 or is no text; save it as UTF-8",
            _ if next.is_whitespace() || next == '\u{feff}' => {
                "write plain spaces; copied text often has other ones"
            }
            _ => "look at what stands right before it",
        };
        self.not_json(here, message, help)
    }

    /// A bracket closes what it does not fit, or closes too early.
    fn closing(&mut self, bracket: char, wanted: Wanted) -> Stop {
        let here = self.at..self.at + 1;
        let Some(open) = self.open.last().copied() else {
            return self.not_json(
                here,
                format!("\"{bracket}\" stands where a value should be"),
                "nothing is open that it could close",
            );
        };
        let (what, fitting) = self.container(open);
        if bracket == fitting {
            return self.not_json(
                here,
                "a name has no value",
                match wanted {
                    Wanted::Colon => "write a colon and a value behind the name",
                    _ => "write a value behind the colon, or null",
                },
            );
        }
        let Place { line, column, .. } = self.lines.place(open);
        self.not_json(
            here,
            format!("\"{bracket}\" cannot close the {what} that starts in line {line}, column {column}"),
            if fitting == '}' {
                "close the object with \"}\" first"
            } else {
                "close the list with \"]\" first"
            },
        )
    }

    /// The document ends too early.
    fn ended(&mut self) -> Stop {
        let end = self.last..self.last;
        let Some(open) = self.open.last().copied() else {
            // Only a document that is empty has neither a value nor anything open.
            return self.stop(Code::EmptyDocument, end, "the document is empty", Some(EMPTY));
        };
        let (what, fitting) = self.container(open);
        let Place { line, column, .. } = self.lines.place(open);
        self.not_json(
            end,
            format!("the document ends within the {what} that starts in line {line}, column {column}"),
            if fitting == '}' {
                "close the object with \"}\"; the document may have been cut off"
            } else {
                "close the list with \"]\"; the document may have been cut off"
            },
        )
    }

    fn container(&self, open: usize) -> (&'static str, char) {
        match self.bytes.get(open) {
            Some(b'[') => ("list", ']'),
            _ => ("object", '}'),
        }
    }

    pub(super) fn trailing_comma(&mut self, comma: usize) -> Stop {
        let (what, close) = if self.rest().starts_with(b"}") { ("member", '}') } else { ("element", ']') };
        self.not_json(
            comma..comma + 1,
            format!("a comma stands behind the last {what}, before \"{close}\""),
            "leave the comma out",
        )
    }

    /// Something follows behind the document.
    pub(super) fn trailing(&mut self) -> Stop {
        let Some(Ok(next)) = character(self.rest()) else {
            return self.bad_bytes();
        };
        let here = self.at..self.at + next.len_utf8();
        let new_line = self.lines.place(self.last).line < self.lines.place(self.at).line;
        let (message, help) = match next {
            _ if self.comment().is_some() => COMMENT,
            '}' | ']' => (
                "the document has a closing bracket too many",
                "leave the bracket out, or look for one that closes too early",
            ),
            ',' => (
                "a comma follows behind the end of the document",
                "leave the comma out, or put several documents into a list",
            ),
            _ if new_line && starts_value(next) => (
                "another document follows in a new line",
                "a file of one document a line is named .jsonl, or read with --lines",
            ),
            _ if starts_value(next) => (
                "another document follows behind the end of the first",
                "put each into a file or a line of its own, or all into a list",
            ),
            _ => ("something follows behind the end of the document", "leave it out"),
        };
        let range = self.comment().unwrap_or(here);
        self.stop(Code::TrailingData, range, message, Some(help))
    }

    /// Letters that are no value in JSON.
    pub(super) fn wrong_word(&mut self, range: Range<usize>, word: &[u8]) -> Stop {
        let cut = range.end == self.bytes.len()
            && [b"true".as_slice(), b"false", b"null"].iter().any(|whole| whole.starts_with(word));
        if cut {
            let end = range.end..range.end;
            return self.not_json(
                end,
                "the document ends within a value",
                "send the rest too; the document may have been cut off",
            );
        }
        let (message, help) = match word {
            b"None" => ("None is no value in JSON", "write null instead"),
            b"undefined" => ("undefined is no value in JSON", "write null instead, or leave the member out"),
            b"True" => ("True is no value in JSON", "write true instead"),
            b"False" => ("False is no value in JSON", "write false instead"),
            _ if word.eq_ignore_ascii_case(b"true") || word.eq_ignore_ascii_case(b"false") => {
                ("a word is no value in JSON", "write true and false in small letters")
            }
            _ if word.eq_ignore_ascii_case(b"null") || word == b"nil" => {
                ("a word is no value in JSON", "write null instead")
            }
            _ => (
                "a word is no value in JSON",
                "put a string in double quotes; the words of JSON are true, false and null",
            ),
        };
        self.not_json(range, message, help)
    }

    fn bad_bytes(&mut self) -> Stop {
        self.not_utf8(self.at);
        self.give_up()
    }

    /// The comment that starts here.
    fn comment(&self) -> Option<Range<usize>> {
        match self.rest() {
            [b'/', b'/' | b'*', ..] => Some(self.at..self.at + 2),
            [b'#', ..] => Some(self.at..self.at + 1),
            _ => None,
        }
    }
}

const COMMENT: (&str, &str) = ("a comment stands here; JSON has none", "take the comment out");

/// A character in words, if it is one that tells nothing of a value.
fn mark(character: char) -> Option<String> {
    match character {
        '"' => Some("a double quote".to_owned()),
        '!'..='/' | ':'..='@' | '['..='`' | '{'..='~' => Some(format!("\"{character}\"")),
        '\u{ad}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{feff}' => Some(escaped(character)),
        _ => (character.is_control() || character.is_whitespace()).then(|| escaped(character)),
    }
}

fn escaped(character: char) -> String {
    format!("the character {}", character.escape_unicode())
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$' | '-')
}

fn starts_value(character: char) -> bool {
    matches!(character, '"' | '{' | '[' | '-' | '\'') || character.is_alphanumeric()
}
