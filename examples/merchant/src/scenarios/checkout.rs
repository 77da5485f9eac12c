//! From goods to an order, and what may be in the way of it.

use serde_json::json;

use super::agent::Caller;
use super::bodies;
use crate::error::Error;

const SESSIONS: &str = "/checkout_sessions";

/// What any agent may read; it names no release, because it does not know yet which there are.
pub(super) fn discovery(agent: &mut Caller) -> Result<(), Error> {
    let mut call = agent.call("GET", "/.well-known/acp.json");
    call.version = None;
    agent.send(&call)?;
    Ok(())
}

/// Step by step: goods, address, delivery, a look at it, payment.
pub(super) fn checkout(agent: &mut Caller) -> Result<(), Error> {
    let session = agent.post(SESSIONS, &bodies::order(&["mug", "teapot"]))?.path("checkout_sessions");
    agent.post(&session, &bodies::address())?;
    agent.post(&session, &bodies::option("post", &["li_1", "li_2"]))?;
    agent.get(&session)?;
    agent.post(&format!("{session}/complete"), &bodies::payment("tok_accepted"))?;
    Ok(())
}

/// Two codes: one is taken, one is not.
pub(super) fn discount(agent: &mut Caller) -> Result<(), Error> {
    let mut order = bodies::order_to(&["mug", "teapot"]);
    order["capabilities"]["extensions"] = json!(["discount"]);
    order["discounts"] = json!({ "codes": ["spring10", "WINTER25"] });
    let session = agent.post(SESSIONS, &order)?.path("checkout_sessions");
    agent.post(&session, &bodies::option("courier", &["li_1", "li_2"]))?;
    agent.post(&format!("{session}/complete"), &bodies::payment("tok_accepted"))?;
    Ok(())
}

/// The shop has it no more.
pub(super) fn out_of_stock(agent: &mut Caller) -> Result<(), Error> {
    agent.post(SESSIONS, &bodies::order(&["vase"]))?;
    Ok(())
}

/// An agent that cannot do what the shop requires, whatever it pays.
pub(super) fn intervention(agent: &mut Caller) -> Result<(), Error> {
    let mut order = bodies::order_to(&["mug"]);
    order["capabilities"] = json!({ "interventions": { "supported": ["address_verification"] } });
    let session = agent.post(SESSIONS, &order)?.path("checkout_sessions");
    agent.post(&session, &bodies::option("post", &["li_1"]))?;
    Ok(())
}
