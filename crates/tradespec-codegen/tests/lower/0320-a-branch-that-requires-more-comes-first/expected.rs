//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Address`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Address {
    pub street: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Named`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Named {
    pub name: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A place to collect from. It has opening hours.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Shop`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Shop {
    pub name: String,
    pub hours: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Sea`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Sea {
    pub depth: i64,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Nothing but their members tells these apart: the first that fits is the one that is read.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Place`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// A place to collect from.
    Shop(Shop),
    /// A value of this type.
    Named(Named),
    /// A value of this type.
    Sea(Sea),
    /// A value of this type.
    Address(Address),
}
