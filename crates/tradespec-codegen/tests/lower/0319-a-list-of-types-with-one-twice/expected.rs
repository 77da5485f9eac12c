//! Types of `schema`, release 2026-04-17 of ACP.

use serde_json::Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Twice`.
pub type Twice = Value;
