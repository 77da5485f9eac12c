//! UCP's extensions, composed by parent.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use support::{Checker, UCP, bad_references, outward_references, permutations};
use tradespec_schema::messages::Direction;
use tradespec_schema::{
    Catalogue, Code, ComposedSchema, Extension, Index, Outcome, Protocol, Release, SchemaSet, admissible,
    compose,
};

/// The files of a release, references resolved.
fn index(release: &str) -> Index {
    let catalogue = Catalogue::embedded().unwrap();
    catalogue.release(Protocol::Ucp, Some(&Release::new(release).unwrap())).unwrap()
}

/// A third party's extension of these parents, with these definitions.
fn vendor(name: &str, parents: &[&str], defs: &Value) -> Extension {
    let declaration = json!({"name": name, "extends": parents, "schema": "schema.json"}).to_string();
    let id = format!("https://example.com/schemas/{name}.json");
    let schema = json!({"$id": id, "name": name, "$defs": defs}).to_string();
    Extension::from_text("extension.json", &declaration, |name| Ok((name.to_owned(), schema))).unwrap()
}

/// What a third party adds to a checkout: a member that is an integer.
fn points(member: &str) -> Value {
    json!({"allOf": [
        {"$ref": "https://ucp.dev/schemas/shopping/checkout.json"},
        {"type": "object", "properties": {(member): {"type": "integer"}}}
    ]})
}

const CHECKOUT: &str = "dev.ucp.shopping.checkout";

#[test]
fn the_core_extensions_of_each_release_and_what_they_extend() {
    let of = |release: &str| -> Vec<String> {
        let extensions = Extension::core(&index(release)).unwrap();
        let shown =
            |extension: &Extension| format!("{} <- {}", extension.id(), extension.parents().join(" "));
        extensions.iter().map(shown).collect()
    };
    assert_eq!(
        of("2026-01-11"),
        [
            "dev.ucp.shopping.buyer_consent@2026-01-11 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.discount@2026-01-11 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.fulfillment@2026-01-11 <- dev.ucp.shopping.checkout",
        ]
    );
    assert_eq!(
        of("2026-01-23"),
        [
            "dev.ucp.shopping.ap2_mandate@2026-01-23 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.buyer_consent@2026-01-23 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.discount@2026-01-23 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.fulfillment@2026-01-23 <- dev.ucp.shopping.checkout",
        ]
    );
    assert_eq!(
        of("2026-04-08"),
        [
            "dev.ucp.shopping.ap2_mandate@2026-04-08 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.buyer_consent@2026-04-08 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.cart@2026-04-08 <- dev.ucp.shopping.checkout",
            "dev.ucp.shopping.discount@2026-04-08 <- dev.ucp.shopping.cart dev.ucp.shopping.checkout",
            "dev.ucp.shopping.fulfillment@2026-04-08 <- dev.ucp.shopping.checkout",
        ]
    );
}

#[test]
fn every_set_of_core_extensions_composes_in_every_order() {
    for release in UCP {
        let index = index(release);
        let all = Extension::core(&index).unwrap();
        let mut sets: Vec<Vec<Extension>> = all.iter().map(|extension| vec![extension.clone()]).collect();
        sets.push(all.clone());
        for set in sets {
            let first = compose(&index, &set).unwrap();
            assert_eq!(bad_references(&first), Vec::<String>::new());
            for id in first.types() {
                let bundle = first.bundle_type(&id);
                assert_eq!(outward_references(&bundle), Vec::<String>::new(), "{id}");
                Checker::new(&bundle, "");
            }
            for order in permutations(&set).into_iter().take(30) {
                assert_eq!(compose(&index, &order).unwrap(), first);
            }
        }
    }
}

#[test]
fn a_capability_that_also_extends_another_one_has_its_messages_either_way() {
    let composed = compose(&index("2026-04-08"), &[]).unwrap();
    let types: Vec<_> = composed.types().map(|id| id.to_string()).collect();
    for name in ["shopping/cart.Cart", "shopping/cart.CartCreateRequest", "shopping/cart.CartUpdateRequest"] {
        assert!(types.iter().any(|id| id == name), "{name} is no type");
    }
    // What it adds to a checkout is none: the extension is not active.
    assert!(!types.iter().any(|id| id == "shopping/cart.checkout"));
}

