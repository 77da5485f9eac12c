//! Types of `schema`, release 2026-04-17 of ACP.

/// one
/// two
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Text`.
pub type Text = String;
