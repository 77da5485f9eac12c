//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::string_enum;

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Annotated`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
pub struct Annotated {
    pub status: Option<ParcelStatus>,
    pub size: Option<ParcelSize>,
    pub note: Option<String>,
    pub sort: Option<AnnotatedSort>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `status` of `Parcel` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Parcel/properties/status`.
    pub enum ParcelStatus {
        Packed = "packed",
        Sent = "sent",
        ..Unknown
    }
}

string_enum! {
    /// What `unit` of `Parcel` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Parcel/properties/size/properties/unit`.
    pub enum ParcelSizeUnit {
        Cm = "cm",
        In = "in",
        ..Unknown
    }
}

/// What `size` of `Parcel` holds.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Parcel/properties/size`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct ParcelSize {
    pub unit: Option<ParcelSizeUnit>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

string_enum! {
    /// What `sort` of `Annotated` holds.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Annotated/allOf/1/properties/sort`.
    pub enum AnnotatedSort {
        A = "a",
        B = "b",
        ..Unknown
    }
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `Parcel`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
pub struct Parcel {
    pub status: Option<ParcelStatus>,
    pub size: Option<ParcelSize>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten)]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}
