//! What can go wrong between a folder and a composed schema.
//!
//! An [`Error`] holds one [`Problem`] or more: a run collects what it can, so that the first mistake does not
//! hide the rest. Each problem says where it is, what is wrong and what would be right.

use std::fmt;

use crate::pointer::{Location, Pointer};

/// One or more problems; the work that met them has no result.
#[derive(Debug, Clone)]
pub struct Error {
    problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Debug, Clone)]
pub struct Problem {
    /// What kind of problem it is. Stable: scripts may match on it.
    pub code: Code,
    /// Where it is.
    pub place: Place,
    /// What is wrong and what would be right: lower case, no full stop.
    pub message: String,
}

/// Where a problem is: a file, and a JSON pointer or a line in it. Empty where there is no file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    file: String,
    pointer: Pointer,
    line_and_column: Option<(usize, usize)>,
}

impl Place {
    /// No place at all: the problem is in what the caller asked for.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A whole file.
    #[must_use]
    pub fn file(file: impl Into<String>) -> Self {
        Self { file: file.into(), ..Self::default() }
    }

    /// A JSON pointer in a file.
    #[must_use]
    pub fn at(file: impl Into<String>, pointer: Pointer) -> Self {
        Self { file: file.into(), pointer, line_and_column: None }
    }

    /// A line and column, both counted from 1, of a file that is not JSON.
    #[must_use]
    pub fn line(file: impl Into<String>, line: usize, column: usize) -> Self {
        Self { file: file.into(), pointer: Pointer::root(), line_and_column: Some((line, column)) }
    }

    /// The same place, in a file of another name.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    /// The file as it was named, empty where the problem is in no file.
    #[must_use]
    pub fn file_name(&self) -> &str {
        &self.file
    }

    /// The pointer into the file.
    #[must_use]
    pub fn pointer(&self) -> &Pointer {
        &self.pointer
    }
}

impl From<&Location> for Place {
    fn from(location: &Location) -> Self {
        Self::at(location.file.clone(), location.pointer.clone())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some((line, column)) = self.line_and_column {
            write!(f, ":{line}:{column}")?;
        } else if !self.pointer.as_str().is_empty() {
            write!(f, "#{}", self.pointer)?;
        }
        Ok(())
    }
}

impl Error {
    /// An error of one problem.
    #[must_use]
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self { problems: vec![Problem { code, place, message: message.into() }] }
    }

    /// `Ok` where nothing was found, else all of it, each problem once.
    pub fn check(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() {
            return Ok(());
        }
        let mut kept: Vec<Problem> = Vec::new();
        for problem in problems {
            let known =
                kept.iter().any(|other| other.place == problem.place && other.message == problem.message);
            if !known {
                kept.push(problem);
            }
        }
        Err(Self { problems: kept })
    }

    /// Everything that is wrong, at least one problem.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The problems, to be collected with others.
    #[must_use]
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Whether a problem of this kind is among them.
    #[must_use]
    pub fn has(&self, code: Code) -> bool {
        self.problems.iter().any(|problem| problem.code == code)
    }
}

impl Problem {
    pub(crate) fn new(code: Code, place: impl Into<Place>, message: impl Into<String>) -> Self {
        Self { code, place: place.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.place.to_string();
        if !place.is_empty() {
            write!(f, "{place}: ")?;
        }
        write!(f, "{} [{}]", self.message, self.code)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.problems.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+) => {
        /// The kinds of problem. Their text is stable.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// Every kind with what it means, for documentation.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, concat!($($doc),+)),)+];

            /// The stable text of the code.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

codes! {
    /// A file or folder cannot be read.
    Unreadable = "unreadable",
    /// A file is not JSON.
    InvalidJson = "invalid-json",
    /// A file is JSON but not a schema document.
    NotASchema = "not-a-schema",
    /// A folder holds no release.
    NoRelease = "no-release",
    /// A text that should name a release is not a date.
    BadRelease = "bad-release",
    /// No release of that date is known.
    UnknownRelease = "unknown-release",
    /// A reference leads nowhere in the set.
    UnresolvedRef = "unresolved-ref",
    /// A reference by `$id` fits several files.
    AmbiguousRef = "ambiguous-ref",
    /// References lead back to where they started.
    RefLoop = "ref-loop",
    /// A keyword that changes what references mean and is not supported.
    UnsupportedKeyword = "unsupported-keyword",
    /// An annotation that says who may send a member is not of a form that it has.
    BadAnnotation = "bad-annotation",
    /// No type has that name.
    UnknownType = "unknown-type",
    /// Several files have a type of that name.
    AmbiguousType = "ambiguous-type",
    /// An extension declaration is malformed.
    BadDeclaration = "bad-declaration",
    /// An `extends` path is not of a form that can be composed.
    UnsupportedPath = "unsupported-path",
    /// The URL of an extension's schema is mapped to no file.
    UnmappedSchema = "unmapped-schema",
    /// No extension has that name.
    UnknownExtension = "unknown-extension",
    /// The extension is known, that version of it is not.
    UnknownExtensionVersion = "unknown-extension-version",
    /// The same extension is asked for twice, in different versions.
    ExtensionTwice = "extension-twice",
    /// An extension that another one depends on is not active.
    MissingDependency = "missing-dependency",
    /// An extension requires other releases of the protocol or of capabilities than there are.
    UnmetRequirement = "unmet-requirement",
    /// A path goes through a field of an extension that is not in `depends_on`.
    UndeclaredDependency = "undeclared-dependency",
    /// A step of an `extends` path does not exist in the type.
    UnknownStep = "unknown-step",
    /// A step of an `extends` path leads to something that can hold no field.
    NotAnObject = "not-an-object",
    /// The extension's document has no schema for a field it declares.
    FieldSchemaNotFound = "field-schema-not-found",
    /// The extension's document has several different schemas for one field.
    FieldSchemaAmbiguous = "field-schema-ambiguous",
    /// An extension makes a field of its own required.
    RequiresField = "requires-field",
    /// An extension changes which existing fields are required.
    ChangesRequired = "changes-required",
    /// An extension gives an existing field another meaning.
    ChangesField = "changes-field",
    /// An extension's document has a field that `extends` does not declare.
    UndeclaredField = "undeclared-field",
    /// An extension constrains a whole type.
    ChangesType = "changes-type",
    /// Two extensions add different fields at one point.
    ConflictingExtensions = "conflicting-extensions",
    /// Values for a message code vocabulary are not an enum of strings.
    BadCodeValues = "bad-code-values",
    /// A type cannot be turned into one closed object.
    CannotFlatten = "cannot-flatten",
    /// Composition needs a name for a new definition that is taken.
    NameClash = "name-clash",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
