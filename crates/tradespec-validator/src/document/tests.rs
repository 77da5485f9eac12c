//! Laws of looking through documents, on random bytes, random JSON, payloads that were changed or cut off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tradespec_schema::{Pointer, Protocol, is_secret, parse_json};

use super::excerpt::Values;
use super::number::{Kept, kept};
use super::scan::{Fault, Scan};
use crate::code::Code;
use crate::span::{Origin, Span};

fn scan(bytes: &[u8]) -> Scan<'_> {
    Scan::new(bytes, Origin::default(), |name| is_secret(Protocol::Acp, name))
}

fn payloads() -> Vec<Vec<u8>> {
    fn collect(folder: &Path, found: &mut Vec<Vec<u8>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                found.push(fs::read(&path).unwrap());
            }
        }
    }
    let mut found = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/payloads"), &mut found);
    found.sort();
    assert!(found.len() > 20);
    found
}

/// What holds for any bytes.
fn check(bytes: &[u8]) {
    let scan = scan(bytes);
    let places = places(bytes);
    let refuses = |fault: &Fault| !matches!(fault.code, Code::DuplicateMember | Code::InexactNumber);
    match parse_json(bytes) {
        Ok(parsed) => {
            assert!(!scan.faults().iter().any(refuses), "{:?}: {:?}", shown(bytes), scan.faults());
            let of = |code| scan.faults().iter().filter(move |fault| fault.code == code);
            // The one goes by where names stand, the other by where values end.
            let twice: BTreeSet<_> = of(Code::DuplicateMember).map(|fault| &fault.at).collect();
            assert_eq!(twice, parsed.twice.iter().collect(), "{:?}", shown(bytes));
            assert!(parsed.odd_numbers || of(Code::InexactNumber).count() == 0);
            check_places(bytes, &places, &scan, &parsed.value);
        }
        Err(error) => assert!(scan.faults().iter().any(refuses), "{:?}: {error}", shown(bytes)),
    }
    for fault in scan.faults() {
        check_span(&places, &fault.span);
        check_excerpts(&scan, &fault.span);
    }
    let starts: Vec<_> = scan.faults().iter().map(|fault| fault.span.offset).collect();
    assert!(starts.is_sorted(), "{:?}: {starts:?}", shown(bytes));
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The line and column of every character of `bytes` and of their end, counted from the first.
fn places(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut places = vec![(0, 0); bytes.len() + 1];
    let (mut line, mut column, mut offset) = (1, 1, 0);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            places[offset] = (line, column);
            offset += character.len_utf8();
            if character == '\n' || character == '\r' && bytes.get(offset) != Some(&b'\n') {
                (line, column) = (line + 1, 1);
            } else {
                column += 1;
            }
        }
        if !chunk.invalid().is_empty() {
            places[offset] = (line, column);
            (column, offset) = (column + 1, offset + chunk.invalid().len());
        }
    }
    places[offset] = (line, column);
    places
}

fn check_span(places: &[(usize, usize)], span: &Span) {
    // What is no start of a character has no place.
    assert_eq!((span.line, span.column), places[span.offset]);
    assert_eq!((span.end_line, span.end_column), places[span.offset + span.length]);
}

fn check_excerpts(scan: &Scan<'_>, span: &Span) {
    for values in [Values::Masked, Values::Shown] {
        let excerpt = scan.excerpt(span, values);
        assert_eq!(excerpt.line, span.line);
        assert!(excerpt.text.chars().count() <= 100, "{}", excerpt.text);
        assert!(!excerpt.text.contains(char::is_control));
        assert!(excerpt.text.get(excerpt.highlight.clone()).is_some());
    }
}

/// Every value is where it is said to be, and so is every name.
fn check_places(bytes: &[u8], places: &[(usize, usize)], scan: &Scan<'_>, document: &Value) {
    let mut left = vec![(Pointer::root(), document)];
    while let Some((at, value)) = left.pop() {
        let span = scan.value(&at).unwrap_or_else(|| panic!("{:?}: nothing at {at}", shown(bytes)));
        check_span(places, &span);
        let text = &bytes[span.offset..span.offset + span.length];
        match value {
            Value::Object(members) => {
                assert_eq!(text, b"{");
                for (name, value) in members {
                    let at = at.join(name);
                    let span = scan.name(&at).unwrap();
                    let text = &bytes[span.offset..span.offset + span.length];
                    assert_eq!(serde_json::from_slice::<String>(text).unwrap(), *name);
                    left.push((at, value));
                }
                assert_eq!(scan.value(&at.join("no such member")), None);
            }
            Value::Array(list) => {
                assert_eq!(text, b"[");
                left.extend(
                    list.iter().enumerate().map(|(index, value)| (at.join(&index.to_string()), value)),
                );
                assert_eq!(scan.value(&at.join(&list.len().to_string())), None);
                assert_eq!(scan.value(&at.join("00")), None);
            }
            _ => assert_eq!(parse_json(text).unwrap().value, *value),
        }
    }
}

