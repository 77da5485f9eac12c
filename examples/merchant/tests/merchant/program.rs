//! The program: what it writes is what the library records, and it lists what it can break.

use std::fs;
use std::process::{Command, Output};

use clap::ValueEnum;
use merchant::{Fault, Set};

use crate::common::recording;

fn merchant(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_merchant")).args(arguments).output().unwrap()
}

#[test]
fn records_with_and_without_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.jsonl");
    let path = out.to_str().unwrap();
    for (arguments, set, fault) in [
        (&[][..], Set::Proper, None),
        (&["--break", "wrong-type"], Set::Proper, Some(Fault::WrongType)),
        (&["--refusals"], Set::Refusals, None),
    ] {
        let done = merchant(&[&["record", path], arguments].concat());
        assert!(done.status.success(), "{done:?}");
        assert_eq!(fs::read_to_string(&out).unwrap(), recording(set, fault));
    }
}

#[test]
fn lists_every_fault_with_a_sentence() {
    let listed = String::from_utf8(merchant(&["--list"]).stdout).unwrap();
    assert_eq!(listed.lines().count(), Fault::value_variants().len());
    assert!(listed.lines().all(|line| line.split_whitespace().count() > 3), "{listed}");
    assert!(listed.contains("not-a-json-path  "), "{listed}");
}

#[test]
fn a_fault_that_there_is_not_is_an_error() {
    let failed = merchant(&["record", "out.jsonl", "--break", "wrong-typo"]);
    assert!(!failed.status.success());
    assert!(String::from_utf8(failed.stderr).unwrap().contains("wrong-type"));
}
