//! Types of `schema`, release 2026-04-17 of ACP.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Tree`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tree(pub Vec<Tree>);

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Nested`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nested(pub BTreeMap<String, Nested>);
