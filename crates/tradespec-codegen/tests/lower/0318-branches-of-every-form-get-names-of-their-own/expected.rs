//! Types of `schema`, release 2026-04-17 of ACP.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Anything`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Anything {
    /// A list.
    Stringss(Vec<Vec<String>>),
    /// A list.
    Integers(Vec<i64>),
    /// An object.
    Object(BTreeMap<String, String>),
    /// A whole number.
    Value(i64),
    /// A value of this type.
    ValueToo(AnythingValue),
    /// True or false.
    Boolean(bool),
}

string_enum! {
    /// What `value` of `Anything` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Anything/oneOf/4`.
    pub enum AnythingValue {
        A = "a",
        B = "b",
        ..Unknown
    }
}
