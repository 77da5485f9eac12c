//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::{Fixed, string_enum};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Pickup`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "pickup")]
pub struct Pickup {
    pub place: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Pickup, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Pickup {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "pickup";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Versioned`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "kind", rename = "v")]
pub struct Versioned {
    pub version: VersionedVersion,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Versioned, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Versioned {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "v";
}

string_enum! {
    /// What `version` of `Versioned` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Versioned/properties/version`.
    pub enum VersionedVersion {
        One = "1",
        ..Unknown
    }
}
