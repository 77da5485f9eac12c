//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Anything`.
pub type Anything = Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Nothing`.
pub type Nothing = Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Whatever`.
pub type Whatever = Value;

/// Says nothing about its type.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Described`.
pub type Described = Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Use`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Use {
    pub anything: Anything,
    pub nothing: Option<Nothing>,
    pub whatever: Option<Vec<Whatever>>,
    /// Says nothing about its type.
    pub described: Option<Described>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
