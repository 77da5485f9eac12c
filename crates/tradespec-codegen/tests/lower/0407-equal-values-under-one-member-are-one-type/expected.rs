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
    pub severity: Option<MessageSeverity>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `severity` of `MessageInfo` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `MessageInfo/properties/severity`.
    pub enum MessageSeverity {
        Low = "low",
        High = "high",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `MessageWarning`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct MessageWarning {
    /// Order says nothing.
    pub severity: Option<MessageSeverity>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Alarm`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Alarm {
    pub level: Option<AlarmLevel>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `level` of `Alarm` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Alarm/properties/level`.
    pub enum AlarmLevel {
        Low = "low",
        High = "high",
        ..Unknown
    }
}
