//! One document, several judges.
//!
//! In:  the message types of every built-in release, and a seed.
//! Out: [`Case`]s with documents that were drawn from the composed schema and then spoilt by structure and by bytes, and for each
//!      document whether Tradespec and another validator agree, or which of the [`KINDS`] of disagreement it is.
//! Holds: the same seed gives the same documents. A kind says what has to be true of a document to be of it, so that no other
//!        disagreement can hide in it.
//!
//! All judges get the bundled document; that it means what the files mean is a property of [`compose`](crate::compose()).

use std::collections::BTreeSet;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;
use tradespec_samples::{Draw, mutate, rng};
use tradespec_schema::{Error, Protocol, TypeId, compose, messages};
use tradespec_validator::{Code, Severity, Validator};

use crate::choices::Choices;
use crate::compose::CATALOGUE;
use crate::json::spoil_bytes;

/// A message type of a release, with everything that can be active.
#[derive(Debug)]
pub struct Case {
    /// Protocol, release and type.
    pub name: String,
    /// Ours.
    pub validator: Validator,
}

/// Every message type of every built-in release.
///
/// ```
/// let cases = tradespec_properties::differential::cases(|protocol, date| date == "2026-01-16")?;
/// assert!(cases.iter().any(|case| case.name == "acp 2026-01-16 agentic_checkout.CheckoutSession"));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
pub fn cases(wanted: impl Fn(Protocol, &str) -> bool) -> Result<Vec<Case>, Error> {
    let mut all = Vec::new();
    for (protocol, release) in
        CATALOGUE.releases().filter(|(protocol, release)| wanted(*protocol, release.as_str()))
    {
        let index = CATALOGUE.release(protocol, Some(release))?;
        let composed = compose(&index, &CATALOGUE.extensions(&index)?)?;
        let used = composed.types().filter(|id| messages::uses(protocol, id).next().is_some());
        let of_capabilities = composed.definitions().collect::<Vec<_>>();
        let of_capabilities =
            of_capabilities.iter().flat_map(|id| composed.messages(id)).map(|(_, message)| message.clone());
        for id in used.chain(of_capabilities).collect::<BTreeSet<TypeId>>() {
            let name = format!("{protocol} {release} {id}");
            all.push(Case { name, validator: Validator::new(&composed, &id)? });
        }
    }
    Ok(all)
}

/// How many documents one drawing gives: as drawn, with one, two and three mistakes, two of these with other bytes, and the
/// first with something on whose meaning readers differ.
pub const A_DRAWING: usize = 7;

impl Case {
    /// Documents of this type and such as are nearly of it.
    #[must_use]
    pub fn documents(&self, count: usize, seed: u64) -> Vec<Vec<u8>> {
        let mut draw = Draw::new(self.validator.document(), seed);
        let mut rng = rng(seed);
        let mut all = Vec::new();
        while all.len() < count {
            let mut document = draw.document();
            let start = all.len();
            all.push(document.to_string().into_bytes());
            for _ in 0..3 {
                mutate(&mut document, &mut rng);
                all.push(document.to_string().into_bytes());
            }
            for which in [start, start + 1] {
                let mut text = all[which].clone();
                let bytes: Vec<u8> = std::iter::repeat_with(|| rng.u8(..)).take(16).collect();
                spoil_bytes(&mut text, &mut Choices::new(&bytes), 2);
                all.push(text);
            }
            all.push(odd(&all[start], &mut rng));
        }
        all.truncate(count);
        all
    }

    /// Our verdict.
    ///
    /// # Panics
    ///
    /// The fast path has another one.
    #[must_use]
    pub fn judge(&self, text: &[u8]) -> Ours {
        let report = self.validator.check(text);
        assert!(
            self.validator.accepts(text) == report.is_valid(),
            "{}: the fast path has another verdict",
            self.name
        );
        let errors = report.iter().filter(|found| found.severity == Severity::Error);
        Ours { codes: errors.map(|found| found.code).collect() }
    }
}

/// The text with a member twice, or with a number that is written in another way or has too many digits.
fn odd(text: &[u8], rng: &mut fastrand::Rng) -> Vec<u8> {
    const NUMBERS: [&str; 9] = [
        "9007199254740993",
        "9223372036854775808",
        "18446744073709551616",
        "100000000000000000000000",
        "1.0",
        "1e2",
        "-0",
        "1.0000000000000000001",
        "1e400",
    ];
    let (mut places, mut text) = (Vec::new(), text.to_vec());
    for (at, pair) in text.windows(2).enumerate() {
        // A colon in a string is rarely followed by a digit; if it is, the string changes.
        if pair[0] == b':' && pair[1].is_ascii_digit() {
            places.push(at + 1);
        }
    }
    let first = serde_json::from_slice::<Value>(&text).ok();
    let first = first.as_ref().and_then(Value::as_object).and_then(|members| members.keys().next());
    match (rng.choice(&places), first) {
        (Some(&start), _) if rng.bool() => {
            let length = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = NUMBERS[rng.usize(..NUMBERS.len())];
            drop(text.splice(start..start + length, number.bytes()));
        }
        (_, Some(name)) => {
            let again = format!("{{{}:null,", Value::from(name.as_str()));
            drop(text.splice(..1, again.into_bytes()));
        }
        _ => {}
    }
    text
}

