//! Types of `agentic_checkout`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Cart`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Cart {
    pub seller: super::feed::Seller,
    pub sellers: Option<Vec<super::feed::Seller>>,
    pub by_region: Option<BTreeMap<String, super::feed::Region>>,
    pub state: Option<super::feed::State>,
    pub link: Option<Link>,
    pub feed_link: Option<super::feed::Link>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Link`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Link {
    pub href: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Sellers`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Sellers {
    /// A value of this type.
    Seller(super::feed::Seller),
    /// A list.
    Sellers(Vec<super::feed::Seller>),
}