#[test]
fn what_an_extension_adds_is_checked_and_says_whose_it_is() {
    let index = index("2026-04-08");
    let all = Extension::core(&index).unwrap();
    let discount: Vec<_> =
        all.into_iter().filter(|extension| extension.id().name == "dev.ucp.shopping.discount").collect();
    let with = compose(&index, &discount).unwrap();
    let without = compose(&index, &[]).unwrap();
    let checkout = &with.capabilities()[CHECKOUT];
    let faults = |composed: &ComposedSchema, document: &Value| {
        Checker::new(&composed.bundle_type(&composed.capabilities()[CHECKOUT]), "").fault(document)
    };
    let document = json!({
        "ucp": {"version": "2026-04-08", "payment_handlers": {}}, "id": "c1", "line_items": [], "status": "incomplete",
        "currency": "EUR", "links": [],
        "totals": [{"type": "subtotal", "amount": 0}, {"type": "total", "amount": 0}],
        "discounts": {"codes": 7}
    });
    assert_eq!(faults(&without, &document), None);
    assert!(faults(&with, &document).is_some_and(|fault| fault.contains("/discounts/codes")));
    let fields: Vec<_> =
        with.fields().iter().map(|field| (field.point.to_string(), field.outcome.clone())).collect();
    assert!(fields.contains(&("$.Checkout.discounts".to_owned(), Outcome::Added)), "{fields:?}");
    assert!(
        with.bundle_type(checkout)
            .to_string()
            .contains("\"x-extension\":{\"name\":\"dev.ucp.shopping.discount\"")
    );
}

#[test]
fn what_an_extension_says_of_a_member_that_was_there_holds_as_well() {
    let index = index("2026-04-08");
    let all = Extension::core(&index).unwrap();
    let consent: Vec<_> =
        all.into_iter().filter(|extension| extension.id().name == "dev.ucp.shopping.buyer_consent").collect();
    let composed = compose(&index, &consent).unwrap();
    let fields: Vec<_> =
        composed.fields().iter().map(|field| (field.point.to_string(), field.outcome.clone())).collect();
    // Once in the response, and in the two requests that have other members than it.
    assert_eq!(fields, vec![("$.Checkout.buyer".to_owned(), Outcome::Narrowed); 3]);
}

#[test]
fn a_member_of_any_name_says_whose_it_is() {
    let index = index("2026-04-08");
    for (member, point) in
        [("it's", r"$.Checkout['it\'s']"), (r"a\b", r"$.Checkout['a\\b']"), ("a b", "$.Checkout['a b']")]
    {
        let vendor = vendor("com.example.odd", &[CHECKOUT], &json!({(CHECKOUT): points(member)}));
        let composed = compose(&index, &[vendor]).unwrap();
        assert!(composed.fields().iter().any(|field| field.point.to_string() == point), "{member}");
    }
}

#[test]
fn a_third_party_extends_a_capability_or_an_extension_of_it() {
    let index = index("2026-04-08");
    let loyalty =
        vendor("com.example.loyalty@2026-05-01", &[CHECKOUT], &json!({(CHECKOUT): points("points")}));
    // A chain: it extends the extension, and so the checkout through it.
    let tiers = vendor("com.example.tiers", &["com.example.loyalty"], &json!({(CHECKOUT): points("tier")}));
    let composed_both = compose(&index, &[loyalty.clone(), tiers.clone()]).unwrap();
    let bundle = composed_both.bundle_type(&composed_both.capabilities()[CHECKOUT]).to_string();
    assert!(bundle.contains("\"points\"") && bundle.contains("\"tier\""));
    // Without what it extends there is nothing for it to hang on.
    let error = compose(&index, &[tiers]).unwrap_err();
    assert!(error.has(Code::MissingDependency));
    assert_eq!(
        error.to_string(),
        "extension.json: \"com.example.tiers\" extends com.example.loyalty, and none of these is there; activate one \
         [missing-dependency]"
    );
}

#[test]
fn one_parent_of_several_is_enough_and_a_ring_hangs_on_nothing() {
    let index = index("2026-04-08");
    let either = vendor("com.example.a", &["com.example.gone", CHECKOUT], &json!({(CHECKOUT): points("a")}));
    assert!(compose(&index, &[either]).is_ok());
    let one = vendor("com.example.one", &["com.example.two"], &json!({(CHECKOUT): points("one")}));
    let two = vendor("com.example.two", &["com.example.one"], &json!({(CHECKOUT): points("two")}));
    let error = compose(&index, &[one, two]).unwrap_err();
    assert_eq!(error.problems().len(), 2);
}

