//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::Uri;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Setting`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Setting {
    /// Text.
    String(String),
    /// A whole number.
    Integer(i64),
    /// True or false.
    Boolean(bool),
    /// A number.
    Number(Number),
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Settings`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Settings {
    /// Text or number.
    pub limit: Option<SettingsLimit>,
    pub level: Option<SettingsLevel>,
    pub either: Option<SettingsEither>,
    pub any: Option<Value>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// Text or number.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Settings/properties/limit`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingsLimit {
    /// Text.
    String(String),
    /// A number.
    Number(Number),
}

/// What `level` of `Settings` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Settings/properties/level`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingsLevel {
    /// Text.
    String(String),
    /// A URI.
    StringToo(Uri),
}

/// What `either` of `Settings` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Settings/properties/either`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SettingsEither {
    /// A whole number.
    Integer(i64),
    /// Text.
    String(String),
}
