//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use tradespec_runtime::DateTime;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Buyer`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Buyer {
    pub name: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `KnownBuyer`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into), on(DateTime, into))]
pub struct KnownBuyer {
    pub name: Option<String>,
    pub since: Option<DateTime>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Tag`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Tag {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `ColouredTag`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct ColouredTag {
    pub text: Option<String>,
    pub colour: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Sale`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Sale {
    /// Who buys.
    pub buyer: Option<Buyer>,
    pub tags: Option<Vec<Tag>>,
    pub tags_by_place: Option<BTreeMap<String, Vec<Tag>>>,
    /// Whatever the seller sets.
    pub settings: Option<Map<String, Value>>,
    pub plain: Option<KnownBuyer>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `KnownSale`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct KnownSale {
    /// Who buys, and since when they are known.
    pub buyer: Option<KnownBuyer>,
    pub tags: Option<Vec<ColouredTag>>,
    pub tags_by_place: Option<BTreeMap<String, Vec<ColouredTag>>>,
    /// Whatever the seller sets.
    pub settings: Option<KnownSaleSettings>,
    pub plain: Option<KnownBuyer>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `settings` of `KnownSale` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `KnownSale/allOf/1/properties/settings`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct KnownSaleSettings {
    pub gift: Option<bool>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
