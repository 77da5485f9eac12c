//! Generating, case by case: `tests/lower/<sentence>/`.
//!
//! A case has `schema.json`, or several `schema.*.json` with `schema.agentic_checkout.json` among them: one release.
//! A case of UCP has the tree of a release in a folder `ucp` instead, and a `codegen.toml`.
//! It may have `extension.json` with `extension.schema.json`, and a `codegen.toml`. What it must give is
//! - `expected.rs`, the generated module (`expected.<module>.rs` each where there are several), and
//!   `expected.explain.txt`: what became no type, and what the types leave to the validator; or
//! - `expected.error.txt`.
//!
//! `UPDATE_EXPECTED=1 cargo test -p tradespec-codegen --test lower` writes these anew, then `--test compiles` the list of
//! modules that it compiles; review them like code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use support::{RELEASE, Staged, check_syntax, modules};
use tradespec_codegen::Generated;
use tradespec_codegen::lower::lower;
use tradespec_schema::{Release, compose};

datatest_stable::harness! {
    { test = case, root = "tests/lower", pattern = r"/(schema|schema\.agentic_checkout|ucp/schemas/shopping/checkout)\.json$" },
}

fn case(path: &Path) -> datatest_stable::Result<()> {
    let is_case = |folder: &&Path| folder.parent().is_some_and(|parent| parent.ends_with("tests/lower"));
    let folder = path.ancestors().find(is_case).unwrap();
    let staged = Staged::case(folder);
    let actual = match staged.generate() {
        Ok(generated) => {
            check_syntax(&generated);
            check_accounts(&staged, &generated);
            let again = staged.generate()?;
            assert_eq!(generated.output, again.output, "generating twice gives two results");
            texts(&generated)
        }
        Err(error) => BTreeMap::from([("expected.error.txt".to_owned(), staged.shown(&error))]),
    };
    let present: BTreeSet<String> = fs::read_dir(folder)?
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("expected."))
        .collect();
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        for name in present.iter().filter(|name| !actual.contains_key(*name)) {
            fs::remove_file(folder.join(name))?;
        }
        for (name, text) in &actual {
            fs::write(folder.join(name), text)?;
        }
        return Ok(());
    }
    let wanted = present.into_iter().map(|name| {
        let text = fs::read_to_string(folder.join(&name)).unwrap();
        (name, text)
    });
    compare(&wanted.collect(), &actual)
}

/// Every definition is one type, or excluded with a reason.
fn check_accounts(staged: &Staged, generated: &Generated) {
    let report = &generated.releases[0];
    let catalogue = staged.catalogue().unwrap();
    let index = catalogue.release(report.protocol, Some(&Release::new(RELEASE).unwrap())).unwrap();
    let mut active = catalogue.extensions(&index).unwrap();
    active.retain(|extension| report.extensions.contains(&extension.id().to_string()));
    let composed = compose(&index, &active).unwrap();
    let lowered = lower(&composed, &staged.policy().unwrap()).unwrap();
    let types =
        lowered.modules.iter().flat_map(|module| &module.types).filter_map(|lowered| lowered.id.clone());
    let mut accounted: Vec<_> = types.chain(lowered.excluded.iter().map(|(id, _)| id.clone())).collect();
    accounted.sort();
    let mut definitions: Vec<_> = composed.definitions().collect();
    definitions.sort();
    assert_eq!(accounted, definitions);
    assert_eq!(report.definitions, definitions.len());
    assert!(
        report.excluded.iter().all(|(_, reason)| !reason.trim().is_empty()),
        "an exclusion without a reason"
    );
}

/// What a release that was generated is compared by.
fn texts(generated: &Generated) -> BTreeMap<String, String> {
    let modules = modules(generated);
    let mut texts = BTreeMap::from([("expected.explain.txt".to_owned(), explained(generated))]);
    let single = modules.len() == 1;
    for (name, text) in modules {
        let file = if single { "expected.rs".to_owned() } else { format!("expected.{name}.rs") };
        texts.insert(file, text);
    }
    texts
}

fn explained(generated: &Generated) -> String {
    let mut text = String::new();
    for report in &generated.releases {
        for (id, reason) in &report.excluded {
            writeln!(text, "excluded {id}: {reason}").unwrap();
        }
        for dropped in &report.dropped {
            writeln!(text, "dropped {}#{}: {}", dropped.file, dropped.pointer, dropped.reason).unwrap();
        }
    }
    text
}

fn compare(
    wanted: &BTreeMap<String, String>,
    actual: &BTreeMap<String, String>,
) -> datatest_stable::Result<()> {
    let mut faults = String::new();
    for name in wanted.keys().chain(actual.keys()).collect::<BTreeSet<_>>() {
        let of = |texts: &BTreeMap<String, String>| texts.get(name).cloned().unwrap_or_default();
        if wanted.get(name) != actual.get(name) {
            let (wanted, actual) = (of(wanted), of(actual));
            let diff = similar::TextDiff::from_lines(&wanted, &actual);
            writeln!(faults, "{}", diff.unified_diff().context_radius(3).header(name, "what came out"))
                .unwrap();
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}
