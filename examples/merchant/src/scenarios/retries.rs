//! One key, several requests.

use std::thread;

use super::agent::Caller;
use super::bodies;
use crate::error::Error;

/// The same meaning in other words is replayed; another meaning is refused.
pub(super) fn retry(agent: &mut Caller) -> Result<(), Error> {
    let order = bodies::order(&["mug"]);
    let first = agent.call("POST", "/checkout_sessions").with(&order);
    agent.send(&first)?;

    let mut reordered = serde_json::Map::new();
    reordered.extend(
        order.as_object().into_iter().flatten().rev().map(|(name, value)| (name.clone(), value.clone())),
    );
    let mut again = agent.call("POST", "/checkout_sessions").with(&reordered.into());
    again.key.clone_from(&first.key);
    agent.send(&again)?;

    let mut other = agent.call("POST", "/checkout_sessions").with(&bodies::order(&["teapot"]));
    other.key.clone_from(&first.key);
    agent.send(&other)?;
    Ok(())
}

/// The second comes while the first is held in the shop; the first is answered after the second.
pub(super) fn in_flight(agent: &mut Caller) -> Result<(), Error> {
    let first = agent.call("POST", "/checkout_sessions").with(&bodies::order(&["teapot"]));
    let second = agent.again(&first);
    let closed = agent.gate().close();
    let agent = &*agent;
    thread::scope(|scope| {
        let held = scope.spawn(|| agent.send(&first));
        let answered = closed.arrived().and_then(|()| agent.send(&second));
        closed.open();
        let held = held.join().map_err(|_| Error::new("the first request was given up"))?;
        answered.and(held)
    })?;
    Ok(())
}
