//! Every input that is kept, through its property, and a short run of changed ones.
//!
//! `fuzz/corpus/TARGET/` has inputs that reach different places, `fuzz/findings/TARGET/` those for which a property once did not
//! hold. The changes are the same in every run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tradespec_properties::TARGETS;

/// The most files of a corpus, and the most bytes of all of them.
const FILES: usize = 60;
const BYTES: usize = 1 << 20;
/// How many changed inputs are tried for a target, unless the time is up before.
const CHANGED: usize = 400;
const TIME: Duration = Duration::from_secs(4);

fn folder(kind: &str, target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz").join(kind).join(target)
}

/// The files of a folder by name; none if there is no folder.
fn inputs(kind: &str, target: &str) -> Vec<(String, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder(kind, target)) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = paths
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    found.sort();
    found
}

fn assert_holds(target: &str, holds: fn(&[u8]), input: &[u8], what: &str) {
    assert!(
        catch_unwind(|| holds(input)).is_ok(),
        "{target}: the property does not hold for {what}; keep these bytes in fuzz/findings/{target}: {}",
        input.escape_ascii()
    );
}

#[test]
fn what_is_kept_holds() {
    let mut size = 0;
    for target in TARGETS {
        let corpus = inputs("corpus", target.name);
        assert!(!corpus.is_empty() && corpus.len() <= FILES, "{}: {} files", target.name, corpus.len());
        size += corpus.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        for (name, bytes) in corpus.iter().chain(&inputs("findings", target.name)) {
            assert_holds(target.name, target.holds, bytes, name);
        }
    }
    assert!(size <= BYTES, "{size} bytes");
}

#[test]
fn every_kept_folder_is_a_target() {
    for kind in ["corpus", "findings"] {
        for entry in fs::read_dir(folder(kind, "")).into_iter().flatten() {
            let name = entry.unwrap().file_name();
            assert!(TARGETS.iter().any(|target| *target.name == *name), "no target {}", name.display());
        }
    }
}

#[test]
fn what_is_changed_holds() {
    for target in TARGETS {
        let kept = [inputs("corpus", target.name), inputs("findings", target.name)].concat();
        let mut rng = fastrand::Rng::with_seed(8);
        let start = Instant::now();
        for number in 0..CHANGED {
            if start.elapsed() > TIME {
                break;
            }
            let mut input = kept[rng.usize(..kept.len())].1.clone();
            for _ in 0..rng.usize(1..6) {
                let at = rng.usize(..=input.len());
                match rng.u8(..4) {
                    0 => input.truncate(at),
                    1 => input.insert(at, rng.u8(..)),
                    2 => input.extend((0..rng.usize(..32)).map(|_| rng.u8(..))),
                    _ => {
                        let byte = rng.u8(..);
                        if let Some(there) = input.get_mut(at) {
                            *there = byte;
                        }
                    }
                }
            }
            assert_holds(target.name, target.holds, &input, &format!("change {number}"));
        }
    }
}
