//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

/// Holds a\backslash, "quotes", */ and /* and //, #\[derive(Nothing)\].
///
/// <https://example.com/a_very_long_address_without_any_space_in_it/that_goes_on_for_more_than_one_hundred_and_twenty_columns	tab>
///
///
///
/// end
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Product`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Product {
    /// spaces before and after
    pub b: Option<String>,
    pub c: Option<String>,
    pub g: Option<ProductG>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `g` of `Product` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Product/properties/g`.
    pub enum ProductG {
        Value = "*/",
        Value2 = "/*",
        Value3 = "\"",
        Value4 = "\\",
        ..Unknown
    }
}
