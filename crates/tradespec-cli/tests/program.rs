//! What transcripts cannot show: pipes that close, files that are replaced, colours, and every type composed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tradespec(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tradespec"));
    command.args(arguments).current_dir(files()).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files")
}

fn run(arguments: &[&str]) -> Output {
    tradespec(arguments).output().unwrap()
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// Runs with a standard output that nobody reads, as `| head -0` would leave it.
fn unread(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = tradespec(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said)
}

#[test]
fn a_closed_pipe_ends_quietly_and_keeps_the_status() {
    let quiet = |code| (Some(code), String::new());
    let session = ["validate", "--type", "CheckoutSession"];
    assert_eq!(unread(&[&session[..], &["sessions/a.json"]].concat()), quiet(0));
    assert_eq!(unread(&[&session[..], &["sessions"]].concat()), quiet(1));
    assert_eq!(unread(&[&session[..], &["--format", "json", "sessions"]].concat()), quiet(1));
    // More than a buffer holds, so that writing fails long before the end.
    let often = vec!["sessions/b.json"; 100];
    assert_eq!(unread(&[&session[..], &often, &["sessions/a.json"]].concat()), quiet(1));
    assert_eq!(unread(&["compose", "--type", "CheckoutSession"]), quiet(0));
    assert_eq!(unread(&["list", "types", "--format", "json"]), quiet(0));
    assert_eq!(unread(&["--help"]), quiet(0));
}

#[test]
fn what_is_composed_is_self_contained() {
    let listed = json(&run(&["list", "types", "--format", "json"]).stdout);
    let messages: Vec<_> = listed["types"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|of_type| of_type["message"] == true)
        .map(|of_type| of_type["name"].as_str().unwrap())
        .collect();
    assert!(messages.contains(&"CheckoutSession") && messages.contains(&"feed.Error"), "{messages:?}");
    for name in messages {
        let output = run(&["compose", "--type", name, "--extension", "com.example.loyalty"]);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{name}");
        let document = json(&output.stdout);
        assert_eq!(document["$schema"], "https://json-schema.org/draft/2020-12/schema");
        assert_refs_lead_somewhere(&document, &document);
    }
}

fn assert_refs_lead_somewhere(document: &Value, at: &Value) {
    match at {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get("$ref") {
                let pointer =
                    reference.strip_prefix('#').unwrap_or_else(|| panic!("{reference} leads outside"));
                assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
            }
            members.values().for_each(|member| assert_refs_lead_somewhere(document, member));
        }
        Value::Array(list) => list.iter().for_each(|element| assert_refs_lead_somewhere(document, element)),
        _ => {}
    }
}

#[test]
fn a_file_is_written_as_a_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("cart.json");
    let path = target.to_str().unwrap();
    let alone = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["cart.json"], "nothing is left beside the file");
    };
    fs::write(&target, "old").unwrap();

    let failed = run(&["compose", "--type", "Crat", "--output", path]);
    assert_eq!((failed.status.code(), fs::read_to_string(&target).unwrap().as_str()), (Some(2), "old"));
    alone();

    let written = run(&["compose", "--type", "Cart", "--output", path]);
    assert_eq!((written.status.code(), written.stdout.len(), written.stderr.len()), (Some(0), 0, 0));
    assert_eq!(fs::read(&target).unwrap(), run(&["compose", "--type", "Cart"]).stdout);
    alone();

    // A folder is not replaced.
    fs::remove_file(&target).unwrap();
    fs::create_dir(&target).unwrap();
    assert_eq!(run(&["compose", "--type", "Cart", "--output", path]).status.code(), Some(2));
    alone();
}

#[test]
fn colours_are_for_those_who_want_them() {
    let arguments = ["validate", "--type", "CheckoutSession", "sessions", "absent.json"];
    let wrong = ["validate", "--type", "CheckoutSessoin", "sessions"];
    let coloured = |mut command: Command| {
        let output = command.output().unwrap();
        output.stdout.contains(&0x1b) || output.stderr.contains(&0x1b)
    };
    for arguments in [&arguments[..], &wrong[..]] {
        assert!(!coloured(tradespec(arguments)), "not into a pipe");
        let mut forced = tradespec(arguments);
        forced.env("CLICOLOR_FORCE", "1");
        assert!(coloured(forced));
        let mut never = tradespec(arguments);
        never.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
        assert!(!coloured(never));
    }
    assert!(coloured(tradespec(&[&arguments[..], &["--color", "always"]].concat())));
    let mut flag = tradespec(&[&arguments[..], &["--color", "never"]].concat());
    flag.env("CLICOLOR_FORCE", "1");
    assert!(!coloured(flag), "the flag wins");
}

#[test]
fn outputs_are_written_beside_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let target = |name: &str| format!("{name}={}", folder.path().join(name).to_str().unwrap());
    let formats = ["json", "jsonl", "sarif", "junit", "github", "gitlab", "summary", "pretty"];
    let outputs = formats.iter().flat_map(|format| ["--output".to_owned(), target(format)]);
    let arguments: Vec<_> =
        ["validate".to_owned()].into_iter().chain(outputs).chain(["sessions".to_owned()]).collect();
    let output = run(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((output.status.code(), output.stdout.len(), output.stderr.len()), (Some(1), 0, 0));
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    let mut wanted = formats;
    wanted.sort_unstable();
    assert_eq!(names, wanted, "each file, and nothing beside them");
    for format in formats {
        let alone = run(&["validate", "--format", format, "sessions"]);
        assert_eq!(fs::read(folder.path().join(format)).unwrap(), alone.stdout, "{format}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let session = fs::read_to_string(files().join("sessions/a.json")).unwrap().replace('\n', " ");
    let lines: String = (0..500)
        .map(|n| match n % 7 {
            0 => "{\n".to_owned(),
            3 => session.replacen("\"currency\"", &format!("\"curency{n}\""), 1) + "\n",
            _ => session.clone() + "\n",
        })
        .collect();
    let path = folder.path().join("many.jsonl");
    fs::write(&path, lines).unwrap();
    let with = |jobs: &str| run(&["validate", "--format", "json", "--jobs", jobs, path.to_str().unwrap()]);
    let one = with("1");
    assert_eq!(one.status.code(), Some(3));
    assert_eq!(json(&one.stdout)["summary"]["documents"], 500);
    for jobs in ["2", "7"] {
        assert_eq!(with(jobs).stdout, one.stdout);
    }
}

/// A run that is broken off leaves nothing behind.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let target = format!("sarif={}", folder.path().join("out.sarif").to_str().unwrap());
    // It waits for standard input, with its output open.
    let mut child =
        tradespec(&["validate", "--lines", "--output", &target]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, b"{\n").unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn links_to_folders_make_no_circles() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(files().join("sessions/a.json"), folder.path().join("a.json")).unwrap();
    std::os::unix::fs::symlink(folder.path(), folder.path().join("again.json")).unwrap();
    let output =
        run(&["validate", "--type", "CheckoutSession", "--format", "json", folder.path().to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(json(&output.stdout)["documents"].as_array().unwrap().len(), 1);
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = tradespec(&["list", "releases"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("error: standard output: cannot be written: "), "{said}");
}
