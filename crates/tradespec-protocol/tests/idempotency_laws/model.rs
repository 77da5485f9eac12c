//! JSON values as a model: what they mean, and every way to write them.

use std::collections::BTreeMap;

use proptest::prelude::*;

/// A value by its meaning: two are equal exactly if they are equivalent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Model {
    Null,
    Bool(bool),
    Number(Number),
    String(String),
    List(Vec<Model>),
    Object(BTreeMap<String, Model>),
}

/// `digits` times ten to `exponent`; the digits neither begin nor end with a zero, and zero has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Number {
    negative: bool,
    digits: String,
    exponent: i64,
}

/// Picks a way of writing something: a stream of random numbers.
pub(crate) struct Pen(pub(crate) u64);

impl Pen {
    /// A number below `end`, by splitmix64.
    fn pick(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    fn blank(&mut self) -> &'static str {
        ["", "", "", " ", "\n", "\t \r\n"][usize::try_from(self.pick(6)).unwrap()]
    }
}

impl Number {
    fn new(negative: bool, digits: u128, exponent: i64) -> Self {
        let all = digits.to_string();
        let digits = all.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Self { negative: false, digits, exponent: 0 };
        }
        let exponent = exponent + i64::try_from(all.len() - digits.len()).unwrap();
        Self { negative, digits, exponent }
    }

    fn write(&self, pen: &mut Pen) -> String {
        if self.digits.is_empty() {
            let sign = ["", "-"][usize::try_from(pen.pick(2)).unwrap()];
            let rest = ["0", "0.0", "0e5", "0.00E-99999999999999999999"];
            return [sign, rest[usize::try_from(pen.pick(4)).unwrap()]].concat();
        }
        // Zeros behind, and a point somewhere: what they change, the exponent makes up for.
        let zeros = pen.pick(4);
        let mut digits = self.digits.clone() + &"0".repeat(usize::try_from(zeros).unwrap());
        let mut exponent = i128::from(self.exponent) - i128::from(zeros);
        if pen.pick(2) == 0 {
            let behind = pen.pick(u64::try_from(digits.len()).unwrap() + 3) + 1;
            let behind = usize::try_from(behind).unwrap();
            while digits.len() <= behind {
                digits.insert(0, '0');
            }
            digits.insert(digits.len() - behind, '.');
            exponent += i128::try_from(behind).unwrap();
            // In front of the point stands one zero or no zero.
            let kept = digits.trim_start_matches('0');
            digits = if kept.starts_with('.') { format!("0{kept}") } else { kept.to_owned() };
        }
        let sign = if self.negative { "-" } else { "" };
        // Written out if that is short.
        if (0..6).contains(&exponent) && pen.pick(2) == 0 && !digits.contains('.') {
            return format!("{sign}{digits}{}", "0".repeat(usize::try_from(exponent).unwrap()));
        }
        if exponent == 0 && pen.pick(2) == 0 {
            return format!("{sign}{digits}");
        }
        let e = ["e", "E"][usize::try_from(pen.pick(2)).unwrap()];
        let plus = if exponent < 0 { "-" } else { ["", "+"][usize::try_from(pen.pick(2)).unwrap()] };
        let leading = "0".repeat(usize::try_from(pen.pick(3)).unwrap());
        format!("{sign}{digits}{e}{plus}{leading}{}", exponent.unsigned_abs())
    }
}

