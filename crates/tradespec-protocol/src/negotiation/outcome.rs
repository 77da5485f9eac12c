//! What a negotiation came to, ready to be put into a response or shown to a person.
//!
//! In:  what the seller worked out.
//! Out: an [`Outcome`]; as JSON it has the stable form that docs/negotiation.md describes.
//! Holds: no value of the agent's declaration is in it, but for names of extensions and words of the protocol.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};
use tradespec_schema::Pointer;

use super::agent::Limits;
use super::policy::Enforcement;

/// What a negotiation came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// Whether the agent can do what the seller requires.
    pub compatible: bool,
    /// Why it cannot: empty if it can.
    pub reasons: Vec<String>,
    /// The `interventions` of the response.
    pub interventions: Interventions,
    /// The active extensions, by name.
    pub extensions: Vec<ActiveExtension>,
    /// The status that the session has for that reason: `not_ready_for_payment`, or none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'static str>,
    /// What to add to the `messages` of the response.
    pub messages: Vec<Message>,
    /// What the agent declared and does not hold: what cannot be read, then interventions, then extensions.
    pub dropped: Vec<Dropped>,
    /// What the agent can cope with, defaults filled in.
    pub limits: Limits,
    /// The whole `capabilities` object of the response.
    pub capabilities: Map<String, Value>,
}

impl Outcome {
    /// The active extensions as `name@date`, or `name` where the seller gives no version: what the builder of a
    /// validator takes.
    pub fn extension_names(&self) -> impl Iterator<Item = String> + '_ {
        self.extensions.iter().map(|extension| match &extension.version {
            Some(version) => format!("{}@{version}", extension.name),
            None => extension.name.clone(),
        })
    }
}

/// The `interventions` of a response.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Interventions {
    /// What both sides can do, in the seller's order.
    pub supported: Vec<String>,
    /// What the seller requires.
    pub required: Vec<String>,
    /// How strictly.
    pub enforcement: Enforcement,
}

/// An extension that holds for the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ActiveExtension {
    /// Its name without a version.
    pub name: String,
    /// The date of its version; none if the seller offers it without one.
    pub version: Option<String>,
    /// The extensions for whose sake it is active, if the agent did not declare it itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub needed_by: Vec<String>,
}

/// A message of type `error` for the session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Message {
    /// Always `error`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Always `intervention_required`.
    pub code: &'static str,
    /// The part of the response that it is about, as `JSONPath`.
    pub param: &'static str,
    /// Always `plain`.
    pub content_type: &'static str,
    /// What is wrong.
    pub content: String,
}

impl Message {
    pub(crate) fn intervention_required(reasons: &[String]) -> Self {
        Self {
            kind: "error",
            code: "intervention_required",
            param: "$.capabilities.interventions",
            content_type: "plain",
            content: reasons.join("; "),
        }
    }
}

/// Something the agent declared that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Dropped {
    /// The intervention or extension where its name is known to be one, else the pointer `at` again (`capabilities` for the
    /// whole declaration), since what the agent wrote there may be anything.
    pub what: String,
    /// Where it stands in the agent's declaration.
    #[serde(serialize_with = "pointer")]
    pub at: Pointer,
    /// Why.
    pub reason: String,
}

fn pointer<S: Serializer>(at: &Pointer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(at.as_str())
}
