//! Payments that do not go through at once.

use super::agent::Caller;
use super::bodies;
use crate::error::Error;

/// A session that is ready to be paid.
pub(super) fn ready(agent: &mut Caller, good: &str) -> Result<String, Error> {
    let session = agent.post("/checkout_sessions", &bodies::order_to(&[good]))?.path("checkout_sessions");
    agent.post(&session, &bodies::option("post", &["li_1"]))?;
    Ok(session)
}

/// So dear that the payment has to be authenticated; the agent tries without it first.
pub(super) fn authentication(agent: &mut Caller) -> Result<(), Error> {
    let complete = format!("{}/complete", ready(agent, "kettle")?);
    let answer = agent.post(&complete, &bodies::payment("tok_accepted"))?;
    if !answer.is("completed") {
        agent.post(&complete, &bodies::authenticated("tok_accepted"))?;
    }
    Ok(())
}

/// One card is declined, the next one is not.
pub(super) fn declined(agent: &mut Caller) -> Result<(), Error> {
    let complete = format!("{}/complete", ready(agent, "mug")?);
    agent.post(&complete, &bodies::payment("tok_declined"))?;
    agent.post(&complete, &bodies::payment("tok_accepted"))?;
    Ok(())
}

/// The payment provider is down; the agent sends the same again, with the same key.
pub(super) fn provider_down(agent: &mut Caller) -> Result<(), Error> {
    let complete = format!("{}/complete", ready(agent, "mug")?);
    let call = agent.call("POST", complete).with(&bodies::payment("tok_provider_down"));
    if agent.send(&call)?.status >= 500 {
        let again = agent.again(&call);
        agent.send(&again)?;
    }
    Ok(())
}
