//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::{Fixed, string_enum, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `One`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "version", rename = "1")]
pub struct One {
    pub kind: OneKind,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<One, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for One {
    const MEMBER: &'static str = "version";
    const VALUE: &'static str = "1";
}

string_enum! {
    /// What `kind` of `One` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `One/properties/kind`.
    pub enum OneKind {
        One = "one",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Two`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "version", rename = "1")]
pub struct Two {
    pub kind: TwoKind,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Two, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Two {
    const MEMBER: &'static str = "version";
    const VALUE: &'static str = "1";
}

string_enum! {
    /// What `kind` of `Two` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Two/properties/kind`.
    pub enum TwoKind {
        Two = "two",
        ..Unknown
    }
}

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Either`.
    pub enum Either by "kind" {
        One(One) = "one",
        Two(Two) = "two",
        ..Unknown
    }
}
