//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `applied_discount`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct CoreDiscount {
    pub kind: Option<DiscountKind>,
    pub rule: Option<DiscountRule>,
    pub value: Option<CoreDiscountValue>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `kind` of `applied_discount` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `applied_discount/properties/kind`.
    pub enum DiscountKind {
        Percent = "percent",
        FixedAmount = "fixed",
        ..Unknown
    }
}

/// What `rule` of `applied_discount` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `applied_discount/properties/rule`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct DiscountRule {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

/// What `value` of `applied_discount` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `applied_discount/properties/value`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum CoreDiscountValue {
    /// Text.
    String(String),
    /// A list.
    Several(Vec<String>),
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `AppliedDiscount`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct AppliedDiscount {
    pub code: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
