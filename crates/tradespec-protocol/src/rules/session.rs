//! A session agrees with itself: its totals have a total, and what it selects it also offers.

use std::collections::HashSet;

use serde_json::Value;
use tradespec_schema::Pointer;

use super::Rule;
use super::breaches::Breaches;
use super::walk::elements;

pub(super) fn check(message: &Value, breaches: &mut Breaches<'_>) {
    check_totals(message, breaches);
    check_options(message, breaches);
}

/// The totals of the whole message and of the order in it. The text lets a cart leave out what it does not know yet.
fn check_totals(message: &Value, breaches: &mut Breaches<'_>) {
    if !breaches.context.is_response() || breaches.context.is_in_file("cart") {
        return;
    }
    for at in ["/totals", "/order/totals"] {
        let Some(totals) = message.pointer(at).and_then(Value::as_array) else { continue };
        if !totals.iter().any(|total| total.get("type").and_then(Value::as_str) == Some("total")) {
            let message = "has no entry of the type \"total\"";
            let help = "add the entry that says what is to be paid altogether";
            breaches.add(Rule::TotalsWithoutTotal, Pointer::from_text(at), message, help);
        }
    }
}

/// Selected options, against the offers of the same message; without offers there is nothing to compare with.
fn check_options(message: &Value, breaches: &mut Breaches<'_>) {
    let Some(options) = message.get("fulfillment_options").and_then(Value::as_array) else { return };
    let offered: HashSet<_> = options.iter().filter_map(|option| option.get("id")?.as_str()).collect();
    for (at, id) in selected(message) {
        if !offered.contains(id) {
            let message = "names no element of fulfillment_options";
            let help = "name the id of an option that this session offers";
            breaches.add(Rule::UnknownFulfillmentOption, at, message, help);
        }
    }
}

/// The selected ids, in the form of any release: one for the session (2025-09-29), a list whose elements hold the id
/// under their type (until 2026-01-16), a list whose elements have it themselves.
fn selected(message: &Value) -> Vec<(Pointer, &str)> {
    let mut found = Vec::new();
    if let Some(id) = message.get("fulfillment_option_id").and_then(Value::as_str) {
        found.push((Pointer::root().join("fulfillment_option_id"), id));
    }
    for (at, choice) in elements(message, &Pointer::root(), "selected_fulfillment_options") {
        if let Some(id) = choice.get("option_id").and_then(Value::as_str) {
            found.push((at.join("option_id"), id));
        }
        for kind in ["digital", "shipping"] {
            if let Some(id) = choice.get(kind).and_then(|choice| choice.get("option_id")?.as_str()) {
                found.push((at.join(kind).join("option_id"), id));
            }
        }
    }
    found
}
