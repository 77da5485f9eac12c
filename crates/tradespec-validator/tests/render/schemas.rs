//! Those who read the formats can: by the schemas of the formats, and by parsers that others wrote.

use std::collections::BTreeSet;

use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;
use tradespec_schema::Pointer;
use tradespec_validator::render::{Checked, Format, Look, Verdict};
use tradespec_validator::{Code, Diagnostic, Excerpt, Report as Findings};

use crate::{Run, cases};

fn format(name: &str) -> Format {
    *Format::ALL.iter().find(|format| format.as_str() == name).unwrap()
}

fn text(run: &Run, name: &str) -> String {
    run.render(format(name), Look::default())
}

fn parsed(run: &Run, name: &str) -> Value {
    serde_json::from_str(&text(run, name)).unwrap()
}

/// All cases as one run.
fn everything() -> Run {
    Run::new(cases::all().into_iter().flat_map(|(_, run)| run.documents).collect())
}

/// The schema that OASIS publishes, without one pattern: it has a bracket too many, which is no regular expression.
fn sarif_schema() -> Value {
    let mut schema: Value = serde_json::from_str(include_str!("sarif-schema-2.1.0.json")).unwrap();
    for of in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{of}/properties/language")).unwrap();
        let pattern = language.as_object_mut().unwrap().remove("pattern");
        assert_eq!(pattern.unwrap(), "^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$");
    }
    schema
}

fn gitlab_schema() -> Value {
    serde_json::from_str(include_str!("gitlab-code-quality.schema.json")).unwrap()
}

fn conforms(schema: &Value, of: &str) {
    let validator = jsonschema::options().should_validate_formats(true).build(schema).unwrap();
    for (name, run) in cases::all().into_iter().chain([("everything", everything())]) {
        let faults: Vec<_> = validator
            .iter_errors(&parsed(&run, of))
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(faults.is_empty(), "{of} of {name}:\n{}", faults.join("\n"));
    }
}

#[test]
fn sarif_is_of_its_schema() {
    conforms(&sarif_schema(), "sarif");
}

#[test]
fn gitlab_is_of_its_schema() {
    conforms(&gitlab_schema(), "gitlab");
}

#[test]
fn the_schemas_refuse_what_is_wrong() {
    for (schema, wrong) in [
        (sarif_schema(), r#"{"version": "2.1.0", "runs": [{}]}"#),
        (gitlab_schema(), r#"[{"description": "x"}]"#),
    ] {
        assert!(!jsonschema::is_valid(&schema, &serde_json::from_str(wrong).unwrap()));
    }
}

#[test]
fn sarif_has_a_rule_for_each_code() {
    let run = everything();
    let log = parsed(&run, "sarif");
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let ids: Vec<_> = rules.iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    assert_eq!(ids, Code::ALL.iter().map(|(code, _)| code.as_str()).collect::<Vec<_>>());
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), run.documents.iter().map(|checked| checked.report.len()).sum::<usize>());
    for result in results {
        assert_eq!(result["ruleId"], ids[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()]);
    }
}

#[test]
fn fingerprints_are_the_same_when_lines_move_and_differ_within_a_run() {
    let run = everything();
    let mut moved = run.documents.clone();
    for checked in &mut moved {
        let mut found = checked.report.clone().into_diagnostics();
        found.iter_mut().filter_map(|found| found.span.as_mut()).for_each(|span| {
            span.line += 7;
            span.end_line += 7;
            span.offset += 99;
        });
        checked.report = Findings::new(found);
    }
    let moved = Run::new(moved);

    let sarif = |run: &Run| {
        of_each(&parsed(run, "sarif")["runs"][0]["results"], "/partialFingerprints/tradespec~1v1")
    };
    let gitlab = |run: &Run| of_each(&parsed(run, "gitlab"), "/fingerprint");
    assert_eq!(sarif(&run), sarif(&moved));
    assert_eq!(sarif(&run), gitlab(&moved));
    assert_ne!(text(&run, "sarif"), text(&moved, "sarif"));

    for (name, run) in cases::all() {
        let fingerprints = gitlab(&run);
        assert_eq!(fingerprints.iter().collect::<BTreeSet<_>>().len(), fingerprints.len(), "{name}");
    }
}

