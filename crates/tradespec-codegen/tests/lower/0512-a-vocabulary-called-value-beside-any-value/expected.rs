//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::Map;
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Cart`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Cart {
    pub value: Option<Value>,
    pub any: Option<serde_json::Value>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, serde_json::Value>,
}

string_enum! {
    /// What `value` of `Cart` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Cart/properties/value`.
    pub enum Value {
        A = "a",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Line`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Line {
    pub value: Option<Value>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, serde_json::Value>,
}
