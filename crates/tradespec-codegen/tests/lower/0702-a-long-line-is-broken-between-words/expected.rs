//! Types of `schema`, release 2026-04-17 of ACP.

/// One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
/// seventeen eighteen nineteen twenty.
/// A second line stays a line of its own.
/// - a list
/// - of points that is so long that it has to be broken somewhere, which must not end the point it
/// belongs to in the list
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Long`.
pub type Long = String;
