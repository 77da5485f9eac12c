//! `cargo xtask parity` as it is called, and its verdict beside that of another program.

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

use serde_json::{Map, Value, json};
use tempfile::TempDir;
use tradespec_schema::parity::differences;
use tradespec_schema::{Pointer, walk};

const OURS: &str = r#"{
  "title": "Ours",
  "$defs": {
    "Cart": {
      "type": "object",
      "description": "In our words.",
      "required": ["id", "lines"],
      "properties": {"id": {"type": "string", "maxLength": 10}, "title": {"enum": ["a", "b"]}}
    }
  }
}"#;

/// The same meaning in other words and another order.
const PUBLISHED: &str = r#"{
  "$id": "https://example.com/cart.json",
  "$defs": {
    "Cart": {
      "examples": [{"id": "1", "lines": []}],
      "properties": {"title": {"enum": ["b", "a"]}, "id": {"maxLength": 10.0, "type": "string"}},
      "required": ["lines", "id"],
      "type": "object"
    }
  }
}"#;

/// A schemas folder and a checkout.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new(published: &str) -> Self {
        let desk = Self { folder: TempDir::new().unwrap() };
        desk.put("schemas/acp/2026-04-17/schema.cart.json", OURS);
        desk.put("checkout/spec/2026-04-17/json-schema/schema.cart.json", published);
        desk
    }

    fn put(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn parity(&self, more: &[&str]) -> (i32, String) {
        self.parity_from("checkout", more)
    }

    fn parity_from(&self, from: &str, more: &[&str]) -> (i32, String) {
        self.task("parity", from, more)
    }

    fn task(&self, task: &str, from: &str, more: &[&str]) -> (i32, String) {
        let ended = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args([task, "--from", from, "--schemas", "schemas"])
            .args(more)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8([ended.stderr, ended.stdout].concat()).unwrap();
        (ended.status.code().unwrap(), text)
    }
}

const UNRECORDED: &str = "acp/2026-04-17: source.toml has no hashes, so edits cannot be noticed\n";

#[test]
fn other_words_and_another_order_are_no_difference() {
    for published in [OURS, PUBLISHED] {
        let (code, text) = Desk::new(published).parity(&[]);
        assert_eq!((code, text), (0, format!("{UNRECORDED}1 release, 1 file compared: 0 differences\n")));
    }
}

#[test]
fn each_difference_is_a_line_with_its_place() {
    let published = PUBLISHED
        .replace("10.0", "12")
        .replace("\"lines\", \"id\"", "\"id\"")
        .replace("\"title\": {", "\"description\": {");
    let (code, text) = Desk::new(&published).parity(&[]);
    let at = "acp/2026-04-17/schema.cart.json#/$defs/Cart";
    let expected = format!(
        "{at}/properties/description: nothing here, {{enum}} published\n\
         {at}/properties/id/maxLength: 10 here, 12 published\n\
         {at}/properties/title: {{enum}} here, nothing published\n\
         {at}/required: \"lines\" here, nothing published\n\
         {UNRECORDED}1 release, 1 file compared: 4 differences\n"
    );
    assert_eq!((code, text), (1, expected));
}

#[test]
fn programs_read_json() {
    let (code, text) = Desk::new(&PUBLISHED.replace("10.0", "12")).parity(&["--format", "json"]);
    let expected = json!({
        "differences": [{
            "release": "2026-04-17", "file": "schema.cart.json", "pointer": "/$defs/Cart/properties/id/maxLength",
            "message": "10 here, 12 published"
        }],
        "edited": [], "unrecorded": ["2026-04-17"], "releases": 1, "files": 1
    });
    assert_eq!((code, serde_json::from_str::<Value>(&text).unwrap()), (1, expected));
}

