//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Words`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Words {
    pub description: String,
    pub title: Option<String>,
    #[serde(rename = "type")]
    pub type_: String,
    #[serde(rename = "enum")]
    pub enum_: Option<Vec<String>>,
    pub default: Option<String>,
    #[serde(rename = "const")]
    pub const_: Option<String>,
    pub example: Option<String>,
    pub properties: Option<WordsProperties>,
    pub required: Option<bool>,
    pub items: Option<Vec<String>>,
    #[serde(rename = "self")]
    pub self_: String,
    #[serde(rename = "super")]
    pub super_: Option<String>,
    #[serde(rename = "crate")]
    pub crate_: Option<String>,
    #[serde(rename = "async")]
    pub async_: Option<String>,
    #[serde(rename = "fn")]
    pub fn_: Option<String>,
    #[serde(rename = "gen")]
    pub gen_: Option<String>,
    #[serde(rename = "try")]
    pub try_: Option<String>,
    #[serde(rename = "_")]
    pub value: Option<String>,
    #[serde(rename = "3ds")]
    pub three_ds: Option<String>,
    #[serde(rename = "with-dash")]
    pub with_dash: Option<String>,
    #[serde(rename = "with space")]
    pub with_space: Option<String>,
    #[serde(rename = "with.dot")]
    pub with_dot: Option<String>,
    #[serde(rename = "with/slash~tilde")]
    pub with_slash_tilde: Option<String>,
    #[serde(rename = "@id")]
    pub id: Option<String>,
    #[serde(rename = "$ref")]
    pub ref_: Option<String>,
    pub crate_name: Option<String>,
    #[serde(rename = "camelCase")]
    pub camel_case: Option<String>,
    #[serde(rename = "HTTPCode")]
    pub http_code: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `properties` of `Words` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Words/properties/properties`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct WordsProperties {
    #[serde(rename = "type")]
    pub type_: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
