//! Extension points: the `extends` paths of a declaration.
//!
//! In:  a path such as `$.CheckoutSession.line_items[*].points`.
//! Out: an [`ExtensionPoint`]: a type, the steps through it, and the field that is added.
//! The grammar is the part of RFC 9535 that can name one place in a schema.

use std::fmt;
use std::str::CharIndices;

use crate::error::{Code, Error, Place};

/// One `extends` path: a type, and the steps from it to the field that is added.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ExtensionPoint {
    type_name: String,
    steps: Vec<Step>,
    field: String,
}

/// A step from a type towards a field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// To a member of an object.
    Field(String),
    /// To every element of an array: `[*]`.
    Elements,
}

impl ExtensionPoint {
    /// A field of the type itself.
    pub(crate) fn new(type_name: &str, field: &str) -> Self {
        Self { type_name: type_name.to_owned(), steps: Vec::new(), field: field.to_owned() }
    }

    /// The type the path starts at.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// The steps from the type to the object that gets the field.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The field that is added.
    #[must_use]
    pub fn field(&self) -> &str {
        &self.field
    }
}

impl std::str::FromStr for ExtensionPoint {
    type Err = Error;

    fn from_str(path: &str) -> Result<Self, Error> {
        parse(path).map_err(|message| {
            Error::new(Code::UnsupportedPath, Place::none(), format!("\"{path}\": {message}"))
        })
    }
}

/// Dotted where a name allows it, else bracketed.
impl fmt::Display for ExtensionPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |f: &mut fmt::Formatter<'_>, name: &str| {
            let plain = name.chars().enumerate().all(|(at, c)| is_name_char(c, at == 0));
            if plain && !name.is_empty() {
                write!(f, ".{name}")
            } else {
                write!(f, "['{}']", name.chars().map(escaped).collect::<String>())
            }
        };
        f.write_str("$")?;
        name(f, &self.type_name)?;
        for step in &self.steps {
            match step {
                Step::Field(field) => name(f, field)?,
                Step::Elements => f.write_str("[*]")?,
            }
        }
        name(f, &self.field)
    }
}

/// A character as it stands between single quotes.
fn escaped(c: char) -> String {
    match c {
        '\'' | '\\' => format!("\\{c}"),
        c if c < ' ' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    }
}

/// Reads an `extends` path; the error says what is wrong with it.
pub(crate) fn parse(path: &str) -> Result<ExtensionPoint, String> {
    let mut steps = parse_steps(path)?;
    let field = match steps.pop() {
        Some(Step::Field(field)) => field,
        Some(Step::Elements) => {
            return Err("the last step names the field that is added, so it cannot be [*]".to_owned());
        }
        None => return Err("the path names no field; expected $.<Type>.<field>".to_owned()),
    };
    if steps.is_empty() {
        return Err("the path names a type but no field; expected $.<Type>.<field>".to_owned());
    }
    match steps.remove(0) {
        Step::Field(type_name) => Ok(ExtensionPoint { type_name, steps, field }),
        Step::Elements => Err("the first step names a type, so it cannot be [*]".to_owned()),
    }
}

/// RFC 9535 `member-name-shorthand`.
fn is_name_char(c: char, first: bool) -> bool {
    c.is_ascii_alphabetic() || c == '_' || !c.is_ascii() || (!first && c.is_ascii_digit())
}

/// What follows the blank space of RFC 9535, which may stand before a step and inside brackets.
fn unspaced(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

/// Parses the RFC 9535 paths that can name a place in a schema: member names, dotted or bracketed, and `[*]`.
fn parse_steps(path: &str) -> Result<Vec<Step>, String> {
    let mut rest = path.strip_prefix('$').ok_or("a path starts with \"$\"")?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let next = unspaced(rest);
        let (step, after) = if next.starts_with("..") {
            return Err("recursive descent (\"..\") does not name one place; name each step".to_owned());
        } else if next.starts_with(".*") {
            return Err(
                "\".*\" goes through members as well as elements; write \"[*]\" for the elements of an array"
                    .to_owned(),
            );
        } else if let Some(after) = next.strip_prefix('.') {
            let end = after
                .char_indices()
                .find(|(at, c)| !is_name_char(*c, *at == 0))
                .map_or(after.len(), |(at, _)| at);
            if end == 0 {
                return Err("a name is missing after \".\"".to_owned());
            }
            (Step::Field(after[..end].to_owned()), &after[end..])
        } else if let Some(after) = next.strip_prefix('[') {
            bracketed(unspaced(after))?
        } else {
            let what: String = rest.chars().take(12).collect();
            return Err(format!("expected \".name\", \"['name']\" or \"[*]\" at \"{what}\""));
        };
        steps.push(step);
        rest = after;
    }
    Ok(steps)
}

fn bracketed(text: &str) -> Result<(Step, &str), String> {
    let (step, after) = match text.chars().next() {
        Some('*') => (Step::Elements, &text[1..]),
        Some(quote @ ('\'' | '"')) => {
            let (name, after) = quoted(&text[1..], quote)?;
            (Step::Field(name), after)
        }
        Some('?') => return Err("filters do not name one place; write \"[*]\"".to_owned()),
        Some(c) if c.is_ascii_digit() || c == '-' || c == ':' => {
            return Err(
                "indexes and slices name elements of a document, not a place in a type; write \"[*]\""
                    .to_owned(),
            );
        }
        _ => return Err("expected a quoted name or \"*\" in brackets".to_owned()),
    };
    let after = unspaced(after);
    if after.starts_with(',') {
        return Err("several names in one bracket; give each a path of its own".to_owned());
    }
    after.strip_prefix(']').map(|after| (step, after)).ok_or_else(|| "a \"]\" is missing".to_owned())
}

/// Reads a quoted name up to its closing quote, with the escapes of RFC 9535.
fn quoted(text: &str, quote: char) -> Result<(String, &str), String> {
    let mut name = String::new();
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        if c == quote {
            return Ok((name, &text[at + c.len_utf8()..]));
        }
        if c < ' ' {
            break;
        }
        if c != '\\' {
            name.push(c);
            continue;
        }
        match chars.next().map(|(_, escape)| escape) {
            Some('b') => name.push('\u{8}'),
            Some('f') => name.push('\u{c}'),
            Some('n') => name.push('\n'),
            Some('r') => name.push('\r'),
            Some('t') => name.push('\t'),
            Some('u') => name.push(unicode(&mut chars).ok_or("\"\\u\" is followed by no character's code")?),
            Some(same) if same == quote || same == '\\' || same == '/' => name.push(same),
            _ => return Err("a name has an escape that JSONPath does not know".to_owned()),
        }
    }
    Err("a quoted name is not closed".to_owned())
}

/// The character whose code follows `\u`: four hexadecimal digits, or two such escapes for one beyond U+FFFF.
fn unicode(chars: &mut CharIndices<'_>) -> Option<char> {
    let mut units = vec![code_unit(chars)?];
    if (0xD800..0xDC00).contains(&units[0]) && chars.as_str().starts_with("\\u") {
        chars.nth(1);
        units.push(code_unit(chars)?);
    }
    char::decode_utf16(units).next()?.ok()
}

fn code_unit(chars: &mut CharIndices<'_>) -> Option<u16> {
    let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
    let plain = digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u16::from_str_radix(&digits, 16).ok().filter(|_| plain)
}
