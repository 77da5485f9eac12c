//! What each format makes of each case stands in a file of its folder; `TRADESPEC_BLESS=1` writes them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tradespec_validator::render::{Format, Look};

use crate::{Run, cases};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render/cases")
}

/// The name of the file that a format is kept in.
fn file_name(format: Format) -> String {
    let ending = match format.as_str() {
        "json" | "sarif" | "gitlab" => "json",
        "jsonl" => "jsonl",
        "junit" => "xml",
        "summary" => "md",
        _ => "txt",
    };
    format!("{}.{ending}", format.as_str())
}

/// The output without what changes with every version and every new code: the rules of SARIF, of which there is a test
/// of its own.
fn lasting(text: &str) -> String {
    let mut rules = false;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        rules |= line == "          \"rules\": [\n";
        match line.split_once("\"ruleIndex\": ") {
            _ if rules => {}
            Some((indent, _)) => kept += &format!("{indent}\"ruleIndex\": \"[INDEX]\"\n"),
            None => kept += line,
        }
        if rules && line.trim_end_matches(",\n").trim_end() == "          ]" {
            rules = false;
            kept += &line.replace(']', "\"rules\": []");
        }
    }
    kept.replace(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION")), "\"version\": \"[VERSION]\"")
}

/// Compares with what is kept, or keeps it.
fn compare(file: &Path, text: &str, wrong: &mut Vec<String>) {
    let text = lasting(text);
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, &text).unwrap();
    }
    let kept = fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    if kept != text {
        wrong.push(format!("{} differs; what it is now:\n{text}", file.display()));
    }
}

fn all_are_as_kept(wrong: &[String]) {
    let bless = "TRADESPEC_BLESS=1 writes them anew";
    assert!(wrong.is_empty(), "{} outputs differ; {bless}\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn every_case_in_every_format() {
    let mut wrong = Vec::new();
    let mut written = BTreeSet::new();
    for (name, run) in cases::all() {
        for &format in Format::ALL {
            let file = folder().join(name).join(file_name(format));
            compare(&file, &run.render(format, Look::default()), &mut wrong);
            written.insert(file);
        }
    }
    all_are_as_kept(&wrong);
    let folders = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()));
    let kept: BTreeSet<_> = files.collect();
    assert_eq!(kept, written, "a file that no case writes");
}

#[test]
fn every_look() {
    let looks = [
        ("quiet", Look { quiet: true, ..Look::default() }),
        ("narrow", Look { width: 40, ..Look::default() }),
        ("colour", Look { colour: true, ..Look::default() }),
    ];
    let shown = ["several-documents", "long-lines", "hidden-errors", "unreadable"];
    let mut wrong = Vec::new();
    for (name, look) in looks {
        let mut text = String::new();
        for (case, run) in cases::all().iter().filter(|(case, _)| shown.contains(case)) {
            let pretty = run.render(Format::Pretty, look).replace('\u{1b}', "␛");
            text += &format!("=== {case}\n{pretty}\n");
        }
        compare(&folder().with_file_name("looks").join(format!("{name}.txt")), &text, &mut wrong);
    }
    all_are_as_kept(&wrong);
}

#[test]
fn no_line_of_the_excerpts_is_wider_than_the_terminal() {
    let run = Run::new(cases::all().into_iter().flat_map(|(_, run)| run.documents).collect());
    for width in [40, 60, 80, 100, 200] {
        let text = run.render(Format::Pretty, Look { width, ..Look::default() });
        let bars = text.lines().filter(|line| {
            line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).starts_with('|')
        });
        let widest = bars.map(unicode_width::UnicodeWidthStr::width).max();
        assert!(widest.is_some_and(|widest| widest <= width), "{widest:?} columns instead of {width}");
    }
    let all = run.render(Format::Pretty, Look { width: usize::MAX, ..Look::default() });
    assert!(!all.contains('…'), "nothing is cut where there is room for all");
    let least = run.render(Format::Pretty, Look { width: 0, ..Look::default() });
    assert!(least.contains("error[wrong-type]"), "something is said however narrow the terminal is");
}
