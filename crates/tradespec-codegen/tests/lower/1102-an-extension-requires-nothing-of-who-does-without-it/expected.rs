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
    pub line_items: Vec<LineItem>,
    /// How far it is.
    pub status: CheckoutStatus,
    /// What stands on the card.
    ///
    /// At most 80 characters.
    ///
    /// Extended by `dev.ucp.shopping.gift@2026-04-17`.
    pub note: Option<String>,
    /// Paper and ribbon.
    ///
    /// Extension: `dev.ucp.shopping.gift@2026-04-17`.
    pub wrapping: Option<Wrapping>,
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
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct CheckoutCompleteRequest {
    /// Paper and ribbon.
    ///
    /// Required where the extension is active.
    ///
    /// Extension: `dev.ucp.shopping.gift@2026-04-17`.
    pub wrapping: Option<Wrapping>,
    /// What stands on the card.
    ///
    /// At most 80 characters.
    ///
    /// Extension: `dev.ucp.shopping.gift@2026-04-17`.
    pub note: Option<String>,
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
    pub line_items: Vec<LineItemCreateRequest>,
    /// What stands on the card.
    ///
    /// At most 80 characters.
    ///
    /// Extended by `dev.ucp.shopping.gift@2026-04-17`.
    pub note: Option<String>,
    /// Paper and ribbon.
    ///
    /// Extension: `dev.ucp.shopping.gift@2026-04-17`.
    pub wrapping: Option<Wrapping>,
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
    pub line_items: Vec<LineItemUpdateRequest>,
    /// What stands on the card.
    ///
    /// At most 80 characters.
    ///
    /// Extended by `dev.ucp.shopping.gift@2026-04-17`.
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

/// Paper and ribbon.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/gift.json`, `wrapping`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Wrapping {
    pub colour: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// One line of a purchase. It has its price.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/types/line_item.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct LineItem {
    pub id: String,
    /// What is bought.
    pub product: Product,
    pub price: i64,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// [`LineItem`] as a request to create has it.
///
/// One line of a purchase. It has its price.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/types/line_item.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct LineItemCreateRequest {
    /// What is bought.
    pub product: ProductRequest,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// [`LineItem`] as a request to update has it.
///
/// One line of a purchase. It has its price.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/types/line_item.json`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct LineItemUpdateRequest {
    pub id: Option<String>,
    /// What is bought.
    pub product: ProductRequest,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What is bought. Sellers name it.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/types/product.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Product {
    pub sku: String,
    pub name: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// [`Product`] as a request has it.
///
/// What is bought. Sellers name it.
///
/// Source: `schemas/ucp/2026-04-17/schemas/shopping/types/product.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct ProductRequest {
    pub sku: String,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
