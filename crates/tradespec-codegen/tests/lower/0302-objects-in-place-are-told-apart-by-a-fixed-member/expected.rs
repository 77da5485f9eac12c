//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::{Fixed, string_enum, tagged_union};

tagged_union! {
    /// What the seller says.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Message`.
    pub enum Message by "type" {
        Info(MessageInfo) = "info",
        Error(MessageError) = "error",
        ..Unknown
    }
}

/// What `info` of `Message` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Message/oneOf/0`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "info")]
pub struct MessageInfo {
    pub text: String,
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

string_enum! {
    /// What `code` of `Message` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Message/oneOf/1/properties/code`.
    pub enum MessageErrorCode {
        Missing = "missing",
        Invalid = "invalid",
        ..Unknown
    }
}

/// Something failed.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Message/oneOf/1`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "type", rename = "error")]
pub struct MessageError {
    pub code: MessageErrorCode,
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
