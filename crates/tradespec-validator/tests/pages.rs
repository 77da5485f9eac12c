//! The pages of the codes: there is one for each, and their examples say what they are said to say.
//!
//! A fence of a page is run, with the message rules, if its first line is one of these:
//!
//! - ` ```json wrong TYPE `: a message of that type of ACP 2026-04-17, in which nothing but the page's code is found;
//!   without TYPE, of the page's schema if it has one, else of the type that its members tell;
//! - ` ```json right TYPE `: likewise, and nothing is found;
//! - ` ```json wrong TYPE part `: what replaces members of the smallest sample of the type; likewise `right`;
//! - ` ```json wrong TYPE bytes `: `\xNN` stands for one byte;
//! - ` ```json schema `: the schema of the page;
//! - ` ```json request `: what the examples of the page answer, but for those that are said to stand `alone`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use support::{json, root};
use tradespec_schema::{Index, Protocol, Release, SchemaSet, compose};
use tradespec_validator::{Code, Hint, Origin, Report, Severity, Validator, page};

const RELEASE: &str = "2026-04-17";

/// The codes whose pages have no example that could be run from a text.
const NOT_RUN: &[(Code, &str)] = &[
    (Code::CannotCompose, "needs two extensions that contradict each other, and none that is built in does"),
    (Code::Unreadable, "is about files that are not there; the transcripts of the command have it"),
    (Code::TooDeep, "needs a text that nobody would want to read; it has a test of its own below"),
];

const DIAGNOSTICS: &str = include_str!("../../../docs/diagnostics.md");
const RULES: &str = include_str!("../../../docs/rules.md");

#[test]
fn each_code_has_a_page_and_each_page_a_code_in_the_same_order() {
    let pages: Vec<_> = [DIAGNOSTICS, RULES]
        .iter()
        .flat_map(|text| text.lines().filter_map(|line| line.strip_prefix("## ")))
        .collect();
    let codes: Vec<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(pages, codes);
    for (code, _) in Code::ALL {
        let page = page(*code);
        assert!(page.lines().count() > 3 && page.ends_with(['.', '`']), "{code} has no text of its own");
        let document = if matches!(code, Code::Rule(_)) { RULES } else { DIAGNOSTICS };
        assert!(document.contains(page));
    }
}

#[test]
fn links_lead_to_pages() {
    for document in [DIAGNOSTICS, RULES] {
        let links = document.split("](").skip(1).filter_map(|rest| rest.split(')').next()?.split_once('#'));
        let links: BTreeSet<_> = links.map(|(_, code)| code).collect();
        assert!(links.len() > 2);
        for link in links {
            link.parse::<Code>().unwrap();
        }
    }
}

#[test]
fn a_page_says_so_where_its_code_is_no_error() {
    for (code, meaning) in Code::ALL {
        let severity = code.severity();
        let begin = match code {
            Code::Rule(rule) => {
                format!("{severity} · since {} · {}\n\n{meaning}\n", rule.since(), rule.source())
            }
            _ if severity == Severity::Error => String::new(),
            _ => "*A warning.*".to_owned(),
        };
        assert!(page(*code).starts_with(&begin), "{code}");
        assert_eq!(page(*code).contains("*A warning.*"), begin.starts_with('*'), "{code}");
    }
}

#[test]
fn the_examples_are_wrong_and_right_as_they_say() {
    for (code, _) in Code::ALL {
        let examples = Examples::of(page(*code));
        let not_run = NOT_RUN.iter().any(|(other, _)| other == code);
        assert_eq!(not_run, examples.wrong.is_empty(), "{code}: a wrong example, or a reason");
        assert_eq!(not_run, examples.right.is_empty(), "{code}: a right example, or a reason");
        for example in &examples.wrong {
            let found: BTreeSet<_> = examples.check(example).iter().map(|found| found.code).collect();
            assert_eq!(found, BTreeSet::from([*code]), "{code}: {}", example.text());
        }
        for example in &examples.right {
            let report = examples.check(example);
            assert!(report.is_empty(), "{code}: {}: {report:?}", example.text());
        }
    }
}

