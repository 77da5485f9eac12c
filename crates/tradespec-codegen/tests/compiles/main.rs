//! Compiles every `expected*.rs` of `tests/lower` as it stands, with warnings as errors, and uses some of them.
//!
//! `tests/lower/cases.rs` lists them; a test here fails where a case is missing from it, and writes it anew with
//! `UPDATE_EXPECTED=1`.

#![deny(warnings)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod behaviour;
#[rustfmt::skip]
#[path = "../lower/cases.rs"]
#[allow(
    clippy::all,
    clippy::pedantic,
    dead_code,
    missing_docs,
    unreachable_pub,
    reason = "generated for a crate of its own, which exports everything"
)]
mod cases;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

#[test]
fn every_case_is_compiled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower");
    let mut cases: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir())
    {
        let name = case.file_name().unwrap().to_str().unwrap().to_owned();
        let is_case = ["schema.json", "schema.agentic_checkout.json", "ucp/schemas/shopping/checkout.json"]
            .iter()
            .any(|file| case.join(file).is_file());
        assert!(is_case, "tests/lower/{name} has no schema, so nothing would run it");
        let files =
            fs::read_dir(&case).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut modules: Vec<_> =
            files.filter(|file| Path::new(file).extension() == Some("rs".as_ref())).collect();
        modules.sort();
        if !modules.is_empty() {
            cases.insert(name, modules);
        }
    }
    let list = list(&cases);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        fs::write(folder.join("cases.rs"), list).unwrap();
        return;
    }
    assert_eq!(include_str!("../lower/cases.rs"), list);
}

/// One module a case, with the modules generated for it.
fn list(cases: &BTreeMap<String, Vec<String>>) -> String {
    let mut text =
        "//! The modules that the cases of this folder expect. Written by `UPDATE_EXPECTED=1`.\n".to_owned();
    for (name, modules) in cases {
        let (number, _) = name.split_once('-').expect("a case is a number and a sentence");
        write!(text, "\n#[path = \"{name}\"]\npub(crate) mod c{number} {{\n").unwrap();
        for file in modules {
            let module = match file.as_str() {
                "expected.rs" => "types",
                _ => file.strip_prefix("expected.").unwrap().strip_suffix(".rs").unwrap(),
            };
            write!(text, "    #[path = \"{file}\"]\n    pub(crate) mod {module};\n").unwrap();
        }
        text.push_str("}\n");
    }
    text
}
