//! Laws of composition, over small random releases and extensions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::Value;
use support::document::{document, put};
use support::shop::{self, Draw, NEW_FIELDS};
use support::{Checker, bad_references, outward_references, permutations};
use tradespec_schema::{
    Catalogue, ComposedSchema, Error, Extension, Index, Location, Outcome, Protocol, compose, walk,
};

fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 30..200)
}

fn drawn(bytes: &[u8]) -> (Index, Vec<Extension>) {
    let mut draw = Draw(bytes.iter());
    let index = shop::index(shop::release(&mut draw)).unwrap();
    let extensions = shop::extensions(&mut draw, &index);
    (index, extensions)
}

/// All that a composition says, as text.
fn text(result: &Result<ComposedSchema, Error>) -> String {
    match result {
        Ok(composed) => {
            let files = serde_json::to_string(composed.files()).unwrap();
            format!("{files}\n{:?}\n{:?}", composed.fields(), composed.exclusions())
        }
        Err(error) => error.to_string(),
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_order_of_extensions_does_not_matter(bytes in bytes()) {
        let (index, extensions) = drawn(&bytes);
        let first = compose(&index, &extensions);
        for order in permutations(&extensions) {
            let again = compose(&index, &order);
            if let (Ok(first), Ok(again)) = (&first, &again) {
                prop_assert_eq!(first, again);
            }
            prop_assert_eq!(text(&first), text(&again));
        }
    }

    #[test]
    fn without_extensions_a_release_stays_as_it_is(bytes in bytes()) {
        let (index, _) = drawn(&bytes);
        let composed = compose(&index, &[]).unwrap();
        prop_assert_eq!(composed.files(), index.files());
        prop_assert!(composed.fields().is_empty() && composed.exclusions().is_empty());
    }

    #[test]
    fn what_is_composed_is_whole(bytes in bytes()) {
        let (index, extensions) = drawn(&bytes);
        let Ok(composed) = compose(&index, &extensions) else { return Ok(()) };
        prop_assert_eq!(bad_references(&composed), Vec::<String>::new());
        for field in composed.fields() {
            let found = composed.schema(&field.target);
            prop_assert!(found.is_some(), "nothing at {}", field.target);
            let mark = found.unwrap().get("x-extension").map(Value::to_string).unwrap_or_default();
            prop_assert!(mark.contains(&field.extension.name), "{} has {mark}", field.target);
        }
        for id in composed.types() {
            prop_assert_eq!(outward_references(&composed.bundle_type(&id)), Vec::<String>::new());
        }
        // Every point of every extension is in the list of fields.
        let points: BTreeSet<_> = extensions.iter().flat_map(|e| e.points().iter().map(move |p| (e.id(), p))).collect();
        let listed: BTreeSet<_> = composed.fields().iter().map(|f| (&f.extension, &f.point)).collect();
        prop_assert_eq!(points, listed);
    }

    #[test]
    fn documents_that_were_valid_stay_valid_and_may_have_the_new_fields(bytes in bytes()) {
        let (index, extensions) = drawn(&bytes);
        let Ok(composed) = compose(&index, &extensions) else { return Ok(()) };
        let before = compose(&index, &[]).unwrap();
        for id in before.types() {
            let schema = index.schema(&id.location()).unwrap();
            let (old, new) = (Checker::of_type(&before, &id.to_string()), Checker::of_type(&composed, &id.to_string()));
            if let Some(plain) = document(&index, schema, &[]).filter(|plain| old.fault(plain).is_none()) {
                prop_assert_eq!(new.fault(&plain), None, "{} no longer accepts {}", id, plain);
            }
            for field in composed.fields().iter().filter(|field| field.outcome == Outcome::Added) {
                let (point, name) = (&field.point, field.point.field());
                if !NEW_FIELDS.contains(&name) || !made_of(&index, &id.location(), point.type_name()) {
                    continue;
                }
                let plain = document(&index, schema, point.steps()).filter(|plain| old.fault(plain).is_none());
                let Some(plain) = plain else { continue };
                let mut with = plain.clone();
                put(&mut with, point.steps(), name, &sample(&composed, &field.target));
                prop_assert_eq!(new.fault(&with), None, "{} does not accept {} for {}", id, with, point);
                let mut other = plain.clone();
                put(&mut other, point.steps(), "unknown", &Value::Null);
                if old.fault(&other).is_some() {
                    prop_assert!(new.fault(&other).is_some(), "{} accepts {}", id, other);
                }
            }
        }
    }
}

/// Whether the definition at `at` is the type of that name, another name of it, or composed of it.
fn made_of(index: &Index, at: &Location, type_name: &str) -> bool {
    let base = body(index, Location::definition(&shop::home(index, type_name), type_name));
    let at = body(index, at.clone());
    let schema = index.schema(&at).unwrap();
    let branches = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    let targets = branches.filter_map(|branch| branch.get("$ref")?.as_str()).map(Location::from_resolved);
    at == base || targets.into_iter().any(|target| made_of(index, &target, type_name))
}

fn body(index: &Index, at: Location) -> Location {
    let mut at = at;
    while let Some(target) = index.schema(&at).and_then(walk::alias_target) {
        at = Location::from_resolved(target);
    }
    at
}

/// A value for a field of a random extension.
fn sample(composed: &ComposedSchema, field: &Location) -> Value {
    let schema = composed.schema(field).unwrap();
    match (schema.get("$ref"), schema["type"].as_str()) {
        (Some(_), _) | (_, Some("object")) => serde_json::json!({}),
        (_, Some("integer")) => 7.into(),
        (_, Some("array")) => serde_json::json!([{}]),
        _ => "text".into(),
    }
}

#[test]
fn random_extensions_compose_often_enough_and_conflict_often_enough() {
    // The laws above would say nothing if all that is drawn were refused, or all of it accepted.
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut composed, mut refused, mut deep) = (0, 0, 0);
    let mut codes = BTreeSet::new();
    for _ in 0..400 {
        let bytes = bytes().new_tree(&mut runner).unwrap().current();
        let (index, extensions) = drawn(&bytes);
        match compose(&index, &extensions) {
            Ok(whole) => {
                composed += 1;
                deep += usize::from(whole.fields().iter().any(|field| !field.point.steps().is_empty()));
            }
            Err(error) => {
                refused += 1;
                codes.extend(error.problems().iter().map(|problem| problem.code));
            }
        }
    }
    assert!(
        composed > 150 && refused > 50 && deep > 40,
        "{composed} composed, {deep} deep, {refused} refused"
    );
    assert!(codes.len() > 6, "{codes:?}");
}

#[test]
fn the_built_in_extensions_compose_in_every_order_to_the_same() {
    let catalogue = Catalogue::embedded().unwrap();
    let releases: Vec<_> =
        catalogue.releases().filter(|(of, _)| *of == Protocol::Acp).map(|(_, date)| date.clone()).collect();
    for date in releases {
        let index = catalogue.release(Protocol::Acp, Some(&date)).unwrap();
        let extensions = catalogue.extensions(&index).unwrap();
        let whole = compose(&index, &extensions).unwrap();
        for order in permutations(&extensions) {
            assert_eq!(whole, compose(&index, &order).unwrap());
        }
    }
}