impl Model {
    /// One of the texts that mean this value.
    pub(crate) fn write(&self, pen: &mut Pen) -> String {
        let text = match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.write(pen),
            Self::String(text) => string(text, pen),
            Self::List(elements) => {
                let elements: Vec<_> = elements.iter().map(|element| element.write(pen)).collect();
                format!("[{}{}]", pen.blank(), elements.join(","))
            }
            Self::Object(members) => {
                let mut members: Vec<_> = members
                    .iter()
                    .map(|(name, value)| {
                        let name = string(name, pen);
                        format!("{}{name}{}:{}", pen.blank(), pen.blank(), value.write(pen))
                    })
                    .collect();
                for index in (1..members.len()).rev() {
                    let other = pen.pick(u64::try_from(index).unwrap() + 1);
                    members.swap(index, usize::try_from(other).unwrap());
                }
                format!("{{{}{}}}", members.join(","), pen.blank())
            }
        };
        [pen.blank(), &text, pen.blank()].concat()
    }

    /// The pointers to everything in the value, itself first.
    pub(crate) fn pointers(&self) -> Vec<String> {
        let mut found = vec![String::new()];
        let mut below = |step: &str, value: &Self| {
            let step = step.replace('~', "~0").replace('/', "~1");
            found.extend(value.pointers().iter().map(|rest| format!("/{step}{rest}")));
        };
        match self {
            Self::List(elements) => {
                elements.iter().enumerate().for_each(|(index, value)| below(&index.to_string(), value));
            }
            Self::Object(members) => members.iter().for_each(|(name, value)| below(name, value)),
            _ => {}
        }
        found
    }

    /// What stands at a pointer that [`pointers`](Self::pointers) gave.
    pub(crate) fn at(&mut self, pointer: &str) -> &mut Self {
        pointer.split('/').skip(1).fold(self, |value, step| {
            let step = step.replace("~1", "/").replace("~0", "~");
            match value {
                Self::List(elements) => &mut elements[step.parse::<usize>().unwrap()],
                Self::Object(members) => members.get_mut(&step).unwrap(),
                _ => panic!("nothing below"),
            }
        })
    }
}

fn string(text: &str, pen: &mut Pen) -> String {
    let mut written = String::from("\"");
    for c in text.chars() {
        let short = match c {
            '"' => Some("\\\""),
            '\\' => Some("\\\\"),
            '/' => Some("\\/"),
            '\n' => Some("\\n"),
            '\t' => Some("\\t"),
            '\r' => Some("\\r"),
            '\u{8}' => Some("\\b"),
            '\u{c}' => Some("\\f"),
            _ => None,
        };
        let may_stand = c > '\u{1f}' && c != '"' && c != '\\';
        match (pen.pick(3), short) {
            (0, Some(short)) => written.push_str(short),
            (1, _) if may_stand => written.push(c),
            (way, _) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let escape = if way == 0 { format!("\\u{unit:04x}") } else { format!("\\u{unit:04X}") };
                    written.push_str(&escape);
                }
            }
        }
    }
    written.push('"');
    written
}

fn number() -> impl Strategy<Value = Number> {
    let digits = prop_oneof![
        0_u128..20,
        // Around 2^53 and 2^64, where doubles and integers end.
        (0_u128..4).prop_map(|above| (1 << 53) + above),
        (0_u128..4).prop_map(|above| (1 << 64) - 2 + above),
        any::<u128>(),
    ];
    let exponent = prop_oneof![
        -3_i64..4,
        -25_i64..25,
        prop::sample::select(vec![308_i64, 309, 400, -324, -400, 999_999_999, -999_999_999]),
        prop::sample::select(vec![i64::MAX / 2, i64::MIN / 2]),
    ];
    (any::<bool>(), digits, exponent)
        .prop_map(|(negative, digits, exponent)| Number::new(negative, digits, exponent))
}

fn text() -> impl Strategy<Value = String> {
    let pieces =
        ["a", "b", "é", "e\u{301}", "😀", "\u{e000}", "\0", "\u{1f}", "\"", "\\", "/", "~", "\n", "1", ""];
    prop_oneof![
        prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..3).prop_map(|pieces| pieces.concat()),
        any::<String>(),
    ]
}

/// A small value, so that two of them are often equal.
pub(crate) fn leaf() -> impl Strategy<Value = Model> {
    prop_oneof![
        Just(Model::Null),
        any::<bool>().prop_map(Model::Bool),
        number().prop_map(Model::Number),
        text().prop_map(Model::String),
        Just(Model::List(Vec::new())),
        Just(Model::Object(BTreeMap::new())),
    ]
}

pub(crate) fn model() -> impl Strategy<Value = Model> {
    leaf().prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Model::List),
            prop::collection::btree_map(text(), inner, 0..5).prop_map(Model::Object),
        ]
    })
}
