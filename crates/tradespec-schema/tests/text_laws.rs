//! Laws of the texts this crate reads: paths, pointers and JSON, each beside an implementation that is not ours.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use serde_json_path::JsonPath;
use tradespec_schema::{ExtensionPoint, Parsed, Pointer, Step, parse_json};

fn cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: count, failure_persistence: None, ..ProptestConfig::default() }
}

/// Names of members: plain ones, and any text at all.
fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z_]{1,4}", any::<String>(), "[\\x00-\\x20'\"\\\\/.\\[\\]*$é\u{1f600}]{0,4}"]
}

/// A path of a type, steps and a field, each step a name or (where there is none) every element.
fn steps() -> impl Strategy<Value = Vec<Option<String>>> {
    (name(), vec(proptest::option::of(name()), 0..4), name()).prop_map(|(first, between, last)| {
        std::iter::once(Some(first)).chain(between).chain(std::iter::once(Some(last))).collect()
    })
}

/// The path in brackets; a JSON string is a quoted name of RFC 9535.
fn written(steps: &[Option<String>]) -> String {
    let bracketed = |step: &Option<String>| match step {
        Some(name) => format!("[{}]", Value::from(name.as_str())),
        None => "[*]".to_owned(),
    };
    format!("${}", steps.iter().map(bracketed).collect::<String>())
}

/// The steps of a point, in the form they were written from.
fn read(point: &ExtensionPoint) -> Vec<Option<String>> {
    let between = point.steps().iter().map(|step| match step {
        Step::Field(name) => Some(name.clone()),
        Step::Elements => None,
    });
    let first = std::iter::once(Some(point.type_name().to_owned()));
    first.chain(between).chain(std::iter::once(Some(point.field().to_owned()))).collect()
}

/// Pieces of paths, right ones and wrong ones.
const PIECES: &[&str] = &[
    "$",
    "$",
    "$.a",
    ".",
    "..",
    ".a",
    ".b_1",
    ".é",
    ".1",
    ".*",
    "[*]",
    "[ * ]",
    "['a']",
    "[\"b\"]",
    "['a','b']",
    "[0]",
    "[-1]",
    "[1:2]",
    "[:]",
    "[?@.a]",
    "[?@.a == 'x']",
    "['it\\'s']",
    "[\"q\\\"\"]",
    "['\\q']",
    "['\\u00e9']",
    "['\\ud83d\\ude00']",
    "['\\ud83d']",
    "['\\u12']",
    "['\\u+123']",
    "['\\n\\t\\/\\\\']",
    "['a\"b']",
    "[\"a'b\"]",
    "['\\\"']",
    " ",
    "\t",
    "\n",
    "\u{a0}",
    "\u{c}",
    "[",
    "]",
    "'",
    "\"",
    "@",
    "#",
    "a",
    "\\",
    "\u{7f}",
    "['\u{1}']",
    "[a]",
    "[]",
    "['']",
];

