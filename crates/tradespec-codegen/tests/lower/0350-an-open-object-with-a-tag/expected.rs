//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Fixed, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Base`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Base {
    #[serde(rename = "type")]
    pub type_: String,
    pub id: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Car`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "car")]
pub struct Car {
    pub id: String,
    pub doors: Option<i64>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Car, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Car {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "car";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Bike`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "type", rename = "bike")]
pub struct Bike {
    pub id: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<Bike, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for Bike {
    const MEMBER: &'static str = "type";
    const VALUE: &'static str = "bike";
}

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Vehicle`.
    pub enum Vehicle by "type" {
        Car(Car) = "car",
        Bike(Bike) = "bike",
        ..Unknown
    }
}
