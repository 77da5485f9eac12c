//! A sample of `cargo xtask differential`: Tradespec and boon agree, or the disagreement has a known kind.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use tradespec_properties::differential::{A_DRAWING, Boon, Outcome, cases, compare};

#[test]
fn two_validators_agree() {
    let (mut documents, mut accepted, mut unexplained) = (0, 0, Vec::new());
    for case in cases(|_, date| ["2026-04-17", "2026-04-08"].contains(&date)).unwrap() {
        let boon = Boon::new(&case);
        for (number, text) in case.documents(2 * A_DRAWING, 1).iter().enumerate() {
            let (ours, theirs) = (case.judge(text), boon.judge(text));
            documents += 1;
            accepted += usize::from(ours.is_valid());
            if matches!(compare(&ours, theirs), Outcome::Unexplained) {
                unexplained.push(format!(
                    "{} number {number}: ours {}, boon {theirs:?}",
                    case.name,
                    ours.codes()
                ));
            }
        }
    }
    assert_eq!(unexplained, Vec::<String>::new());
    // It would say little if nearly all were refused, or accepted.
    assert!(
        documents > 500 && accepted > documents / 5 && accepted < documents * 4 / 5,
        "{accepted} of {documents}"
    );
}

#[test]
fn a_wrong_judge_is_noticed() {
    let cases = cases(|_, date| date == "2026-01-16").unwrap();
    let of_type = |name: &str| cases.iter().find(|case| case.name.ends_with(name)).unwrap();
    let case = of_type(".CheckoutSessionCreateRequest");
    let other = Boon::new(of_type(".CheckoutSession"));
    let texts = case.documents(10 * A_DRAWING, 1);
    let differ = texts
        .iter()
        .filter(|text| matches!(compare(&case.judge(text), other.judge(text)), Outcome::Unexplained));
    assert!(differ.count() > 9, "another type's verdicts pass for this one's");
}
