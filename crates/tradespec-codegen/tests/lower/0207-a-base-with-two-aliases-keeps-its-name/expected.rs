//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `AddressBase`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct AddressBase {
    pub city: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// Where the bill goes.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `BillingAddress`.
pub type BillingAddress = AddressBase;

/// Where the goods go.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `ShippingAddress`.
pub type ShippingAddress = AddressBase;
