//! Scenarios: what agents ask of the merchant, one after the other.
//!
//! In:  an [`Agent`] that is connected.
//! Out: exchanges, which somebody else records.
//! Holds: a scenario judges nothing: it goes on with what it is answered, like an agent that trusts the merchant.

mod agent;
mod bodies;
mod carts;
mod checkout;
mod ends;
mod payments;
mod refusals;
mod retries;

pub(crate) use agent::Agent;

use crate::error::Error;
use crate::faults::Fault;
use crate::record::Set;
use agent::Caller;

/// A scenario. Its name is the first part of its `Request-Id`s and keys.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scenario {
    pub(crate) name: &'static str,
    steps: fn(&mut Caller) -> Result<(), Error>,
}

impl Scenario {
    pub(crate) fn play(&self, agent: &Agent) -> Result<(), Error> {
        (self.steps)(&mut agent.caller(self.name))
    }
}

/// The scenarios of a set, and those that a fault needs to be seen.
pub(crate) fn of(set: Set, fault: Option<Fault>) -> impl Iterator<Item = &'static Scenario> {
    let scenarios = match set {
        Set::Proper => PROPER,
        Set::Refusals => REFUSALS,
    };
    let extra = match fault {
        Some(Fault::IdempotencyKeyMissing | Fault::MissingKeyMisreported) => WITHOUT_KEY,
        Some(Fault::IdempotencyKeyInvalid) => KEY_TOO_LONG,
        Some(Fault::ApiVersionMissing) => WITHOUT_VERSION,
        Some(Fault::UnknownOperation) => DELETED,
        _ => &[],
    };
    let extra = if set == Set::Proper { extra } else { &[] };
    scenarios.iter().chain(extra)
}

const PROPER: &[Scenario] = &[
    Scenario { name: "discovery", steps: checkout::discovery },
    Scenario { name: "cart", steps: carts::cart },
    Scenario { name: "checkout", steps: checkout::checkout },
    Scenario { name: "discount", steps: checkout::discount },
    Scenario { name: "authentication", steps: payments::authentication },
    Scenario { name: "out-of-stock", steps: checkout::out_of_stock },
    Scenario { name: "declined", steps: payments::declined },
    Scenario { name: "provider-down", steps: payments::provider_down },
    Scenario { name: "cancel", steps: ends::cancel },
    Scenario { name: "after-complete", steps: ends::after_complete },
    Scenario { name: "retry", steps: retries::retry },
    Scenario { name: "in-flight", steps: retries::in_flight },
    Scenario { name: "intervention", steps: checkout::intervention },
    Scenario { name: "unknown", steps: ends::unknown },
];

const REFUSALS: &[Scenario] = &[
    Scenario { name: "without-key", steps: refusals::without_key },
    Scenario { name: "key-too-long", steps: refusals::key_too_long },
    Scenario { name: "without-version", steps: refusals::without_version },
    Scenario { name: "unknown-version", steps: refusals::unknown_version },
    Scenario { name: "broken-json", steps: refusals::broken_json },
    Scenario { name: "invalid-body", steps: refusals::invalid_body },
    Scenario { name: "unknown-path", steps: refusals::unknown_path },
    Scenario { name: "deleted", steps: refusals::deleted },
];

const WITHOUT_KEY: &[Scenario] = &[Scenario { name: "without-key", steps: refusals::without_key }];
const KEY_TOO_LONG: &[Scenario] = &[Scenario { name: "key-too-long", steps: refusals::key_too_long }];
const WITHOUT_VERSION: &[Scenario] =
    &[Scenario { name: "without-version", steps: refusals::without_version }];
const DELETED: &[Scenario] = &[Scenario { name: "deleted", steps: refusals::deleted }];
