//! Recordings, as tests look at them.

use std::fs;

use merchant::{Fault, Options, Set, record};
use serde_json::Value;

/// The text of a recording.
pub(crate) fn recording(set: Set, fault: Option<Fault>) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    record(Options { fault, ..Options::default() }, set, file.reopen().unwrap()).unwrap();
    fs::read_to_string(file.path()).unwrap()
}

/// The exchanges of a recording.
pub(crate) fn exchanges(recording: &str) -> Vec<Value> {
    recording.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The `Request-Id` of an exchange: the scenario, and a number.
pub(crate) fn id(exchange: &Value) -> &str {
    exchange["request"]["headers"]["request-id"].as_str().unwrap()
}
