//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::Patch;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Text`.
pub type Text = Option<String>;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Page`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Page {
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub title: Patch<Text>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