#[test]
fn an_extension_of_the_other_protocol_is_refused() {
    let fields = r#"{"name": "com.example.a", "extends": ["$.Checkout.a"], "schema": "schema.json"}"#;
    let schema = r#"{"$defs": {"Checkout": {"properties": {"a": {"type": "string"}}}}}"#;
    let of_acp =
        Extension::from_text("a.json", fields, |name| Ok((name.to_owned(), schema.to_owned()))).unwrap();
    assert!(compose(&index("2026-04-08"), &[of_acp]).is_err_and(|error| error.has(Code::BadDeclaration)));
    let of_ucp = vendor("com.example.b", &[CHECKOUT], &json!({}));
    let file = ("schema.cart.json".to_owned(), r#"{"$defs": {"Cart": {"type": "object"}}}"#.to_owned());
    let set = SchemaSet::from_files(Protocol::Acp, Release::new("2026-04-17").unwrap(), [file]).unwrap();
    let error = compose(&Index::new(&set).unwrap(), &[of_ucp]).unwrap_err();
    assert!(error.has(Code::BadDeclaration));
}

#[test]
fn an_extension_is_of_a_time_with_what_it_requires() {
    let range = |min: &str, max: Option<&str>| {
        let mut range = json!({"min": min});
        if let Some(max) = max {
            range["max"] = max.into();
        }
        range
    };
    let of_checkout = |range: Value| json!({"capabilities": {(CHECKOUT): range}});
    // What the document requires, and what is in the way in release 2026-04-08.
    let cases = [
        (json!({}), None),
        (json!({"protocol": range("2026-04-08", None)}), None),
        (json!({"protocol": range("2026-01-11", Some("2026-04-08"))}), None),
        (
            json!({"protocol": range("2026-04-09", None)}),
            Some("a release of the protocol 2026-04-09 or later"),
        ),
        (json!({"protocol": range("2026-01-11", Some("2026-04-07"))}), Some("2026-01-11 to 2026-04-07")),
        (of_checkout(range("2026-01-23", None)), None),
        (
            of_checkout(range("2026-05-01", None)),
            Some("dev.ucp.shopping.checkout 2026-05-01 or later, which is 2026-04-08"),
        ),
        // One parent is enough; what is asked of another one counts if that is there.
        (json!({"capabilities": {"com.example.other": range("2026-01-11", None)}}), None),
        (
            json!({"capabilities": {"com.example.gone": range("2026-01-11", None)}}),
            Some("which is not active"),
        ),
        (json!({"protocol": {"min": "2026-4-8"}}), Some("expected {\"min\": DATE")),
        (json!({"protocol": {"max": "2026-04-08"}}), Some("expected {\"min\": DATE")),
    ];
    let index = index("2026-04-08");
    for (requires, wanted) in cases {
        let declaration =
            json!({"name": "com.example.a", "extends": [CHECKOUT, "com.example.other"], "schema": "schema.json"}).to_string();
        let schema = json!({"requires": requires, "$defs": {(CHECKOUT): points("a")}}).to_string();
        let one = Extension::from_text("a.json", &declaration, |name| Ok((name.to_owned(), schema))).unwrap();
        let hangs = vendor("com.example.b", &["com.example.a"], &json!({(CHECKOUT): points("b")}));
        let (admitted, dropped) = admissible(&index, &[hangs.clone(), one.clone()]);
        match wanted {
            None => {
                assert_eq!((admitted.len(), dropped.len()), (2, 0), "{requires}");
                assert!(compose(&index, &[one, hangs]).is_ok(), "{requires}");
            }
            // What hangs on it alone is dropped, too.
            Some(wanted) => {
                assert_eq!((admitted.len(), dropped.len()), (0, 2), "{requires}");
                assert!(dropped[0].message.contains(wanted), "{requires}: {}", dropped[0].message);
                assert_eq!(dropped[1].code, Code::MissingDependency);
                let error = compose(&index, &[one]).unwrap_err();
                assert!(error.has(Code::UnmetRequirement) || error.has(Code::BadDeclaration), "{requires}");
            }
        }
    }
}

#[test]
fn every_message_of_every_release_is_found_by_what_is_known_of_it() {
    let table = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt")).unwrap();
    let mut found = String::new();
    for release in UCP {
        let composed = compose(&index(release), &[]).unwrap();
        let names =
            [CHECKOUT, "cart.json", "shopping/order", "dev.ucp.shopping.catalog.search", "ProfileSchema"];
        for name in names {
            for direction in [None, Some(Direction::Request), Some(Direction::Response)] {
                for operation in [None, Some("create"), Some("read"), Some("search")] {
                    let what = match composed.message_named(name, direction, operation) {
                        Ok(id) => id.to_string(),
                        Err(error) => format!("- {error}"),
                    };
                    let direction = direction.map_or("any", Direction::as_str);
                    let operation = operation.unwrap_or("any");
                    found.push_str(&format!("{release} {name} {direction} {operation}: {what}\n"));
                }
            }
        }
    }
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages.txt"), &found).unwrap();
    } else {
        assert_eq!(found, table);
    }
}