#[test]
fn files_and_releases_that_one_side_lacks_are_differences() {
    let desk = Desk::new(PUBLISHED);
    desk.put("schemas/acp/2026-04-17/schema.gone.json", "{}");
    desk.put("schemas/acp/2025-09-29/schema.cart.json", OURS);
    desk.put("checkout/spec/2026-04-17/json-schema/schema.new.json", "{}");
    desk.put("checkout/spec/2026-10-01/json-schema/schema.cart.json", OURS);
    desk.put("checkout/spec/unreleased/json-schema/schema.cart.json", "{}");
    let (code, text) = desk.parity(&[]);
    let expected = format!(
        "acp/2026-04-17/schema.new.json: the file is not here\n\
         acp/2026-04-17/schema.gone.json: the file is not in the checkout\n\
         acp/2026-10-01: the release is not here; `cargo xtask import` says what is in it\n\
         acp/2025-09-29: the release is not in the checkout\n\
         {UNRECORDED}2 releases, 2 files compared: 4 differences\n"
    );
    assert_eq!((code, text), (1, expected));
    // Whoever asks for one release hears of no other.
    let (code, text) = desk.parity(&["--release", "2026-04-17"]);
    assert_eq!((code, text.lines().count()), (1, 4), "{text}");
    let (code, text) = desk.parity(&["--release", "2026-01-30"]);
    assert_eq!(
        (code, text.as_str()),
        (2, "error: the checkout has no release 2026-01-30; it has 2026-04-17, 2026-10-01\n")
    );
}

#[test]
fn the_repository_its_spec_folder_and_one_release_are_read_alike() {
    let desk = Desk::new(PUBLISHED);
    desk.put("copy/acp/2026-04-17/json-schema/schema.cart.json", PUBLISHED);
    let same = desk.parity(&[]);
    assert_eq!(same.0, 0);
    for from in [
        "checkout/spec",
        "checkout/spec/2026-04-17",
        "checkout/spec/../../checkout/.",
        "copy",
        "copy/acp",
        "copy/acp/2026-04-17",
        "schemas",
    ] {
        assert_eq!(desk.parity_from(from, &[]), same, "{from}");
    }
    assert_eq!(desk.parity_from("schemas/nothing", &[]).0, 2);
}

#[test]
fn a_file_that_was_edited_after_it_was_read_is_named() {
    let desk = Desk::new(PUBLISHED);
    let start =
        ["--release", "2026-04-17", "--start", "--revision", "abc", "--repository", "https://example.com"];
    let (code, text) = desk.task("import", "checkout", &[&start[..], &["--licence", "MIT"]].concat());
    assert_eq!((code, text.as_str()), (0, "0 decisions open in 0 releases; as they were read: 2026-04-17\n"));
    assert_eq!(desk.parity(&[]), (0, "1 release, 1 file compared: 0 differences\n".to_owned()));

    let file = "checkout/spec/2026-04-17/json-schema/schema.cart.json";
    let edited = "acp/2026-04-17/schema.cart.json: edited since revision abc was read";
    desk.put(file, &format!("{PUBLISHED}\n"));
    let text = format!("{edited}, in words only\n1 release, 1 file compared: 0 differences\n");
    assert_eq!(desk.parity(&[]), (0, text));
    desk.put(file, &PUBLISHED.replace("10.0", "12"));
    let (code, text) = desk.parity(&[]);
    assert_eq!((code, text.lines().nth(1)), (1, Some(&*format!("{edited}, and its meaning differs"))));
}

#[test]
fn our_transcription_means_what_is_published() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let upstream = root.parent().unwrap().join("shared/upstream");
    if !upstream.is_dir() {
        eprintln!("skipped: ../shared/upstream is not there");
        return;
    }
    let run = |task: &str| {
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let ended = xtask.arg(task).arg("--from").arg(&upstream).output().unwrap();
        assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
        (ended.status.code().unwrap(), String::from_utf8(ended.stdout).unwrap())
    };
    let releases = "2025-09-29, 2025-12-12, 2026-01-16, 2026-01-30, 2026-04-17";
    assert_eq!(run("parity"), (0, "5 releases, 17 files compared: 0 differences\n".to_owned()));
    let nothing = format!("0 decisions open in 0 releases; as they were read: {releases}\n");
    assert_eq!(run("import"), (0, nothing));
}

