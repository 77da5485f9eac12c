//! Every step from one release to the next: `tests/releases/<protocol>/<old>..<new>.md`, reviewed by hand.
//!
//! `TRADESPEC_BLESS=1 cargo test -p tradespec-diff --test releases` writes them anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::path::PathBuf;
use std::sync::OnceLock;

use support::{bless, kinds};
use tradespec_diff::render::{Format, Options, render};
use tradespec_diff::{Change, Diff, Edition, Kind, Side, diff};
use tradespec_schema::{Catalogue, ComposedSchema, Extension, Protocol, Release, compose};

fn composed(catalogue: &Catalogue, protocol: Protocol, release: &Release) -> ComposedSchema {
    let index = catalogue.release(protocol, Some(release)).unwrap();
    compose(&index, &Extension::core(&index).unwrap()).unwrap()
}

/// A release, the one after it, and what changed.
struct Step {
    old: ComposedSchema,
    new: ComposedSchema,
    found: Diff,
}

fn steps() -> &'static [Step] {
    static STEPS: OnceLock<Vec<Step>> = OnceLock::new();
    STEPS.get_or_init(|| {
        let catalogue = Catalogue::embedded().unwrap();
        let releases: Vec<_> =
            catalogue.releases().map(|(protocol, release)| (protocol, release.clone())).collect();
        let step = |pair: &[(Protocol, Release)]| {
            let [old, new] = [0, 1].map(|at| composed(&catalogue, pair[at].0, &pair[at].1));
            let found = diff(&Edition::of(&old), &Edition::of(&new), &[]).unwrap();
            Step { old, new, found }
        };
        releases.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(step).collect()
    })
}

fn step(old: &str) -> &'static Diff {
    steps().iter().find(|step| step.old.release().as_str() == old).map(|step| &step.found).unwrap()
}

#[test]
fn steps_read_as_reviewed() {
    for Step { old, new, found } in steps() {
        let name = format!("{}..{}.md", old.release(), new.release());
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/releases");
        let path = folder.join(new.protocol().as_str()).join(name);
        bless(&path, &render(found, Format::Markdown, &Options::default()));
    }
}

/// By the documents that `tradespec compose` writes, and validators made here.
#[test]
fn every_witness_separates_and_every_break_has_one() {
    for Step { old, new, found } in steps() {
        let mut broken = 0;
        for change in &found.changes {
            if change.breaking == Some(true) {
                assert!(change.witness.is_some(), "{change:?} has no witness");
                broken += 1;
            }
            let Some(witness) = &change.witness else { continue };
            let accepts = |side: Side| {
                let schema = if side == Side::Old { old } else { new };
                let Ok(type_id) = schema.type_named(&change.type_name) else { return false };
                let options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012);
                let validator =
                    options.should_validate_formats(true).build(&schema.bundle_type(&type_id)).unwrap();
                validator.is_valid(&witness.document)
            };
            assert!(accepts(witness.accepted_by), "{change:?}");
            assert!(!accepts(witness.accepted_by.other()), "{change:?}");
        }
        assert!(broken > 0);
    }
}

#[test]
fn a_step_back_is_the_mirror_image() {
    for Step { old, new, found } in steps() {
        let back = diff(&Edition::of(new), &Edition::of(old), &[]).unwrap();
        assert_eq!(kinds(&back, true), kinds(found, false));
    }
}

#[test]
fn a_release_does_not_differ_from_itself() {
    let catalogue = Catalogue::embedded().unwrap();
    for (protocol, release) in catalogue.releases() {
        let edition = Edition::of(&composed(&catalogue, protocol, release));
        assert_eq!(diff(&edition, &edition, &[]).unwrap().changes, []);
    }
}

/// A composed document of a type says the same as the release that it was made from.
#[test]
fn a_composed_document_is_as_good_as_its_release() {
    for Step { old, new, .. } in steps() {
        let name = match new.protocol() {
            // In it no part is paired otherwise because of what other messages have.
            Protocol::Ucp => "Order",
            _ => "CheckoutSessionCreateRequest",
        };
        let document = |schema: &ComposedSchema| schema.bundle_type(&schema.type_named(name).unwrap());
        let edition = |label, schema| Edition::from_document(label, document(schema)).unwrap();
        let by_document = diff(&edition("old", old), &edition("new", new), &[]).unwrap();
        let by_release = diff(&Edition::of(old), &Edition::of(new), &[name.to_owned()]).unwrap();
        let own = |found: &Diff| -> Vec<(String, Kind, String, Option<bool>)> {
            let own = found.changes.iter().filter(|change| change.type_name == name);
            own.map(|c| (c.pointer.clone(), c.kind, c.message.clone(), c.breaking)).collect()
        };
        assert_eq!(own(&by_document), own(&by_release));
    }
}

