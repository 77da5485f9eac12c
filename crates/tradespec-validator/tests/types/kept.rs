//! What plain generated types lose or refuse, and these keep. Each case is a payload that typify's own output gets wrong.

use acp_types::v2026_04_17::checkout::{
    CapabilitiesExtensions, CheckoutSession, CheckoutSessionStatus, CheckoutSessionUpdateRequest, Coupon,
    DiscountsRequest, Message,
};
use acp_types::v2026_04_17::delegate_authentication::{Action, DelegateAuthenticationSession};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tradespec_runtime::Patch;

use crate::support::{json as file, root};

fn session(change: impl FnOnce(&mut Value)) -> (CheckoutSession, Value) {
    let mut value = file(&root("examples/payloads/valid/agentic_checkout.CheckoutSession.minimal.json"));
    change(&mut value);
    through(value)
}

/// Reads a value and asserts that it is written as it was.
pub(crate) fn through<T: Serialize + DeserializeOwned>(value: Value) -> (T, Value) {
    let read: T = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), value);
    (read, value)
}

#[test]
fn a_status_that_this_release_does_not_list() {
    let (session, _) = session(|value| value["status"] = json!("held_for_review"));
    assert_eq!(session.status, CheckoutSessionStatus::Unknown("held_for_review".to_owned()));
    assert!(!session.status.is_known());
}

#[test]
fn a_message_of_an_unknown_type() {
    let message = json!({"type": "promotion", "content": "Free tea", "banner": {"colour": "green"}});
    let (session, _) = session(|value| value["messages"] = json!([message.clone()]));
    assert_eq!(session.messages, [Message::Unknown(message.as_object().unwrap().clone())]);
}

#[test]
fn a_known_message_says_what_is_wrong_with_it() {
    let wrong = json!({"type": "error", "content_type": "plain", "content": "Gone"});
    let error = serde_json::from_value::<Message>(wrong).unwrap_err();
    assert_eq!(error.to_string(), "missing field `code`");
}

#[test]
fn an_empty_list_is_not_an_absent_one() {
    let (cleared, _) = through::<DiscountsRequest>(json!({"codes": []}));
    let (left_alone, _) = through::<DiscountsRequest>(json!({}));
    assert_eq!((cleared.codes, left_alone.codes), (Some(vec![]), None));
}

#[test]
fn null_in_an_update_is_not_absence() {
    let (update, _) = through::<CheckoutSessionUpdateRequest>(json!({"order_notes": null, "coupons": []}));
    assert_eq!(update.order_notes, Patch::Null);
    assert_eq!(update.coupons, Patch::Value(vec![]));
    assert_eq!(update.buyer, Patch::Absent);
}

#[test]
fn a_date_time_keeps_its_offset_and_its_digits() {
    let (session, _) = session(|value| value["created_at"] = json!("2026-05-04T09:30:00.10+02:00"));
    assert_eq!(session.created_at.unwrap().as_str(), "2026-05-04T09:30:00.10+02:00");
}

#[test]
fn a_uri_is_not_normalized() {
    let (session, _) = session(|value| value["continue_url"] = json!("HTTPS://Shop.example.com"));
    assert_eq!(session.continue_url.unwrap().as_str(), "HTTPS://Shop.example.com");
}

#[test]
fn a_member_of_an_extension_on_a_closed_type() {
    let loyalty = json!({"program": "Fernhollow Friends", "balance": 12});
    let (session, _) = session(|value| value["loyalty"] = loyalty.clone());
    assert_eq!(session.other_members["loyalty"], loyalty);
}

#[test]
fn a_bound_makes_no_other_type() {
    let (coupon, _) =
        through::<Coupon>(json!({"id": "c", "name": "Ten", "max_redemptions": 1, "percent_off": 10}));
    let redemptions: Option<i64> = coupon.max_redemptions;
    assert_eq!(redemptions, Some(1));
}

#[test]
fn a_number_keeps_its_form() {
    through::<Coupon>(json!({"id": "c", "name": "Ten", "percent_off": 10}));
    through::<Coupon>(json!({"id": "c", "name": "Ten", "percent_off": 10.0}));
}

#[test]
fn a_default_is_not_written_where_it_was_not_read() {
    let discount = json!({"id": "d", "coupon": {"id": "c", "name": "Ten"}, "amount": 5});
    through::<acp_types::v2026_04_17::checkout::AppliedDiscount>(discount);
}

#[test]
fn either_form_of_a_list_of_extensions() {
    let names = json!(["discount"]);
    assert_eq!(
        through::<CapabilitiesExtensions>(names).0,
        CapabilitiesExtensions::Names(vec!["discount".to_owned()])
    );
    let declared = json!([{"name": "discount"}]);
    assert!(
        matches!(through::<CapabilitiesExtensions>(declared).0, CapabilitiesExtensions::Declarations(list) if list.len() == 1)
    );
}

#[test]
fn an_action_is_told_apart_by_its_type() {
    let action = json!({"type": "fingerprint", "fingerprint": {"three_ds_method_url": "https://acs.example.com", "three_ds_server_trans_id": "t"}});
    let value = json!({"authentication_session_id": "a", "status": "action_required", "action": action});
    let (session, _) = through::<DelegateAuthenticationSession>(value);
    assert!(
        matches!(session.action, Some(Action::Fingerprint(step)) if step.fingerprint.three_ds_server_trans_id == "t")
    );
}
