//! What Rust types can say of a composed schema.
//!
//! A [`LoweredSchema`] has no references, no `allOf` and no anonymous types left: every object, enumeration and union
//! has a name, and every field says what it holds.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value;
use tradespec_schema::messages::Direction;
use tradespec_schema::{Location, Protocol, Release, TypeId};

/// The types of one release, and what they leave unsaid.
#[derive(Debug, Clone)]
pub struct LoweredSchema {
    /// The protocol.
    pub protocol: Protocol,
    /// The release.
    pub release: Release,
    /// The Rust path of the module that holds `modules`, for examples in the documentation; none are written without.
    pub path: Option<String>,
    /// One Rust module each.
    pub modules: Vec<LoweredModule>,
    /// Keywords that no type expresses; the validator still checks them.
    pub dropped: Vec<Dropped>,
    /// Definitions that no type is made of, each with the reason.
    pub excluded: Vec<(TypeId, String)>,
    /// What a policy can name in this release.
    pub nameable: BTreeSet<String>,
}

/// The types of one Rust module, in the order in which they are written.
#[derive(Debug, Clone)]
pub struct LoweredModule {
    /// The name of the module.
    pub name: String,
    /// The schema files its types come from.
    pub files: Vec<String>,
    /// The types: each definition, followed by the types that only occur inside it.
    pub types: Vec<LoweredType>,
}

/// One named type.
#[derive(Debug, Clone)]
pub struct LoweredType {
    /// The Rust name.
    pub name: String,
    /// The definition it is, or `None` for a type that stands inside one.
    pub id: Option<TypeId>,
    /// Where its schema stands.
    pub location: Location,
    /// Where the release has what it is made from.
    pub source: Location,
    /// What the schema says about it.
    pub description: Option<String>,
    /// The type that this one is of some messages, where they have less or more of it.
    pub variant_of: Option<VariantOf>,
    /// The operations it is a body of, for a message type.
    pub operations: Vec<String>,
    /// A valid value, as the schema shows it.
    pub example: Option<Value>,
    /// What it is made of.
    pub shape: Shape,
}

/// Which messages a type is for, and what it is in others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantOf {
    /// The place of the type that this one is a variant of.
    pub plain: Location,
    /// Who sends it.
    pub direction: Direction,
    /// What is asked for, `create`; none where all messages of that direction are alike.
    pub operations: Vec<String>,
}

/// What a named type is made of.
#[derive(Debug, Clone)]
pub enum Shape {
    /// An object with known members.
    Struct(Struct),
    /// Strings from a vocabulary that may grow.
    StringEnum(Vec<EnumValue>),
    /// One of several objects, told apart by a member.
    Tagged {
        /// The member.
        tag: String,
        /// The objects.
        variants: Vec<TaggedVariant>,
    },
    /// One of several types with nothing to tell them apart but their form.
    Untagged(Vec<UntaggedVariant>),
    /// Another name for a type.
    Alias(TypeRef),
    /// Another name for a type that contains itself, which only a type of its own can be.
    Newtype(TypeRef),
}

/// An object with known members.
#[derive(Debug, Clone, Default)]
pub struct Struct {
    /// The members, in the order of the schema.
    pub fields: Vec<Field>,
    /// A required member with a fixed value: always written, so it is no field.
    pub fixed: Option<Fixed>,
    /// The field for the members that the schema does not name, where they are kept.
    pub others: Option<String>,
}

/// A member with a fixed value.
#[derive(Debug, Clone)]
pub struct Fixed {
    /// The member.
    pub member: String,
    /// Its value.
    pub value: String,
}

/// A member of an object.
#[derive(Debug, Clone)]
pub struct Field {
    /// The name in JSON.
    pub wire: String,
    /// The name in Rust.
    pub name: String,
    /// What the schema says about it.
    pub description: Option<String>,
    /// What the validator checks beyond the type, a sentence each.
    pub constraints: Vec<String>,
    /// The extension that adds the field, as `name@date`.
    pub extension: Option<String>,
    /// The extension that says more of a field that the type has by itself.
    pub extended_by: Option<String>,
    /// Whether the schema marks it as deprecated.
    pub deprecated: bool,
    /// Whether it must be present.
    pub required: bool,
    /// Whether `null` means something else than absence.
    pub patch: bool,
    /// What it holds.
    pub holds: TypeRef,
}

/// A value of a vocabulary.
#[derive(Debug, Clone)]
pub struct EnumValue {
    /// The string in JSON.
    pub wire: String,
    /// The Rust variant.
    pub variant: String,
}

/// An object of a tagged union.
#[derive(Debug, Clone)]
pub struct TaggedVariant {
    /// The value of the tag.
    pub value: String,
    /// The Rust variant.
    pub variant: String,
    /// The object.
    pub holds: TypeRef,
}

/// A type of an untagged union.
#[derive(Debug, Clone)]
pub struct UntaggedVariant {
    /// The Rust variant.
    pub variant: String,
    /// What the schema says about it.
    pub description: Option<String>,
    /// The type.
    pub holds: TypeRef,
}

/// A use of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeRef {
    /// A named type: the place of its schema, which the lowered schema gives a name.
    Named(Location),
    /// Any string.
    String,
    /// A date and time, as text.
    DateTime,
    /// A URI, as text.
    Uri,
    /// A whole number.
    Integer,
    /// Any number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// Any JSON value.
    Any,
    /// An object of whatever members.
    Object,
    /// Elements of one type.
    List(Box<TypeRef>),
    /// An object whose members are all of one type.
    Map(Box<TypeRef>),
    /// The type or `null`.
    Nullable(Box<TypeRef>),
    /// The type in a box, where a type contains itself.
    Boxed(Box<TypeRef>),
}

/// A keyword that no type expresses.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Dropped {
    /// The file.
    pub file: String,
    /// The JSON pointer of the keyword.
    pub pointer: String,
    /// What became of it.
    pub reason: &'static str,
}

impl Dropped {
    /// The reason for a keyword that lowering has no row for.
    pub const UNKNOWN: &'static str =
        "no Rust type says this; the validator checks it as far as JSON Schema defines it";
}

impl LoweredSchema {
    /// The module and the name of the type whose schema stands at `location`.
    #[must_use]
    pub fn named(&self, location: &Location) -> Option<(&str, &LoweredType)> {
        self.modules.iter().find_map(|module| {
            let found = module.types.iter().find(|lowered| lowered.location == *location)?;
            Some((module.name.as_str(), found))
        })
    }
}
