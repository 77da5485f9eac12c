//! Faults between a request and its answer: headers, idempotency, negotiation, money.

use serde_json::{Value, json};

use super::Fault::{
    AgentFieldReturned, BodyMissing, ConflictMisreported, ContentType, ExtensionNotDeclared, HeaderNotEchoed,
    InterventionNotEnforced, InterventionNotMutual, MissingKeyMisreported, ReplayDiffers, ReplayNotMarked,
    RetryAfterMissing, TotalChanged, UnknownOperation, VersionOfBody, WrappedError,
};
use super::Row;
use crate::routes::Operation::{Complete, Create, Get, Other, Update};

const REPLAYED: &str = "Idempotent-Replayed";

pub(super) const ROWS: &[Row] = &[
    (WrappedError, Get, |draft| {
        draft.refused("not_found")?;
        draft.body = json!({ "error": draft.body.take() });
        Some(())
    }),
    (ContentType, Get, |draft| {
        draft.answered(200)?;
        draft.set_header("Content-Type", Some("text/plain"));
        Some(())
    }),
    (HeaderNotEchoed, Get, |draft| {
        draft.answered(200)?;
        draft.set_header("Request-Id", Some("another-request"));
        Some(())
    }),
    (VersionOfBody, Get, |draft| draft.put("/protocol/version", "2026-01-30")),
    (ReplayDiffers, Create, |draft| {
        draft.header(REPLAYED)?;
        draft.put("/updated_at", "2026-05-04T09:05:00Z")
    }),
    (ReplayNotMarked, Create, |draft| {
        draft.header(REPLAYED)?;
        draft.set_header(REPLAYED, None);
        Some(())
    }),
    (ConflictMisreported, Create, |draft| {
        draft.refused("idempotency_conflict")?;
        draft.status = 409;
        draft.put("/code", "conflict")
    }),
    (RetryAfterMissing, Create, |draft| {
        draft.header("Retry-After")?;
        draft.set_header("Retry-After", None);
        Some(())
    }),
    (MissingKeyMisreported, Create, |draft| {
        draft.refused("idempotency_key_required")?;
        draft.status = 422;
        draft.put("/code", "header_missing")
    }),
    (TotalChanged, Complete, |draft| {
        draft.is("completed")?;
        for totals in ["/totals", "/order/totals"] {
            charge_more(draft.list(totals)?)?;
        }
        Some(())
    }),
    (InterventionNotMutual, Create, |draft| {
        let word = json!("biometric");
        let declared = draft.request.pointer("/capabilities/interventions/supported");
        let declared = declared.and_then(Value::as_array).is_some_and(|words| words.contains(&word));
        (!declared).then_some(())?;
        draft.list("/capabilities/interventions/supported")?.push(word);
        Some(())
    }),
    (ExtensionNotDeclared, Create, |draft| {
        let declared = draft.request.pointer("/capabilities/extensions");
        declared.is_none().then_some(())?;
        let active = json!([{ "name": "discount@2026-04-17", "extends": ["$.CheckoutSession.discounts"] }]);
        draft.add("/capabilities", "extensions", active)
    }),
    (AgentFieldReturned, Create, |draft| draft.add("/capabilities/interventions", "max_redirects", 2)),
    (InterventionNotEnforced, Update, |draft| {
        let messages = draft.list("/messages")?;
        let place = messages.iter().position(|message| message["code"] == "intervention_required")?;
        messages.remove(place);
        draft.put("/status", "ready_for_payment")
    }),
    (BodyMissing, Get, |draft| {
        draft.answered(200)?;
        draft.body = Value::Null;
        Some(())
    }),
    (UnknownOperation, Other, |draft| {
        draft.body = draft.session.take()?;
        draft.status = 200;
        draft.set_header("Allow", None);
        Some(())
    }),
];

/// Adds a fee to the totals, and to their `total`.
fn charge_more(totals: &mut Vec<Value>) -> Option<()> {
    let place = totals.iter().position(|entry| entry["type"] == "total")?;
    let amount = totals.get_mut(place)?.get_mut("amount")?;
    *amount = (amount.as_i64()? + 100).into();
    totals.insert(place, json!({ "type": "fee", "display_text": "Handling", "amount": 100 }));
    Some(())
}
