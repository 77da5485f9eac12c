//! Types of `agentic_checkout`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/extensions/com.example.gift/2026-05-01/schema.json`, `Gift`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Gift {
    /// At most 80 characters.
    pub note: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Cart`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Cart {
    pub id: String,
    pub lines: Option<Vec<Line>>,
    /// What makes it a gift.
    ///
    /// Extension: `com.example.gift@2026-05-01`.
    pub gift: Option<Gift>,
    /// Extension: `com.example.gift@2026-05-01`.
    pub wraps: Option<Vec<CartWrap>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `wrap` of `Cart` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Cart/properties/wraps/items`.
    pub enum CartWrap {
        Paper = "paper",
        Box = "box",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Order`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Order {
    pub lines: Option<Vec<Line>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Line`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Line {
    pub sku: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
