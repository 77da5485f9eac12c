//! Types of `agentic_checkout`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `MessageError`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct MessageError {
    /// Extension: `com.example.gift@2026-05-01`.
    pub code: MessageErrorCode,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `code` of `MessageError` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `MessageError/properties/code`.
    pub enum MessageErrorCode {
        Missing = "missing",
        Invalid = "invalid",
        GiftRefused = "gift_refused",
        ..Unknown
    }
}
