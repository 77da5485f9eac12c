//! Types of `schema`, release 2026-04-17 of ACP.

use tradespec_runtime::string_enum;

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Every`.
    pub enum Every {
        Unknown = "unknown",
        Other = "other",
        Unlisted = "unlisted",
        NotInThisRelease = "not_in_this_release",
        ..Unknown2
    }
}
