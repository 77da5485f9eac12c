//! What holds for every recording, and for every file that is none.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::io::{self, BufRead, BufReader, Read};

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use tradespec_trace::recording::{Body, Exchange, Fault, Limits, Passed, read};
use tradespec_validator::Origin;

type Found = (Vec<Result<Exchange, Fault>>, Passed);

fn read_all(mut reader: impl BufRead, limits: Limits) -> Found {
    let mut found = Vec::new();
    let passed = read(&mut reader, limits, &mut |one| {
        found.push(one);
        true
    });
    (found, passed.unwrap())
}

fn read_bytes(bytes: &[u8]) -> Found {
    read_all(bytes, Limits::default())
}

/// A place, counted slowly.
fn place(bytes: &[u8], offset: usize) -> Origin {
    let before = String::from_utf8_lossy(&bytes[..offset]);
    let line = before.matches('\n').count() + 1;
    Origin { line, column: before.rsplit('\n').next().unwrap().chars().count() + 1, offset }
}

/// A reader that is interrupted before each of its bytes.
struct Interrupted<'b> {
    bytes: &'b [u8],
    is_ready: bool,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.is_ready = !self.is_ready;
        if self.is_ready {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let (now, later) = self.bytes.split_at(self.bytes.len().min(1));
        into[..now.len()].copy_from_slice(now);
        self.bytes = later;
        Ok(now.len())
    }
}