/// Our verdict: the codes of all errors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ours {
    codes: BTreeSet<Code>,
}

impl Ours {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.codes.is_empty()
    }

    /// The codes, for a report that has no values in it.
    #[must_use]
    pub fn codes(&self) -> String {
        self.codes.iter().map(|code| code.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn only(&self, allowed: impl Fn(Code) -> bool) -> bool {
        !self.is_valid() && self.codes.iter().all(|code| allowed(*code))
    }
}

/// The verdict of another validator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theirs {
    /// With formats checked.
    pub valid: bool,
    /// With formats as annotations.
    pub without_formats: bool,
}

/// Why verdicts may differ.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// A few words.
    pub name: &'static str,
    /// Whose choice it is, and why.
    pub reason: &'static str,
    applies: fn(&Ours, Theirs) -> bool,
}

/// The kinds of disagreement that have an explanation.
pub const KINDS: [Kind; 4] = [
    Kind {
        name: "member twice",
        reason: "we refuse an object that has one member twice, as readers differ in which one counts; the others take the last",
        applies: |ours, theirs| theirs.valid && ours.only(|code| code == Code::DuplicateMember),
    },
    Kind {
        name: "lone surrogate",
        reason: "half of a surrogate pair is no character, and no text of Rust or UTF-8 can hold it; `JSON.parse` takes it",
        applies: |ours, theirs| theirs.valid && ours.only(|code| code == Code::LoneSurrogate),
    },
    Kind {
        name: "number out of range",
        reason: "we refuse a number beyond all doubles; `JSON.parse` makes `Infinity` of it",
        applies: |ours, theirs| theirs.valid && ours.only(|code| code == Code::NumberOutOfRange),
    },
    Kind {
        name: "format",
        reason: "ajv goes by patterns: an e-mail address has to have a dot behind the @, and what stands for a port need be no number; without formats the verdicts are the same",
        applies: |ours, theirs| {
            ours.is_valid() && !theirs.valid && theirs.without_formats
                || theirs.valid && ours.only(|code| code == Code::WrongFormat)
        },
    },
];

/// What comes of two verdicts.
#[derive(Debug, Clone, Copy)]
pub enum Outcome {
    /// They are the same.
    Agree,
    /// They differ, as is known.
    Explained(&'static Kind),
    /// They differ.
    Unexplained,
}

/// Compares our verdict with another one.
///
/// ```
/// use tradespec_properties::differential::{Boon, Outcome, cases, compare};
///
/// let cases = cases(|_, date| date == "2026-01-16")?;
/// let case = cases.iter().find(|case| case.name.ends_with(".CheckoutSessionUpdateRequest")).unwrap();
/// let text = br#"{"items": 1, "items": []}"#;
/// let outcome = compare(&case.judge(text), Boon::new(case).judge(text));
/// assert!(!matches!(outcome, Outcome::Unexplained));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[must_use]
pub fn compare(ours: &Ours, theirs: Theirs) -> Outcome {
    if ours.is_valid() == theirs.valid {
        return Outcome::Agree;
    }
    let kind = KINDS.iter().find(|kind| (kind.applies)(ours, theirs));
    kind.map_or(Outcome::Unexplained, Outcome::Explained)
}

/// boon, which shares no code with our validator but the reader of JSON.
pub struct Boon {
    schemas: Schemas,
    with_formats: SchemaIndex,
    others: Schemas,
    without_formats: SchemaIndex,
}

impl Boon {
    /// For the type of a case.
    #[must_use]
    pub fn new(case: &Case) -> Self {
        let compiled = |formats: bool| {
            let mut compiler = Compiler::new();
            if formats {
                compiler.enable_format_assertions();
            }
            let mut schemas = Schemas::new();
            let document = case.validator.document().clone();
            compiler.add_resource("mem:///bundle.json", document).expect("a bundle is a resource");
            let index = compiler.compile("mem:///bundle.json", &mut schemas);
            (schemas, index.unwrap_or_else(|error| panic!("boon refuses {}: {error:#}", case.name)))
        };
        let (schemas, with_formats) = compiled(true);
        let (others, without_formats) = compiled(false);
        Self { schemas, with_formats, others, without_formats }
    }

    /// Its verdict.
    #[must_use]
    pub fn judge(&self, text: &[u8]) -> Theirs {
        let Ok(document) = serde_json::from_slice::<Value>(text) else {
            return Theirs { valid: false, without_formats: false };
        };
        let valid = self.schemas.validate(&document, self.with_formats).is_ok();
        let without_formats = valid || self.others.validate(&document, self.without_formats).is_ok();
        Theirs { valid, without_formats }
    }
}
