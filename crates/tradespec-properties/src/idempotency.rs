//! Whether two bodies mean the same.

use tradespec_protocol::idempotency::{Body, difference, equivalent, fingerprint};

use crate::choices::Choices;

/// Bodies have one fingerprint exactly if they are equivalent, and then there is no difference; another spelling is
/// equivalent, another value is not.
///
/// ```
/// tradespec_properties::idempotency(b"\x01[1.0]\n[1]");
/// ```
pub fn idempotency(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    if choices.once_in(2) {
        let rest = choices.rest();
        let at = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        compare(&rest[..at], rest.get(at + 1..).unwrap_or_default());
        return;
    }
    let mut texts = [String::new(), String::new()];
    spell(&mut choices, &mut texts, 0);
    let [one, other] = &texts;
    assert!(equivalent(one.as_bytes(), other.as_bytes()) == Ok(true), "two spellings differ: {one} {other}");
    compare(one.as_bytes(), other.as_bytes());
    let more = format!("[{other}]");
    assert!(equivalent(one.as_bytes(), more.as_bytes()) == Ok(false));
    compare(one.as_bytes(), more.as_bytes());
    let mut spoilt = other.clone().into_bytes();
    crate::json::spoil_bytes(&mut spoilt, &mut choices, 2);
    compare(one.as_bytes(), &spoilt);
}

fn compare(one: &[u8], other: &[u8]) {
    let Ok(is_same) = equivalent(one, other) else {
        assert!(Body::parse(one).is_err() || Body::parse(other).is_err());
        return;
    };
    assert_eq!(equivalent(other, one), Ok(is_same), "the order of the two matters");
    assert_eq!(fingerprint(one) == fingerprint(other), is_same, "fingerprints");
    assert_eq!(difference(one, other).map(|found| found.is_none()), Ok(is_same), "differences");
    for body in [one, other] {
        let canonical = Body::parse(body).expect("it was parsed before").canonical();
        assert_eq!(
            equivalent(body, canonical.as_bytes()),
            Ok(true),
            "the canonical form means something else"
        );
    }
}

/// Writes one value in two spellings.
fn spell(choices: &mut Choices<'_>, texts: &mut [String; 2], depth: usize) {
    const SPELLINGS: [[&str; 2]; 12] = [
        ["0", "-0.0"],
        ["1", "1.0"],
        ["100", "1e2"],
        ["-0.5", "-5E-1"],
        ["1e400", "10e399"],
        ["9007199254740993", "9007199254740993.000"],
        ["null", " null "],
        ["true", "true\t"],
        [r#""a""#, r#""\u0061""#],
        [r#""é""#, r#""\u00e9""#],
        [r#""\/\n""#, r#""/\u000A""#],
        [r#""😀""#, r#""\ud83d\ude00""#],
    ];
    let push = |texts: &mut [String; 2], both: [&str; 2]| {
        texts.iter_mut().zip(both).for_each(|(text, more)| text.push_str(more));
    };
    match choices.below(if depth < 5 { 20 } else { 12 }) {
        at @ 0..12 => push(texts, SPELLINGS[at]),
        12..15 => {
            push(texts, ["[", "[ "]);
            for number in 0..choices.below(4) {
                if number > 0 {
                    push(texts, [",", " ,\n"]);
                }
                spell(choices, texts, depth + 1);
            }
            push(texts, ["]", "\r]"]);
        }
        _ => {
            let mut members = Vec::new();
            for number in 0..choices.below(4) {
                let mut member = [format!("\"a{number}\":"), format!("\"\\u0061{number}\" : ")];
                spell(choices, &mut member, depth + 1);
                members.push(member);
            }
            let straight: Vec<_> = members.iter().map(|member| member[0].as_str()).collect();
            let turned: Vec<_> = members.iter().rev().map(|member| member[1].as_str()).collect();
            push(texts, [&format!("{{{}}}", straight.join(",")), &format!("{{ {} }}", turned.join(", "))]);
        }
    }
}
