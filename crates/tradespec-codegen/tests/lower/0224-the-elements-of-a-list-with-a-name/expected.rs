//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// What it costs.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Totals`.
pub type Totals = Vec<TotalsItem>;

/// What `part` of `Totals` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Totals/items/properties/parts/items`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct TotalsItemPart {
    pub amount: Option<i64>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `item` of `Totals` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Totals/items`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct TotalsItem {
    pub parts: Option<Vec<TotalsItemPart>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
