//! Each fault shows, and in no more exchanges than it needs.

use std::collections::BTreeMap;

use clap::ValueEnum;
use merchant::{Fault, Set};
use serde_json::Value;

use crate::common::{exchanges, id, recording};

/// The exchanges of a recording by their `Request-Id`.
fn by_id(fault: Option<Fault>) -> BTreeMap<String, Value> {
    let exchanges = exchanges(&recording(Set::Proper, fault)).into_iter();
    exchanges.map(|exchange| (id(&exchange).to_owned(), exchange)).collect()
}

#[test]
fn every_fault_changes_one_answer_and_no_more() {
    let honest = by_id(None);
    for fault in Fault::value_variants() {
        let broken = by_id(Some(*fault));
        let changed: Vec<_> = broken
            .iter()
            .filter(|(id, exchange)| honest.get(*id).map(Value::to_string) != Some(exchange.to_string()))
            .map(|(id, _)| id.as_str())
            .collect();
        let expected: &[&str] = match fault {
            // The session that should not be there takes an id, so those after it have other ones.
            Fault::ConflictNotRefused => &["in-flight-1", "intervention-1", "intervention-2", "retry-3"],
            // A request that no proper agent sends.
            Fault::IdempotencyKeyMissing | Fault::MissingKeyMisreported => &["without-key-1"],
            Fault::IdempotencyKeyInvalid => &["key-too-long-1"],
            Fault::ApiVersionMissing => &["without-version-1"],
            // A session to delete.
            Fault::UnknownOperation => &["deleted-1", "deleted-2"],
            _ => {
                assert_eq!(changed.len(), 1, "{fault:?}: {changed:?}");
                continue;
            }
        };
        assert_eq!(changed, expected, "{fault:?}");
    }
}

#[test]
fn a_fault_changes_only_what_is_answered() {
    let honest = by_id(None);
    for fault in Fault::value_variants() {
        for (id, exchange) in by_id(Some(*fault)) {
            let Some(own) = honest.get(&id).filter(|_| *fault != Fault::ConflictNotRefused) else { continue };
            assert_eq!(own["request"].to_string(), exchange["request"].to_string(), "{fault:?} {id}");
        }
    }
}

#[test]
fn what_a_fault_does() {
    let answer = |fault, id: &str| by_id(Some(fault)).remove(id).unwrap();
    let body = |fault, id: &str| answer(fault, id)["response"]["body"].take();

    assert_eq!(answer(Fault::SuccessStatus, "checkout-1")["status"], 200);
    assert_eq!(body(Fault::CreatedAgain, "out-of-stock-1")["id"], "cs_1");
    assert_eq!(body(Fault::ChangedAfterEnd, "after-complete-5")["status"], "completed");
    assert_eq!(body(Fault::IllegalTransition, "checkout-3")["status"], "complete_in_progress");
    assert_eq!(body(Fault::AuthenticationResult, "authentication-3")["status"], "completed");
    assert_eq!(answer(Fault::CancelOfEnded, "cancel-3")["status"], 409);
    assert_eq!(body(Fault::WrappedError, "unknown-1")["error"]["code"], "not_found");
    assert_eq!(body(Fault::ConflictNotRefused, "retry-3")["line_items"][0]["item"]["id"], "teapot");
    assert_eq!(answer(Fault::BodyMissing, "checkout-4")["response"].get("body"), None);
    assert_eq!(answer(Fault::UnknownOperation, "deleted-2")["status"], 200);
    assert_eq!(answer(Fault::MissingKeyMisreported, "without-key-1")["status"], 422);
    assert_eq!(answer(Fault::IdempotencyKeyMissing, "without-key-1")["status"], 201);

    assert_eq!(answer(Fault::IdempotencyKeyInvalid, "key-too-long-1")["status"], 201);
    assert_eq!(answer(Fault::ApiVersionMissing, "without-version-1")["status"], 201);

    let replayed = answer(Fault::FailureReplayed, "provider-down-4");
    assert_eq!(replayed["status"], 503);
    assert_eq!(replayed["response"]["headers"]["idempotent-replayed"], "true");

    let charged = body(Fault::TotalChanged, "checkout-5");
    assert_eq!(charged["totals"], charged["order"]["totals"]);
    assert_eq!(charged["totals"].as_array().unwrap().last().unwrap()["amount"], 9_510);

    let ready = body(Fault::InterventionNotEnforced, "intervention-2");
    assert_eq!(ready["status"], "ready_for_payment");
    assert!(!ready.to_string().contains("intervention_required"));
}
