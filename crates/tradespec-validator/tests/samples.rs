//! The sample payloads of the repository: every valid one is, every invalid one fails where it says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use support::{json, root, samples};
use tradespec_validator::{Code, Selection, Validator};

fn newest() -> Selection {
    Validator::builder().compose().unwrap()
}

#[test]
fn every_valid_sample_is_valid() {
    let samples = samples("valid");
    assert!(samples.len() >= 26, "only {} samples", samples.len());
    let newest = newest();
    for (name, of_type, payload) in samples {
        let validator = newest.validator(&of_type).unwrap().with_rules();
        let found = validator.check_value(&payload);
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}

#[test]
fn every_invalid_sample_fails_where_it_is_expected_to() {
    let samples = samples("invalid");
    let expected = json(&root("examples/payloads/invalid/EXPECTED.json"));
    let expected = expected.as_array().unwrap();
    assert_eq!(samples.len(), expected.len(), "each invalid sample has one entry in EXPECTED.json");
    let newest = newest();
    for entry in expected {
        let file = entry["file"].as_str().unwrap();
        let (_, of_type, payload) = samples.iter().find(|(name, _, _)| name == file).expect(file);
        assert_eq!(of_type, entry["type"].as_str().unwrap());
        let found = newest.validator(of_type).unwrap().check_value(payload);
        let first = found.first().unwrap_or_else(|| panic!("{file} is valid"));
        assert_eq!(
            first.instance_path.as_str(),
            entry["instance_path"].as_str().unwrap(),
            "{file}: {found:#?}"
        );
    }
}

#[test]
fn loyalty_samples_need_the_loyalty_extension() {
    let samples = samples("loyalty");
    assert!(!samples.is_empty());
    for (name, of_type, payload) in samples {
        let builder = Validator::builder().message_type(&of_type);
        let with = builder.clone().extension("com.example.loyalty").build().unwrap();
        assert!(with.check_value(&payload).is_empty(), "{name}");
        let without = builder.build().unwrap().check_value(&payload);
        assert!(!without.is_empty(), "{name} is valid without the extension");
        for diagnostic in without {
            assert_eq!(diagnostic.code, Code::UnknownMember, "{name}");
            let extension = diagnostic.inactive_extension.expect("the extension is known");
            assert_eq!(extension.to_string(), "com.example.loyalty@2026-05-01", "{name}");
        }
    }
}
