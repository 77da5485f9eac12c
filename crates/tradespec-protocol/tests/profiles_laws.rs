//! Laws of the negotiation of profiles, over arbitrary profiles and arbitrary JSON.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use tradespec_protocol::profiles::{
    Kind, Negotiation, Operation, Profile, Profiles, Report, bind, negotiate, profile_of_header,
    profile_of_meta,
};

const NAMES: [&str; 7] = [
    "dev.ucp.shopping.checkout",
    "dev.ucp.shopping.cart",
    "dev.ucp.shopping.order",
    "com.example.a",
    "com.example.b",
    "com.example.c",
    "Com.example",
];
const VERSIONS: [&str; 6] = ["2026-01-11", "2026-01-23", "2026-04-08", "2026-04-31", "draft", "9"];
const DATES: [&str; 3] = ["2026-01-11", "2026-01-23", "2026-04-08"];

fn range() -> impl Strategy<Value = Value> {
    (select(DATES.to_vec()), prop::option::of(select(DATES.to_vec()))).prop_map(|(min, max)| match max {
        Some(max) => json!({"min": min, "max": max}),
        None => json!({"min": min}),
    })
}

fn entry() -> impl Strategy<Value = Value> {
    let version = prop_oneof![6 => select(DATES.to_vec()), 1 => select(VERSIONS.to_vec())];
    let extends = prop::option::of(vec(select(NAMES.to_vec()), 1..3));
    let schema = prop::option::weighted(
        0.3,
        select(vec!["https://ucp.dev/x", "https://example.com/x", "https://cdn.example.com/x"]),
    );
    let requires = prop::option::weighted(0.3, (prop::option::of(range()), select(NAMES.to_vec()), range()));
    (version, extends, schema, requires, 0..3).prop_map(|(version, extends, schema, requires, limit)| {
        let mut entry = json!({"version": version, "config": {"limit": limit}});
        if let Some(extends) = extends {
            entry["extends"] = json!(extends);
        }
        if let Some(schema) = schema {
            entry["schema"] = json!(schema);
        }
        if let Some((protocol, name, range)) = requires {
            entry["requires"] = json!({"capabilities": {name: range}});
            if let Some(protocol) = protocol {
                entry["requires"]["protocol"] = protocol;
            }
        }
        entry
    })
}

/// Capabilities as pairs, so that they can be put into any order.
fn capabilities() -> impl Strategy<Value = Vec<(&'static str, Vec<Value>)>> {
    vec(prop::option::weighted(0.8, vec(entry(), 1..4)), NAMES.len()).prop_map(|entries| {
        NAMES.into_iter().zip(entries).filter_map(|(name, entries)| Some((name, entries?))).collect()
    })
}

fn profile(capabilities: &[(&str, Vec<Value>)]) -> Profile {
    let capabilities: Map<_, _> =
        capabilities.iter().map(|(name, entries)| ((*name).to_owned(), json!(entries))).collect();
    let value = json!({"ucp": {"version": "2026-01-23", "capabilities": capabilities}});
    Profile::from_value(&value).expect("a profile")
}

fn negotiated(business: &Profile, platform: &Profile) -> Negotiation {
    negotiate(business, platform, &Profiles::default()).expect("one release")
}

