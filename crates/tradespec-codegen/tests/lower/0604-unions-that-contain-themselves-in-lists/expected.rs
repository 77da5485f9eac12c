//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use tradespec_runtime::{Fixed, tagged_union};

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Filter`.
    pub enum Filter by "op" {
        And(And) = "and",
        Eq(Equals) = "eq",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `And`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[serde(tag = "op", rename = "and")]
pub struct And {
    pub filters: Vec<Filter>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<And, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for And {
    const MEMBER: &'static str = "op";
    const VALUE: &'static str = "and";
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

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Json {
    /// Text.
    String(String),
    /// A list.
    Jsons(Vec<Json>),
    /// An object.
    Object(BTreeMap<String, Json>),
}
