//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Fixed, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Pickup`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "pickup")]
pub struct Pickup {
    pub place: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Pickup, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Pickup {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "pickup";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Delivery`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "delivery")]
pub struct Delivery {
    pub address: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Delivery, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Delivery {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "delivery";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Order`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Order {
    pub fulfillment: OrderFulfillment,
    pub others: Option<Vec<OrderFulfillment>>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

tagged_union! {
    /// What `fulfillment` of `Order` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Order/properties/fulfillment`.
    pub enum OrderFulfillment by "type" {
        Pickup(Pickup) = "pickup",
        Delivery(Delivery) = "delivery",
        ..Unknown
    }
}
