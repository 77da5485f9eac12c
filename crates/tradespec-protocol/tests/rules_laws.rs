//! Laws of the message rules: any JSON is a message to them, and no text repeats what a message says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use tradespec_protocol::rules::{Context, Rule, check};
use tradespec_schema::Release;
use tradespec_schema::messages::Direction;

const TYPES: &[&str] = &[
    "agentic_checkout.CheckoutSession",
    "agentic_checkout.CheckoutSessionUpdateRequest",
    "agentic_checkout.DiscoveryResponse",
    "agentic_checkout.Error",
    "cart.Cart",
    "feed.ProductsResponse",
    "",
    "no dot",
];

/// Names that the rules look for, so that random messages get past the first look.
const NAMES: &[&str] = &[
    "messages",
    "param",
    "type",
    "content",
    "content_type",
    "discounts",
    "codes",
    "coupons",
    "applied",
    "rejected",
    "allocations",
    "path",
    "amount",
    "coupon",
    "code",
    "automatic",
    "percent_off",
    "amount_off",
    "duration",
    "currency",
    "supported_currencies",
    "totals",
    "order",
    "fulfillment_options",
    "selected_fulfillment_options",
    "option_id",
    "id",
    "shipping",
    "protocol",
    "version",
    "supported_versions",
    "merchant_id",
    "metadata",
    "payment_data",
    "risk_signals",
    "unit",
    "price",
    "fulfillment_option_id",
    "line_items",
    "a/b~c",
    "",
];

/// Every text of a random message has this in it, or is one of `WORDS`.
const MARK: &str = "zq7";
const WORDS: &[&str] = &[
    "markdown",
    "error",
    "total",
    "repeating",
    "usd",
    "USD",
    "2026-04-17",
    "2026-01-30",
    "$",
    "$.totals.tax",
    "$.messages[0].param",
    "$.line_items[-9223372036854775808]",
    "$[?@.a==1]",
    "$[99999999999999999999]",
    "",
];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        select(WORDS).prop_map(str::to_owned),
        any::<String>().prop_map(|text| format!("{text}{MARK}")),
        "[$.\\[\\]'\"?@*:,()!0-9a-z\\\\ -]{0,24}".prop_map(|text| format!("${text}{MARK}")),
        "[<>/!a-z\n`*_&;\\[\\]() -]{0,40}".prop_map(|text| format!("{text}{MARK}")),
    ]
}

fn message() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 96, 8, |inner| {
        let name = prop_oneof![8 => select(NAMES).prop_map(str::to_owned), 1 => any::<String>()];
        let object = vec((name, inner.clone()), 0..8);
        prop_oneof![
            vec(inner, 0..5).prop_map(Value::from),
            object.prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2048) })]

    #[test]
    fn any_json_is_checked(
        message in message(),
        request in proptest::option::of(message()),
        type_name in select(TYPES),
        direction in select(&[Direction::Request, Direction::Response][..]),
        release in select(&["2025-09-29", "2026-01-30", "2026-04-17", "2031-01-01"][..]),
    ) {
        let release = Release::new(release).unwrap();
        let mut context = Context::new(&release, type_name, direction);
        if let Some(request) = &request {
            context = context.answering(request);
        }
        let breaches = check(&message, &context);
        for breach in &breaches {
            prop_assert!(breach.at.resolve(&message).is_some(), "{} is no place of the message", breach.at);
            prop_assert!(breach.rule.applies_to(&release));
            let said = format!("{}{}", breach.message, breach.help.as_deref().unwrap_or_default());
            prop_assert!(!said.contains(MARK), "{said}");
        }
        prop_assert!(breaches.is_sorted_by_key(|breach| (breach.at.clone(), breach.rule)));
        prop_assert_eq!(breaches, check(&message, &context));
    }

    #[test]
    fn any_path_and_any_markdown_is_read(path in any::<String>(), content in any::<String>()) {
        let release = Release::new("2026-04-17").unwrap();
        let context = Context::new(&release, "agentic_checkout.CheckoutSession", Direction::Response);
        let note = |param: &str| json!({ "param": param, "content_type": "markdown", "content": content });
        let message = json!({ "messages": [note(&path), note(&format!("$.{path}")), note(&format!("$['{path}']"))] });
        let _ = check(&message, &context);
    }

    #[test]
    fn shares_of_an_amount_add_up_to_it(shares in vec(0..=800_000_000_000_000_000_i64, 0..20), off_by in -3..=3_i64) {
        let amount: i128 = shares.iter().copied().map(i128::from).sum::<i128>() + i128::from(off_by);
        prop_assume!(u64::try_from(amount).is_ok());
        let allocations: Vec<_> = shares.iter().map(|share| json!({ "path": "$", "amount": share })).collect();
        let amount = u64::try_from(amount).unwrap();
        let session = json!({ "discounts": { "applied": [{ "amount": amount, "allocations": allocations }] } });
        let release = Release::new("2026-04-17").unwrap();
        let context = Context::new(&release, "agentic_checkout.CheckoutSession", Direction::Response);
        let is_wrong = check(&session, &context).iter().any(|breach| breach.rule == Rule::AllocationsDoNotAddUp);
        prop_assert_eq!(is_wrong, off_by != 0);
    }
}

