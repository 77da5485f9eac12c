//! The policy of a seller as data: what it supports, asks for and offers.
//!
//! In:  JSON (or any other format of serde).
//! Out: a [`Policy`], not yet checked against a release; that is what [`Seller::new`](super::Seller::new) does.
//! Holds: a member that is misspelt is an error, because a policy that silently asks for less is worse than none.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a seller supports, asks for and offers, the same for every agent.
///
/// ```
/// use tradespec_protocol::negotiation::{Enforcement, Policy};
///
/// let policy: Policy = serde_json::from_str(r#"{
///     "interventions": {"supported": ["3ds"], "required": ["3ds"]},
///     "extensions": [{"name": "discount"}]
/// }"#)?;
/// assert_eq!(policy.interventions.enforcement, Enforcement::Conditional);
/// assert!(serde_json::from_str::<Policy>(r#"{"intervention": {}}"#).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    /// The steps that the seller can take the buyer through, and those that it insists on.
    pub interventions: InterventionPolicy,
    /// The extensions that the seller offers, each version an entry of its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Offer>,
    /// The `payment` member of the seller's capabilities, such as its payment handlers; passed on as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Map<String, Value>>,
    /// How deep the seller expects steps within steps to go. Without it, depth is not compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected_interaction_depth: Option<u64>,
    /// Whether an extension that an active one depends on becomes active although the agent did not declare it. Without
    /// it, the extension that depends on it is dropped, since active means that both declared it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pull_dependencies: bool,
}

/// Extra steps, such as 3-D Secure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct InterventionPolicy {
    /// What the seller can do.
    pub supported: Vec<String>,
    /// What a session of this seller cannot do without.
    pub required: Vec<String>,
    /// How strictly `required` is asked for.
    pub enforcement: Enforcement,
}

/// How strictly required steps are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Enforcement {
    /// Every time: an agent that cannot do them cannot pay.
    Always,
    /// Under conditions that the seller decides on, such as risk.
    #[default]
    Conditional,
    /// By choice.
    Optional,
}

/// A version of an extension that the seller offers: its declaration, and what the seller knows about it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// `name` or `name@date`. A core extension without a date has that of the release.
    pub name: String,
    /// The fields that it adds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// Where its schema stands. A response carries it if it is a URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// Where its specification stands. A response carries it if it is a URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// The extensions, as `name` or `name@date`, that must be active beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub depends_on: Vec<String>,
    /// How mature this version is.
    #[serde(default)]
    pub status: Maturity,
}

/// The stage that a version of an extension has reached, in the words of the extension registry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maturity {
    /// A first draft: active only if the agent names this version.
    Draft,
    /// Being tried: active only if the agent names this version.
    Experimental,
    /// What an agent gets that names no version, if it is the newest.
    #[default]
    Stable,
    /// On its way out: active only if the agent names this version.
    Deprecated,
    /// Withdrawn: never active.
    Retired,
}
