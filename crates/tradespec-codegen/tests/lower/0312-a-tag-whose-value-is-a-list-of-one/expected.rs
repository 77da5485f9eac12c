//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::{Fixed, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Yes`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "kind", rename = "yes")]
pub struct Yes {
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Yes, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Yes {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "yes";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `No`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "kind", rename = "no")]
pub struct No {
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<No, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for No {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "no";
}

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Answer`.
    pub enum Answer by "kind" {
        Yes(Yes) = "yes",
        No(No) = "no",
        ..Unknown
    }
}