fn of_each(list: &Value, pointer: &str) -> Vec<String> {
    let texts =
        list.as_array().unwrap().iter().map(|found| found.pointer(pointer).unwrap().as_str().unwrap());
    texts.map(str::to_owned).collect()
}

#[test]
fn junit_says_what_became_of_each_document() {
    for (name, run) in cases::all() {
        let report = Report::deserialize_from_str(&text(&run, "junit")).unwrap();
        let cases: Vec<_> = report.test_suites.iter().flat_map(|suite| &suite.test_cases).collect();
        assert_eq!((report.tests, cases.len()), (run.documents.len(), run.documents.len()), "{name}");
        assert_eq!(report.failures, run.totals.invalid, "{name}");
        assert_eq!(report.errors, run.totals.unreadable + run.totals.undecided, "{name}");
        for (case, checked) in cases.into_iter().zip(&run.documents) {
            let verdict = match &case.status {
                TestCaseStatus::Success { .. } => vec![Verdict::Valid],
                TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => vec![Verdict::Invalid],
                _ => vec![Verdict::Unreadable, Verdict::Undecided],
            };
            assert!(verdict.contains(&checked.verdict()), "{name}: {}", case.name.as_str());
        }
    }
}

#[test]
fn json_and_json_lines_say_the_same() {
    for (name, run) in cases::all() {
        let lines = text(&run, "jsonl");
        let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let json = parsed(&run, "json");
        assert_eq!(json["documents"], Value::Array(lines), "{name}");
        for (document, checked) in json["documents"].as_array().unwrap().iter().zip(&run.documents) {
            assert_eq!(document["diagnostics"].as_array().unwrap().len(), checked.report.len(), "{name}");
            assert_eq!(document["path"], checked.path, "{name}");
            assert_eq!(document["type"].is_null(), checked.subject.is_none(), "{name}");
        }
        assert_eq!(json["valid"], run.documents.iter().all(Checked::is_valid), "{name}");
        assert_eq!(json["summary"]["documents"], run.documents.len(), "{name}");
    }
}

#[test]
fn json_is_laid_out_as_if_it_were_written_at_once() {
    for (name, run) in cases::all() {
        for of in ["json", "sarif", "gitlab"] {
            let at_once = serde_json::to_string_pretty(&parsed(&run, of)).unwrap() + "\n";
            assert_eq!(text(&run, of), at_once, "{of} of {name}");
        }
    }
}

#[test]
fn each_finding_is_one_command_of_github() {
    for (name, run) in cases::all() {
        let found: usize = run.documents.iter().map(|checked| checked.report.len()).sum();
        let text = text(&run, "github");
        let started = ["::error ", "::warning ", "::notice "];
        assert!(
            text.lines().all(|line| started.iter().any(|start| line.starts_with(start))),
            "{name}:\n{text}"
        );
        assert_eq!(text.lines().count(), found + usize::from(run.totals.hidden > 0), "{name}");
    }
}

#[test]
fn no_format_has_characters_that_steer_a_terminal() {
    let run = everything();
    for of in Format::ALL {
        let text = run.render(*of, Look::default());
        assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{}", of.as_str());
        if !matches!(of.as_str(), "json" | "jsonl" | "sarif" | "gitlab") {
            assert!(!text.contains(['\u{202e}', '\u{feff}', '\u{ffff}']), "{}", of.as_str());
        }
    }
}

#[test]
fn values_and_lines_stand_only_where_they_were_asked_for() {
    let mut found = Diagnostic::new(Code::TooLong, Pointer::root(), Pointer::root(), "too long");
    found.value = Some("pearl 7".into());
    found.excerpt = Some(Excerpt { line: 1, text: "amber 9".to_owned(), highlight: 0..1 });
    let report = Findings::new(vec![found]);
    let run = Run::new(vec![Checked::new("a.json", None, None, report)]);
    let having = |what: &str| {
        let formats = Format::ALL.iter().map(|format| format.as_str());
        formats.filter(|format| text(&run, format).contains(what)).collect::<Vec<_>>()
    };
    assert_eq!(having("pearl 7"), ["pretty", "json", "jsonl"]);
    assert_eq!(having("amber 9"), ["pretty"]);
}

#[test]
fn a_summary_does_not_grow_with_the_documents() {
    let many = |count: usize| Run::new(vec![cases::several_documents(); count].concat());
    let lines = |count| text(&many(count), "summary").lines().count();
    assert_eq!(lines(2), lines(2000));
}
