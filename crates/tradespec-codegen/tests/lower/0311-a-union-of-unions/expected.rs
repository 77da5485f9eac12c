//! Types of `schema`, release 2026-04-17 of ACP.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Inner`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Inner {
    /// Text.
    String(String),
    /// True or false.
    Boolean(bool),
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Outer`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Outer {
    /// A value of this type.
    Inner(Inner),
    /// A list.
    Inners(Vec<Inner>),
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Nested`.
pub type Nested = Value;
