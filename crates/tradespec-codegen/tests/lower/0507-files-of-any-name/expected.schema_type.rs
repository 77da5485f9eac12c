//! Types of `schema_type`, release 2026-04-17 of ACP.

use tradespec_runtime::string_enum;

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.type.json`, `C`.
    pub enum C {
        C = "c",
        ..Unknown
    }
}
