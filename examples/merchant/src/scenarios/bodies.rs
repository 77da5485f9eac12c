//! What the agent sends.

use serde_json::{Value, json};

/// A new session for these goods, by an agent that can do what the shop requires.
pub(super) fn order(goods: &[&str]) -> Value {
    let items: Vec<_> = goods.iter().map(|id| json!({ "id": id })).collect();
    json!({
        "line_items": items,
        "currency": "usd",
        "capabilities": { "interventions": { "supported": ["3ds"], "max_redirects": 1 } },
    })
}

/// The same, with an address.
pub(super) fn order_to(goods: &[&str]) -> Value {
    let mut order = order(goods);
    order["fulfillment_details"] = details();
    order
}

pub(super) fn address() -> Value {
    json!({
        "buyer": { "email": "maren@mail.example", "full_name": "Maren Holt" },
        "fulfillment_details": details(),
    })
}

pub(super) fn option(id: &str, lines: &[&str]) -> Value {
    json!({ "selected_fulfillment_options": [{ "type": "shipping", "option_id": id, "item_ids": lines }] })
}

pub(super) fn payment(token: &str) -> Value {
    json!({
        "payment_data": {
            "handler_id": "card",
            "instrument": { "type": "card", "credential": { "type": "spt", "token": token } },
        },
    })
}

pub(super) fn authenticated(token: &str) -> Value {
    let mut payment = payment(token);
    payment["authentication_result"] = json!({
        "outcome": "authenticated",
        "outcome_details": {
            "three_ds_cryptogram": "AAIBBYNoEwAAAAAAAAAAAAAAAAA=",
            "electronic_commerce_indicator": "05",
            "transaction_id": "a3f1c7f0-51d2-4c4e-8f43-0f5f3b0f6d11",
            "version": "2.2.0",
        },
    });
    payment
}

fn details() -> Value {
    json!({
        "name": "Maren Holt",
        "address": {
            "name": "Maren Holt",
            "line_one": "12 Harbour Lane",
            "city": "Larchmere",
            "state": "WA",
            "country": "US",
            "postal_code": "98101",
        },
    })
}
