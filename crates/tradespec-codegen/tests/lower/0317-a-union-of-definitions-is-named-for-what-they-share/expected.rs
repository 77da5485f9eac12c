//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Fixed, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `MessageInfo`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "info")]
pub struct MessageInfo {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(
        flatten,
        deserialize_with = "tradespec_runtime::members_of::<MessageInfo, _>"
    )]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for MessageInfo {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "info";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `MessageError`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "error")]
pub struct MessageError {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(
        flatten,
        deserialize_with = "tradespec_runtime::members_of::<MessageError, _>"
    )]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for MessageError {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "error";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Cart`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Cart {
    pub messages: Option<Vec<Message>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

tagged_union! {
    /// What `message` of `Cart` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Cart/properties/messages/items`.
    pub enum Message by "type" {
        Info(MessageInfo) = "info",
        Error(MessageError) = "error",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Order`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Order {
    pub notes: Option<Vec<Message>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
