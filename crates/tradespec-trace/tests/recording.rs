//! Runs the table of recordings: each folder of `tests/recording` is one sentence about what is read of a file.
//!
//! A folder holds `input.jsonl` or `input.har`, byte for byte, and `expected.txt`: each exchange and each fault with its
//! place. Where it matters, `limit.txt` has the most bytes of an exchange. `TRADESPEC_BLESS=1` writes what is found over
//! what is expected.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use tradespec_trace::recording::{Exchange, Fault, Limits, Message, read};
use tradespec_validator::Origin;

fn place(origin: Origin) -> String {
    format!("{}:{} (byte {})", origin.line, origin.column, origin.offset)
}

fn message(name: &str, message: &Message, text: &mut String) {
    for (name_of_header, value) in message.headers.iter() {
        writeln!(text, "  {name} {name_of_header}: {value}").unwrap();
    }
    if let Some(body) = &message.body {
        let verbatim = if body.verbatim { "verbatim" } else { "not verbatim" };
        let bytes = String::from_utf8_lossy(&body.bytes);
        writeln!(text, "  {name} body, {verbatim} at {}: {bytes}", place(body.origin)).unwrap();
    }
}

fn shown(found: &Result<Exchange, Fault>, text: &mut String) {
    match found {
        Ok(exchange) => {
            let Exchange { origin, method, path, status, .. } = exchange;
            writeln!(text, "{}: {method} {path} -> {status}", place(*origin)).unwrap();
            if let Some(authority) = &exchange.authority {
                writeln!(text, "  to {authority}").unwrap();
            }
            if let Some(time) = exchange.time {
                writeln!(text, "  at {time} ms").unwrap();
            }
            message("request", &exchange.request, text);
            message("response", &exchange.response, text);
        }
        Err(fault) => writeln!(text, "{}: fault: {}", place(fault.origin), fault.message).unwrap(),
    }
}

/// Every body that stands there verbatim stands where it says.
fn assert_placed(input: &[u8], exchange: &Exchange) {
    for body in [&exchange.request.body, &exchange.response.body].into_iter().flatten() {
        if body.verbatim {
            let end = body.origin.offset + body.bytes.len();
            assert_eq!(&input[body.origin.offset..end], body.bytes, "at {}", place(body.origin));
        }
    }
}

fn run(path: &Path) -> datatest_stable::Result<()> {
    let folder = path.parent().unwrap();
    let limits = match fs::read_to_string(folder.join("limit.txt")) {
        Ok(limit) => Limits { exchange_bytes: limit.trim().parse()? },
        Err(_) => Limits::default(),
    };
    let input = fs::read(path)?;
    let mut found = String::new();
    let passed = read(&mut input.as_slice(), limits, &mut |one| {
        shown(&one, &mut found);
        if let Ok(exchange) = &one {
            assert_placed(&input, exchange);
        }
        true
    })?;
    if passed.no_exchange > 0 {
        writeln!(found, "passed over: {}", passed.no_exchange)?;
    }
    let expected = folder.join("expected.txt");
    if std::env::var_os("TRADESPEC_BLESS").is_some() {
        fs::write(&expected, &found)?;
    }
    assert_eq!(found, fs::read_to_string(expected)?);
    Ok(())
}

datatest_stable::harness! {
    { test = run, root = "tests/recording", pattern = r"input\.(jsonl|har)$" },
}
