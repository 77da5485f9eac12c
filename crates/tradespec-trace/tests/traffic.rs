//! Recordings with what is found in them, one file a case.
//!
//! `exchanges` are the lines of a recording; `found` has, for each finding, the line, the severity, the code and the place.
//! `TRADESPEC_BLESS=1` rewrites `found`. Each case is also read as a HAR document, and gives the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::path::Path;
use std::sync::{LazyLock, Mutex};

use serde_json::{Value, json};
use tradespec_trace::{Tracer, recording};
use tradespec_validator::Validator;

/// One for all cases, because it makes each validator once.
static TRACER: LazyLock<Mutex<Tracer<'static>>> =
    LazyLock::new(|| Mutex::new(Tracer::new(Validator::builder()).unwrap()));

fn found(text: &str) -> Vec<Value> {
    let mut tracer = TRACER.lock().unwrap();
    tracer.forget();
    let (mut found, mut number) = (Vec::new(), 0);
    recording::read(&mut text.as_bytes(), recording::Limits::default(), &mut |exchange| {
        number += 1;
        let checked = match exchange {
            Ok(exchange) => tracer.exchange("recorded", &exchange),
            Err(fault) => Some(tracer.fault("recorded", &fault)),
        };
        for found_one in checked.iter().flat_map(|checked| checked.report.iter()) {
            let at = found_one.instance_path.as_str();
            found.push(json!([number, found_one.severity, found_one.code, at]));
        }
        true
    })
    .unwrap();
    found
}

/// The exchange as HAR has it.
fn entry(exchange: &Value) -> Value {
    let headers = |side: &str| -> Vec<Value> {
        let headers = exchange[side]["headers"].as_object().into_iter().flatten();
        headers.map(|(name, value)| json!({"name": name, "value": value})).collect()
    };
    let text = |side: &str| match exchange[side].get("body") {
        Some(Value::String(text)) => Some(text.clone()),
        Some(body) => Some(body.to_string()),
        None => None,
    };
    let path = exchange["path"].as_str().unwrap();
    let url = if path.starts_with('/') { format!("https://shop.example{path}") } else { path.to_owned() };
    let mut entry = json!({
        "startedDateTime": exchange.get("time").unwrap_or(&Value::Null),
        "request": {"method": exchange["method"], "url": url, "headers": headers("request")},
        "response": {"status": exchange["status"], "headers": headers("response"), "content": {}},
    });
    if let Some(text) = text("request") {
        entry["request"]["postData"] = json!({"mimeType": "application/json", "text": text});
    }
    if let Some(text) = text("response") {
        entry["response"]["content"]["text"] = json!(text);
    }
    entry
}

fn case(path: &Path) -> datatest_stable::Result<()> {
    let mut case: Value = serde_json::from_str(&std::fs::read_to_string(path)?)?;
    let exchanges = case["exchanges"].as_array().unwrap().clone();
    let lines: Vec<_> = exchanges.iter().map(Value::to_string).collect();
    let by_lines = found(&lines.join("\n"));
    let entries: Vec<_> = exchanges.iter().map(entry).collect();
    let by_har = found(&json!({"log": {"version": "1.2", "entries": entries}}).to_string());
    assert_eq!(by_lines, by_har, "the same as JSON lines and as HAR");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        case["found"] = json!(by_lines);
        let shown = |name: &str| {
            let list = case[name].as_array().unwrap().iter().map(|one| format!("\n    {one}"));
            let list = list.collect::<Vec<_>>().join(",");
            if list.is_empty() { "[]".to_owned() } else { format!("[{list}\n  ]") }
        };
        let text =
            format!("{{\n  \"exchanges\": {},\n  \"found\": {}\n}}\n", shown("exchanges"), shown("found"));
        std::fs::write(path, text)?;
        return Ok(());
    }
    assert_eq!(json!(by_lines), case["found"]);
    Ok(())
}

datatest_stable::harness! {
    { test = case, root = "tests/traffic", pattern = r"\.json$" },
}
