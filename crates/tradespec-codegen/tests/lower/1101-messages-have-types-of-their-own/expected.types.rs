//! Types of `types`, release 2026-04-17 of UCP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

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
