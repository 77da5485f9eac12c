//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tradespec_runtime::Fixed;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `One`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "kind", rename = "x")]
pub struct One {
    pub a: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<One, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for One {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "x";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Two`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "kind", rename = "x")]
pub struct Two {
    pub b: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Two, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Two {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "x";
}

/// A type that the schema does not describe.
///
/// Nothing but their members tells these apart: the first that fits is the one that is read.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Either`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Either {
    /// A value of this type.
    One(One),
    /// A value of this type.
    Two(Two),
}
