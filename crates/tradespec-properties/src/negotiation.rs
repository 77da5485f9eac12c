//! Negotiation in both protocols.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use tradespec_protocol::negotiation::{Policy, Seller, releases};
use tradespec_protocol::profiles::{
    Operation, Profile, Profiles, Report, negotiate, profile_of_header, profile_of_meta,
};
use tradespec_schema::Release;

use crate::choices::Choices;
use crate::json;

const WORDS: [&str; 3] = ["3ds", "biometric", "address_verification"];
const NAMES: [&str; 7] = [
    "com.example.a@2026-01-01",
    "com.example.a@2026-02-01",
    "com.example.b@2026-01-01",
    "com.example.b",
    "com.example.c@2026-01-01",
    "com.example.d@2026-01-01",
    "discount",
];
const KEYS: [&str; 9] = [
    "interventions",
    "extensions",
    "payment",
    "supported",
    "required",
    "enforcement",
    "max_interaction_depth",
    "always",
    "handlers",
];

/// What a seller requires is the same whatever an agent says; what is active was offered and declared; the order of
/// declarations does not matter.
///
/// ```
/// tradespec_properties::negotiation(&[1, 2, 3, 4, 5, 6, 7, 8]);
/// ```
pub fn negotiation(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    if choices.once_in(2) { of_profiles(&mut choices) } else { of_policies(&mut choices) }
}

fn some<'w>(choices: &mut Choices<'_>, of: &[&'w str]) -> Vec<&'w str> {
    of.iter().filter(|_| choices.byte() & 1 == 1).copied().collect()
}

fn policy(choices: &mut Choices<'_>) -> Value {
    let extensions: Vec<_> = some(choices, &NAMES)
        .into_iter()
        .map(|name| {
            let depends_on: Vec<_> = (0..choices.below(3)).map(|_| *choices.one(&NAMES)).collect();
            let status = *choices.one(&["stable", "stable", "experimental", "deprecated", "retired"]);
            json!({"name": name, "depends_on": depends_on, "status": status})
        })
        .collect();
    let mut policy = json!({
        "interventions": {
            "supported": some(choices, &WORDS),
            "required": some(choices, &WORDS[..2]),
            "enforcement": choices.one(&["always", "conditional", "optional"]),
        },
        "extensions": extensions,
        "payment": {"handlers": [{"id": "card"}]},
        "pull_dependencies": choices.byte() & 1 == 1,
    });
    if choices.once_in(2) {
        policy["expected_interaction_depth"] = choices.below(4).into();
    }
    policy
}

fn of_policies(choices: &mut Choices<'_>) {
    let dates: Vec<_> = releases().collect();
    let release = Release::new(dates[choices.below(dates.len())]).expect("a date");
    let stated = policy(choices);
    let seller = |policy: &Value| {
        let policy: Policy = serde_json::from_value(policy.clone()).expect("it has the form of a policy");
        Seller::new(policy, &release)
    };
    let Ok(one) = seller(&stated) else { return };
    let (declared, is_regular) = if choices.once_in(3) {
        (json::value(choices, &[&WORDS[..], &NAMES, &KEYS].concat()), false)
    } else {
        let names: Vec<_> = (0..choices.below(6)).map(|_| *choices.one(&NAMES)).collect();
        let depth = choices.below(4);
        let supported = some(choices, &WORDS);
        let interventions = json!({"supported": supported, "max_interaction_depth": depth});
        (json!({"interventions": interventions, "extensions": names}), true)
    };
    let outcome = one.negotiate(&declared);
    let shown = json!(outcome);
    for pointer in ["/interventions/required", "/interventions/enforcement"] {
        assert_eq!(shown.pointer(pointer), stated.pointer(pointer), "the agent changes what is required");
    }
    assert_eq!(shown["capabilities"]["payment"], stated["payment"]);
    let supported = texts(&shown, "/interventions/supported");
    assert!(supported.is_subset(&texts(&stated, "/interventions/supported")));
    assert!(supported.is_subset(&texts(&declared, "/interventions/supported")));
    let names: BTreeSet<_> = outcome.extensions.iter().map(|extension| &extension.name).collect();
    assert_eq!(names.len(), outcome.extensions.len(), "an extension is active twice");
    let asked: BTreeSet<_> = texts(&declared, "/extensions")
        .into_iter()
        .map(|text| text.split('@').next().unwrap_or(text))
        .collect();
    for extension in &outcome.extensions {
        let pulled = !extension.needed_by.is_empty() && stated["pull_dependencies"] == true;
        assert!(pulled || asked.contains(extension.name.as_str()), "nobody asked for an active extension");
    }
    if is_regular {
        let turned = |value: &Value| {
            let mut value = value.clone();
            value["extensions"].as_array_mut().expect("a list").reverse();
            value
        };
        let other = seller(&turned(&stated))
            .expect("the order makes a policy no worse")
            .negotiate(&turned(&declared));
        assert!(outcome.extensions == other.extensions, "the order of declarations matters");
    }
}

fn texts<'v>(value: &'v Value, pointer: &str) -> BTreeSet<&'v str> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

