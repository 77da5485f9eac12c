//! Types of `schema`, release 2026-04-17 of ACP.

use bon::Builder;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use serde_with::skip_serializing_none;
use tradespec_runtime::{Fixed, tagged_union};

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `A`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "@type", rename = "")]
pub struct A {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<A, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for A {
    const MEMBER: &'static str = "@type";
    const VALUE: &'static str = "";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `B`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "@type", rename = "unknown")]
pub struct B {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<B, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for B {
    const MEMBER: &'static str = "@type";
    const VALUE: &'static str = "unknown";
}

/// A type that the schema does not describe.
///
/// Source: `schemas/acp/2026-04-17/schema.json`, `C`.
#[skip_serializing_none]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Builder)]
#[builder(on(String, into))]
#[serde(tag = "@type", rename = "3ds \"x\" \\ self")]
pub struct C {
    pub text: Option<String>,
    /// Members that the schema does not name, kept as they were read.
    #[serde(flatten, deserialize_with = "tradespec_runtime::members_of::<C, _>")]
    #[builder(default)]
    pub other_members: Map<String, Value>,
}

impl Fixed for C {
    const MEMBER: &'static str = "@type";
    const VALUE: &'static str = "3ds \"x\" \\ self";
}

tagged_union! {
    /// A type that the schema does not describe.
    ///
    /// Source: `schemas/acp/2026-04-17/schema.json`, `Any`.
    pub enum Any by "@type" {
        Value(A) = "",
        Unknown(B) = "unknown",
        ThreeDsXSelf(C) = "3ds \"x\" \\ self",
        ..Other
    }
}
