//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Fixed, string_enum, tagged_union};

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Word`.
    pub enum Word {
        String = "string",
        Some = "some",
        None = "none",
        Ok = "ok",
        Option = "option",
        Default = "default",
        From = "from",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Some`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "kind", rename = "some")]
pub struct SomeType {
    pub a: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<SomeType, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for SomeType {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "some";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Ok`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "kind", rename = "ok")]
pub struct OkType {
    pub a: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<OkType, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for OkType {
    const MEMBER: &'static str = "kind";
    const VALUE: &'static str = "ok";
}

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Either`.
    pub enum Either by "kind" {
        Some(SomeType) = "some",
        Ok(OkType) = "ok",
        ..Unknown
    }
}
