//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `MessageInfo`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct MessageInfo {
    pub code: Option<MessageInfoCode>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `code` of `MessageInfo` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `MessageInfo/properties/code`.
    pub enum MessageInfoCode {
        A = "a",
        B = "b",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `MessageError`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct MessageError {
    pub code: Option<MessageErrorCode>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `code` of `MessageError` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `MessageError/properties/code`.
    pub enum MessageErrorCode {
        A = "a",
        C = "c",
        ..Unknown
    }
}
