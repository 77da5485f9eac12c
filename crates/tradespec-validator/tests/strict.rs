//! Laws of strict judging, on random documents of every message of UCP, extensions included.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde_json::json;
use tradespec_samples::{Draw, mutate, rng};
use tradespec_schema::{Catalogue, Extension, Protocol, TypeId, compose};
use tradespec_validator::{Code, Strictness, Validator};

const DRAWN: u64 = 3;
/// In how many objects of a document a fresh name is tried.
const OBJECTS: usize = 2;
/// A name that no schema has, of the form that names must have where they must have one.
const FRESH: &str = "com.example.fresh";

/// Both ways of judging each message: open and strict.
static VALIDATORS: LazyLock<Vec<(TypeId, Validator, Validator)>> = LazyLock::new(validators);

fn validators() -> Vec<(TypeId, Validator, Validator)> {
    let catalogue = Catalogue::embedded().unwrap();
    let mut all = Vec::new();
    for (protocol, release) in catalogue.releases().filter(|(protocol, _)| *protocol == Protocol::Ucp) {
        let index = catalogue.release(protocol, Some(release)).unwrap();
        let composed = compose(&index, &Extension::core(&index).unwrap()).unwrap();
        let capabilities = composed.capabilities().into_values();
        let messages: BTreeSet<TypeId> = capabilities
            .flat_map(|id| composed.messages(&id).map(|(_, own)| own.clone()).collect::<Vec<_>>())
            .collect();
        for id in messages {
            let of_type = || Validator::new(&composed, &id).unwrap();
            let strict = Strictness { strict: true, ..Strictness::default() };
            all.push((id.clone(), of_type(), of_type().with_strictness(strict)));
        }
    }
    all
}

#[test]
fn what_is_valid_strictly_is_valid() {
    let mut judged = [0, 0];
    for (id, open, strict) in &*VALIDATORS {
        for seed in 0..DRAWN {
            let mut draw = Draw::new(open.document(), seed);
            // Half of them have members that nothing names.
            draw = if seed % 2 == 0 { draw } else { draw.named_only() };
            let mut document = draw.document();
            for _ in 0..2 {
                let is_valid = strict.is_valid(&document);
                assert!(!is_valid || open.is_valid(&document), "{id}: {document}");
                assert_eq!(is_valid, strict.check_value(&document).is_valid(), "{id}: {document}");
                judged[usize::from(is_valid)] += 1;
                mutate(&mut document, &mut rng(seed));
            }
        }
    }
    assert!(judged.iter().all(|count| *count > 30), "{judged:?}");
}

#[test]
fn a_document_of_members_that_are_named_is_as_valid_strictly() {
    let mut valid = 0;
    for (id, open, strict) in &*VALIDATORS {
        let document = open.document().clone();
        let mut draw = Draw::new(&document, 1).named_only();
        for _ in 0..DRAWN {
            let document = draw.document();
            let report = strict.check_value(&document);
            assert_eq!(open.is_valid(&document), report.is_valid(), "{id}: {report:?}\n{document}");
            valid += usize::from(report.is_valid());
        }
    }
    assert!(valid > 40, "{valid}");
}

#[test]
fn a_fresh_name_is_found_at_the_object_that_has_it() {
    let mut objects = 0;
    let mut rng = rng(3);
    for (id, open, strict) in &*VALIDATORS {
        let schema = open.document().clone();
        let mut draw = Draw::new(&schema, 2).named_only();
        for _ in 0..DRAWN {
            let document = draw.document();
            if !strict.is_valid(&document) {
                continue;
            }
            let first = rng.usize(..draw.naming().len());
            for place in draw.naming().iter().cycle().skip(first).take(OBJECTS) {
                let mut document = document.clone();
                let Some(object) = document.pointer_mut(place).and_then(|object| object.as_object_mut())
                else {
                    continue;
                };
                object.insert(FRESH.to_owned(), json!(1));
                let report = strict.check_value(&document);
                let found: Vec<_> =
                    report.iter().map(|found| (found.code, found.instance_path.as_str())).collect();
                assert_eq!(found, [(Code::UnknownMember, place.as_str())], "{id}: {document}");
                objects += 1;
            }
        }
    }
    assert!(objects > 80, "{objects}");
}
