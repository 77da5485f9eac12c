//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Update`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Update {
    pub items: Vec<String>,
    pub codes: Option<Vec<String>>,
    /// No element stands twice.
    pub unique: Option<Vec<String>>,
    pub loose: Option<Vec<Value>>,
    pub rows: Option<Vec<Vec<UpdateRow>>>,
    pub labels: Option<BTreeMap<String, String>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `row` of `Update` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Update/properties/rows/items/items`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct UpdateRow {
    pub cell: Option<i64>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Codes`.
pub type Codes = Vec<String>;
