//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use serde_with::skip_serializing_none;
use std::collections::BTreeMap;
use tradespec_runtime::{DateTime, Uri};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Offer`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into), on(DateTime, into), on(Uri, into))]
pub struct Offer {
    /// How many.
    ///
    /// From 1 to 99.
    pub quantity: i64,
    /// More than 0. Less than 1.
    pub share: Option<Number>,
    pub step: Option<Number>,
    pub created_at: DateTime,
    /// Has the format `date`.
    pub day: Option<String>,
    pub url: Uri,
    /// Has the form of an e-mail address.
    pub email: Option<String>,
    /// Exactly 3 characters. Matches `^[a-z]{3}$`.
    pub currency: Option<String>,
    /// Exactly 1 character.
    pub initial: Option<String>,
    /// From 1 to 5 elements. No element stands twice. Each element: at least 1 character.
    pub tags: Option<Vec<String>>,
    /// From 1 to 3 members.
    pub labels: Option<BTreeMap<String, String>>,
    /// At most 1 character. Absent means `"-"`.
    pub note: Option<String>,
    /// Absent means `0`.
    pub retries: Option<i64>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
