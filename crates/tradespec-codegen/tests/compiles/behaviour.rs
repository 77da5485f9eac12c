//! What generated types do with JSON: nothing that a release may add is lost, and nothing is written that was not read.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::cases::{
    c0103, c0104, c0201, c0203, c0204, c0206, c0209, c0211, c0212, c0213, c0214, c0301, c0302, c0303, c0304,
    c0305, c0306, c0307, c0311, c0316, c0401, c0402, c0403, c0404, c0501, c0601, c0602, c0603, c0604, c0608,
    c0609, c1001,
};

/// Reads `json` as a `T` and checks that writing it gives the same document, no member twice.
fn kept<T: Serialize + DeserializeOwned>(json: &Value) -> T {
    let read: T = serde_json::from_str(&json.to_string()).unwrap_or_else(|error| panic!("{json}: {error}"));
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), *json);
    assert_eq!(written.len(), json.to_string().len(), "a member stands twice in {written}");
    read
}

fn refused<T: DeserializeOwned>(json: &Value) -> String {
    match serde_json::from_str::<T>(&json.to_string()) {
        Ok(_) => panic!("{json} was read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_value_that_the_release_does_not_define_is_kept() {
    use c0401::types::{Order, OrderFlag, Status};
    let order: Order = kept(&json!({"status": "teleported", "priority": "low", "flags": ["gift", "new"]}));
    assert_eq!(order.status, Status::Unknown("teleported".to_owned()));
    assert!(!order.status.is_known());
    assert_eq!(order.status.as_str(), "teleported");
    assert_eq!(order.flags, Some(vec![OrderFlag::Gift, OrderFlag::Unknown("new".to_owned())]));
    refused::<Order>(&json!({"status": 5}));
}

#[test]
fn a_value_reads_as_its_variant_from_json_and_from_text() {
    use c0401::types::Status;
    let values = [
        ("open", Status::Open),
        ("in_progress", Status::InProgress),
        ("3ds", Status::ThreeDs),
        ("net-15", Status::Net15),
        ("self", Status::SelfType),
    ];
    for (text, value) in values {
        assert_eq!(kept::<Status>(&json!(text)), value);
        assert_eq!(Status::from(text), value);
        assert_eq!(text.parse(), Ok(value.clone()));
        assert_eq!(value.to_string(), text);
        assert!(value.is_known());
    }
    assert_eq!(Status::from("Open"), Status::Unknown("Open".to_owned()));
}

#[test]
fn values_that_become_one_name_stay_apart() {
    use c0402::types::Zone;
    let values = ["north-east", "north_east", "NorthEast", "north east", "northeast"];
    let read: std::collections::BTreeSet<Zone> = values.iter().map(|text| kept(&json!(text))).collect();
    assert_eq!(read.len(), values.len());
    assert!(read.iter().all(Zone::is_known));
}

#[test]
fn a_value_may_be_any_text() {
    use c0403::types::Mark;
    for text in ["", "-", "*", "ü", "€", "1", "a\"b", "back\\slash", "new\nline"] {
        assert!(kept::<Mark>(&json!(text)).is_known(), "{text:?}");
    }
    // Written with escapes, so that the text cannot be borrowed from the input.
    assert_eq!(serde_json::from_str::<Mark>(r#""\u0031""#).unwrap(), Mark::One);
    assert_eq!(serde_json::from_value::<Mark>(json!("1")).unwrap(), Mark::One);
}

#[test]
fn a_value_called_unknown_is_known() {
    use c0404::types::{Gender, Reason};
    assert_eq!(kept::<Gender>(&json!("unknown")), Gender::Unknown);
    assert_eq!(kept::<Gender>(&json!("new")), Gender::Other("new".to_owned()));
    assert_eq!(kept::<Reason>(&json!("new")), Reason::Unknown2("new".to_owned()));
}

#[test]
fn a_fixed_member_is_always_written() {
    use c0211::types::Pickup;
    let pickup = Pickup::builder().place("Hall").build();
    assert_eq!(serde_json::to_string(&pickup).unwrap(), r#"{"type":"pickup","place":"Hall"}"#);
    kept::<Pickup>(&json!({"type": "pickup", "place": "Hall"}));
}

#[test]
fn an_optional_fixed_member_is_written_only_if_it_was_there() {
    use c0212::types::Hint;
    kept::<Hint>(&json!({"text": "a"}));
    kept::<Hint>(&json!({"content_type": "markdown"}));
    kept::<Hint>(&json!({"content_type": "html"}));
}

#[test]
fn an_object_of_a_union_is_told_by_its_tag() {
    use c0301::types::{Delivery, Order, OrderFulfillment, Pickup};
    let order: Order = kept(&json!({
        "fulfillment": {"type": "pickup", "place": "Hall"},
        "others": [{"type": "delivery"}, {"type": "delivery", "address": "Road"}]
    }));
    assert_eq!(order.fulfillment, OrderFulfillment::Pickup(Pickup::builder().place("Hall").build()));
    let others = order.others.unwrap();
    assert_eq!(others[0], OrderFulfillment::Delivery(Delivery::builder().build()));
}

#[test]
fn the_tag_may_stand_anywhere_in_its_object() {
    use c0301::types::OrderFulfillment;
    let read: OrderFulfillment = serde_json::from_str(r#"{"place": "Hall", "type": "pickup"}"#).unwrap();
    assert!(matches!(read, OrderFulfillment::Pickup(_)));
}

#[test]
fn an_object_with_an_unknown_tag_is_kept_whole() {
    use c0301::types::OrderFulfillment;
    for json in [
        json!({"type": "drone", "altitude": {"value": 3.5, "unit": "m"}, "list": [1, null]}),
        json!({"place": "no type"}),
        json!({"type": 5}),
        json!({"type": null}),
        json!({}),
    ] {
        assert!(matches!(kept(&json), OrderFulfillment::Unknown(_)), "{json}");
    }
    refused::<OrderFulfillment>(&json!("pickup"));
    refused::<OrderFulfillment>(&json!(null));
}

#[test]
fn an_object_with_a_known_tag_and_wrong_content_is_refused_with_the_reason() {
    use c0301::types::OrderFulfillment;
    let message = refused::<OrderFulfillment>(&json!({"type": "pickup"}));
    assert!(message.contains("missing field `place`"), "{message}");
}

#[test]
fn objects_in_place_have_tags_too() {
    use c0302::types::{Message, MessageError, MessageErrorCode};
    let error = Message::Error(MessageError::builder().code(MessageErrorCode::Invalid).build());
    assert_eq!(kept::<Message>(&json!({"type": "error", "code": "invalid"})), error);
    assert!(matches!(kept(&json!({"type": "info", "text": "a"})), Message::Info(_)));
}

#[test]
fn tags_may_be_of_any_name_and_value() {
    use c0307::types::Any;
    assert!(matches!(kept(&json!({"@type": "", "text": "a"})), Any::Value(_)));
    assert!(matches!(kept(&json!({"@type": "unknown"})), Any::Unknown(_)));
    assert!(matches!(kept(&json!({"@type": "3ds \"x\" \\ self"})), Any::ThreeDsXSelf(_)));
    assert!(matches!(kept(&json!({"@type": "new"})), Any::Other(_)));
}

#[test]
fn variants_called_like_the_standard_librarys_hide_nothing() {
    use c0316::types::{Either, Word};
    for text in ["string", "some", "none", "ok", "option", "default", "from"] {
        assert!(kept::<Word>(&json!(text)).is_known(), "{text}");
    }
    assert!(matches!(kept(&json!({"kind": "some", "a": "b"})), Either::Some(_)));
    assert!(matches!(kept(&json!({"kind": "ok"})), Either::Ok(_)));
}

#[test]
fn types_without_tag_are_told_by_their_form() {
    use c0303::types::CapabilitiesExtensions as Extensions;
    use c0304::types::{Setting, SettingsLimit};
    use c0306::types::{Inline, Method};
    use c0311::types::Outer;
    assert!(matches!(kept(&json!(["a"])), Extensions::Strings(_)));
    assert!(matches!(kept(&json!([{"name": "a"}])), Extensions::Declarations(_)));
    kept::<Extensions>(&json!([]));
    assert_eq!(kept::<Setting>(&json!("1")), Setting::String("1".to_owned()));
    assert_eq!(kept::<Setting>(&json!(1)), Setting::Integer(1));
    assert!(matches!(kept(&json!(1.5)), Setting::Number(_)));
    assert_eq!(kept::<Setting>(&json!(true)), Setting::Boolean(true));
    assert!(matches!(kept(&json!(1)), SettingsLimit::Number(_)));
    assert!(matches!(kept(&json!({"token": "t"})), Method::Wallet(_)));
    assert!(matches!(kept(&json!({"number": "4"})), Method::Card(_)));
    assert!(matches!(kept(&json!({"b": "4"})), Inline::ObjectToo(_)));
    assert!(matches!(kept(&json!([true, "a"])), Outer::Inners(_)));
    assert!(matches!(kept(&json!(true)), Outer::Inner(_)));
}

#[test]
fn an_absent_list_is_not_an_empty_one() {
    use c0601::types::Update;
    let absent: Update = kept(&json!({"items": []}));
    assert_eq!((absent.codes, absent.unique, absent.labels), (None, None, None));
    let empty: Update = kept(&json!({"items": ["a"], "codes": [], "unique": [], "loose": [], "labels": {}}));
    assert_eq!(empty.codes, Some(Vec::new()));
    assert_eq!(empty.unique, Some(Vec::new()));
    kept::<Update>(&json!({"items": [], "loose": [1, "a", null], "rows": [[], [{"cell": 1}, {}]]}));
    refused::<Update>(&json!({"codes": []}));
}

#[test]
fn members_beyond_the_known_ones_are_kept_where_the_schema_allows_them() {
    use c0103::types::PaymentData;
    use c0204::types::Late;
    use c0209::types::{Labels, Metadata};
    let read: Metadata = kept(&json!({"source": "a", "new": {"deep": [1, {"x": null}]}, "other": 1.5}));
    assert_eq!(read.other_members["other"], json!(1.5));
    let labels: Labels = kept(&json!({"main": "a", "side": "b"}));
    assert_eq!(labels.other_members["side"], json!("b"));
    kept::<PaymentData>(&json!({"token": "a", "handler_id": "b", "c": 1}));
    kept::<Late>(&json!({"days": 1, "id": "a", "note": "b", "at": "c", "kind": "d", "e": 1}));
}

#[test]
fn members_keep_their_names_in_json() {
    use c0501::types::Words;
    let all = json!({
        "description": "1", "title": "2", "type": "3", "enum": ["4"], "default": "5", "const": "6", "example": "7",
        "properties": {"type": "8", "more": 1}, "required": true, "items": ["9"], "self": "10", "super": "11",
        "crate": "12", "async": "13", "fn": "14", "gen": "15", "try": "16", "_": "17", "3ds": "18", "with-dash": "19",
        "with space": "20", "with.dot": "21", "with/slash~tilde": "22", "@id": "23", "$ref": "24", "crate_name": "25",
        "camelCase": "26", "HTTPCode": "27"
    });
    let words: Words = kept(&all);
    assert!(words.other_members.is_empty(), "{:?}", words.other_members);
}

#[test]
fn texts_and_numbers_are_written_as_they_were_read() {
    use c0104::types::Offer;
    use c0608::types::All;
    let offer: Offer = kept(&json!({
        "quantity": 9_007_199_254_740_993_i64, "created_at": "2026-04-17T10:00:00.120+02:00", "url": "not a url",
        "share": 0.1, "step": 12_345_678_901_234_567_890_u64, "currency": "EURO", "tags": ["a", "a"]
    }));
    assert_eq!(offer.created_at.as_str(), "2026-04-17T10:00:00.120+02:00");
    kept::<Offer>(&json!({"quantity": 0, "created_at": "", "url": ""}));
    kept::<Offer>(&json!({"quantity": -1, "created_at": "", "url": ""}));
    kept::<All>(
        &json!({"count": 1, "rate": 5, "flag": false, "text": "", "when": "soon", "rates": [1, 2.5, -3]}),
    );
}

#[test]
fn null_is_kept_where_a_member_is_required() {
    use c0305::types::Profile;
    use c0609::types::Chain;
    assert_eq!(kept::<Profile>(&json!({"name": null})).name, None);
    kept::<Profile>(
        &json!({"name": "a", "tags": ["b", null], "map": {"c": null, "d": 1}, "several": 1, "three": "e"}),
    );
    kept::<Profile>(
        &json!({"name": "a", "nick": "b", "age": 3, "home": {"street": "c"}, "place": {"city": "d"}}),
    );
    kept::<Chain>(&json!({"next": {"next": {"next": null}}}));
}

#[test]
fn maps_are_written_in_order_of_their_keys() {
    use c0602::types::Store;
    let read: Store =
        serde_json::from_str(r#"{"names": {"b": "1", "a": "2"}, "free": {"z": 1, "y": 2}}"#).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), r#"{"names":{"a":"2","b":"1"},"free":{"z":1,"y":2}}"#);
    kept::<Store>(&json!({
        "names": {}, "free": {}, "rates": {"de": {"rate": 0.19}}, "lists": {"a": [1, 2]}, "places": {"b": {"city": "c"}},
        "untyped": {"d": true}, "any": {"e": [null]}, "patterned": {"f": "g"}
    }));
}

#[test]
fn types_may_contain_themselves() {
    use c0206::types::Envelope;
    use c0603::types::{Category, Chicken};
    use c0604::types::{Filter, Json};
    kept::<Category>(&json!({
        "name": "a", "parent": {"name": "b"}, "children": [{"name": "c", "children": []}],
        "by_name": {"d": {"name": "e"}}, "other": {"name": "f"}
    }));
    kept::<Chicken>(&json!({"egg": {"chicken": {"egg": {}}, "shell": {"egg": {"shell": {}}}}}));
    let filter = json!({"op": "and", "filters": [{"op": "eq", "value": "a"}, {"op": "new", "filters": []}]});
    assert!(matches!(kept(&filter), Filter::And(_)));
    assert!(matches!(kept(&json!({"a": ["b", ["c"], {"d": "e"}]})), Json::Object(_)));
    kept::<Envelope>(&json!({"base": {"id": "a", "parent": {"id": "b"}}, "session": {"id": "c"}}));
}

#[test]
fn types_of_another_module_are_the_same_types() {
    let seller = c0201::feed::Seller::builder().name("a").build();
    let cart: c0201::agentic_checkout::Cart =
        kept(&json!({"seller": {"name": "a"}, "state": "open", "by_region": {"x": "y"}}));
    assert_eq!(cart.seller, seller);
    assert_eq!(cart.state, Some(c0201::feed::State::Open));
}

#[test]
fn fields_that_the_validator_would_refuse_can_be_read() {
    kept::<c0203::types::SessionWithResult>(&json!({"id": "a", "result": "b"}));
    kept::<c0203::types::SessionWithProof>(&json!({"id": "a", "proof": "b"}));
    kept::<c0213::types::Flags>(&json!({"accepted": false, "version": 4, "ratio": 0.25}));
    kept::<c1001::types::Cart>(&json!({"id": "a", "gift": {"note": "b"}, "wraps": ["paper", "leaf"]}));
}

#[test]
#[expect(deprecated, reason = "that it is deprecated is what is tested")]
fn a_deprecated_member_is_read_and_written() {
    let read: c0214::types::Discounts = kept(&json!({"coupons": ["a"], "codes": []}));
    assert_eq!(read.coupons, Some(vec!["a".to_owned()]));
}