const CAPABILITIES: [&str; 6] = [
    "dev.ucp.shopping.checkout",
    "dev.ucp.shopping.cart",
    "dev.ucp.shopping.order",
    "com.example.a",
    "com.example.b",
    "com.example.c",
];
const DATES: [&str; 3] = ["2026-01-11", "2026-01-23", "2026-04-08"];

fn capabilities(choices: &mut Choices<'_>) -> Vec<(&'static str, Vec<Value>)> {
    let mut all = Vec::new();
    for name in CAPABILITIES {
        let mut entries = Vec::new();
        for _ in 0..choices.below(4) {
            let mut entry = json!({"version": choices.one(&DATES)});
            if choices.once_in(3) {
                entry["extends"] = json!([choices.one(&CAPABILITIES)]);
            }
            if choices.once_in(4) {
                entry["schema"] = json!(choices.one(&[
                    "https://ucp.dev/x",
                    "https://example.com/x",
                    "https://other.example/x"
                ]));
            }
            if choices.once_in(4) {
                let other = *choices.one(&CAPABILITIES);
                entry["requires"] = json!({"capabilities": {other: {"min": choices.one(&DATES)}}});
            }
            entries.push(entry);
        }
        if !entries.is_empty() {
            all.push((name, entries));
        }
    }
    all
}

fn profile(capabilities: &[(&str, Vec<Value>)]) -> Profile {
    let capabilities: Map<_, _> =
        capabilities.iter().map(|(name, entries)| ((*name).to_owned(), json!(entries))).collect();
    let value = json!({"ucp": {"version": "2026-01-23", "capabilities": capabilities}});
    Profile::from_value(&value).expect("a profile")
}

fn of_profiles(choices: &mut Choices<'_>) {
    if choices.once_in(4) {
        let words = [
            &CAPABILITIES[..],
            &DATES,
            &["ucp", "version", "capabilities", "extends", "requires", "min", "name"],
        ]
        .concat();
        let value = json::value(choices, &words);
        let wrapped = json!({"ucp": {"version": "2026-04-08", "capabilities": value, "services": value}});
        let _ = profile_of_meta(&value);
        for value in [&value, &wrapped] {
            if let Ok(profile) = Profile::from_value(value) {
                let result = negotiate(&profile, &profile, &Profiles::default());
                let report = Report::new(result.as_ref(), Some(Operation::Order));
                serde_json::to_string(&report).expect("a report can be written");
            }
        }
        let rest = choices.rest();
        let _ = Profile::read(rest);
        let _ = profile_of_header(&String::from_utf8_lossy(rest));
        return;
    }
    let (ours, theirs) = (capabilities(choices), capabilities(choices));
    let turned = |capabilities: &[(&'static str, Vec<Value>)]| {
        let mut turned = capabilities.to_vec();
        turned.iter_mut().for_each(|(_, entries)| entries.reverse());
        turned.reverse();
        turned
    };
    let negotiated = |ours: &[(&str, Vec<Value>)], theirs: &[(&str, Vec<Value>)]| {
        negotiate(&profile(ours), &profile(theirs), &Profiles::default()).expect("one release")
    };
    let found = negotiated(&ours, &theirs);
    assert!(found == negotiated(&turned(&ours), &turned(&theirs)), "the order of declarations matters");
    let active: BTreeSet<&str> = found.active.keys().map(String::as_str).collect();
    let dropped: BTreeSet<&str> = found.dropped.iter().map(|one| one.name.as_str()).collect();
    let declared: BTreeSet<&str> = ours.iter().chain(&theirs).map(|(name, _)| *name).collect();
    assert!(active.is_disjoint(&dropped), "what is active is dropped");
    assert_eq!(active.union(&dropped).copied().collect::<BTreeSet<_>>(), declared);
    for (name, entry) in &found.active {
        for side in [&ours, &theirs] {
            let has = side.iter().any(|(other, entries)| {
                other == name && entries.iter().any(|other| other["version"] == entry.version.as_str())
            });
            assert!(has, "{name} is active and not in both");
        }
    }
}
