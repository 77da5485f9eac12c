//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use tradespec_runtime::Patch;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Profile`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Profile {
    #[serialize_always]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub nick: Patch<String>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub age: Patch<i64>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub home: Patch<Home>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub place: Patch<ProfilePlace>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub tags: Patch<Vec<Option<String>>>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub map: Patch<BTreeMap<String, Option<i64>>>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub free: Patch<Map<String, Value>>,
    pub several: Option<Value>,
    pub three: Option<Value>,
    pub nothing: Option<Value>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `place` of `Profile` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Profile/properties/place/oneOf/1`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct ProfilePlace {
    pub city: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Home`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Home {
    pub street: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `MaybeHome`.
pub type MaybeHome = Option<Home>;