/// The other program, and the published files to change: they stand beside the repository, or nothing is compared.
fn script() -> Option<(PathBuf, PathBuf)> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).parent()?.parent()?.join("shared");
    let (script, files) = (shared.join("tools/parity.py"), shared.join("upstream/acp"));
    let has_python =
        Command::new("python3").arg("--version").output().is_ok_and(|ended| ended.status.success());
    if !has_python || !script.is_file() || !files.is_dir() {
        eprintln!("skipped: python3 or ../shared/tools is not there");
        return None;
    }
    Some((script, files))
}

/// The next of a row of numbers that look random, below `bound`.
fn below(bound: usize, seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*seed >> 33).unwrap() % bound.max(1)
}

/// Changes one schema of a file: sometimes its meaning, sometimes only how it is written.
fn change(root: &mut Value, seed: &mut u64) {
    let mut places = Vec::new();
    walk::each(root, &Pointer::root(), &mut |at, schema| {
        if schema.as_object().is_some_and(|members| !members.is_empty()) {
            places.push(at.clone());
        }
    });
    let at = &places[below(places.len(), seed)];
    let schema = root.pointer_mut(at.as_str()).unwrap().as_object_mut().unwrap();
    let name = schema.keys().nth(below(schema.len(), seed)).unwrap().clone();
    match below(8, seed) {
        0 => *schema = schema.clone().into_iter().rev().collect::<Map<_, _>>(),
        1 => {
            schema.shift_remove(&name);
        }
        2 => {
            let annotation = ["title", "description", "$comment", "examples", "deprecated"][below(5, seed)];
            schema.insert(annotation.to_owned(), json!("other words"));
        }
        3 => {
            schema.insert("minimum".to_owned(), json!(1));
        }
        4 => schema.values_mut().for_each(|value| match value {
            Value::Number(number) => *value = json!(number.as_f64()),
            Value::Array(list) => list.reverse(),
            _ => {}
        }),
        5 => schema.values_mut().for_each(|value| {
            if let Value::Bool(flag) = value {
                *value = json!(u8::from(*flag));
            }
        }),
        6 => {
            let members = schema.entry("properties").or_insert_with(|| json!({}));
            let annotation = ["title", "description", "example", "$id"][below(4, seed)];
            members[annotation] = json!({"type": "string"});
        }
        _ => {
            if let Some(Value::Array(list)) = schema.get_mut(&name) {
                list.pop();
            }
        }
    }
}

#[test]
fn the_verdict_is_that_of_another_program() {
    let Some((script, published)) = script() else { return };
    let folder = TempDir::new().unwrap();
    let [ours, theirs] = ["ours", "theirs"].map(|side| folder.path().join(side));
    let mut seed = 7;
    let mut unlike = BTreeSet::new();
    let mut count = 0;
    for release in ["2025-09-29", "2026-01-16", "2026-04-17"] {
        for entry in fs::read_dir(published.join(release).join("json-schema")).unwrap() {
            let path = entry.unwrap().path();
            let root: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            for number in 0..40 {
                let mut changed = root.clone();
                change(&mut changed, &mut seed);
                let name = format!("{release}-{number}-{}", path.file_name().unwrap().to_str().unwrap());
                for (side, root) in [(&ours, &changed), (&theirs, &root)] {
                    fs::create_dir_all(side).unwrap();
                    fs::write(side.join(&name), root.to_string()).unwrap();
                }
                count += 1;
                if !differences(&changed, &root).is_empty() {
                    unlike.insert(name);
                }
            }
        }
    }
    let ended = Command::new("python3")
        .arg(script)
        .args([&ours, &theirs])
        .args(["--max", "1000000"])
        .output()
        .unwrap();
    let text = String::from_utf8(ended.stdout).unwrap();
    let said: BTreeSet<_> =
        text.lines().filter_map(|line| Some(line.split_once('#')?.0.to_owned())).collect();
    assert_eq!(unlike, said);
    assert!(unlike.len() > count / 10 && unlike.len() < count * 9 / 10, "{} of {count}", unlike.len());
}
