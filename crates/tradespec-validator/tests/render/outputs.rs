//! The reports as parsers of another language see them: `outputs.py` checks them, where there is a Python.

use std::fs;
use std::path::Path;
use std::process::Command;

use tradespec_validator::render::{Format, Look};

use crate::cases;

/// Runs the script over these files; none if there is no Python.
fn check(files: &[&Path]) -> Option<(bool, String)> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/render/outputs.py");
    let output = Command::new("python3").arg("-B").arg(script).args(files).output().ok()?;
    Some((output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned()))
}

#[test]
fn python_reads_every_report() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for (name, run) in cases::all() {
        for (format, ending) in [("sarif", "sarif"), ("junit", "xml"), ("gitlab", "json")] {
            let format = Format::ALL.iter().find(|known| known.as_str() == format).unwrap();
            let file = folder.path().join(format!("{name}.{ending}"));
            fs::write(&file, run.render(*format, Look::default())).unwrap();
            files.push(file);
        }
    }
    let files: Vec<_> = files.iter().map(AsRef::as_ref).collect();
    match check(&files) {
        Some((good, said)) => assert!(good, "{said}"),
        None => eprintln!("skipped: no python3"),
    }
}

#[test]
fn python_refuses_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let finding = |line: usize, print: &str| {
        format!(
            r#"{{"description": "d", "check_name": "c", "fingerprint": "{print}", "severity": "major",
                "location": {{"path": "a.json", "lines": {{"begin": {line}, "end": {line}}}}}}}"#
        )
    };
    let wrong = [
        ("cut.sarif", "{\"version\"".to_owned()),
        ("no-runs.sarif", r#"{"version": "2.1.0"}"#.to_owned()),
        ("counts.xml", r#"<testsuites tests="2" failures="0" errors="0"/>"#.to_owned()),
        ("line.json", format!("[{}]", finding(0, "a"))),
        ("twice.json", format!("[{}, {}]", finding(1, "a"), finding(2, "a"))),
    ];
    for (name, text) in wrong {
        let file = folder.path().join(name);
        fs::write(&file, text).unwrap();
        match check(&[&file]) {
            Some((good, said)) => assert!(!good && said.contains(name), "{name}: {said}"),
            None => return eprintln!("skipped: no python3"),
        }
    }
}