/// What this crate says of a path that RFC 9535 allows but that is not of the form that can name one place in a type.
const NOT_OF_OUR_FORM: &[&str] = &[
    "recursive descent",
    "\".*\" goes through members",
    "filters do not name",
    "indexes and slices",
    "several names in one bracket",
    "the last step names the field",
    "the first step names a type",
    "the path names",
];

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn a_point_is_read_as_it_was_written(steps in steps()) {
        let point: ExtensionPoint = written(&steps).parse().unwrap();
        prop_assert_eq!(read(&point), steps);
    }

    #[test]
    fn a_point_that_is_shown_reads_as_itself(steps in steps()) {
        let point: ExtensionPoint = written(&steps).parse().unwrap();
        let again: ExtensionPoint = point.to_string().parse().unwrap();
        prop_assert_eq!(point, again);
    }

    #[test]
    fn a_point_is_a_json_path_that_leads_to_its_field(steps in steps()) {
        let point: ExtensionPoint = written(&steps).parse().unwrap();
        let document = steps.iter().rev().fold(json!("here"), |below, step| match step {
            Some(name) => json!({name.as_str(): below}),
            None => json!([below]),
        });
        for text in [written(&steps), point.to_string()] {
            let found = JsonPath::parse(&text).unwrap().query(&document).exactly_one().cloned();
            prop_assert_eq!(found.ok(), Some(json!("here")), "{}", text);
        }
    }

    #[test]
    fn paths_are_accepted_as_rfc_9535_says(pieces in vec(select(PIECES), 0..6)) {
        let path = pieces.concat();
        // The other parser does not read a surrogate pair where one name of several bytes may stand; RFC 9535 does (2.3.1.1).
        let in_one = path.replace("\\ud83d\\ude00", "\u{1f600}");
        match (path.parse::<ExtensionPoint>(), JsonPath::parse(&in_one)) {
            (Ok(_), theirs) => prop_assert!(theirs.is_ok(), "{:?} is no JSONPath: {:?}", path, theirs),
            (Err(ours), Ok(_)) => {
                let form = NOT_OF_OUR_FORM.iter().any(|form| ours.to_string().contains(form));
                prop_assert!(form, "{:?} is a JSONPath, but: {}", path, ours);
            }
            (Err(_), Err(_)) => {}
        }
    }

    #[test]
    fn a_pointer_gives_back_its_segments(names in vec(name(), 0..5)) {
        let pointer = names.iter().fold(Pointer::root(), |at, name| at.join(name));
        prop_assert_eq!(pointer.segments().collect::<Vec<_>>(), names.clone());
        prop_assert_eq!(&Pointer::from_text(pointer.as_str()), &pointer);
        let document = names.iter().rev().fold(json!("here"), |below, name| json!({name.as_str(): below}));
        prop_assert_eq!(pointer.resolve(&document), Some(&json!("here")));
        prop_assert_eq!(document.pointer(pointer.as_str()), Some(&json!("here")));
    }

    #[test]
    fn json_is_read_as_serde_json_reads_it(text in json_text()) {
        agrees_with_serde_json(text.as_bytes())?;
    }

    #[test]
    fn any_bytes_are_read_as_serde_json_reads_them(bytes in vec(any::<u8>(), 0..40)) {
        agrees_with_serde_json(&bytes)?;
    }

    #[test]
    fn documents_are_read_as_they_are(document in document()) {
        let text = serde_json::to_string_pretty(&document).unwrap();
        let Parsed { value, twice, .. } = parse_json(text.as_bytes()).unwrap();
        prop_assert_eq!(&value, &serde_json::from_str::<Value>(&text).unwrap());
        // A number may be off in its last digit, as `serde_json` reads it; nothing else may differ.
        prop_assert_eq!(without_fractions(&value), without_fractions(&document));
        prop_assert_eq!(twice, Vec::<Pointer>::new());
    }

    #[test]
    fn members_that_stand_twice_are_found(names in vec("[a-c]", 0..6)) {
        let members: Vec<_> = names.iter().enumerate().map(|(at, name)| format!("\"{name}\":{at}")).collect();
        let Parsed { value, twice, .. } = parse_json(format!("[{{{}}}]", members.join(",")).as_bytes()).unwrap();
        let again = names.iter().enumerate().filter(|(at, name)| names[..*at].contains(name));
        let wanted: Vec<_> = again.map(|(_, name)| format!("/0/{name}")).collect();
        prop_assert_eq!(twice.iter().map(ToString::to_string).collect::<Vec<_>>(), wanted);
        for name in &names {
            let last = names.iter().rposition(|other| other == name);
            prop_assert_eq!(value[0][name.as_str()].as_u64(), last.map(|at| at as u64));
        }
    }
}

/// The same value, or a fault at the same place with the same words.
fn agrees_with_serde_json(bytes: &[u8]) -> Result<(), TestCaseError> {
    let theirs: Result<Value, _> = serde_json::from_slice(bytes);
    match (parse_json(bytes), theirs) {
        (Ok(ours), Ok(theirs)) => prop_assert_eq!(ours.value, theirs),
        (Err(ours), Err(theirs)) => {
            // A document that is empty, or begins with a byte order mark, is called what it is.
            if !ours.message.starts_with("the document ") {
                prop_assert_eq!((ours.line, ours.column), (theirs.line(), theirs.column().max(1)));
                prop_assert!(theirs.to_string().starts_with(&ours.message), "{} but {}", ours, theirs);
            }
        }
        (ours, theirs) => prop_assert!(false, "{:?} but {:?}", ours, theirs),
    }
    Ok(())
}

fn without_fractions(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => json!("a number"),
        Value::Array(elements) => elements.iter().map(without_fractions).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, member)| (name.clone(), without_fractions(member))).collect()
        }
        other => other.clone(),
    }
}

/// Text that is JSON, or nearly.
fn json_text() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"a\"",
        "\"a\":",
        "\"b\\u0041\\n\"",
        "\"\\ud800\"",
        "\"\\x\"",
        "\"é\"",
        "\"\t\"",
        "0",
        "-0",
        "01",
        "1.5",
        "1e400",
        "-1e-400",
        "12345678901234567890123",
        "9223372036854775808",
        "1.",
        ".5",
        "+1",
        "true",
        "null",
        "nul",
        "NaN",
        " ",
        "\n",
        "\u{feff}",
        "\u{c}",
        "//",
        "'a'",
        "[1,2]",
        "{\"a\":1}",
        "{\"a\":{\"a\":2}}",
    ];
    vec(select(PIECES), 0..9).prop_map(|pieces| pieces.concat())
}

fn document() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((any::<String>(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}
