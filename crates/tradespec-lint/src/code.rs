//! The kinds of finding, in one table: what documentation, outputs and scripts call them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use tradespec_schema::suggestion;
use tradespec_validator::Severity;

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal: $severity:ident,)+) => {
        /// The kinds of finding. Their text is stable: scripts may match on it.
        ///
        /// ```
        /// use tradespec_lint::Code;
        ///
        /// assert_eq!(Code::DeadMember.as_str(), "dead-member");
        /// assert_eq!("dead-member".parse(), Ok(Code::DeadMember));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Code {
            /// Every kind with what it means, for documentation.
            pub const ALL: &'static [(Self, &'static str)] =
                &[$((Self::$variant, concat!($($doc),+).trim_ascii()),)+];

            /// The stable text of the code.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// How much a finding of this kind weighs, where nothing about it says otherwise.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$variant => Severity::$severity,)+
                }
            }
        }
    };
}

codes! {
    /// A file is not valid in the draft of JSON Schema that it declares.
    InvalidSchema = "invalid-schema": Error,
    /// An object of a file has one member twice, so readers may disagree on what it says.
    DuplicateMember = "duplicate-member": Error,
    /// A reference leads nowhere, neither by file name nor by `$id`.
    UnresolvedRef = "unresolved-ref": Error,
    /// A reference leads to one file by name and to another one by `$id`.
    RefElsewhere = "ref-elsewhere": Error,
    /// A reference leads to a file by name, and to nothing by `$id`.
    RefByNameOnly = "ref-by-name-only": Warning,
    /// References lead back to where they started, for the same value.
    RefLoop = "ref-loop": Error,
    /// A pattern is no regular expression.
    BadPattern = "bad-pattern": Error,
    /// An `example`, one of the `examples` or a `default` is not valid by the schema it stands in.
    InvalidExample = "invalid-example": Error,
    /// No value can be valid.
    NeverSatisfied = "never-satisfied": Error,
    /// A definition or a capability says nothing of the documents that it is there for.
    AcceptsAnything = "accepts-anything": Warning,
    /// A member is declared, and no document can have it.
    DeadMember = "dead-member": Error,
    /// A part of an `allOf` states something looser than another part does, so its words have no effect.
    CannotLoosen = "cannot-loosen": Warning,
    /// A name is required that no property declares.
    RequiredNotDeclared = "required-not-declared": Note,
    /// A value is valid by two branches of a `oneOf`, and so by none.
    OverlappingBranches = "overlapping-branches": Warning,
    /// An extension cannot be composed into the types that it extends.
    ExtensionDoesNotCompose = "extension-does-not-compose": Error,
    /// A type adds a member beside a closed one, which works only because the closed one has that member already.
    AddsWhatIsThere = "adds-what-is-there": Warning,
    /// An enum has a value twice.
    EnumDuplicate = "enum-duplicate": Warning,
    /// An enum has two values that differ only in case.
    EnumCaseTwins = "enum-case-twins": Warning,
    /// A keyword that JSON Schema does not have, so that nothing checks it.
    UnknownKeyword = "unknown-keyword": Warning,
    /// A file says that it is of another version than the release that it is in.
    OtherVersion = "other-version": Warning,
    /// Definitions of one name in several files mean different things.
    SameName = "same-name": Note,
    /// A definition is part of no message.
    Unreachable = "unreachable": Note,
    /// A definition or a property has no description.
    MissingDescription = "missing-description": Note,
}

impl Code {
    /// Whether it is looked for unless it is switched off.
    #[must_use]
    pub fn is_on_by_default(self) -> bool {
        self != Self::MissingDescription
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let texts: Vec<_> = Self::ALL.iter().map(|(code, _)| code.as_str().to_owned()).collect();
        let known = Self::ALL.iter().map(|(code, _)| *code).find(|code| code.as_str() == text);
        known.ok_or_else(|| match suggestion(text, texts.iter()) {
            Some(near) => format!("no code \"{text}\"; did you mean \"{near}\"?"),
            None => format!("no code \"{text}\"; there are {}", texts.join(", ")),
        })
    }
}
