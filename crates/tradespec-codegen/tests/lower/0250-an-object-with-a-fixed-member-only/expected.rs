//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::Fixed;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Nothing`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "type", rename = "nothing")]
pub struct Nothing {
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Nothing, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Nothing {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "nothing";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Open`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "type", rename = "open")]
pub struct Open {
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Open, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Open {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "open";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Never`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Never {
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
