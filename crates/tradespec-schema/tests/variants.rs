//! UCP's messages: the type of each accepts what the release, resolved for that message alone, accepts.
//!
//! Documents are drawn from the type, and each is spoilt in several ways.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::collections::BTreeMap;

use serde_json::Value;
use support::{Checker, Tree, UCP};
use tradespec_samples::{Draw, mutate, rng};
use tradespec_schema::{
    Catalogue, ComposedSchema, Extension, Index, Protocol, Release, TypeId, Variant, compose, resolve,
};

/// How many documents are drawn for a type of a message, and how often each is spoilt.
const DRAWN: usize = 3;
const SPOILT: usize = 3;

fn index(release: &str) -> Index {
    Catalogue::embedded().unwrap().release(Protocol::Ucp, Some(&Release::new(release).unwrap())).unwrap()
}

/// Each message of the types that are wanted: which it is, the type it is of, and the type that it has.
fn messages(
    composed: &ComposedSchema,
    types: impl Iterator<Item = TypeId>,
) -> BTreeMap<Variant, Vec<(TypeId, TypeId)>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for id in types {
        for (variant, own) in composed.messages(&id) {
            all.entry(variant.clone()).or_default().push((id.clone(), own.clone()));
        }
    }
    all
}

/// Documents for a bundle: valid ones mostly, and then some with one or two mistakes.
fn documents(bundle: &Value, seed: u64) -> Vec<Value> {
    let mut draw = Draw::new(bundle, seed);
    let mut rng = rng(seed);
    let mut all = Vec::new();
    for _ in 0..DRAWN {
        let mut document = draw.document();
        all.push(document.clone());
        for _ in 0..SPOILT {
            mutate(&mut document, &mut rng);
            all.push(document.clone());
        }
    }
    all
}

/// How many documents were refused, and how many accepted.
type Judged = [usize; 2];

/// Judges documents for each message by its type and by `alone`.
fn compare(
    release: &str,
    composed: &ComposedSchema,
    messages: &[(TypeId, TypeId)],
    variant: &Variant,
    mut alone: impl FnMut(&TypeId, &TypeId) -> Box<dyn Fn(&Value) -> bool>,
) -> Judged {
    let mut judged = [0, 0];
    for (seed, (id, own)) in messages.iter().enumerate() {
        let bundle = composed.bundle_type(own);
        let by_type = Checker::new(&bundle, "");
        let by_release = alone(id, own);
        for document in documents(&bundle, u64::try_from(seed).unwrap()) {
            let fault = by_type.fault(&document);
            assert_eq!(
                by_release(&document),
                fault.is_none(),
                "{release} {own} as {id} in {variant:?}: {fault:?}\n{document}"
            );
            judged[usize::from(fault.is_none())] += 1;
        }
    }
    judged
}

#[test]
fn a_type_of_a_message_accepts_what_the_release_resolved_for_that_message_accepts() {
    for release in UCP {
        let index = index(release);
        let composed = compose(&index, &[]).unwrap();
        let mut judged = [0, 0];
        for (variant, messages) in messages(&composed, composed.definitions()) {
            let resolved = resolve(&index, &variant).unwrap();
            let mut tree = Tree::new(&resolved);
            // What a message is by its name stands in the tree under that name.
            let places: Vec<_> = messages
                .iter()
                .map(|(id, own)| if resolved.schema(&own.location()).is_some() { own } else { id })
                .map(|id| tree.schema(&id.location()))
                .collect();
            let tree = std::rc::Rc::new(tree);
            let mut places = places.into_iter();
            let found = compare(release, &composed, &messages, &variant, |_, _| {
                let (tree, place) = (tree.clone(), places.next().unwrap());
                Box::new(move |document| tree.is_valid(place, document))
            });
            judged = [judged[0] + found[0], judged[1] + found[1]];
        }
        assert!(judged.iter().all(|count| *count > 300), "{release}: {judged:?}");
    }
}

#[test]
fn extensions_say_of_a_message_what_they_say_of_the_release_resolved_for_it() {
    for release in UCP {
        let index = index(release);
        let extensions = Extension::core(&index).unwrap();
        let composed = compose(&index, &extensions).unwrap();
        let mut judged = [0, 0];
        for (variant, messages) in messages(&composed, composed.capabilities().into_values()) {
            let alone = compose(&resolve(&index, &variant).unwrap(), &extensions).unwrap();
            let found = compare(release, &composed, &messages, &variant, |id, own| {
                let id = if alone.schema(&own.location()).is_some() { own } else { id };
                let checker = Checker::new(&alone.bundle_type(id), "");
                Box::new(move |document| checker.fault(document).is_none())
            });
            judged = [judged[0] + found[0], judged[1] + found[1]];
        }
        assert!(judged.iter().all(|count| *count > 10), "{release}: {judged:?}");
    }
}
