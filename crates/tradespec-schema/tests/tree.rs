//! Trees against the reader that makes values: a tree is refused, or says the same.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests fail by panicking")]

use proptest::prelude::*;
use serde_json::Value;
use tradespec_schema::{Tree, TreeNode, parse_json};

/// Texts that have a tree.
const READ: &[&str] = &[
    "null",
    " true ",
    "\t[ ]\r\n",
    "{}",
    r#"{"a": [1, -2.5, "x", {"b": null}], "": false}"#,
    r#""\u00e9\"\\\n\ud83d\ude00""#,
    r#"["a\/b", "é", "no escape"]"#,
    "[0, -0, 0.5, 123456789012345, -123456789012345, 1234567.12345678]",
    r#"{"a": 1, "A": 1, "a ": 1, "aa": 1, "__proto__": 1}"#,
];

/// Texts that have none: no JSON, or JSON of which a value does not tell all.
const REFUSED: &[&str] = &[
    "",
    "  ",
    "\u{feff}{}",
    "{} {}",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1",
    r#"{"a" 1}"#,
    r#"{"a": 1,}"#,
    r"{a: 1}",
    r#"{"a": 1"#,
    r"{1: 1}",
    "tru",
    "truex",
    "nul",
    "'a'",
    r#""a"#,
    r#""\"#,
    r#""\x""#,
    r#""\ud800""#,
    r#""\udc00\ud800""#,
    "\"\u{1}\"",
    "\"\t\"",
    "\"a\n\"",
    "01",
    "-",
    "-01",
    "+1",
    "1.",
    ".5",
    "0x10",
    "1e400",
    "NaN",
    // JSON, but not for a tree.
    r#"{"a": 1, "a": 2}"#,
    r#"{"a": 1, "\u0061": 2}"#,
    "9007199254740993",
    "9223372036854775808",
    "1e2",
    "0.1234567890123456789",
];

#[test]
fn what_has_a_tree() {
    for text in READ {
        let tree = Tree::read(text.as_bytes()).unwrap_or_else(|| panic!("{text:?} has no tree"));
        assert_eq!(*tree.root().to_value(), parse_json(text.as_bytes()).unwrap().value, "{text:?}");
    }
    for text in REFUSED {
        assert!(Tree::read(text.as_bytes()).is_none(), "{text:?} has a tree");
    }
}

#[test]
fn bytes_that_are_no_text_have_no_tree() {
    for bytes in [&b"\"\xff\""[..], b"\"\xc3\"", b"\"\xed\xa0\x80\"", b"\xff\xfe[\0]\0"] {
        assert!(Tree::read(bytes).is_none(), "{bytes:?}");
    }
}

#[test]
fn nesting_is_bounded_as_it_is_for_values() {
    for depth in [126, 127, 128, 100_000] {
        let list = "[".repeat(depth) + &"]".repeat(depth);
        let object = r#"{"a":"#.repeat(depth) + "1" + &"}".repeat(depth);
        for text in [list, object] {
            let is_value = parse_json(text.as_bytes()).is_ok();
            assert_eq!(Tree::read(text.as_bytes()).is_some(), is_value, "{depth}");
        }
    }
}

#[test]
fn the_same_name_is_found_among_few_and_many() {
    for count in [2_usize, 60, 63, 64, 65, 66, 1_000] {
        let names: Vec<_> = (0..count).map(|n| format!("\"name{n}\": {n}")).collect();
        let text = |names: &[String]| format!("{{{}}}", names.join(","));
        assert!(Tree::read(text(&names).as_bytes()).is_some(), "{count}");
        for (earlier, later) in [(0, count - 1), (count - 2, count - 1), (0, count / 2)] {
            let mut twice = names.clone();
            twice[later] = names[earlier].clone();
            let is_other = earlier != later;
            assert_eq!(Tree::read(text(&twice).as_bytes()).is_none(), is_other, "{count} {earlier} {later}");
        }
    }
}

/// JSON of any shape, with names and numbers that are easily taken for each other.
fn documents() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1000_i64..1000).prop_map(Value::from),
        (-100_000_i32..100_000).prop_map(|n| Value::from(f64::from(n) / 100.0)),
        any::<f64>().prop_map(Value::from),
        "[ -~é\"\\\\\n\u{1F980}]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 60, 8, |inner| {
        let names = "[ab~/\"é]{0,2}";
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// What a tree must say, if there is one.
fn assert_tells_all(bytes: &[u8]) {
    let Some(tree) = Tree::read(bytes) else { return };
    let parsed = parse_json(bytes).unwrap();
    assert!(parsed.twice.is_empty(), "a member stands there twice");
    assert_eq!(*tree.root().to_value(), parsed.value);
}

proptest! {
    #[test]
    fn a_tree_of_a_value_is_that_value(document in documents()) {
        let tree = Tree::of(&document);
        prop_assert_eq!(&*tree.root().to_value(), &document);
        // Member by member, which does not go by the values that the tree was made from.
        let mut left = vec![(tree.root(), &document, String::new())];
        while let Some((node, value, at)) = left.pop() {
            prop_assert_eq!(node.as_str(), value.as_str());
            prop_assert_eq!(node.as_bool(), value.as_bool());
            prop_assert_eq!(node.as_i64(), value.as_i64());
            prop_assert_eq!(node.as_u64(), value.as_u64());
            prop_assert_eq!(node.as_f64(), value.as_f64());
            prop_assert_eq!(node.is_null(), value.is_null());
            prop_assert_eq!(tree.root().pointer(&at).map(TreeNode::address), Some(node.address()));
            let elements: Vec<_> = node.elements().into_iter().flatten().collect();
            prop_assert_eq!(elements.len(), value.as_array().map_or(0, Vec::len));
            for (n, (element, value)) in elements.into_iter().zip(value.as_array().into_iter().flatten()).enumerate() {
                left.push((element, value, format!("{at}/{n}")));
            }
            let members: Vec<_> = node.members().into_iter().flatten().collect();
            prop_assert_eq!(members.len(), value.as_object().map_or(0, serde_json::Map::len));
            for ((name, member), (other, value)) in members.into_iter().zip(value.as_object().into_iter().flatten()) {
                prop_assert_eq!(name, other);
                let escaped = name.replace('~', "~0").replace('/', "~1");
                left.push((member, value, format!("{at}/{escaped}")));
            }
        }
    }

    #[test]
    fn a_tree_tells_all_of_a_text(document in documents(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) };
        assert_tells_all(text.unwrap().as_bytes());
    }

    #[test]
    fn a_tree_tells_all_of_a_text_with_a_slip(
        document in documents(),
        slips in prop::collection::vec((any::<prop::sample::Index>(), "[\\[\\]{}:,\"\\\\0-9eE+.tfnu \\-]"), 1..4),
    ) {
        let mut bytes = serde_json::to_vec(&document).unwrap();
        for (place, byte) in slips {
            let place = place.index(bytes.len());
            bytes[place] = byte.as_bytes()[0];
        }
        assert_tells_all(&bytes);
    }
}
