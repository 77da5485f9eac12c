//! The kinds of diagnostic, in one table: what documentation, outputs and scripts call them.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tradespec_protocol::rules::{self, Rule};
use tradespec_schema::suggestion;

/// How much a diagnostic weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The message is not valid.
    Error,
    /// The message is valid and something about it should be different.
    Warning,
    /// Something worth knowing.
    Note,
}

impl Severity {
    /// The lower-case word that outputs use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

impl From<rules::Severity> for Severity {
    fn from(severity: rules::Severity) -> Self {
        match severity {
            rules::Severity::Error => Self::Error,
            rules::Severity::Warning => Self::Warning,
        }
    }
}

impl FromStr for Severity {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let all = [Self::Error, Self::Warning, Self::Note];
        all.into_iter()
            .find(|severity| severity.as_str() == text)
            .ok_or_else(|| format!("no severity \"{text}\"; there are error, warning and note"))
    }
}

impl<'de> Deserialize<'de> for Severity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal,)+) => {
        /// The kinds of diagnostic. Their text is stable: scripts may match on it.
        ///
        /// ```
        /// use tradespec_validator::Code;
        ///
        /// assert_eq!(Code::UnknownMember.as_str(), "unknown-member");
        /// assert!(matches!("unknown-currency".parse(), Ok(Code::Rule(_))));
        /// assert!(Code::ALL.iter().all(|(_, meaning)| !meaning.is_empty()));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])+ $variant,)+
            /// A message breaks a rule that the text of its protocol states and no schema.
            Rule(Rule),
        }

        impl Code {
            const WITHOUT_RULES: &'static [(Self, &'static str)] =
                &[$((Self::$variant, concat!($($doc),+).trim_ascii()),)+];

            /// The stable text of the code.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                    Self::Rule(rule) => rule.as_str(),
                }
            }
        }
    };
}

codes! {
    /// A closed object has a member that its type does not have.
    UnknownMember = "unknown-member",
    /// An object lacks a member that is required.
    MissingMember = "missing-member",
    /// A member is `null` where only a value or no member at all is allowed.
    NullValue = "null-value",
    /// A value has another JSON type than it should.
    WrongType = "wrong-type",
    /// A value is none of those that are allowed.
    NotInEnum = "not-in-enum",
    /// A value is not the one that is allowed.
    WrongConst = "wrong-const",
    /// The member that says which kind of object this is names no kind.
    UnknownTag = "unknown-tag",
    /// A value matches none of the forms that are allowed.
    NoBranchMatches = "no-branch-matches",
    /// A value matches several forms where exactly one must fit.
    SeveralBranchesMatch = "several-branches-match",
    /// A value stands where none is allowed, or is one that is ruled out.
    NotAllowed = "not-allowed",
    /// A number is less than it may be.
    TooSmall = "too-small",
    /// A number is greater than it may be.
    TooLarge = "too-large",
    /// A number is not a multiple of the one it must be a multiple of.
    NotAMultiple = "not-a-multiple",
    /// A text has fewer characters than it may have.
    TooShort = "too-short",
    /// A text has more characters than it may have.
    TooLong = "too-long",
    /// A text does not match its pattern.
    WrongPattern = "wrong-pattern",
    /// A text is not of its format, such as `date-time` or `uri`.
    WrongFormat = "wrong-format",
    /// A list has fewer elements than it may have.
    TooFewItems = "too-few-items",
    /// A list has more elements than it may have.
    TooManyItems = "too-many-items",
    /// A list holds the same element twice.
    NotUnique = "not-unique",
    /// A list lacks an element of a kind that it must hold, or holds too many of that kind.
    WrongContents = "wrong-contents",
    /// An object has fewer members than it may have.
    TooFewMembers = "too-few-members",
    /// An object has more members than it may have.
    TooManyMembers = "too-many-members",
    /// The name of a member is not of the form that names must have.
    WrongMemberName = "wrong-member-name",
    /// A value could not be checked within the limits, so it does not count as valid.
    NotChecked = "not-checked",
    /// A payload declares an extension whose schema is not known, so its fields cannot be checked.
    UnknownExtension = "unknown-extension",
    /// A payload declares an extension with fields that the known extension of that name does not add.
    ExtensionMismatch = "extension-mismatch",
    /// The extensions that a payload declares cannot be composed into its release.
    CannotCompose = "cannot-compose",
    /// A document fits several message types, and nothing says which one it is.
    AmbiguousType = "ambiguous-type",
    /// A document is like no message type, or is said to be of one that is not known.
    UnrecognisedType = "unrecognised-type",
    /// An object of a document has one member twice, so readers may disagree on what it says.
    DuplicateMember = "duplicate-member",
    /// A number has more digits than a double keeps, so readers may disagree on what it is.
    InexactNumber = "inexact-number",
    /// A document cannot be read.
    Unreadable = "unreadable",
    /// A document has nothing in it.
    EmptyDocument = "empty-document",
    /// A document is not UTF-8 text.
    InvalidUtf8 = "invalid-utf8",
    /// A document starts with a byte order mark, which JSON has not.
    ByteOrderMark = "byte-order-mark",
    /// A text has half of a surrogate pair, which is no character.
    LoneSurrogate = "lone-surrogate",
    /// Something follows after the end of the document.
    TrailingData = "trailing-data",
    /// A document has `NaN` or `Infinity`, which JSON has not.
    NotANumber = "not-a-number",
    /// A number is too large for any reader that uses doubles.
    NumberOutOfRange = "number-out-of-range",
    /// Objects and lists stand inside each other deeper than is read.
    TooDeep = "too-deep",
    /// A document is not JSON.
    NotJson = "not-json",
}

/// The codes and behind them the message rules, each with what it means.
const ALL: [(Code, &str); Code::WITHOUT_RULES.len() + Rule::ALL.len()] = {
    let mut all = [(Code::NotJson, ""); Code::WITHOUT_RULES.len() + Rule::ALL.len()];
    let mut at = 0;
    while at < Code::WITHOUT_RULES.len() {
        all[at] = Code::WITHOUT_RULES[at];
        at += 1;
    }
    while at < all.len() {
        let rule = Rule::ALL[at - Code::WITHOUT_RULES.len()];
        all[at] = (Code::Rule(rule), rule.meaning());
        at += 1;
    }
    all
};

impl Code {
    /// Every kind with what it means, for documentation; the message rules come last.
    pub const ALL: &'static [(Self, &'static str)] = &ALL;

    /// Whether the document could not be taken as input at all, so that nothing is known of its content.
    #[must_use]
    pub fn is_input(self) -> bool {
        matches!(
            self,
            Self::Unreadable
                | Self::EmptyDocument
                | Self::InvalidUtf8
                | Self::ByteOrderMark
                | Self::LoneSurrogate
                | Self::TrailingData
                | Self::NotANumber
                | Self::NumberOutOfRange
                | Self::TooDeep
                | Self::NotJson
        )
    }

    /// Whether the document was not checked, because it is not known what it should be.
    #[must_use]
    pub fn is_undecided(self) -> bool {
        matches!(self, Self::AmbiguousType | Self::UnrecognisedType)
    }

    /// How severe a diagnostic of this kind is, where nothing says otherwise.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::UnknownExtension | Self::ExtensionMismatch | Self::InexactNumber => Severity::Warning,
            Self::Rule(rule) => rule.severity().into(),
            _ => Severity::Error,
        }
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
            None => format!("no code \"{text}\"; `tradespec explain` lists them"),
        })
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
