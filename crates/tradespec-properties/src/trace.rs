//! Reading and checking recordings.

use std::cell::RefCell;
use std::io::{BufRead, BufReader};
use std::sync::LazyLock;

use serde_json::Value;
use tradespec_trace::Tracer;
use tradespec_trace::recording::{Exchange, Fault, Limits, read};
use tradespec_validator::Validator;

use crate::choices::Choices;
use crate::json;

thread_local! {
    /// One for all inputs, because it makes each validator once.
    static TRACER: RefCell<Tracer<'static>> =
        RefCell::new(Tracer::new(Validator::builder()).expect("what is built in"));
}

/// Lines of a recording.
static LINES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let recordings = [
        include_str!("../../../examples/recordings/broken.jsonl"),
        include_str!("../../../examples/recordings/refusals.jsonl"),
    ];
    recordings.into_iter().flat_map(str::lines).collect()
});

/// What is read does not depend on how the reader hands out its bytes, every exchange has its place, and checking the same
/// recording again finds the same.
///
/// ```
/// tradespec_properties::trace(br#"{"method": "GET", "path": "/checkout_sessions/1", "status": 200}"#);
/// ```
pub fn trace(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let text = text(&mut choices);
    let whole = read_all(&mut text.as_slice());
    for capacity in [1, 7] {
        let again = read_all(&mut BufReader::with_capacity(capacity, text.as_slice()));
        assert!(again == whole, "{capacity} bytes at a time are read differently");
    }
    for one in &whole {
        let origin = match one {
            Ok(exchange) => exchange.origin,
            Err(fault) => {
                assert!(!fault.message.is_empty());
                fault.origin
            }
        };
        assert!(origin.offset <= text.len() && origin.line > 0 && origin.column > 0);
    }
    let first = checked(&whole);
    assert_eq!(first, checked(&whole), "the second time something else is found");
}

fn text(choices: &mut Choices<'_>) -> Vec<u8> {
    if choices.once_in(3) {
        return choices.rest().to_vec();
    }
    let mut text = Vec::new();
    let mut at = choices.below(LINES.len());
    for _ in 0..=choices.below(6) {
        let mut line: Value = serde_json::from_str(LINES[at % LINES.len()]).expect("a line of a recording");
        json::spoil(&mut line, choices, 2);
        text.extend_from_slice(line.to_string().as_bytes());
        text.push(b'\n');
        at += choices.below(3);
    }
    json::spoil_bytes(&mut text, choices, 2);
    text
}

type Found = Vec<Result<Exchange, Fault>>;

fn read_all(reader: &mut dyn BufRead) -> Found {
    let mut found = Vec::new();
    read(reader, Limits::default(), &mut |one| {
        found.push(one);
        true
    })
    .expect("bytes in memory can be read");
    found
}

/// The exchange, the code and the place of each finding.
fn checked(found: &Found) -> Vec<(usize, String, String)> {
    TRACER.with_borrow_mut(|tracer| {
        tracer.forget();
        let mut all = Vec::new();
        for (number, one) in found.iter().enumerate() {
            let checked = match one {
                Ok(exchange) => tracer.exchange("recorded", exchange),
                Err(fault) => Some(tracer.fault("recorded", fault)),
            };
            for found in checked.iter().flat_map(|checked| checked.report.iter()) {
                all.push((number, found.code.as_str().to_owned(), found.instance_path.as_str().to_owned()));
            }
        }
        all
    })
}
