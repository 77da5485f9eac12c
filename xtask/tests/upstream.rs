//! The published files of every release become a crate that compiles.
//!
//! They stand beside the repository, in `../shared/upstream`; where they do not, there is nothing to test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    reason = "a test that fails panics, and one that is skipped says so"
)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;
use tradespec_codegen::lower::lower;
use tradespec_codegen::{Generated, Mode, Policy, generate};
use tradespec_schema::{Catalogue, TypeId, compose};

/// The crate of each protocol, and the releases in it.
const CRATES: [(&str, &[&str]); 2] = [
    ("acp-types", &["2025-09-29", "2025-12-12", "2026-01-16", "2026-01-30", "2026-04-17"]),
    ("ucp-types", &["2026-01-11", "2026-01-23", "2026-04-08"]),
];

/// The built-in policy, for a crate that stands outside the repository.
fn policy() -> Policy {
    let runtime = std::fs::canonicalize(root().join("crates/tradespec-runtime")).unwrap();
    Policy::default().with_runtime_path(runtime.to_str().unwrap())
}

/// The repository's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The published files, and what is generated from them.
fn upstream() -> Option<&'static (Catalogue, Generated)> {
    static UPSTREAM: OnceLock<Option<(Catalogue, Generated)>> = OnceLock::new();
    let upstream = UPSTREAM.get_or_init(|| {
        let folder = root().parent()?.join("shared/upstream");
        if !folder.is_dir() {
            return None;
        }
        let catalogue = Catalogue::folder(&folder).unwrap_or_else(|error| panic!("{error}"));
        let generated = generate(&catalogue, &policy()).unwrap_or_else(|error| panic!("{error}"));
        Some((catalogue, generated))
    });
    if upstream.is_none() {
        eprintln!("skipped: ../shared/upstream is not there");
    }
    upstream.as_ref()
}

#[test]
fn every_release_is_generated() {
    let Some((_, generated)) = upstream() else { return };
    let releases: Vec<_> = generated.releases.iter().map(|report| report.release.as_str()).collect();
    assert_eq!(releases, CRATES.map(|(_, releases)| releases).concat());
}

#[test]
fn every_definition_is_a_type_or_excluded_with_a_reason() {
    let Some((catalogue, generated)) = upstream() else { return };
    for report in &generated.releases {
        let index = catalogue.release(report.protocol, Some(&report.release)).unwrap();
        let mut active = catalogue.extensions(&index).unwrap();
        active.retain(|extension| report.extensions.contains(&extension.id().to_string()));
        let composed = compose(&index, &active).unwrap();
        let lowered = lower(&composed, &Policy::default()).unwrap();
        let types = lowered.modules.iter().flat_map(|module| &module.types);
        let with_id: Vec<TypeId> = types.filter_map(|lowered| lowered.id.clone()).collect();
        let excluded = lowered.excluded.iter().map(|(id, _)| id.clone());
        let accounted: BTreeSet<TypeId> = with_id.iter().cloned().chain(excluded).collect();
        assert_eq!(accounted, composed.definitions().collect(), "{}", report.release);
        // Together with the above: no definition is both, and none is twice.
        assert_eq!(report.definitions, with_id.len() + report.excluded.len(), "{}", report.release);
        assert!(report.excluded.iter().all(|(_, reason)| !reason.trim().is_empty()));
        assert!(with_id.len() > 20, "{} has only {} types", report.release, with_id.len());
    }
}

#[test]
fn no_type_or_variant_has_a_number_for_a_name() {
    let Some((_, generated)) = upstream() else { return };
    for (path, text) in
        generated.output.files().iter().filter(|(path, _)| path.extension() == Some("rs".as_ref()))
    {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        let numbered: Vec<_> = words
            .filter(|word| {
                let tails = word.match_indices("Variant").map(|(at, found)| &word[at + found.len()..]);
                tails.into_iter().any(|tail| tail.starts_with(|c: char| c.is_ascii_digit()))
            })
            .collect();
        assert_eq!(numbered, [""; 0], "{}", path.display());
    }
}

#[test]
fn the_crates_compile_without_warnings() {
    let Some((_, generated)) = upstream() else { return };
    let folder = TempDir::new().unwrap();
    generated.output.apply(folder.path(), Mode::Write).unwrap();
    for (name, releases) in CRATES {
        let package = folder.path().join(name);
        // The versions that the repository uses, so that nothing has to be looked for.
        fs::copy(root().join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
        for release in releases {
            let module = format!("src/v{}", release.replace('-', "_"));
            assert!(package.join(module).is_dir(), "{release} has no module");
        }
        cargo(&package, &["check", "--offline", "--all-features"]);
    }
}

fn cargo(package: &Path, arguments: &[&str]) {
    let outcome = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(package)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("upstream"))
        .env("RUSTFLAGS", "-D warnings")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.success(), "cargo {} failed:\n{said}", arguments.join(" "));
}
