//! Faults in the lifecycle of a session.
//!
//! What comes after a fault must not break a rule because of it. So each shows where the session ends, or where the
//! next answer is right whatever was before.

use serde_json::json;

use super::Fault::{
    AuthenticationMetadata, AuthenticationResult, CancelOfEnded, ChangedAfterEnd, CreatedAgain,
    IllegalTransition, NotCompleted, OrderOfOther, SessionId, SuccessStatus,
};
use super::Row;
use super::draft::Draft;
use crate::routes::Operation::{Cancel, Complete, Create, Update};

/// An id that no session has.
const OTHER: &str = "cs_0";

pub(super) const ROWS: &[Row] = &[
    (SuccessStatus, Create, |draft| {
        draft.answered(201)?;
        draft.status = 200;
        Some(())
    }),
    (CreatedAgain, Create, |draft| {
        // Nobody goes on with this session.
        draft.message("code", "out_of_stock")?;
        (draft.body.get("id")? != "cs_1").then_some(())?;
        draft.put("/id", "cs_1")
    }),
    (SessionId, Update, |draft| {
        // This session comes to nothing, so this is the last of it.
        draft.message("code", "intervention_required")?;
        draft.put("/id", OTHER)
    }),
    (ChangedAfterEnd, Update, |draft| {
        draft.refused("session_ended")?;
        draft.status = 200;
        draft.body = draft.session.take()?;
        Some(())
    }),
    (IllegalTransition, Update, |draft| {
        draft.is("ready_for_payment")?;
        draft.put("/status", "complete_in_progress")
    }),
    (NotCompleted, Complete, |draft| {
        draft.is("completed")?;
        draft.take("order")?;
        draft.put("/status", "ready_for_payment")
    }),
    (OrderOfOther, Complete, |draft| draft.put("/order/checkout_session_id", OTHER)),
    (AuthenticationMetadata, Update, |draft| draft.take("authentication_metadata").map(drop)),
    (AuthenticationResult, Complete, |draft| {
        draft.refused("requires_3ds")?;
        draft.status = 200;
        draft.body = draft.session.take()?;
        draft.take("authentication_metadata")?;
        completed(draft)
    }),
    (CancelOfEnded, Cancel, |draft| {
        draft.answered(405)?;
        draft.status = 409;
        Some(())
    }),
];

fn completed(draft: &mut Draft) -> Option<()> {
    let id = draft.body.get("id")?.clone();
    draft.put("/status", "completed")?;
    let order = json!({
        "id": "order_0",
        "checkout_session_id": id,
        "permalink_url": "https://shop.example/orders/0",
    });
    draft.add("", "order", order)
}
