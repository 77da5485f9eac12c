//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Tax`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Tax {
    pub rate: Option<Number>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Rates`.
pub type Rates = BTreeMap<String, Tax>;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Store`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Store {
    pub names: BTreeMap<String, String>,
    pub rates: Option<Rates>,
    pub taxes: Option<BTreeMap<String, Tax>>,
    pub lists: Option<BTreeMap<String, Vec<i64>>>,
    pub places: Option<BTreeMap<String, StorePlacesValue>>,
    pub untyped: Option<BTreeMap<String, bool>>,
    pub any: Option<Map<String, Value>>,
    pub anything: Option<Map<String, Value>>,
    pub free: Map<String, Value>,
    pub closed: Option<Map<String, Value>>,
    pub patterned: Option<Map<String, Value>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `value` of `Store` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Store/properties/places/additionalProperties`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct StorePlacesValue {
    pub city: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
