//! What is found in real releases, against lists that somebody went through by hand.
//!
//! `published.toml` has the published files of ACP and UCP; they are read from `shared/upstream` beside this repository, and the
//! tests say that they skip where it is not there. `schemas/lint.toml` has what is known of our own schemas.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "tests fail by panicking, and say why they skip"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tradespec_lint::{Code, Finding, Options, Schemas, Severity};
use tradespec_schema::Release;

/// By release, file, and `code pointer`: the verdict.
type Reviewed = BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>;

fn below(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A folder of published files, or a word on standard error that it is not there.
fn upstream(folder: &str) -> Option<PathBuf> {
    let path = below("../shared/upstream").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("skipped: no {}", path.display());
    None
}

fn key(finding: &Finding) -> (String, String, String) {
    let file = finding.file.rsplit('/').next().unwrap().to_owned();
    let release = finding.release.clone().unwrap_or_default();
    (release, file, format!("{} {}", finding.code, finding.pointer))
}

/// Each finding is on the list, and each line of the list is found.
fn compare(list: &Path, findings: &[Finding]) {
    let text = fs::read_to_string(list).unwrap();
    let reviewed: Reviewed = toml::from_str(&text).unwrap();
    let mut known = BTreeSet::new();
    for (release, files) in reviewed {
        for (file, lines) in files {
            for (line, verdict) in lines {
                let judged = ["real: ", "harmless: "].iter().any(|start| verdict.starts_with(start));
                assert!(judged, "{file} {line}: {verdict}");
                known.insert((release.clone(), file.clone(), line));
            }
        }
    }
    let found: BTreeSet<_> = findings.iter().map(key).collect();
    let new: Vec<_> = found.difference(&known).collect();
    assert!(new.is_empty(), "not on {}: {new:#?}", list.display());
    let gone: Vec<_> = known.difference(&found).collect();
    assert!(gone.is_empty(), "on {} and not found: {gone:#?}", list.display());
    assert_eq!(findings.len(), known.len(), "a finding comes once");
}

#[test]
fn every_finding_on_the_published_files_is_reviewed() {
    let Some(folder) = upstream("") else { return };
    let findings = Schemas::folder(&folder).unwrap().lint(&Options::default());
    compare(&below("crates/tradespec-lint/tests/published.toml"), &findings);
    for finding in &findings {
        assert!(finding.span.line > 1, "{}", finding.pointer);
        assert!(!finding.message.is_empty() && !finding.message.ends_with('.'), "{}", finding.message);
    }
}

#[test]
fn our_schemas_have_no_finding_above_a_note_that_is_not_on_the_list() {
    let folder = below("schemas");
    let embedded = Schemas::embedded().unwrap().lint(&Options::default());
    let read = Schemas::folder(&folder).unwrap().lint(&Options::default());
    assert_eq!(embedded.iter().map(key).collect::<Vec<_>>(), read.iter().map(key).collect::<Vec<_>>());
    let heavy: Vec<_> = read.into_iter().filter(|finding| finding.severity < Severity::Note).collect();
    compare(&folder.join("lint.toml"), &heavy);
}

/// Of the definitions' own examples: how many there are, and the places of those that fail.
fn examples(release: &str) -> Option<(usize, Vec<String>)> {
    let folder = upstream("acp")?;
    let schemas = Schemas::folder(folder.parent().unwrap()).unwrap();
    let schemas = schemas.of_releases(&[Release::new(release).unwrap()]).unwrap();
    let mut count = 0;
    for (_, text) in schemas.texts() {
        let root = tradespec_schema::parse_json(text.as_bytes()).unwrap().value;
        for (_, schema) in root["$defs"].as_object().unwrap() {
            count += usize::from(schema.get("example").is_some());
            count += schema.get("examples").and_then(|list| list.as_array()).map_or(0, Vec::len);
        }
    }
    let failing = schemas.lint(&Options::default()).into_iter();
    let failing = failing.filter(|finding| finding.code == Code::InvalidExample);
    // All of them are on definitions, none further down.
    Some((count, failing.map(|finding| finding.pointer.as_str().to_owned()).collect()))
}

#[test]
fn the_examples_that_fail_are_those_that_were_counted() {
    let Some((count, failing)) = examples("2026-01-30") else { return };
    assert_eq!((count, failing.len()), (65, 0));
    let (count, failing) = examples("2026-04-17").unwrap();
    // 42 where `format` is an annotation only, which it is unless a validator is told otherwise; Tradespec's asserts it.
    let by_format: Vec<_> = failing.iter().filter(|at| *at == "/$defs/EstimatedDelivery/example").collect();
    assert_eq!((count, failing.len() - by_format.len(), by_format.len()), (140, 42, 1));
    assert!(failing.iter().all(|at| at.split('/').count() <= 5 && at.starts_with("/$defs/")), "{failing:#?}");
}

#[test]
fn the_trees_of_ucp_are_found() {
    let Some(folder) = upstream("ucp") else { return };
    let schemas = Schemas::folder(&folder).unwrap();
    assert_eq!(schemas.releases().collect::<Vec<_>>(), ["2026-01-11", "2026-01-23", "2026-04-08"]);
    assert_eq!(schemas.files(), 173);
    // The folder of one release is the release.
    assert_eq!(Schemas::folder(&folder.join("2026-04-08")).unwrap().files(), 79);
}
