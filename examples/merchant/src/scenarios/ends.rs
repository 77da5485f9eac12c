//! What can be done with a session that has ended, or was never there.

use serde_json::json;

use super::agent::Caller;
use super::{bodies, payments};
use crate::error::Error;

/// Canceled, with a reason, and canceled again.
pub(super) fn cancel(agent: &mut Caller) -> Result<(), Error> {
    let session = agent.post("/checkout_sessions", &bodies::order(&["teapot"]))?.path("checkout_sessions");
    let cancel = format!("{session}/cancel");
    agent.post(&cancel, &json!({ "intent_trace": { "reason_code": "shipping_cost" } }))?;
    let again = agent.call("POST", cancel);
    agent.send(&again)?;
    Ok(())
}

/// Completed, and then all that cannot be done any more.
pub(super) fn after_complete(agent: &mut Caller) -> Result<(), Error> {
    let session = payments::ready(agent, "mug")?;
    agent.post(&format!("{session}/complete"), &bodies::payment("tok_accepted"))?;
    let cancel = agent.call("POST", format!("{session}/cancel"));
    agent.send(&cancel)?;
    agent.post(&session, &bodies::option("courier", &["li_1"]))?;
    agent.get(&session)?;
    Ok(())
}

/// A session that nobody created.
pub(super) fn unknown(agent: &mut Caller) -> Result<(), Error> {
    agent.get("/checkout_sessions/cs_none")?;
    Ok(())
}
