//! Draws the table of timelines: each folder of `tests/timeline` is one sentence.
//!
//! A folder holds `timelines.json`, and what is made of it: `wide.txt` and `narrow.txt`, which are text of 100 and of 50
//! columns, and `page.html`. `TRADESPEC_BLESS=1` writes them anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tradespec_protocol::session::Status;
use tradespec_trace::timeline::{Event, Finding, Timeline, Timelines, html, text};

fn list<'v, T>(value: &'v Value, of: impl Fn(&'v Value) -> T) -> Vec<T> {
    value.as_array().into_iter().flatten().map(of).collect()
}

fn word(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap_or_default()).unwrap()
}

fn finding(value: &Value) -> Finding {
    Finding {
        severity: word(&value[0]).parse().unwrap(),
        code: Box::leak(word(&value[1]).into_boxed_str()),
        message: word(&value[2]),
    }
}

/// One event, or as many as `times` says.
fn events(value: &Value) -> Vec<Event> {
    let event = Event {
        file: number(&value["file"]),
        line: number(&value["line"]),
        time: value["time"].as_i64(),
        operation: word(&value["operation"]),
        status: u16::try_from(number(&value["status"])).unwrap(),
        state: value["state"].as_str().map(|state| Status::from_word(state).unwrap().as_str()),
        replayed: value["replayed"] == true,
        findings: list(&value["findings"], finding),
    };
    let times = number(&value["times"]).max(1);
    (0..times).map(|after| Event { line: event.line + after, ..event.clone() }).collect()
}

fn timeline(value: &Value) -> Timeline {
    Timeline {
        kind: if value["kind"] == "cart" { "cart" } else { "session" },
        id: value["id"].as_str().map(str::to_owned),
        release: value["release"].as_str().map(str::to_owned),
        extensions: list(&value["extensions"], word),
        events: list(&value["events"], events).concat(),
    }
}

fn run(path: &Path) -> datatest_stable::Result<()> {
    let value: Value = serde_json::from_slice(&fs::read(path)?)?;
    let timelines = Timelines {
        files: list(&value["files"], word),
        sessions: list(&value["sessions"], timeline),
        others: list(&value["others"], events).concat(),
        left_out: number(&value["left_out"]),
    };
    let (mut wide, mut narrow, mut page) = (Vec::new(), Vec::new(), Vec::new());
    text(&timelines, 100, &mut wide)?;
    text(&timelines, 50, &mut narrow)?;
    html(&timelines, &mut page)?;
    for (name, found) in [("wide.txt", wide), ("narrow.txt", narrow), ("page.html", page)] {
        let expected = path.with_file_name(name);
        if std::env::var_os("TRADESPEC_BLESS").is_some() {
            fs::write(&expected, &found)?;
        }
        assert_eq!(String::from_utf8(found)?, fs::read_to_string(&expected)?, "{name}");
    }
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/timeline", pattern = r"timelines\.json$" },
}
