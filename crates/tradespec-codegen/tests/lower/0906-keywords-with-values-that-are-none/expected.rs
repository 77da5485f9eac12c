//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::Patch;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Odd`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Odd {
    pub a: Option<Value>,
    pub b: Option<Value>,
    pub c: Option<Value>,
    pub d: Option<Value>,
    pub e: Option<Value>,
    pub f: Option<Vec<Value>>,
    pub g: Option<Value>,
    pub h: Option<Value>,
    #[serde(default, skip_serializing_if = "Patch::is_absent")]
    #[builder(default, into)]
    pub i: Patch<String>,
    pub j: Option<Value>,
    pub k: Option<Value>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
