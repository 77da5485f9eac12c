//! Laws of negotiation, over arbitrary policies and declarations.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};
use tradespec_protocol::negotiation::{Outcome, Policy, Seller};
use tradespec_schema::Release;

const WORDS: [&str; 3] = ["3ds", "biometric", "address_verification"];
const NAMES: [&str; 8] = [
    "com.example.a@2026-01-01",
    "com.example.a@2026-02-01",
    "com.example.b@2026-01-01",
    "com.example.b",
    "com.example.c@2026-01-01",
    "com.example.d@2026-01-01",
    "com.example.d@2026-03-01",
    "discount",
];

fn policy() -> impl Strategy<Value = Value> {
    let wishes = || prop::collection::vec(prop_oneof![select(NAMES.to_vec()), Just("com.example.a")], 0..3);
    let maturity = select(vec!["stable", "stable", "stable", "experimental", "deprecated", "retired"]);
    let offer = (wishes(), maturity);
    (
        subsequence(WORDS.to_vec(), 0..=3),
        subsequence(vec!["3ds", "biometric"], 0..=2),
        select(vec!["always", "conditional", "optional"]),
        subsequence(NAMES.to_vec(), 0..=8),
        prop::collection::vec(offer, 8),
        prop::option::of(0u64..4),
        any::<bool>(),
    )
        .prop_map(|(supported, required, enforcement, names, offers, depth, pull)| {
            let offers: Vec<_> = names
                .iter()
                .zip(offers)
                .map(|(name, (depends_on, status))| json!({"name": name, "depends_on": depends_on, "status": status}))
                .collect();
            let mut policy = json!({
                "interventions": {"supported": supported, "required": required, "enforcement": enforcement},
                "extensions": offers,
                "payment": {"handlers": [{"id": "card"}]},
                "pull_dependencies": pull,
            });
            if let Some(depth) = depth {
                policy["expected_interaction_depth"] = json!(depth);
            }
            policy
        })
}

/// Any JSON at all, with a liking for the words that mean something here.
fn anything() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        select(WORDS.to_vec()).prop_map(str::to_owned),
        select(NAMES.to_vec()).prop_map(str::to_owned),
        select(vec!["always", "conditional", "optional", "none", "webview"]).prop_map(str::to_owned),
        ".{0,8}",
    ];
    let key = prop_oneof![
        select(vec![
            "interventions",
            "extensions",
            "payment",
            "supported",
            "required",
            "enforcement",
            "handlers",
            "max_redirects",
            "max_interaction_depth",
            "display_context",
            "redirect_context",
        ])
        .prop_map(str::to_owned),
        ".{0,6}",
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0u64..5).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text.prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// A declaration of the right form, whose values may still be anything.
fn declaration() -> impl Strategy<Value = Value> {
    let member = || prop_oneof![1 => anything(), 4 => Just(Value::Null)];
    let words = prop::collection::vec(
        prop_oneof![4 => select(WORDS.to_vec()).prop_map(Value::from), 1 => anything()],
        0..5,
    );
    let extensions = prop::collection::vec(
        prop_oneof![
            6 => select(NAMES.to_vec()).prop_map(Value::from),
            3 => select(vec!["com.example.a", "com.example.c", "com.example.d", "discount@2026-04-17"]).prop_map(Value::from),
            1 => anything(),
        ],
        0..9,
    );
    (
        words,
        prop_oneof![(0u64..4).prop_map(Value::from), anything()],
        extensions,
        member(),
        member(),
        member(),
    )
        .prop_map(|(supported, depth, extensions, required, enforcement, payment)| {
            json!({
                "interventions": {
                    "supported": supported,
                    "max_interaction_depth": depth,
                    "required": required,
                    "enforcement": enforcement,
                },
                "extensions": extensions,
                "payment": payment,
            })
        })
}

fn any_declaration() -> impl Strategy<Value = Value> {
    prop_oneof![declaration(), anything()]
}

fn seller(policy: &Value) -> Seller {
    let policy: Policy = serde_json::from_value(policy.clone()).expect("the policy has the form of one");
    Seller::new(policy, &Release::new("2026-04-17").expect("a date")).expect("the policy makes sense")
}

fn names(outcome: &Outcome) -> BTreeSet<String> {
    outcome.extension_names().collect()
}