/// The result is the same whatever the reader does.
fn assert_same_by_any_reader(bytes: &[u8], limits: Limits) {
    let wanted = read_all(bytes, limits);
    for capacity in [1, 2, 3, 7, 64] {
        assert_eq!(
            wanted,
            read_all(BufReader::with_capacity(capacity, bytes), limits),
            "{capacity} bytes at a time"
        );
    }
    let interrupted = BufReader::with_capacity(8, Interrupted { bytes, is_ready: false });
    assert_eq!(wanted, read_all(interrupted, limits), "interrupted");
    for one in &wanted.0 {
        let origin = one.as_ref().map_or_else(|fault| fault.origin, |exchange| exchange.origin);
        assert!(origin.offset <= bytes.len());
        if str::from_utf8(bytes).is_ok() {
            assert_eq!(origin, place(bytes, origin.offset));
        }
    }
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        "[a-zü\"\\\\,{}\\[\\]\n]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec(("[a-zü,\"]{0,3}", inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// An exchange, before it is written in one of the formats.
#[derive(Debug, Clone)]
struct Sent {
    method: &'static str,
    path: String,
    status: u16,
    header: String,
    request: Option<Value>,
    response: Option<Value>,
}

impl Sent {
    fn line(&self) -> String {
        let side = |body: &Option<Value>| json!({ "headers": { "x": self.header }, "body": body.as_ref().map(Value::to_string) });
        let (request, response) = (side(&self.request), side(&self.response));
        json!({
            "method": self.method, "path": self.path, "request": request, "status": self.status, "response": response,
        })
        .to_string()
    }

    /// The line with its bodies as they are.
    fn verbatim(&self) -> String {
        let side = |body: &Option<Value>| {
            let body = body.as_ref().map_or_else(|| "null".to_owned(), Value::to_string);
            format!(r#"{{"headers": {{"x": {}}}, "body": {body}}}"#, json!(self.header))
        };
        let (request, response) = (side(&self.request), side(&self.response));
        let (method, path, status) = (self.method, json!(self.path), self.status);
        format!(
            r#"{{"method": "{method}", "path": {path}, "request": {request}, "status": {status}, "response": {response}}}"#
        )
    }

    fn entry(&self) -> Value {
        let text = |body: &Option<Value>| json!({ "mimeType": "application/json", "text": body.as_ref().map(Value::to_string) });
        let headers = json!([{ "name": "x", "value": self.header }]);
        let request = json!({ "method": self.method, "url": self.path, "headers": headers, "postData": text(&self.request) });
        let response = json!({ "status": self.status, "headers": headers, "content": text(&self.response) });
        json!({ "request": request, "response": response })
    }

    fn assert_is(&self, exchange: &Exchange) {
        assert_eq!((self.method, self.status), (exchange.method.as_str(), exchange.status));
        assert_eq!(self.path.split('?').next().unwrap(), exchange.path);
        for (body, message) in [(&self.request, &exchange.request), (&self.response, &exchange.response)] {
            assert_eq!(message.headers.get("X"), Some(self.header.as_str()));
            let bytes =
                message.body.as_ref().map(|Body { bytes, .. }| String::from_utf8_lossy(bytes).into_owned());
            assert_eq!(bytes, body.as_ref().map(Value::to_string));
        }
    }
}

/// Bodies are not texts: one that is verbatim would be taken for what it says.
fn sent() -> impl Strategy<Value = Sent> {
    let method = prop::sample::select(vec!["GET", "POST", "PUT"]);
    let body = || prop::option::of(json_value().prop_filter("no text", |value| !value.is_string()));
    (method, "/[a-zü]{0,4}(\\?[a-z/]{0,3})?", 100..600_u16, "[a-zü\"\\\\ ]{0,5}", body(), body()).prop_map(
        |(method, path, status, header, request, response)| Sent {
            method,
            path,
            status,
            header,
            request,
            response,
        },
    )
}

fn document(exchanges: &[Sent], is_pretty: bool) -> String {
    let entries: Vec<_> = exchanges.iter().map(Sent::entry).collect();
    let document = json!({ "log": { "version": "1.2", "entries": entries, "pages": [{ "title": "a}]," }] } });
    if is_pretty { serde_json::to_string_pretty(&document).unwrap() } else { document.to_string() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        assert_same_by_any_reader(&bytes, Limits::default());
    }

    #[test]
    fn anything_like_json_is_read(
        text in "(\u{feff}|)( |)([{\\[]\"log\":|)[\\[{](\"(log|entries|method|path|status|request|body|url)\"|:|,|[{}\\[\\]]|[0-9]|\\\\|é|\n){0,30}",
        most in 0..40_usize,
    ) {
        assert_same_by_any_reader(text.as_bytes(), Limits { exchange_bytes: most });
    }

    #[test]
    fn what_was_sent_is_read_in_each_format(
        exchanges in prop::collection::vec(sent(), 1..4),
        is_pretty: bool,
    ) {
        let lines: String = exchanges.iter().map(|sent| sent.line() + "\n").collect();
        let verbatim: Vec<_> = exchanges.iter().map(Sent::verbatim).collect();
        for text in [lines, verbatim.join("\r\n\n"), document(&exchanges, is_pretty)] {
            assert_same_by_any_reader(text.as_bytes(), Limits::default());
            let (found, passed) = read_bytes(text.as_bytes());
            prop_assert_eq!((found.len(), passed), (exchanges.len(), Passed::default()));
            for (sent, found) in exchanges.iter().zip(found) {
                let found = found.unwrap();
                sent.assert_is(&found);
                for body in [found.request.body, found.response.body].into_iter().flatten() {
                    prop_assert_eq!(body.origin, place(text.as_bytes(), body.origin.offset));
                    let there = &text.as_bytes()[body.origin.offset..];
                    prop_assert_eq!(there.starts_with(&body.bytes), body.verbatim);
                }
            }
        }
    }

    #[test]
    fn a_mutated_line_hides_no_other(
        exchanges in prop::collection::vec(sent(), 2..5),
        at: Index,
        byte in any::<u8>().prop_filter("not the end of a line", |byte| *byte != b'\n'),
    ) {
        let lines: Vec<_> = exchanges.iter().map(Sent::verbatim).collect();
        let mut bytes = lines.join("\n").into_bytes();
        let whole = read_bytes(&bytes).0;
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != b'\n');
        bytes[at] = byte;
        let line = place(&bytes, at).line;
        assert_same_by_any_reader(&bytes, Limits::default());
        let others = |found: Vec<Result<Exchange, Fault>>| {
            found.into_iter().filter_map(Result::ok).filter(|found| found.origin.line != line).collect::<Vec<_>>()
        };
        prop_assert_eq!(others(read_bytes(&bytes).0), others(whole));
    }

    #[test]
    fn a_mutated_document_is_read(
        exchanges in prop::collection::vec(sent(), 1..4),
        is_pretty: bool,
        at: Index,
        with in prop::collection::vec(any::<u8>(), 0..3),
        most in 50..400_usize,
    ) {
        let mut bytes = document(&exchanges, is_pretty).into_bytes();
        let at = at.index(bytes.len());
        bytes.splice(at..=at, with);
        assert_same_by_any_reader(&bytes, Limits { exchange_bytes: most });
    }

    #[test]
    fn a_document_that_is_cut_off_has_its_first_entries_and_a_fault(
        exchanges in prop::collection::vec(sent(), 1..4),
        at: Index,
    ) {
        let text = document(&exchanges, false);
        let cut = at.index(text.len()).max("{\"log\":".len());
        prop_assume!(text.is_char_boundary(cut));
        let (mut found, _) = read_bytes(&text.as_bytes()[..cut]);
        let fault = found.pop().unwrap().unwrap_err();
        prop_assert_eq!(fault.origin.offset, cut);
        for (sent, found) in exchanges.iter().zip(found) {
            sent.assert_is(&found.unwrap());
        }
    }

    #[test]
    fn an_exchange_that_is_too_long_hides_no_other(
        exchanges in prop::collection::vec(sent(), 1..4),
        most in 60..300_usize,
    ) {
        let lines: Vec<_> = exchanges.iter().map(Sent::verbatim).collect();
        let entries: Vec<_> = exchanges.iter().map(|sent| sent.entry().to_string()).collect();
        for (texts, text) in [(lines.clone(), lines.join("\n")), (entries, document(&exchanges, false))] {
            let (found, _) = read_all(text.as_bytes(), Limits { exchange_bytes: most });
            let is_read: Vec<_> = found.iter().map(Result::is_ok).collect();
            let wanted: Vec<_> = texts.iter().map(|text| text.len() <= most).collect();
            prop_assert_eq!(is_read, wanted);
        }
    }
}

#[test]
fn reading_ends_when_nothing_more_is_wanted() {
    let line = r#"{"method": "GET", "path": "/", "status": 200}"#;
    let entry = r#"{"request": {"method": "GET", "url": "/"}, "response": {"status": 200}}"#;
    let texts = [
        [line, line].join("\n"),
        "{}\n{}".to_owned(),
        format!(r#"{{"log": {{"entries": [{entry}, {entry}]}}}} x"#),
        r#"{"log": {"entries": [{}, {}]}} x"#.to_owned(),
        r#"{"log": {"entries": 1, "entries": 2}} x"#.to_owned(),
        r#"{"log": {}} x"#.to_owned(),
    ];
    for text in texts {
        let mut calls = 0;
        read(&mut text.as_bytes(), Limits::default(), &mut |_| {
            calls += 1;
            false
        })
        .unwrap();
        assert_eq!(calls, 1, "{text}");
    }
}

#[test]
fn a_reader_that_fails_is_an_error() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    for start in ["", "{", "{\"log\":", "{\"log\": {\"entries\": [", "{\"method\""] {
        let mut reader = BufReader::new(start.as_bytes().chain(Broken));
        let error = read(&mut reader, Limits::default(), &mut |_| true).unwrap_err();
        assert_eq!(error.to_string(), "broken", "{start}");
    }
}

#[test]
fn deep_nesting_is_read() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let line =
        format!(r#"{{"method": "POST", "path": "/carts", "status": 200, "request": {{"body": {deep}}}}}"#);
    let exchange = read_bytes(line.as_bytes()).0.pop().unwrap().unwrap();
    assert_eq!(exchange.request.body.unwrap().bytes, deep.as_bytes());
}
