//! UCP's written examples through the types, and what the types make of them.

use serde_json::{Value, json};
use tradespec_validator::Validator;
use ucp_types::v2026_04_08::cart::{Cart, CartCreateRequest};
use ucp_types::v2026_04_08::catalog::{SearchRequest, SearchResponse};
use ucp_types::v2026_04_08::checkout::{
    Checkout, CheckoutCompleteRequest, CheckoutCreateRequest, CheckoutStatus, CheckoutUpdateRequest,
};
use ucp_types::v2026_04_08::fulfillment::{FulfillmentDestination, FulfillmentMethod, FulfillmentType};
use ucp_types::v2026_04_08::message::{ErrorResponse, Message};
use ucp_types::v2026_04_08::metadata::ServiceTransport;
use ucp_types::v2026_04_08::order::Order;
use ucp_types::v2026_04_08::payment::CardPaymentInstrument;
use ucp_types::v2026_04_08::profile::BusinessProfile;
use ucp_types::v2026_04_08::types::{ItemRequest, LineItemCreateRequest};

use crate::kept::through;
use crate::support::{json as file, root};

fn example<T: serde::Serialize + serde::de::DeserializeOwned>(name: &str) -> (T, Value) {
    through(file(&root("examples/ucp").join(name)))
}

#[test]
fn every_valid_example_comes_out_as_it_went_in() {
    example::<CheckoutCreateRequest>("requests/checkout.create.json");
    example::<CheckoutUpdateRequest>("requests/checkout.update.json");
    example::<CheckoutCompleteRequest>("requests/checkout.complete.json");
    example::<CartCreateRequest>("requests/cart.create.json");
    example::<SearchRequest>("requests/catalog.search.json");
    example::<Checkout>("valid/checkout.json");
    example::<Cart>("valid/cart.json");
    example::<Order>("valid/order.json");
    example::<SearchResponse>("valid/catalog-results.json");
    example::<ErrorResponse>("valid/failure.json");
}

#[test]
fn a_checkout_has_what_its_extensions_add() {
    let (checkout, value) = example::<Checkout>("valid/checkout.json");
    assert_eq!(checkout.status, CheckoutStatus::ReadyForComplete);
    let discounts = checkout.discounts.unwrap();
    assert_eq!(discounts.applied.unwrap()[0].title, value["discounts"]["applied"][0]["title"]);
    assert_eq!(checkout.fulfillment.unwrap().methods.unwrap()[0].type_, FulfillmentType::Shipping);
}

#[test]
fn what_a_checkout_does_not_name_is_kept() {
    let mut value = file(&root("examples/ucp/valid/checkout.json"));
    value["com.example.gift"] = json!({"wrap": true});
    value["status"] = json!("on_hold");
    value["messages"] = json!([{"type": "promotion", "content": "Free tea"}]);
    let (checkout, value) = through::<Checkout>(value);
    assert_eq!(checkout.other_members["com.example.gift"], value["com.example.gift"]);
    assert_eq!(checkout.status, CheckoutStatus::Unknown("on_hold".to_owned()));
    assert!(matches!(checkout.messages.as_deref(), Some([Message::Unknown(_)])));
}

#[test]
fn a_buyer_has_their_consent_and_an_item_its_price_only_in_a_response() {
    let request = json!({
        "line_items": [{"item": {"id": "teapot"}, "quantity": 1}],
        "buyer": {"first_name": "Ida", "consent": {"marketing": false}},
    });
    let (request, _) = through::<CheckoutCreateRequest>(request);
    assert_eq!(request.buyer.unwrap().consent.unwrap().marketing, Some(false));
    let teapot = ItemRequest::builder().id("teapot").build();
    let line = LineItemCreateRequest::builder().item(teapot).quantity(1).build();
    assert_eq!(request.line_items, [line]);
}

#[test]
fn a_mandate_is_asked_of_those_only_who_use_mandates() {
    let payment = json!({"instruments": []});
    let (plain, _) = through::<CheckoutCompleteRequest>(json!({"payment": payment}));
    assert_eq!(plain.ap2, None);
    let signed = json!({"payment": payment, "ap2": {"checkout_mandate": "a.b.c"}});
    let (signed, _) = through::<CheckoutCompleteRequest>(signed);
    assert_eq!(signed.ap2.unwrap().checkout_mandate, "a.b.c");
}

#[test]
fn a_method_is_absent_null_or_chosen() {
    let method = json!({"id": "m", "type": "pickup", "line_item_ids": [], "groups": []});
    let (method, mut value) = through::<FulfillmentMethod>(method);
    assert!(method.selected_destination_id.is_absent());
    assert_eq!((method.destinations, method.groups), (None, Some(vec![])));
    value["selected_destination_id"] = Value::Null;
    assert!(through::<FulfillmentMethod>(value).0.selected_destination_id.is_null());
}

#[test]
fn a_place_with_a_name_is_a_location_and_one_without_an_address() {
    let (shop, _) = through::<FulfillmentDestination>(json!({"id": "d", "name": "Harbour Street"}));
    assert!(matches!(shop, FulfillmentDestination::RetailLocation(_)));
    let (home, _) = through::<FulfillmentDestination>(json!({"id": "d", "postal_code": "9000"}));
    assert!(matches!(home, FulfillmentDestination::ShippingDestination(_)));
}

#[test]
fn an_instrument_of_a_family_says_which_one_and_has_its_own_display() {
    let card = json!({"id": "i", "handler_id": "h", "type": "card", "display": {"brand": "maestro"}});
    let (card, _) = through::<CardPaymentInstrument>(card);
    assert_eq!(card.display.unwrap().brand.as_deref(), Some("maestro"));
    let wallet = json!({"id": "i", "handler_id": "h", "type": "wallet"});
    assert!(serde_json::from_value::<CardPaymentInstrument>(wallet).is_err());
}

#[test]
fn a_business_profile_has_its_registries_and_the_releases_it_still_speaks() {
    let profile = json!({
        "ucp": {
            "version": "2026-04-08",
            "supported_versions": {"2026-01-23": "https://shop.example.com/ucp-january.json"},
            "services": {"dev.ucp.shopping": [
                {"version": "2026-04-08", "transport": "rest", "endpoint": "https://shop.example.com/ucp"},
            ]},
            "capabilities": {"dev.ucp.shopping.discount": [
                {"version": "2026-04-08", "extends": "dev.ucp.shopping.checkout"},
            ]},
            "payment_handlers": {"com.example.pay": [{"id": "pay", "version": "2026-03-01"}]},
        },
        "signing_keys": [{"kid": "k", "kty": "EC", "use": "sig", "crv": "P-384"}],
    });
    let (profile, _) = through::<BusinessProfile>(profile);
    assert_eq!(profile.ucp.services["dev.ucp.shopping"][0].transport, ServiceTransport::Rest);
    assert!(profile.ucp.supported_versions.unwrap().contains_key("2026-01-23"));
}

#[test]
fn the_validator_finds_a_message_by_its_type() {
    let validator = Validator::builder().message::<CheckoutCreateRequest>().build().unwrap();
    assert_eq!(validator.type_id().to_string(), "shopping/checkout.CheckoutCreateRequest");
    let mut request = CheckoutCreateRequest::builder().line_items(Vec::new()).build();
    assert!(validator.check_message(&request).unwrap().is_empty());
    let teapot = ItemRequest::builder().id("teapot").build();
    request.line_items = vec![LineItemCreateRequest::builder().item(teapot).quantity(0).build()];
    let found = validator.check_message(&request).unwrap();
    assert_eq!(found[0].instance_path.as_str(), "/line_items/0/quantity");
}
