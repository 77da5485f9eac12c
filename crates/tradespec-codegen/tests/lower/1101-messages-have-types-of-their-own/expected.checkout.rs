//! Types of `checkout`, release 2026-04-17 of UCP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Message, string_enum};

/// A purchase in the making.
///
/// Response of `POST /checkout-sessions`, response of `GET /checkout-sessions/{id}`, response of
/// `PUT /checkout-sessions/{id}`, response of `POST /checkout-sessions/{id}/complete` and response
/// of `POST /checkout-sessions/{id}/cancel`.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/checkout.json`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Checkout {
    /// The seller's identifier.
    pub id: String,
    pub line_items: Vec<super::types::LineItem>,
    /// How far it is.
    pub status: CheckoutStatus,
    pub note: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Message for Checkout {
    const PROTOCOL: &'static str = "ucp";
    const RELEASE: &'static str = "2026-04-17";
    const NAME: &'static str = "shopping/checkout.Checkout";
}

string_enum! {
    /// How far it is.
    ///
    /// Source: `schemas/ucp/2026-04-17/schemas/shopping/checkout.json`, `properties/status`.
    pub enum CheckoutStatus {
        Open = "open",
        Done = "done",
        ..Unknown
    }
}

/// [`Checkout`] as a request to complete has it.
///
/// A purchase in the making.
///
/// Request of `POST /checkout-sessions/{id}/complete`.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/checkout.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct CheckoutCompleteRequest {
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Message for CheckoutCompleteRequest {
    const PROTOCOL: &'static str = "ucp";
    const RELEASE: &'static str = "2026-04-17";
    const NAME: &'static str = "shopping/checkout.CheckoutCompleteRequest";
}

/// [`Checkout`] as a request to create has it.
///
/// A purchase in the making.
///
/// Request of `POST /checkout-sessions`.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/checkout.json`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct CheckoutCreateRequest {
    pub line_items: Vec<super::types::LineItemCreateRequest>,
    pub note: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Message for CheckoutCreateRequest {
    const PROTOCOL: &'static str = "ucp";
    const RELEASE: &'static str = "2026-04-17";
    const NAME: &'static str = "shopping/checkout.CheckoutCreateRequest";
}

/// [`Checkout`] as a request to update has it.
///
/// A purchase in the making.
///
/// Request of `PUT /checkout-sessions/{id}`.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/checkout.json`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct CheckoutUpdateRequest {
    pub line_items: Vec<super::types::LineItemUpdateRequest>,
    pub note: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Message for CheckoutUpdateRequest {
    const PROTOCOL: &'static str = "ucp";
    const RELEASE: &'static str = "2026-04-17";
    const NAME: &'static str = "shopping/checkout.CheckoutUpdateRequest";
}
