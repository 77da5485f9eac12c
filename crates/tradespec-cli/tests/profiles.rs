//! What `docs/profiles.md` shows is what the command prints.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

/// `TRADESPEC_BLESS=1` writes what is printed over what is shown.
#[test]
fn the_document_shows_what_the_command_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("docs/profiles.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let mut now = String::new();
    let mut commands = 0;
    let mut rest = page.as_str();
    while let Some((before, shown)) = rest.split_once("```console\n$ tradespec ") {
        let (arguments, shown) = shown.split_once('\n').expect("what it prints");
        let (_, after) = shown.split_once("```").expect("an end");
        let mut command = Command::new(env!("CARGO_BIN_EXE_tradespec"));
        let output = command.args(arguments.split(' ')).current_dir(&root).output().expect("it runs");
        let printed = String::from_utf8(output.stdout).expect("text");
        now.push_str(&format!("{before}```console\n$ tradespec {arguments}\n{printed}```"));
        rest = after;
        commands += 1;
    }
    now.push_str(rest);
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&path, &now).expect("writable");
    }
    assert!(commands >= 2);
    assert_eq!(page, now);
}
