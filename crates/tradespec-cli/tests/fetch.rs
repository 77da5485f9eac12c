//! `tradespec negotiate --fetch`: what is given is not fetched, and the rest is.

#![cfg(feature = "fetch")]
#![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// A domain that leads nowhere, with and without a network.
const ADDRESS: &str = "https://shop.invalid/ucp";

fn profile(folder: &Path, name: &str, release: &str) -> String {
    let checkout = json!({"dev.ucp.shopping.checkout": [{"version": "2026-01-23"}]});
    let mut ucp =
        json!({"version": release, "services": {}, "payment_handlers": {}, "capabilities": checkout});
    if release == "2026-04-08" {
        ucp["supported_versions"] = json!({"2026-01-23": ADDRESS});
    }
    let path = folder.join(name);
    fs::write(&path, json!({"ucp": ucp}).to_string()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The report, and what is said beside it.
fn negotiate(given: bool) -> (Value, String) {
    let folder = tempfile::tempdir().unwrap();
    let business = profile(folder.path(), "business.json", "2026-04-08");
    let platform = profile(folder.path(), "platform.json", "2026-01-23");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tradespec"));
    command.args(["negotiate", "--protocol", "ucp", "--fetch", "--format", "json"]);
    command.args(["--business", &business, "--platform", &platform]);
    if given {
        command.args(["--profile", &format!("{ADDRESS}={platform}")]);
    }
    let output = command.output().unwrap();
    (serde_json::from_slice(&output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn what_is_given_is_not_fetched() {
    let (report, said) = negotiate(true);
    assert_eq!(report["active"], json!({"dev.ucp.shopping.checkout": "2026-01-23"}), "{said}");
}

#[test]
fn what_is_not_given_is_fetched() {
    let (report, said) = negotiate(false);
    assert_eq!(report["error"]["code"], "profile_unreachable");
    assert!(said.contains("https://shop.invalid/ucp: it cannot be read: "), "{said}");
}
