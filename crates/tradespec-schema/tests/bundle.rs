//! Bundles of the built-in releases: a second implementation accepts them, they refer to nothing outside, and every
//! example in the schemas fits the definition it stands in.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::collections::BTreeMap;

use boon::{Compiler, Schemas};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;
use support::{Checker, bad_references, outward_references};
use tradespec_schema::{Catalogue, ComposedSchema, Index, Pointer, Protocol, TypeId, compose, walk};

/// What a pointer has that a fragment takes as it is.
const NOT_IN_FRAGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'~');

/// The built-in releases, without extensions and with all of them.
fn compositions() -> Vec<(Index, ComposedSchema)> {
    let catalogue = Catalogue::embedded().unwrap();
    let releases: Vec<_> =
        catalogue.releases().map(|(protocol, release)| (protocol, release.clone())).collect();
    let mut all = Vec::new();
    for (protocol, release) in releases {
        let index = catalogue.release(protocol, Some(&release)).unwrap();
        let extensions = catalogue.extensions(&index).unwrap();
        assert!(!extensions.is_empty());
        all.push((index.clone(), compose(&index, &[]).unwrap()));
        all.push((index.clone(), compose(&index, &extensions).unwrap()));
    }
    assert!(all.len() >= 4);
    all
}

#[test]
fn every_type_has_a_bundle_that_stands_alone() {
    for (_, composed) in compositions() {
        assert_eq!(bad_references(&composed), Vec::<String>::new());
        for id in composed.definitions() {
            let document = composed.bundle_type(&id);
            assert_eq!(outward_references(&document), Vec::<String>::new(), "{id}");
            Checker::new(&document, "");
        }
    }
}

#[test]
fn one_bundle_holds_every_type_under_a_name_of_its_own() {
    for (_, composed) in compositions() {
        let types: Vec<TypeId> = composed.types().collect();
        let document = composed.bundle("everything", &types);
        assert_eq!(outward_references(&document), Vec::<String>::new());
        let definitions = document["$defs"].as_object().unwrap();
        assert!(definitions.len() >= types.len(), "{} of {}", definitions.len(), types.len());
        let mut compiler = Compiler::new();
        compiler.add_resource("mem:///all.json", document.clone()).unwrap();
        let mut schemas = Schemas::new();
        for name in definitions.keys() {
            let pointer = Pointer::root().join("$defs").join(name);
            let fragment = utf8_percent_encode(pointer.as_str(), NOT_IN_FRAGMENT);
            compiler.compile(&format!("mem:///all.json#{fragment}"), &mut schemas).unwrap();
        }
    }
}

#[test]
fn a_bundle_is_the_same_every_time() {
    let texts = || -> Vec<String> {
        let all = compositions();
        let bundles =
            all.iter().flat_map(|(_, composed)| composed.types().map(|id| composed.bundle_type(&id)));
        bundles.map(|document| document.to_string()).collect()
    };
    assert_eq!(texts(), texts());
}

#[test]
fn every_example_fits_its_own_definition() {
    let mut examined = BTreeMap::new();
    for (_, composed) in compositions() {
        let mut faults = Vec::new();
        for id in composed.definitions() {
            let schema = composed.schema(&id.location()).unwrap();
            let mut with_examples = Vec::new();
            walk::each(schema, &Pointer::root(), &mut |at, sub| {
                let examples = sub.get("examples").and_then(Value::as_array).into_iter().flatten();
                let examples: Vec<&Value> = examples.chain(sub.get("example")).collect();
                if !examples.is_empty() {
                    with_examples.push((at.clone(), examples));
                }
            });
            if with_examples.is_empty() {
                continue;
            }
            let document = composed.bundle_type(&id);
            let root = document["$ref"].as_str().unwrap().trim_start_matches('#').to_owned();
            for (at, examples) in with_examples {
                let checker = Checker::new(&document, &format!("{root}{at}"));
                for example in examples {
                    *examined.entry((composed.protocol(), composed.release().clone())).or_insert(0) += 1;
                    faults.extend(checker.fault(example).map(|fault| format!("{id}{at}: {fault}")));
                }
            }
        }
        assert_eq!(faults, Vec::<String>::new());
    }
    // UCP publishes hardly any.
    let enough = |(protocol, _): &(Protocol, _)| if *protocol == Protocol::Acp { 60 } else { 5 };
    assert!(examined.iter().all(|(of, count)| *count >= enough(of)), "{examined:?}");
}
