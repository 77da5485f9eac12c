//! Types of `schema`, release 2026-04-17 of ACP.

use serde_json::Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Text`.
pub type Text = Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Number`.
pub type Number = Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `List`.
pub type List = Value;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Null`.
pub type Null = Value;
