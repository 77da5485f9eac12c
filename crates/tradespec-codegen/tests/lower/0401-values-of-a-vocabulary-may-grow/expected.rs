//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

string_enum! {
    /// Where the order is.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Status`.
    pub enum Status {
        Open = "open",
        InProgress = "in_progress",
        ThreeDs = "3ds",
        Net15 = "net-15",
        SelfType = "self",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Order`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Order {
    /// Where the order is.
    pub status: Status,
    /// How soon.
    pub priority: Option<OrderPriority>,
    pub flags: Option<Vec<OrderFlag>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// How soon.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Order/properties/priority`.
    pub enum OrderPriority {
        Low = "low",
        High = "high",
        ..Unknown
    }
}

string_enum! {
    /// What `flag` of `Order` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Order/properties/flags/items`.
    pub enum OrderFlag {
        Gift = "gift",
        Fragile = "fragile",
        ..Unknown
    }
}
