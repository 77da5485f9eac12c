//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Fixed, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `One`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "kind", rename = "in-store")]
pub struct One {
    pub a: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<One, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for One {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "in-store";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Two`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "kind", rename = "in_store")]
pub struct Two {
    pub a: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Two, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Two {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "in_store";
}

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Either`.
    pub enum Either by "kind" {
        InStore(One) = "in-store",
        InStore2(Two) = "in_store",
        ..Unknown
    }
}