#[test]
fn a_document_may_be_too_deep() {
    let nested = |depth| format!("{{\"metadata\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
    let validator =
        Validator::builder().release(RELEASE).message_type("CheckoutSessionCreateRequest").build().unwrap();
    let found = |depth| validator.check(nested(depth).as_bytes())[0].code;
    assert_eq!(found(1000), Code::TooDeep);
    assert_ne!(found(50), Code::TooDeep);
}

struct Example {
    type_name: Option<String>,
    bytes: Vec<u8>,
    /// Whether it answers no request, though the page has one.
    alone: bool,
}

impl Example {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

/// The examples of a page.
#[derive(Default)]
struct Examples {
    schema: Option<Value>,
    request: Option<Value>,
    wrong: Vec<Example>,
    right: Vec<Example>,
}

impl Examples {
    fn of(page: &str) -> Self {
        let mut examples = Self::default();
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            let Some(words) = line.strip_prefix("```") else { continue };
            let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            let text = text.join("\n");
            let words: Vec<_> = words.split(' ').collect();
            let example = |type_name: Option<&str>, how: &[&str]| Example {
                type_name: type_name.map(str::to_owned),
                bytes: match (how, type_name) {
                    ([] | ["alone"], _) => text.clone().into_bytes(),
                    (["bytes"], _) => bytes(&text),
                    (["part"] | ["part", "alone"], Some(name)) => whole(name, &text),
                    other => panic!("no such example: {other:?}"),
                },
                alone: how.contains(&"alone"),
            };
            match words.as_slice() {
                ["json", "wrong"] => examples.wrong.push(example(None, &[])),
                ["json", "wrong", name, how @ ..] => examples.wrong.push(example(Some(name), how)),
                ["json", "right"] => examples.right.push(example(None, &[])),
                ["json", "right", name, how @ ..] => examples.right.push(example(Some(name), how)),
                ["json", "schema"] => examples.schema = Some(serde_json::from_str(&text).unwrap()),
                ["json", "request"] => examples.request = Some(serde_json::from_str(&text).unwrap()),
                ["json" | "toml"] => {}
                other => panic!("no such fence: {other:?}"),
            }
        }
        examples
    }

    fn check(&self, example: &Example) -> Report {
        if let Some(schema) = &self.schema {
            assert_eq!(example.type_name, None, "the page has a schema");
            return of_schema(schema).check(&example.bytes);
        }
        let checker = Validator::builder().release(RELEASE).rules().checker().unwrap();
        match (&self.request, &example.type_name) {
            (Some(request), Some(name)) if !example.alone => {
                let validator = checker.validator(None, &[], name).unwrap();
                validator.check_answer(&example.bytes, Origin::default(), Some(request))
            }
            (_, name) => {
                let hint = Hint { message_type: name.clone(), release: None };
                checker.check("example.json", &example.bytes, Origin::default(), &hint).report
            }
        }
    }
}

/// The smallest sample of a type, with the members of `part` in place of its own.
fn whole(type_name: &str, part: &str) -> Vec<u8> {
    let mut message =
        json(&root(&format!("examples/payloads/valid/agentic_checkout.{type_name}.minimal.json")));
    let part: Value = serde_json::from_str(part).unwrap();
    message.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
    serde_json::to_vec(&message).unwrap()
}

fn of_schema(schema: &Value) -> Validator {
    let file = serde_json::json!({"$defs": {"Example": schema}}).to_string();
    let files = [("schema.example.json".to_owned(), file)];
    let set = SchemaSet::from_files(Protocol::Acp, Release::new(RELEASE).unwrap(), files).unwrap();
    let composed = compose(&Index::new(&set).unwrap(), &[]).unwrap();
    Validator::new(&composed, &composed.type_named("Example").unwrap()).unwrap()
}

/// The bytes of a text in which `\xNN` stands for one.
fn bytes(text: &str) -> Vec<u8> {
    let mut pieces = text.split("\\x");
    let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
    for piece in pieces {
        let (byte, rest) = piece.split_at(2);
        bytes.push(u8::from_str_radix(byte, 16).unwrap());
        bytes.extend(rest.as_bytes());
    }
    bytes
}
