//! Random valid documents through the types.
//!
//! What validates and is not read as a type, by decision:
//!
//! - a whole number written with a fraction (`100.0`), which JSON Schema takes for an integer;
//! - an integer beyond 64 bits.
//!
//! Both are amounts or counts that no protocol means; a type of their own would make every amount clumsy.

use std::collections::BTreeMap;

use tradespec_samples::Draw;
use tradespec_schema::Protocol;
use tradespec_validator::{Builder, Selection, Validator};

use crate::table::{self, Row};

/// No document can be of this type: it requires `order` beside a closed base that has none.
const IMPOSSIBLE: (&str, &str) = ("2025-09-29", "agentic_checkout.CheckoutSessionWithOrder");

#[test]
fn what_validates_comes_out_as_it_went_in() {
    let mut selections: BTreeMap<(Protocol, &str), Selection> = BTreeMap::new();
    for row in table::rows() {
        let selection = selections.entry((row.protocol, row.release)).or_insert_with(|| selection(&row));
        let validator = selection.validator(row.name).unwrap();
        let (documents, least) = amounts(row.protocol);
        let mut valid = 0;
        for seed in 0..documents {
            let document = Draw::new(validator.document(), seed).document();
            if validator.is_valid(&document) {
                valid += 1;
                table::check(row.round_trip, &document.to_string()).unwrap_or_else(|why| {
                    panic!("{} {} seed {seed}: {why}\n{document:#}", row.release, row.name)
                });
            }
        }
        if (row.release, row.name) == IMPOSSIBLE {
            assert_eq!(valid, 0);
            continue;
        }
        assert!(valid > least, "{} {}: only {valid} of {documents} drawn are valid", row.release, row.name);
    }
}

/// A release of ACP by itself, and one of UCP with all its extensions, which its types have.
fn selection(row: &Row) -> Selection {
    let builder = || Validator::builder().protocol(row.protocol).release(row.release);
    let plain = builder().compose().unwrap();
    if row.protocol != Protocol::Ucp {
        return plain;
    }
    let core = plain.inactive().iter().map(|extension| extension.id().to_string());
    core.fold(builder(), Builder::extension).compose().unwrap()
}

/// How many documents are drawn, and how many of them at least have to be valid. UCP's are large.
fn amounts(protocol: Protocol) -> (u64, u64) {
    if protocol == Protocol::Ucp { (25, 8) } else { (60, 30) }
}

#[test]
fn the_two_exceptions_are_as_described() {
    let validator = Validator::builder().release("2026-04-17").message_type("Total").build().unwrap();
    for amount in ["100.0", "9223372036854775808"] {
        let text = format!(r#"{{"type": "total", "display_text": "Total", "amount": {amount}}}"#);
        assert!(validator.is_valid(&serde_json::from_str(&text).unwrap()), "{amount}");
        assert!(serde_json::from_str::<acp_types::v2026_04_17::checkout::Total>(&text).is_err(), "{amount}");
    }
}
