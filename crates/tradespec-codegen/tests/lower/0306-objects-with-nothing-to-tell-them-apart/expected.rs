//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Card`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Card {
    pub number: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Wallet`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Wallet {
    pub token: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Nothing but their members tells these apart: the first that fits is the one that is read.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Method`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Method {
    /// A value of this type.
    Card(Card),
    /// A value of this type.
    Wallet(Wallet),
}

/// A type that the schema does not describe.
///
/// Nothing but their members tells these apart: the first that fits is the one that is read.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Inline`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Inline {
    /// A value of this type.
    Object(InlineObject),
    /// A value of this type.
    ObjectToo(InlineObject2),
}

/// What `object` of `Inline` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Inline/anyOf/0`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct InlineObject {
    pub a: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `object` of `Inline` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Inline/anyOf/1`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct InlineObject2 {
    pub b: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
