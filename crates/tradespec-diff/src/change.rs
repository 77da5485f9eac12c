//! A change, and the words for it.
//!
//! Holds: names of kinds are stable; the table here is what the documentation and SARIF rules are made from.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::Value;
use tradespec_schema::messages::Direction;

/// One thing that changed at one place of one type.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The type: its name where that is unique or of the protocol's main file, else `<file>.<Name>`.
    pub type_name: String,
    /// The place in a document of the type; `*` stands for every element of a list or every other member. Of what is gone
    /// it is the place in the old type, of everything else the place in the new one.
    pub pointer: String,
    /// Where it is now, if it was renamed or moved; for a type, its new name.
    pub to: Option<String>,
    /// What changed.
    pub kind: Kind,
    /// In which messages documents of the type go.
    pub ways: Ways,
    /// Whether it breaks those who send requests or read responses strictly. `None` where that is not certain; the
    /// message says why.
    pub breaking: Option<bool>,
    /// The messages that it breaks: requests that agents send as before, responses that they read strictly.
    pub breaks: Ways,
    /// What changed, in words.
    pub message: String,
    /// What shows it.
    pub witness: Option<Witness>,
}

/// A document of made-up values that one side accepts and the other refuses for this change.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// The side that accepts it.
    pub accepted_by: Side,
    /// The document.
    pub document: Value,
}

/// One side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// What was.
    Old,
    /// What is.
    New,
}

impl Side {
    /// The lower-case word that outputs use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Old => Self::New,
            Self::New => Self::Old,
        }
    }
}

/// The directions in which a type goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ways {
    /// From the agent.
    pub request: bool,
    /// To the agent.
    pub response: bool,
}

impl Ways {
    /// None.
    pub const NONE: Self = Self { request: false, response: false };
    /// Both directions.
    pub const BOTH: Self = Self { request: true, response: true };

    pub(crate) fn from_iter(ways: impl Iterator<Item = Direction>) -> Self {
        ways.fold(Self::NONE, |all, way| Self {
            request: all.request || way == Direction::Request,
            response: all.response || way == Direction::Response,
        })
    }

    pub(crate) fn and(self, other: Self) -> Self {
        Self { request: self.request || other.request, response: self.response || other.response }
    }

    /// `request`, `response`, or `both`, which also stands for no direction that is known.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match (self.request, self.response) {
            (true, false) => "request",
            (false, true) => "response",
            _ => "both",
        }
    }
}

impl fmt::Display for Ways {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

macro_rules! kinds {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal;)+) => {
        /// What changed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Kind {
            /// Every kind with what it means.
            pub const ALL: &'static [(Self, &'static str)] = &[$((Self::$variant, concat!($($doc),+)),)+];

            /// The word that outputs use.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

kinds! {
    /// A message or a part of one is new.
    TypeAdded = "type-added";
    /// A message or a part of one is gone.
    TypeRemoved = "type-removed";
    /// A type has another name; no document shows it.
    TypeRenamed = "type-renamed";
    /// A member may appear that could not be named before.
    MemberAdded = "member-added";
    /// A member is gone.
    MemberRemoved = "member-removed";
    /// A member has another name.
    MemberRenamed = "member-renamed";
    /// A member stands in another object.
    MemberMoved = "member-moved";
    /// A member must be there: it is new, or could be left out before.
    RequiredAdded = "required-added";
    /// A member that had to be there may be left out, or is gone.
    RequiredRemoved = "required-removed";
    /// More words are possible.
    EnumGrown = "enum-grown";
    /// Fewer words are possible.
    EnumShrunk = "enum-shrunk";
    /// A rule is new or stricter.
    Tightened = "tightened";
    /// A rule is gone or less strict.
    Loosened = "loosened";
    /// Values are of another JSON type.
    TypeChanged = "type-changed";
    /// A rule is another one, neither stricter nor less strict.
    RuleChanged = "rule-changed";
    /// Another form is possible.
    UnionBranchAdded = "union-branch-added";
    /// A form is no longer possible.
    UnionBranchRemoved = "union-branch-removed";
    /// It is marked as deprecated now.
    Deprecated = "deprecated";
    /// It is no longer marked as deprecated.
    Undeprecated = "undeprecated";
    /// What stands for an absent member is another value.
    DefaultChanged = "default-changed";
}

impl Kind {
    /// The kind that the same change has, read from the new side to the old one.
    #[must_use]
    pub fn mirrored(self) -> Self {
        match self {
            Self::TypeAdded => Self::TypeRemoved,
            Self::TypeRemoved => Self::TypeAdded,
            Self::MemberAdded => Self::MemberRemoved,
            Self::MemberRemoved => Self::MemberAdded,
            Self::RequiredAdded => Self::RequiredRemoved,
            Self::RequiredRemoved => Self::RequiredAdded,
            Self::EnumGrown => Self::EnumShrunk,
            Self::EnumShrunk => Self::EnumGrown,
            Self::Tightened => Self::Loosened,
            Self::Loosened => Self::Tightened,
            Self::UnionBranchAdded => Self::UnionBranchRemoved,
            Self::UnionBranchRemoved => Self::UnionBranchAdded,
            Self::Deprecated => Self::Undeprecated,
            Self::Undeprecated => Self::Deprecated,
            Self::TypeRenamed
            | Self::MemberRenamed
            | Self::MemberMoved
            | Self::TypeChanged
            | Self::RuleChanged
            | Self::DefaultChanged => self,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Change {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Change", 9)?;
        fields.serialize_field("type", &self.type_name)?;
        fields.serialize_field("pointer", &self.pointer)?;
        match &self.to {
            Some(to) => fields.serialize_field("to", to)?,
            None => fields.skip_field("to")?,
        }
        fields.serialize_field("kind", self.kind.as_str())?;
        fields.serialize_field("direction", self.ways.as_str())?;
        fields.serialize_field("breaking", &self.breaking)?;
        if self.breaks == Ways::NONE {
            fields.skip_field("breaks")?;
        } else {
            fields.serialize_field("breaks", self.breaks.as_str())?;
        }
        fields.serialize_field("message", &self.message)?;
        match &self.witness {
            Some(witness) => fields.serialize_field("witness", witness)?,
            None => fields.skip_field("witness")?,
        }
        fields.end()
    }
}

impl Serialize for Witness {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Witness", 3)?;
        fields.serialize_field("accepted_by", self.accepted_by.as_str())?;
        fields.serialize_field("refused_by", self.accepted_by.other().as_str())?;
        fields.serialize_field("document", &self.document)?;
        fields.end()
    }
}
