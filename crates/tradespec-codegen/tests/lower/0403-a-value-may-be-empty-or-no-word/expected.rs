//! Types of `schema`, release 2026-04-17 of ACP.

use tradespec_runtime::string_enum;

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Mark`.
    pub enum Mark {
        Value = "",
        Value2 = "-",
        Value3 = "*",
        Value4 = "ü",
        Value5 = "€",
        One = "1",
        AB = "a\"b",
        BackSlash = "back\\slash",
        NewLine = "new\nline",
        ..Unknown
    }
}
