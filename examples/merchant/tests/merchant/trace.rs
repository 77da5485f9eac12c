//! `tradespec-trace` over what the merchant records: nothing in honest traffic, and with a fault exactly that one.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use merchant::{Fault, Set};
use tradespec_trace::{Tracer, recording as recorded};
use tradespec_validator::{Severity, Validator};

use crate::common::recording;

/// The severity and code of everything that is found.
fn found(tracer: &mut Tracer<'_>, text: &str) -> Vec<(Severity, String)> {
    tracer.forget();
    let mut found = Vec::new();
    recorded::read(&mut text.as_bytes(), recorded::Limits::default(), &mut |exchange| {
        let checked = tracer.exchange("recording", &exchange.unwrap());
        let report = checked.iter().flat_map(|checked| checked.report.iter());
        found.extend(report.map(|found| (found.severity, found.code.as_str().to_owned())));
        true
    })
    .unwrap();
    found
}

#[test]
fn nothing_is_wrong_with_honest_traffic() {
    let mut tracer = Tracer::new(Validator::builder()).unwrap();
    assert_eq!(found(&mut tracer, &recording(Set::Proper, None)), []);
    // What a bad agent sends is refused, so it is worth a note and no more.
    let refused = found(&mut tracer, &recording(Set::Refusals, None));
    assert!(!refused.is_empty());
    assert!(refused.iter().all(|(severity, _)| *severity == Severity::Note), "{refused:?}");
}

#[test]
fn each_fault_is_found_and_nothing_else() {
    let mut tracer = Tracer::new(Validator::builder()).unwrap();
    for fault in Fault::value_variants() {
        let name = fault.to_possible_value().unwrap().get_name().to_owned();
        let mut found = found(&mut tracer, &recording(Set::Proper, Some(*fault)));
        found.retain(|(severity, _)| *severity != Severity::Note);
        let codes: Vec<_> = found.into_iter().map(|(_, code)| code).collect();
        assert_eq!(codes, [name]);
    }
}

/// The recordings that the README uses are what the merchant records today; `TRADESPEC_BLESS=1` writes them anew.
#[test]
fn the_recordings_of_the_examples_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../recordings");
    let all = [
        ("shop.jsonl", Set::Proper, None),
        ("refusals.jsonl", Set::Refusals, None),
        ("broken.jsonl", Set::Proper, Some(Fault::TotalChanged)),
    ];
    for (name, set, fault) in all {
        let text = recording(set, fault);
        if std::env::var_os("TRADESPEC_BLESS").is_some() {
            fs::write(folder.join(name), &text).unwrap();
        }
        assert!(
            fs::read_to_string(folder.join(name)).unwrap() == text,
            "{name}: bless it with TRADESPEC_BLESS=1"
        );
    }
}
