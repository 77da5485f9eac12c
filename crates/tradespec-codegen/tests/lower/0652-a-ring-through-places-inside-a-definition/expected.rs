//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Use`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Use {
    pub object: Option<UseObject>,
    pub list: Option<Vec<Vec<Value>>>,
    pub union: Option<UseUnion>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `object` of `Use` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Use/properties/object`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct UseObject {
    pub again: Option<Box<UseObject>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `union` of `Use` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Use/properties/union`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum UseUnion {
    /// Text.
    String(String),
    /// A list.
    Values(Vec<UseUnion>),
}
