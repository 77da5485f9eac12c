//! The pages of the codes: there is one for each, and their examples say what they are said to say.
//!
//! A fence of a page is run if its first line is one of these:
//!
//! - ` ```json wrong TYPE `: a message of that type of ACP 2026-04-17, in which nothing but the page's code is found;
//!   without TYPE, of the page's schema if it has one, else of the type that its members tell;
//! - ` ```json right TYPE `: likewise, and nothing is found;
//! - ` ```json wrong TYPE bytes `: `\xNN` stands for one byte;
//! - ` ```json schema `: the schema of the page.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;

use serde_json::Value;
use tradespec_schema::{Index, Protocol, Release, SchemaSet, compose};
use tradespec_validator::{Code, Hint, Origin, Report, Validator, page};

const RELEASE: &str = "2026-04-17";

/// The codes whose pages have no example that could be run from a text.
const NOT_RUN: &[(Code, &str)] = &[
    (Code::CannotCompose, "needs two extensions that contradict each other, and none that is built in does"),
    (Code::Unreadable, "is about files that are not there; the transcripts of the command have it"),
    (Code::TooDeep, "needs a text that nobody would want to read; it has a test of its own below"),
];

#[test]
fn each_code_has_a_page_and_each_page_a_code_in_the_same_order() {
    let document = include_str!("../../../docs/diagnostics.md");
    let pages: Vec<_> = document.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let codes: Vec<_> = Code::ALL.iter().map(|(code, _)| code.as_str()).collect();
    assert_eq!(pages, codes);
    for (code, _) in Code::ALL {
        let page = page(*code);
        assert!(page.lines().count() > 3 && page.ends_with('.'), "{code} has no text of its own");
        assert!(document.contains(page));
    }
}

#[test]
fn links_lead_to_pages() {
    let document = include_str!("../../../docs/diagnostics.md");
    let links: BTreeSet<_> =
        document.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() > 2);
    for link in links {
        link.parse::<Code>().unwrap();
    }
}

#[test]
fn a_page_says_so_where_its_code_is_no_error() {
    for (code, _) in Code::ALL {
        let severity = code.severity();
        let said = page(*code).starts_with("*A warning.*");
        assert_eq!(said, severity != "error".parse().unwrap(), "{code}");
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
            let example =
                |type_name: Option<&str>, bytes| Example { type_name: type_name.map(str::to_owned), bytes };
            match words.as_slice() {
                ["json", "wrong"] => examples.wrong.push(example(None, text.into_bytes())),
                ["json", "wrong", name] => examples.wrong.push(example(Some(name), text.into_bytes())),
                ["json", "wrong", name, "bytes"] => examples.wrong.push(example(Some(name), bytes(&text))),
                ["json", "right"] => examples.right.push(example(None, text.into_bytes())),
                ["json", "right", name] => examples.right.push(example(Some(name), text.into_bytes())),
                ["json", "schema"] => examples.schema = Some(serde_json::from_str(&text).unwrap()),
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
        let checker = Validator::builder().release(RELEASE).checker().unwrap();
        let hint = Hint { message_type: example.type_name.clone(), release: None };
        checker.check("example.json", &example.bytes, Origin::default(), &hint).report
    }
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
