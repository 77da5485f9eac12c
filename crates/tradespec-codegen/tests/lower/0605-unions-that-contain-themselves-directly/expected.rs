//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::{Fixed, tagged_union};

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Filter`.
    pub enum Filter by "op" {
        Not(Not) = "not",
        Eq(Equals) = "eq",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Not`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "op", rename = "not")]
pub struct Not {
    pub filter: Box<Filter>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Not, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Not {
    const MEMBER: &'static str = "op";
    const VALUE: &'static str = "not";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Equals`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "op", rename = "eq")]
pub struct Equals {
    pub value: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Equals, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Equals {
    const MEMBER: &'static str = "op";
    const VALUE: &'static str = "eq";
}
