//! A shop that checks requests at its door: a handler only ever sees messages that are valid.
//!
//! ```text
//! body ──Validator::check──▶ valid ──serde──▶ acp_types request ──▶ handler ──▶ 201 CheckoutSession
//!                     └────▶ not valid ─────────────────────────────────────▶ 400 Error
//! ```
//!
//! `door.rs` is all that a service of your own has to copy.

mod door;

use acp_types::v2026_04_17::checkout::{
    Capabilities, CheckoutSession, CheckoutSessionCreateRequest, CheckoutSessionStatus, Item, LineItem,
    Total, TotalType,
};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};

pub use door::{Door, Refusal, Valid};

/// What the shop asks for an item that comes without a price, in minor units.
const PRICE: i64 = 1_500;

/// The routes of the shop. Fails only if the schemas that are built in are broken.
pub fn shop() -> Result<Router, tradespec_schema::Error> {
    Ok(Router::new().route("/checkout_sessions", post(create_session)).with_state(Door::new()?))
}

async fn create_session(
    Valid(request): Valid<CheckoutSessionCreateRequest>,
) -> (StatusCode, Json<CheckoutSession>) {
    let line_items: Vec<_> = request.line_items.into_iter().enumerate().map(line_item).collect();
    let due = line_items.iter().filter_map(|line| line.unit_amount).fold(0, i64::saturating_add);
    let session = CheckoutSession::builder()
        .id("cs_0001")
        .status(CheckoutSessionStatus::NotReadyForPayment)
        .currency(request.currency)
        .capabilities(Capabilities::builder().build())
        .line_items(line_items)
        .totals(vec![total(TotalType::Total, "Total", due)])
        .fulfillment_options(Vec::new())
        .messages(Vec::new())
        .links(Vec::new())
        .build();
    (StatusCode::CREATED, Json(session))
}

fn line_item((number, item): (usize, Item)) -> LineItem {
    let price = item.unit_amount.unwrap_or(PRICE);
    LineItem::builder()
        .id(format!("line_{number}"))
        .item(item)
        .quantity(1)
        .unit_amount(price)
        .totals(vec![total(TotalType::Subtotal, "Subtotal", price)])
        .build()
}

fn total(kind: TotalType, text: &str, amount: i64) -> Total {
    Total::builder().type_(kind).display_text(text).amount(amount).build()
}
