//! What the program says of itself: codes, completions and manual pages.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

fn tradespec(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tradespec")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = tradespec(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The subcommands, as `--help` lists them.
fn subcommands() -> BTreeSet<String> {
    let help = stdout(&["--help"]);
    let listed =
        help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    listed
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn every_code_that_is_listed_is_explained() {
    let listed = stdout(&["explain"]);
    let codes: Vec<_> = listed.lines().map(|line| line.split_whitespace().next().unwrap()).collect();
    assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), codes.len(), "a code is listed twice");
    for (code, _) in tradespec_validator::Code::ALL {
        let explained = stdout(&["explain", code.as_str()]);
        assert!(explained.ends_with(&format!("\n\n{}\n", tradespec_validator::page(*code))), "{code}");
    }
    for (code, meaning) in tradespec_schema::Code::ALL {
        let explained = stdout(&["explain", code.as_str()]);
        let diagnostic = code.as_str().parse::<tradespec_validator::Code>().is_ok();
        assert_eq!(explained == format!("{code} (error)\n{}\n", meaning.trim()), !diagnostic, "{code}");
        assert!(codes.contains(&code.as_str()), "{code}");
    }
}

#[test]
fn a_message_rule_is_explained_with_its_weight_its_releases_and_its_source() {
    let explained = stdout(&["explain", "raw-html-in-markdown"]);
    let begin = "\
raw-html-in-markdown (error)

error · since 2026-04-17 · schema.agentic_checkout.json#/$defs/Disclosure/properties/content_type

Content that is said to be markdown holds raw HTML.

";
    assert!(explained.starts_with(begin), "{explained}");
    assert!(explained.contains("```json wrong Disclosure\n"), "{explained}");
}

#[test]
fn an_unknown_code_is_answered_with_the_nearest_one() {
    for (wanted, said) in [
        ("unknwon-member", "error: no code \"unknwon-member\"; did you mean \"unknown-member\"?\n"),
        ("unknown-curency", "error: no code \"unknown-curency\"; did you mean \"unknown-currency\"?\n"),
        ("name-clsah", "error: no code \"name-clsah\"; did you mean \"name-clash\"?\n"),
        ("zebra", "error: no code \"zebra\"; `tradespec explain` lists them\n"),
    ] {
        let output = tradespec(&["explain", wanted]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), said);
    }
}

#[test]
fn completions_know_every_subcommand() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(subcommands().iter().all(|name| script.contains(name)), "{shell}");
        assert!(script.contains("allow-null-clear"), "{shell}");
    }
}

#[test]
fn there_is_a_manual_page_for_every_subcommand() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("share/man1");
    assert_eq!(stdout(&["man", "--dir", pages.to_str().unwrap()]), "");
    let written: BTreeSet<_> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut expected: BTreeSet<_> = subcommands().iter().map(|name| format!("tradespec-{name}.1")).collect();
    expected.insert("tradespec.1".to_owned());
    assert_eq!(written, expected);
    assert!(written.len() > 5);
    let page = fs::read_to_string(pages.join("tradespec-validate.1")).unwrap();
    assert!(page.contains(".TH tradespec-validate 1") && page.contains("\\-\\-receiver"), "{page}");
    assert_eq!(fs::read_to_string(pages.join("tradespec.1")).unwrap(), stdout(&["man"]));
}

#[test]
fn pages_cannot_be_written_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("man1");
    fs::write(&file, "mine").unwrap();
    assert_eq!(tradespec(&["man", "--dir", file.to_str().unwrap()]).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
}