fn find<'d>(found: &'d Diff, type_name: &str, pointer: &str, kind: Kind) -> &'d Change {
    let fits =
        |change: &&Change| change.type_name == type_name && change.pointer == pointer && change.kind == kind;
    found.changes.iter().find(fits).unwrap_or_else(|| panic!("no {kind} at {type_name}{pointer}"))
}

#[test]
fn what_is_known_of_the_steps_is_found() {
    let first = step("2025-09-29");
    for message in ["CheckoutSessionCreateRequest", "CheckoutSessionUpdateRequest", "CheckoutSession"] {
        let moved = find(first, message, "/fulfillment_address", Kind::MemberMoved);
        assert_eq!(moved.to.as_deref(), Some("/fulfillment_details/address"));
        assert_eq!(moved.breaking, Some(true));
    }
    assert!(
        find(first, "CheckoutSession", "/status", Kind::EnumGrown)
            .message
            .contains("authentication_required")
    );
    assert!(find(first, "Link", "/type", Kind::EnumShrunk).message.contains("seller_shop_policies"));
    assert!(find(first, "Link", "/type", Kind::EnumGrown).message.contains("return_policy"));
    find(first, "Item", "/quantity", Kind::TypeChanged);
    find(first, "PaymentProvider", "/supported_payment_methods/*", Kind::TypeChanged);
    find(first, "FulfillmentOptionShipping", "/tax", Kind::RequiredRemoved);
    find(first, "CheckoutSessionUpdateRequest", "/fulfillment_option_id", Kind::MemberRemoved);

    let second = step("2025-12-12");
    find(second, "PaymentProvider", "/merchant_id", Kind::RequiredAdded);
    find(second, "FulfillmentOptionShipping", "/totals", Kind::RequiredAdded);
    find(second, "FulfillmentOptionShipping", "/subtitle", Kind::MemberRemoved);
    assert_eq!(find(second, "PaymentMethodCard", "/iin", Kind::Loosened).breaking, Some(false));

    let third = step("2026-01-16");
    for message in ["CheckoutSessionCreateRequest", "CheckoutSessionUpdateRequest"] {
        let renamed = find(third, message, "/items", Kind::MemberRenamed);
        assert_eq!(renamed.to.as_deref(), Some("/line_items"));
        assert_eq!(renamed.breaking, Some(true));
    }
    for member in ["/currency", "/capabilities"] {
        let required = find(third, "CheckoutSessionCreateRequest", member, Kind::RequiredAdded);
        assert_eq!(required.breaking, Some(true));
    }
    let lost = find(third, "Item", "/quantity", Kind::MemberRemoved);
    assert_eq!((lost.breaking, lost.ways.as_str()), (Some(true), "both"));
    find(third, "LineItem", "/item/quantity", Kind::MemberMoved);
    for word in ["incomplete", "requires_escalation", "pending_approval", "complete_in_progress", "expired"] {
        assert!(find(third, "CheckoutSession", "/status", Kind::EnumGrown).message.contains(word));
    }
    for member in ["/first_name", "/last_name"] {
        find(third, "Buyer", member, Kind::RequiredRemoved);
    }

    let fourth = step("2026-01-30");
    find(fourth, "AuthenticationMetadata", "/channel", Kind::MemberRemoved);
    assert!(find(fourth, "Error", "/type", Kind::EnumShrunk).message.contains("request_not_idempotent"));
    find(fourth, "Order", "/status", Kind::Loosened);
    find(fourth, "Cart", "", Kind::TypeAdded);
    find(fourth, "DelegatePaymentRequest", "/risk_signals", Kind::Loosened);
    find(fourth, "PaymentMethodCard", "/iin", Kind::Loosened);
}
