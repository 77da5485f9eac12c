//! Types of `schema`, release 2026-04-17 of ACP.

use tradespec_runtime::string_enum;

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Gender`.
    pub enum Gender {
        Male = "male",
        Unknown = "unknown",
        ..Other
    }
}

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Reason`.
    pub enum Reason {
        Unknown = "unknown",
        Other = "other",
        Unlisted = "unlisted",
        ..Unknown2
    }
}
