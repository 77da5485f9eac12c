//! Types of `schema`, release 2026-04-17 of ACP.

use tradespec_runtime::string_enum;

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Outcome`.
    pub enum Outcome {
        Ok = "ok",
        Err = "err",
        ..Unknown
    }
}