/// Pieces that documents and their faults are made of.
const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b":",
    b",",
    b"\"a\"",
    b"\"b\"",
    b"\"\\u0061\"",
    b"\"",
    b"\\",
    b"\\n",
    b"\\ud83d",
    b"\\ude00",
    b"\\u00",
    b"1",
    b"-0",
    b"01",
    b"1e400",
    b"1.5e-3",
    b"9007199254740993",
    b".5",
    b"-",
    b"e",
    b"0e99999999999",
    b"true",
    b"fals",
    b"null",
    b"NaN",
    b"-Infinity",
    b"None",
    b" ",
    b"\n",
    b"\r",
    b"\r\n",
    b"\t",
    b"\x0c",
    b"\0",
    b"\x7f",
    b"//",
    b"#",
    b"'",
    b"\xef\xbb\xbf",
    b"\xff",
    b"\xc3",
    b"\xf0\x9f\x8d",
    b"\xf0\x9f\x8d\xb5",
    b"\xc3\xa9",
    b"\xe2\x80\xae",
    b"\"cvc\":",
    b"\"a\":1,",
    b"\"long, long, long, long, long, long, long, long, long, long, long, long, long\"",
];

fn pieces() -> impl Strategy<Value = Vec<u8>> {
    vec(select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

fn document() -> impl Strategy<Value = Value> {
    let plain = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (-1000_i64..1000).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    plain.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            vec((any::<String>(), inner), 0..6).prop_map(|members| members.into_iter().collect()),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn the_laws_hold_for_random_bytes(bytes in vec(any::<u8>(), 0..40)) {
        check(&bytes);
    }

    #[test]
    fn the_laws_hold_for_random_pieces(bytes in pieces()) {
        check(&bytes);
    }

    #[test]
    fn the_laws_hold_for_random_documents(document in document(), pretty: bool) {
        let text = if pretty { format!("{document:#}") } else { document.to_string() };
        check(text.as_bytes());
    }

    #[test]
    fn a_place_is_found_in_any_long_text(bytes in vec(pieces(), 0..20).prop_map(|all| all.concat()), origin in 1_usize..9) {
        let origin = Origin { line: origin, column: 3 * origin, offset: 100 * origin };
        let lines = super::lines::Lines::new(&bytes, origin);
        for (offset, (line, column)) in places(&bytes).into_iter().enumerate().filter(|(_, place)| place.0 > 0) {
            let found = lines.span(offset..offset);
            let column = if line == 1 { column + origin.column - 1 } else { column };
            prop_assert_eq!((found.line, found.column), (line + origin.line - 1, column));
            prop_assert_eq!(lines.range(&found), offset..offset);
        }
    }

    #[test]
    fn what_a_double_is_written_as_is_kept(number: f64) {
        prop_assume!(number.is_finite());
        for text in [format!("{number}"), format!("{number:e}"), format!("{number:?}")] {
            prop_assert_eq!(kept(&text), Kept::All, "{}", text);
        }
    }

    #[test]
    fn what_comes_back_as_another_decimal_is_not_kept(digits in "[1-9][0-9]{17,40}[1-9]", exponent in -250_i32..250) {
        // No decimal that a double is written as has more than 17 digits.
        let number = format!("0.{digits}e{exponent}");
        prop_assert!(matches!(kept(&number), Kept::Part | Kept::WholePart), "{}", number);
    }

    #[test]
    fn the_laws_hold_for_numbers_at_the_end_of_doubles(
        number in "-?(1\\.797693134862315[78][0-9]{0,30}|17976931348623157\\.?[0-9]{0,20}|0\\.0{0,20}17976931348623158[0-9]{0,9})[eE]\\+?(292|30[789]|3[12][0-9]|9{2,20})",
    ) {
        check(number.as_bytes());
    }

    #[test]
    fn few_digits_are_kept(number in "-?(0|[1-9][0-9]{0,7})(\\.[0-9]{1,7})?([eE][+-]?[0-9]{1,2})?") {
        prop_assert_eq!(kept(&number), Kept::All, "{}", number);
    }
}

#[test]
fn the_laws_hold_for_payloads() {
    for bytes in payloads() {
        check(&bytes);
        let crlf = shown(&bytes).replace('\n', "\r\n");
        check(crlf.as_bytes());
    }
}

#[test]
fn the_laws_hold_for_payloads_that_were_changed() {
    let mut random = fastrand::Rng::with_seed(7);
    for payload in payloads() {
        for _ in 0..20 {
            let mut bytes = payload.clone();
            for _ in 0..random.usize(1..4) {
                let start = random.usize(0..bytes.len());
                let end = (start + random.usize(0..4)).min(bytes.len());
                let piece = random.choice(PIECES).unwrap();
                bytes.splice(start..end, piece.iter().copied());
            }
            check(&bytes);
        }
    }
}

#[test]
fn the_laws_hold_for_payloads_that_were_cut_off() {
    let mut random = fastrand::Rng::with_seed(8);
    for payload in payloads() {
        for _ in 0..30 {
            check(&payload[..random.usize(0..payload.len())]);
        }
    }
}

/// A document all of whose values, and nothing else in it, are `4111` in some form.
fn secrets() -> String {
    json!({
        "order": {"note": "4111", "number": "4111", "amount": 4111, "odd": 4111.25, "list": ["4111", 4111]},
        "four": "\u{1f375} \\ \" 4111 \n", "token": {"deep": [{"value": "4111"}]},
    })
    .to_string()
}

#[test]
fn no_secret_is_shown_of_a_document_however_it_is_cut_or_changed() {
    let whole = secrets();
    let mut random = fastrand::Rng::with_seed(9);
    let boundaries = || (0..=whole.len()).filter(|at| whole.is_char_boundary(*at));
    let cut = boundaries().map(|end| whole.as_bytes()[..end].to_vec());
    let beheaded = boundaries().map(|start| whole.as_bytes()[start..].to_vec());
    let changed = (0..whole.len()).flat_map(|at| {
        let pieces: Vec<_> = (0..8).map(|_| *random.choice(PIECES).unwrap()).collect();
        let whole = whole.as_bytes();
        pieces.into_iter().flat_map(move |piece| {
            let replaced = [&whole[..at], piece, &whole[at + 1..]].concat();
            let added = [&whole[..at], piece, &whole[at..]].concat();
            [replaced, added]
        })
    });
    let mut faults = 0;
    for bytes in cut.chain(beheaded).chain(changed) {
        let scan = scan(&bytes);
        for fault in scan.faults() {
            faults += 1;
            let excerpt = scan.excerpt(&fault.span, Values::Masked);
            for text in [&excerpt.text, &fault.message, fault.help.as_ref().unwrap(), fault.at.as_str()] {
                assert!(!text.contains("411"), "{:?} says {text}", shown(&bytes));
            }
        }
    }
    assert!(faults > 1000);
}

#[test]
fn a_secret_member_is_not_shown_where_values_are() {
    let whole = r#"{"a": "shown", "cvc": "4111", "vault_token": {"id": "4111", "list": [4111, true, {"a": "4111"}]},
        "number": 4111, "b": "shown"}"#;
    for end in 0..=whole.len() {
        let bytes = &whole.as_bytes()[..end];
        let scan = scan(bytes);
        for offset in 0..=end {
            let span = Span { offset, ..Span::default() };
            let excerpt = scan.excerpt(&span, Values::Shown);
            assert!(!excerpt.text.contains("411"), "{:?} shows {}", shown(bytes), excerpt.text);
        }
    }
    let span = scan(whole.as_bytes()).value(&Pointer::from_text("/a")).unwrap();
    assert!(scan(whole.as_bytes()).excerpt(&span, Values::Shown).text.contains("shown"));
}

#[test]
fn faults_without_end_do_not_take_memory_without_end() {
    let long = "n".repeat(100_000);
    let text = format!("{{\"{long}\": [{}1e999]}}", "NaN, ".repeat(20_000));
    let scan = scan(text.as_bytes());
    let taken: usize = scan.faults().iter().map(|fault| fault.at.as_str().len()).sum();
    assert!(taken <= (1 << 20) + 5 * text.len(), "{taken}");
    assert!(scan.faults().iter().any(|fault| fault.code == Code::NumberOutOfRange), "no code is left out");
}
