//! Capability negotiation: what an agent can do and what a seller asks for become what holds for a session.
//!
//! In:  a [`Policy`] of the seller for one release, and the `capabilities` object of a request, which may be anything.
//! Out: an [`Outcome`]: what the response carries, the active extensions, the messages to add, and what was dropped and
//!      why.
//! Holds: `required`, `enforcement` and `payment` are those of the policy, whatever the agent declares. Which
//!        extensions are active does not depend on the order in which they are declared or offered.
//!
//! Source: ACP, capability negotiation and extensions.

mod agent;
mod extensions;
mod outcome;
mod policy;
mod seller;
mod vocabulary;

pub use agent::Limits;
pub use outcome::{ActiveExtension, Dropped, Interventions, Message, Outcome};
pub use policy::{Enforcement, InterventionPolicy, Maturity, Offer, Policy};
pub use seller::{PolicyError, PolicyProblem, Seller};

/// The releases that negotiate, oldest first. Earlier ones have no capabilities.
///
/// ```
/// assert!(tradespec_protocol::negotiation::releases().eq(["2026-01-30", "2026-04-17"]));
/// ```
pub fn releases() -> impl Iterator<Item = &'static str> {
    vocabulary::VOCABULARIES.iter().map(|vocabulary| vocabulary.release)
}
