//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use serde_with::skip_serializing_none;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Twice`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Twice {
    #[serde(rename = "foo-bar")]
    pub foo_bar: Option<String>,
    #[serde(rename = "foo_bar")]
    pub foo_bar_2: i64,
    #[serde(rename = "fooBar")]
    pub foo_bar_3: Option<bool>,
    #[serde(rename = "FOO_BAR")]
    pub foo_bar_4: Option<Number>,
    #[serde(rename = "type")]
    pub type_: Option<String>,
    #[serde(rename = "type_")]
    pub type_2: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
