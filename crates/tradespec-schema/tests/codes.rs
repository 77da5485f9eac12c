//! Every kind of problem is met in a test.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tradespec_schema::Code;

/// Kinds that no case of `tests/compose` can meet, and the test of `tests/load.rs` that does.
const ELSEWHERE: &[(Code, &str)] = &[
    (Code::UnmetRequirement, "an_extension_is_of_a_time_with_what_it_requires"),
    (Code::Unreadable, "what_cannot_be_read_is_named"),
    (Code::BadAnnotation, "an_annotation_of_no_known_form_is_told"),
    (Code::BadRelease, "a_date_that_is_none_is_no_release"),
    (Code::UnknownRelease, "a_release_that_is_unknown_lists_the_known_ones"),
    (Code::UnmappedSchema, "the_url_of_a_schema_is_read_from_the_file_it_is_mapped_to"),
];

#[test]
fn every_code_is_met_in_a_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut met = BTreeSet::new();
    for case in fs::read_dir(tests.join("compose")).unwrap() {
        let expected = fs::read_to_string(case.unwrap().path().join("expected.txt")).unwrap();
        let codes = expected.lines().filter_map(|line| line.strip_suffix(']')?.rsplit_once('['));
        met.extend(codes.map(|(_, code)| code.to_owned()));
    }
    let elsewhere =
        ["load.rs", "parents.rs"].map(|file| fs::read_to_string(tests.join(file)).unwrap()).concat();
    for (code, test) in ELSEWHERE {
        let body =
            elsewhere.split_once(&format!("fn {test}() {{")).unwrap_or_else(|| panic!("no test {test}")).1;
        let body = body.split_once("\n}\n").unwrap().0;
        assert!(body.contains(&format!("Code::{code:?}")), "{test} says nothing of {code}");
        met.insert(code.as_str().to_owned());
    }
    let missing: Vec<_> =
        Code::ALL.iter().map(|(code, _)| code.as_str()).filter(|code| !met.contains(*code)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "no test meets these");
}

#[test]
fn codes_have_texts_of_their_own_and_an_explanation() {
    let texts: BTreeSet<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(texts.len(), Code::ALL.len());
    for (code, meaning) in Code::ALL {
        let meaning = meaning.trim();
        assert!(meaning.ends_with('.') && meaning.len() > 10, "{code}: {meaning:?}");
        assert!(code.as_str().bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{code}");
    }
}
