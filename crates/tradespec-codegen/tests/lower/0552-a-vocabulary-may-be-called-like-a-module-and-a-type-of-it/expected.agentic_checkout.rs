//! Types of `agentic_checkout`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

string_enum! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `FeedItem`.
    pub enum FeedItem {
        Own = "own",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.agentic_checkout.json`, `Use`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Use {
    pub own: Option<FeedItem>,
    pub other: Option<super::feed::Item>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
