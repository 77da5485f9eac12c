//! JSON pointers (RFC 6901), and places in a set of files.

use std::fmt;

use serde_json::Value;

/// A JSON pointer in its text form: empty for the whole document, else `/` before each escaped segment.
///
/// ```
/// use tradespec_schema::Pointer;
///
/// let at = Pointer::root().join("$defs").join("a/b");
/// assert_eq!(at.as_str(), "/$defs/a~1b");
/// assert_eq!(at.segments().collect::<Vec<_>>(), ["$defs", "a/b"]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pointer(String);

impl Pointer {
    /// The pointer to the whole document.
    #[must_use]
    pub fn root() -> Self {
        Self::default()
    }

    /// The pointer with this text, which is taken as it stands (already escaped).
    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The pointer to member or element `segment` of what this one points at.
    #[must_use]
    pub fn join(&self, segment: &str) -> Self {
        let mut next = self.clone();
        next.push(segment);
        next
    }

    /// Adds one segment, escaping it.
    pub fn push(&mut self, segment: &str) {
        self.0.push('/');
        self.0.push_str(&segment.replace('~', "~0").replace('/', "~1"));
    }

    /// The text of the pointer.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The place that `below` leads to from here.
    #[must_use]
    pub fn below(&self, below: &Self) -> Self {
        Self(format!("{self}{below}"))
    }

    /// Whether this is the place of a schema that another one includes: an element of its `allOf`.
    pub(crate) fn is_branch(&self) -> bool {
        let mut last = self.0.rsplit('/');
        let number = last.next().unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && last.next() == Some("allOf")
    }

    /// The segments, unescaped, outermost first.
    pub fn segments(&self) -> impl Iterator<Item = String> {
        self.0.split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~"))
    }

    /// What the pointer leads to in `document`, if anything.
    #[must_use]
    pub fn resolve<'v>(&self, document: &'v Value) -> Option<&'v Value> {
        document.pointer(&self.0)
    }
}

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A place in one file of a set. Its text, `file#/json/pointer`, is also how resolved references are written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// The key of the file in its set.
    pub file: String,
    /// The place inside that file.
    pub pointer: Pointer,
}

impl Location {
    /// The place of a top-level definition.
    #[must_use]
    pub fn definition(file: &str, name: &str) -> Self {
        Self { file: file.to_owned(), pointer: Pointer::root().join("$defs").join(name) }
    }

    /// The same file, one segment deeper.
    #[must_use]
    pub fn join(&self, segment: &str) -> Self {
        Self { file: self.file.clone(), pointer: self.pointer.join(segment) }
    }

    /// Reads the text form that a resolved reference has.
    #[must_use]
    pub fn from_resolved(text: &str) -> Self {
        let (file, pointer) = text.split_once('#').unwrap_or((text, ""));
        Self { file: file.to_owned(), pointer: Pointer::from_text(pointer) }
    }

    /// The place that `pointer` leads to from here.
    pub(crate) fn below(&self, pointer: &str) -> Self {
        Self { file: self.file.clone(), pointer: Pointer(format!("{}{pointer}", self.pointer)) }
    }

    /// The definition or whole file that this place belongs to, and the pointer from there.
    pub(crate) fn within(&self) -> (Self, &str) {
        let mut segments = self.pointer.segments();
        let unit = match (segments.next(), segments.next()) {
            (Some(defs), Some(name)) if defs == "$defs" => Self::definition(&self.file, &name),
            _ => Self { file: self.file.clone(), pointer: Pointer::root() },
        };
        let below = self.pointer.as_str().get(unit.pointer.as_str().len()..).unwrap_or_default();
        (unit, below)
    }

    /// The name of the top-level definition that this place is, if it is one.
    #[must_use]
    pub fn as_definition(&self) -> Option<String> {
        let mut segments = self.pointer.segments();
        match (segments.next(), segments.next(), segments.next()) {
            (Some(defs), Some(name), None) if defs == "$defs" => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.file, self.pointer)
    }
}
