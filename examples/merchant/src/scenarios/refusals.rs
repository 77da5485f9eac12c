//! Requests that are wrong in themselves.

use serde_json::json;

use super::agent::Caller;
use super::bodies;
use crate::error::Error;

const SESSIONS: &str = "/checkout_sessions";

pub(super) fn without_key(agent: &mut Caller) -> Result<(), Error> {
    let mut call = agent.call("POST", SESSIONS).with(&bodies::order(&["mug"]));
    call.key = None;
    agent.send(&call)?;
    Ok(())
}

pub(super) fn key_too_long(agent: &mut Caller) -> Result<(), Error> {
    let mut call = agent.call("POST", SESSIONS).with(&bodies::order(&["mug"]));
    call.key = Some("k".repeat(256));
    agent.send(&call)?;
    Ok(())
}

pub(super) fn without_version(agent: &mut Caller) -> Result<(), Error> {
    let mut call = agent.call("POST", SESSIONS).with(&bodies::order(&["mug"]));
    call.version = None;
    agent.send(&call)?;
    Ok(())
}

pub(super) fn unknown_version(agent: &mut Caller) -> Result<(), Error> {
    let mut call = agent.call("POST", SESSIONS).with(&bodies::order(&["mug"]));
    call.version = Some("2024-02-29");
    agent.send(&call)?;
    Ok(())
}

pub(super) fn broken_json(agent: &mut Caller) -> Result<(), Error> {
    let mut call = agent.call("POST", SESSIONS);
    call.body = Some(r#"{"line_items": ["#.to_owned());
    agent.send(&call)?;
    Ok(())
}

/// A price with a fraction, and no currency.
pub(super) fn invalid_body(agent: &mut Caller) -> Result<(), Error> {
    let mut order = bodies::order(&["mug"]);
    order["line_items"][0]["unit_amount"] = json!(18.5);
    agent.post(SESSIONS, &order)?;
    let mut order = bodies::order(&["mug"]);
    order.as_object_mut().map(|members| members.shift_remove("currency"));
    agent.post(SESSIONS, &order)?;
    Ok(())
}

pub(super) fn unknown_path(agent: &mut Caller) -> Result<(), Error> {
    agent.get("/orders/order_1")?;
    Ok(())
}

/// There is no such operation; a session is canceled.
pub(super) fn deleted(agent: &mut Caller) -> Result<(), Error> {
    let session = agent.post(SESSIONS, &bodies::order(&["mug"]))?.path("checkout_sessions");
    let call = agent.call("DELETE", session);
    agent.send(&call)?;
    Ok(())
}