#[test]
fn brackets_of_any_depth_are_read() {
    let release = Release::new("2026-04-17").unwrap();
    let context = Context::new(&release, "agentic_checkout.CheckoutSession", Direction::Response);
    for (open, close) in
        [("[?@", "]"), ("[?(", ")]"), ("[?!(", ")]"), ("[?length(", ")]"), ("[?@['a)]'", "]"), ("[", "")]
    {
        for depth in [1, 6, 100_000] {
            let path = format!("${}{}", open.repeat(depth), close.repeat(depth));
            let breaches = check(&json!({ "messages": [{ "param": path }] }), &context);
            assert!(depth < 100 || breaches.len() == 1, "{open} {depth} times");
        }
    }
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn headings(file: &str) -> Vec<String> {
    let text = fs::read_to_string(root(file)).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("## ")).map(str::to_owned).collect()
}

#[test]
fn every_rule_has_a_section_in_the_document_and_says_what_the_table_says() {
    let names: Vec<_> = Rule::ALL.iter().map(|rule| rule.as_str().to_owned()).collect();
    assert_eq!(headings("docs/rules.md"), names);
    let text = fs::read_to_string(root("docs/rules.md")).unwrap();
    for rule in Rule::ALL {
        let section = text.split("\n## ").find(|section| section.starts_with(&format!("{rule}\n"))).unwrap();
        let facts = format!("{} · since {} · {}", rule.severity(), rule.since(), rule.source());
        assert!(section.contains(&facts), "the section of {rule} should say: {facts}");
    }
}

#[test]
fn the_codes_of_rules_are_unlike_those_of_the_validator() {
    let of_validator: BTreeSet<_> = headings("docs/diagnostics.md").into_iter().collect();
    assert!(of_validator.contains("unknown-member"), "the document of the validator has a section a code");
    for rule in Rule::ALL {
        assert!(!of_validator.contains(rule.as_str()), "{rule} is a code of the validator");
        assert_eq!(rule.as_str().parse(), Ok(*rule));
    }
}

#[test]
fn a_source_that_is_a_schema_file_has_the_place() {
    for rule in Rule::ALL {
        let source = rule.source();
        assert_eq!(source.document.starts_with("schema."), source.section.starts_with('/'), "{rule}");
        if source.section.starts_with('/') {
            let file = root("schemas/acp/2026-04-17").join(source.document);
            let schema: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
            let said = schema.pointer(source.section).and_then(|place| place["description"].as_str());
            assert!(said.is_some_and(|said| !said.is_empty()), "{source}");
        }
    }
}

/// Near misses are the cases of `tests/rules` that expect nothing.
#[test]
fn every_rule_has_a_case_that_breaks_it() {
    let mut broken = BTreeSet::new();
    for folder in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules")).unwrap() {
        let text = fs::read_to_string(folder.unwrap().path().join("expected.json")).unwrap();
        let expected: Vec<Value> = serde_json::from_str(&text).unwrap();
        broken.extend(expected.iter().map(|breach| breach["rule"].as_str().unwrap().to_owned()));
    }
    let all: BTreeSet<_> = Rule::ALL.iter().map(|rule| rule.as_str().to_owned()).collect();
    assert_eq!(broken, all);
}
