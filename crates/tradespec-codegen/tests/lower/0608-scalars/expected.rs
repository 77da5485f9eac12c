//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::DateTime;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Count`.
pub type Count = i64;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Rate`.
pub type Rate = Number;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Flag`.
pub type Flag = bool;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Text`.
pub type Text = String;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `When`.
pub type When = DateTime;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `All`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct All {
    pub count: Count,
    pub rate: Rate,
    pub flag: Flag,
    #[builder(into)]
    pub text: Text,
    #[builder(into)]
    pub when: When,
    pub rates: Option<Vec<Number>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
