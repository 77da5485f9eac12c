//! Messages with the shop's extension: sent, received and validated.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use gift_shop::acp::checkout::{
    Capabilities, CheckoutSession, CheckoutSessionCreateRequest, Gift, GiftPaper, Item, LineItem,
    MessageErrorCode,
};
use gift_shop::{Refusal, create_session, validator};
use serde_json::json;

fn request() -> CheckoutSessionCreateRequest {
    let gift = Gift::builder()
        .paper(GiftPaper::Recycled)
        .note("For Inés")
        .open_after("2026-12-24T18:00:00+01:00")
        .build();
    CheckoutSessionCreateRequest::builder()
        .currency("eur")
        .line_items(vec![Item::builder().id("teapot-ash-900").unit_amount(6_400).build()])
        .capabilities(Capabilities::builder().build())
        .gift(gift)
        .build()
}

#[test]
fn a_gift_goes_through_the_shop() {
    let sent = serde_json::to_vec(&request()).unwrap();
    let session = create_session(&sent).unwrap();
    let gift = session.gift.as_ref().unwrap();
    assert_eq!(gift.paper, GiftPaper::Recycled);
    assert_eq!(gift.open_after.as_ref().unwrap().as_str(), "2026-12-24T18:00:00+01:00");
    assert_eq!(session.line_items[0].wrapped, Some(true));

    let answer = serde_json::to_value(&session).unwrap();
    assert!(validator::<CheckoutSession>().unwrap().is_valid(&answer), "{answer:#}");
    let received: CheckoutSession = serde_json::from_value(answer).unwrap();
    assert_eq!(received, session);
}

#[test]
fn a_bad_gift_is_refused_where_it_is_bad() {
    let mut body = serde_json::to_value(request()).unwrap();
    body["gift"]["note"] = "x".repeat(141).into();
    body["gift"]["ribbon"] = true.into();
    let Err(Refusal::Invalid(found)) = create_session(&serde_json::to_vec(&body).unwrap()) else {
        panic!("the request is not valid");
    };
    let places: Vec<_> =
        found.iter().map(|d| (d.instance_path.as_str().to_owned(), d.message.clone())).collect();
    assert_eq!(places.len(), 2, "{places:?}");
    assert_eq!(places[0].0, "/gift");
    assert_eq!(places[1].0, "/gift/note");
}

#[test]
fn the_extension_adds_a_message_code_and_no_field_elsewhere() {
    assert!(MessageErrorCode::from("gift_note_too_long").is_known());
    // Only the rows of a session can be wrapped; the shared row type has no such field.
    let row = json!({"id": "r", "item": {"id": "i"}, "quantity": 1, "totals": [], "wrapped": true});
    let row: LineItem = serde_json::from_value(row).unwrap();
    assert_eq!(row.other_members["wrapped"], true);
}