/// The texts of a list at `pointer`.
fn texts<'v>(value: &'v Value, pointer: &str) -> BTreeSet<&'v str> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// What the seller requires is the same whatever the agent says, and only what the agent truly declares satisfies it.
    #[test]
    fn no_declaration_lowers_what_is_required(policy in policy(), declared in any_declaration()) {
        let seller = seller(&policy);
        let outcome = json!(seller.negotiate(&declared));
        let silent = json!(seller.negotiate(&json!({})));
        for outcome in [&outcome, &silent] {
            let own = &policy["interventions"];
            prop_assert_eq!(&outcome["interventions"]["required"], &own["required"]);
            prop_assert_eq!(&outcome["interventions"]["enforcement"], &own["enforcement"]);
            prop_assert_eq!(&outcome["capabilities"]["interventions"]["required"], &own["required"]);
            prop_assert_eq!(&outcome["capabilities"]["interventions"]["enforcement"], &own["enforcement"]);
            prop_assert_eq!(&outcome["capabilities"]["payment"], &policy["payment"]);
        }
        let supported = texts(&outcome, "/interventions/supported");
        prop_assert!(supported.is_subset(&texts(&policy, "/interventions/supported")));
        prop_assert!(supported.is_subset(&texts(&declared, "/interventions/supported")));
        let able = texts(&policy, "/interventions/required").is_subset(&supported);
        let expected = policy["expected_interaction_depth"].as_u64();
        let copes = declared.pointer("/interventions/max_interaction_depth").and_then(Value::as_f64).unwrap_or(1.0);
        #[expect(clippy::cast_precision_loss, reason = "it is less than four")]
        let deep_enough = expected.is_none_or(|depth| depth <= 1 || depth as f64 <= copes);
        if outcome["compatible"] == true {
            prop_assert!(able && deep_enough);
        } else {
            prop_assert!(!able || expected.is_some());
            let always = policy["interventions"]["enforcement"] == "always";
            prop_assert_eq!(outcome["status"] == "not_ready_for_payment", always);
            prop_assert_eq!(outcome["messages"][0]["code"] == "intervention_required", always);
        }
    }

    /// What is active was offered, is not retired, has one version a name and everything it depends on; without pulling,
    /// the agent declared it.
    #[test]
    fn active_extensions_hang_together(policy in policy(), declared in any_declaration()) {
        let outcome = seller(&policy).negotiate(&declared);
        let active = names(&outcome);
        let bare: BTreeSet<_> = outcome.extensions.iter().map(|extension| extension.name.as_str()).collect();
        prop_assert_eq!(bare.len(), outcome.extensions.len());
        let asked: BTreeSet<_> =
            texts(&declared, "/extensions").into_iter().map(|text| text.split('@').next().unwrap_or(text)).collect();
        for extension in &outcome.extensions {
            let id = extension.version.as_ref().map_or(extension.name.clone(), |v| format!("{}@{v}", extension.name));
            let offer = policy["extensions"].as_array().into_iter().flatten().find(|offer| {
                offer["name"] == id.as_str() || (offer["name"] == "discount" && id == "discount@2026-04-17")
            });
            let offer = offer.expect("what is active is offered");
            prop_assert_ne!(&offer["status"], "retired");
            for needed in texts(offer, "/depends_on") {
                let there = active.iter().any(|id| id == needed || id.split('@').next() == Some(needed));
                prop_assert!(there, "{} lacks {}", id, needed);
            }
            if extension.needed_by.is_empty() {
                prop_assert!(asked.contains(extension.name.as_str()));
            } else {
                prop_assert!(policy["pull_dependencies"] == true);
            }
        }
    }

    /// The order of both lists does not matter.
    #[test]
    fn order_does_not_matter(policy in policy(), declared in declaration()) {
        let turned = |value: &Value| {
            let mut value = value.clone();
            if let Some(list) = value.pointer_mut("/extensions").and_then(Value::as_array_mut) {
                list.reverse();
            }
            value
        };
        let one = seller(&policy).negotiate(&declared);
        let other = seller(&turned(&policy)).negotiate(&turned(&declared));
        prop_assert_eq!(one.extensions, other.extensions);
        prop_assert_eq!(one.capabilities.get("interventions"), other.capabilities.get("interventions"));
    }
}