/// Each list of entries, and the list of names, turned round by so many.
fn turned(capabilities: &[(&'static str, Vec<Value>)], by: usize) -> Vec<(&'static str, Vec<Value>)> {
    let mut turned = capabilities.to_vec();
    for (_, entries) in &mut turned {
        let by = by % entries.len().max(1);
        entries.rotate_left(by);
    }
    turned.reverse();
    let names = turned.len().max(1);
    turned.rotate_left(by % names);
    turned
}

/// Any JSON at all, with a liking for the words that mean something here.
fn anything() -> impl Strategy<Value = Value> {
    let words = [
        "ucp",
        "version",
        "services",
        "capabilities",
        "payment_handlers",
        "payment",
        "handlers",
        "name",
        "extends",
        "requires",
        "protocol",
        "min",
        "max",
        "schema",
        "spec",
        "config",
        "id",
        "supported_versions",
        "signing_keys",
        "ucp-agent",
        "profile",
        "https://ucp.dev/x",
    ];
    let text = prop_oneof![
        select([&words[..], &NAMES, &VERSIONS].concat()).prop_map(str::to_owned),
        any::<String>()
    ];
    let leaf = prop_oneof![
        text.clone().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<bool>().prop_map(Value::from),
        Just(Value::Null),
    ];
    leaf.prop_recursive(5, 64, 6, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((text.clone(), inner), 0..6).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn the_order_of_declarations_does_not_matter(
        business in capabilities(), platform in capabilities(), one in 0usize..5, other in 0usize..5,
    ) {
        let straight = negotiated(&profile(&business), &profile(&platform));
        let turned = negotiated(&profile(&turned(&business, one)), &profile(&turned(&platform, other)));
        prop_assert_eq!(straight, turned);
    }

    #[test]
    fn what_is_declared_is_active_or_dropped(business in capabilities(), platform in capabilities()) {
        let (ours, theirs) = (profile(&business), profile(&platform));
        let negotiation = negotiated(&ours, &theirs);
        let active: BTreeSet<&str> = negotiation.active.keys().map(String::as_str).collect();
        let dropped: BTreeSet<&str> = negotiation.dropped.iter().map(|one| one.name.as_str()).collect();
        let declared: BTreeSet<&str> = business.iter().chain(&platform).map(|(name, _)| *name).collect();
        prop_assert!(active.is_disjoint(&dropped));
        prop_assert_eq!(dropped.len(), negotiation.dropped.len(), "each is dropped once");
        prop_assert_eq!(active.union(&dropped).copied().collect::<BTreeSet<_>>(), declared);
        for (name, entry) in &negotiation.active {
            let bound = entry.schema.as_ref().is_none_or(|schema| bind(schema, name).is_ok());
            prop_assert!(bound, "{name} is its owner's");
            for side in [&ours, &theirs] {
                let has = side.entries(Kind::Capability).any(|(other, entries)| {
                    other == name && entries.iter().any(|other| other.version == entry.version)
                });
                prop_assert!(has, "{name} {} is in both", entry.version);
            }
        }
    }

    #[test]
    fn every_active_extension_leads_to_a_root(business in capabilities(), platform in capabilities()) {
        let active = negotiated(&profile(&business), &profile(&platform)).active;
        let mut rooted: BTreeSet<&str> =
            active.iter().filter(|(_, entry)| entry.extends.is_empty()).map(|(name, _)| name.as_str()).collect();
        for _ in 0..active.len() {
            let next = active.iter().filter(|(_, entry)| entry.extends.iter().any(|parent| rooted.contains(parent.as_str())));
            rooted.extend(next.map(|(name, _)| name.as_str()).collect::<Vec<_>>());
        }
        prop_assert_eq!(rooted, active.keys().map(String::as_str).collect::<BTreeSet<_>>());
    }

    #[test]
    fn every_active_requirement_is_met(business in capabilities(), platform in capabilities()) {
        let negotiation = negotiated(&profile(&business), &profile(&platform));
        for (name, entry) in &negotiation.active {
            let met = entry.requires.protocol.as_ref().is_none_or(|range| range.contains(&negotiation.protocol_version));
            prop_assert!(met, "{name}");
            for (other, range) in &entry.requires.capabilities {
                let met = match negotiation.active.get(other) {
                    Some(other) => range.contains(&other.version),
                    None => entry.extends.contains(other),
                };
                prop_assert!(met, "{name} {other}");
            }
        }
    }

    #[test]
    fn a_second_negotiation_over_what_is_active_changes_nothing(business in capabilities(), platform in capabilities()) {
        let first = negotiated(&profile(&business), &profile(&platform));
        let left: Vec<_> = first
            .active
            .iter()
            .map(|(name, entry)| {
                let range = |range: &tradespec_protocol::profiles::Range| match &range.max {
                    Some(max) => json!({"min": range.min.as_str(), "max": max.as_str()}),
                    None => json!({"min": range.min.as_str()}),
                };
                let requires = &entry.requires;
                let capabilities: BTreeMap<_, _> =
                    requires.capabilities.iter().map(|(name, needed)| (name, range(needed))).collect();
                let mut value = json!({"version": entry.version.as_str(), "requires": {"capabilities": capabilities}});
                if let Some(protocol) = &requires.protocol {
                    value["requires"]["protocol"] = range(protocol);
                }
                if !entry.extends.is_empty() {
                    value["extends"] = json!(entry.extends);
                }
                (name.as_str(), vec![value])
            })
            .collect();
        let second = negotiated(&profile(&left), &profile(&left));
        let versions = |negotiation: &Negotiation| -> BTreeMap<String, String> {
            negotiation.active.iter().map(|(name, entry)| (name.clone(), entry.version.to_string())).collect()
        };
        prop_assert_eq!(versions(&first), versions(&second));
        prop_assert!(second.dropped.is_empty());
    }

    #[test]
    fn a_response_lists_its_root_and_what_extends_that(business in capabilities(), platform in capabilities()) {
        let negotiation = negotiated(&profile(&business), &profile(&platform));
        for operation in Operation::ALL {
            let root = operation.root();
            let is_root = |name: &str| name == root && negotiation.active.get(name).is_some_and(|root| root.extends.is_empty());
            let listed = negotiation.response(operation);
            for (name, entry) in &negotiation.active {
                let relevant = is_root(name) || entry.extends.iter().any(|parent| is_root(parent));
                prop_assert_eq!(listed.contains(&name.as_str()), relevant, "{}", name);
            }
            prop_assert!(listed.iter().all(|name| negotiation.active.contains_key(*name)));
        }
    }

    #[test]
    fn nothing_panics(one in anything(), other in anything(), bytes in vec(any::<u8>(), 0..64), text in any::<String>()) {
        let wrap = |value: &Value| json!({"ucp": {"version": "2026-01-11", "capabilities": value, "services": value},
            "payment": {"handlers": value}, "signing_keys": value});
        let _ = Profile::read(&bytes);
        let _ = profile_of_header(&text);
        let _ = profile_of_meta(&one);
        let _ = bind(&text, NAMES[0]);
        for value in [one.clone(), other.clone(), wrap(&one), wrap(&other), json!({"ucp": one}),
            json!({"ucp": {"version": "2026-04-08", "capabilities": {"dev.ucp.shopping.checkout": [one]}, "supported_versions": other}})] {
            if let Ok(profile) = Profile::from_value(&value) {
                let result = negotiate(&profile, &profile, &Profiles::default());
                serde_json::to_string(&Report::new(result.as_ref(), Some(Operation::Order))).expect("it serializes");
            }
        }
    }
}

/// As many extensions as a profile may have, each in the way of the next: it must not take long.
#[test]
fn a_long_chain_of_requirements_ends() {
    let name = |n: usize| format!("com.example.c{n:03}");
    let mut capabilities = Map::new();
    capabilities
        .insert(name(0), json!([{"version": "2026-01-23", "requires": {"protocol": {"min": "2027-01-01"}}}]));
    for n in 1..512 {
        let before = name(n - 1);
        let value =
            json!([{"version": "2026-01-23", "requires": {"capabilities": {before: {"min": "2026-01-01"}}}}]);
        capabilities.insert(name(n), value);
    }
    let value = json!({"ucp": {"version": "2026-01-23", "capabilities": capabilities}});
    let profile = Profile::from_value(&value).expect("a profile");
    let negotiation = negotiated(&profile, &profile);
    assert_eq!((negotiation.active.len(), negotiation.dropped.len()), (0, 512));
}
