//! The page on lint: a section for each code, in the order of the table, with an example in which the code is found.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tradespec_lint::{Code, Options, Schemas};

const PAGE: &str = include_str!("../../../docs/lint.md");

/// The sections of the page: the code, and the text.
fn sections() -> Vec<(&'static str, &'static str)> {
    PAGE.split("\n## ").skip(1).map(|section| section.split_once('\n').unwrap()).collect()
}

/// The examples of a section: whether each is of several files, and its text.
fn examples(section: &str) -> Vec<(bool, &str)> {
    let fences = section.split("```json finds").skip(1);
    fences
        .map(|fence| {
            let (info, rest) = fence.split_once('\n').unwrap();
            (info.trim() == "files", rest.split_once("\n```").unwrap().0)
        })
        .collect()
}

#[test]
fn each_code_has_its_section() {
    let named: Vec<_> = sections().into_iter().map(|(code, _)| code).collect();
    let codes: Vec<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(named, codes);
}

#[test]
fn each_example_has_what_it_is_there_for() {
    let options = Options { on: [Code::MissingDescription].into(), ..Options::default() };
    for (code, section) in sections() {
        let examples = examples(section);
        assert!(!examples.is_empty(), "{code} has no example");
        for (several, text) in examples {
            let folder = tempfile::tempdir().unwrap();
            let write = |path: &str, text: &str| {
                let path = folder.path().join(path);
                fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).unwrap();
                fs::write(path, text).unwrap();
            };
            if several {
                let files: Value =
                    serde_json::from_str(text).unwrap_or_else(|error| panic!("{code}: {error}"));
                files.as_object().unwrap().iter().for_each(|(path, root)| write(path, &root.to_string()));
            } else {
                write("schema.json", text);
            }
            let found = Schemas::folder(folder.path()).unwrap().lint(&options);
            assert!(found.iter().any(|finding| finding.code.as_str() == code), "{code}: {found:#?}");
        }
    }
}
