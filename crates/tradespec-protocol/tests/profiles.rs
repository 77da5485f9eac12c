//! Negotiations as a table: each file of `tests/profiles` is two profiles, maybe others at addresses, and what comes of it.
//!
//! `TRADESPEC_BLESS=1` writes what is expected anew.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Map, Value, json};
use tradespec_protocol::profiles::{
    AuthorityFault, FailureCode, Kind, Negotiation, Operation, Profile, Profiles, Reason, Report, bind,
    negotiate,
};

fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn profile(value: &Value) -> Profile {
    Profile::from_value(value).unwrap_or_else(|error| panic!("{error}"))
}

/// The report, with the code of each reason and error alone.
fn codes(report: &Value) -> Value {
    let mut codes = report.clone();
    let code = |line: &Value| {
        let (code, _) = line["reason"].as_str().expect("a text").split_once(": ").expect("a code");
        (line["name"].as_str().expect("a name").to_owned(), json!(code))
    };
    let dropped: Map<_, _> = report["dropped"].as_array().expect("a list").iter().map(code).collect();
    codes["dropped"] = json!(dropped);
    codes["error"] = report["error"].get("code").cloned().unwrap_or_default();
    codes
}

/// What comes of a case, in the form in which it is expected there; notes where the case has them.
fn actual(case: &Value) -> (Value, Option<Value>) {
    let at = case["profiles"].as_object().into_iter().flatten();
    let profiles: Profiles =
        at.map(|(address, profile)| (address.clone(), profile.to_string().into_bytes())).collect();
    let operation = case["operation"].as_str().map(|text| Operation::named(text).expect("an operation"));
    let result = negotiate(&profile(&case["business"]), &profile(&case["platform"]), &profiles);
    let report = serde_json::to_value(Report::new(result.as_ref(), operation)).expect("it serializes");
    let notes = result.ok().filter(|_| case.get("notes").is_some()).map(|negotiation| {
        let messages = negotiation.notes.into_iter().map(|note| note.message);
        // Few cases have addresses of schemas, and one that is about them says so itself.
        messages.filter(|message| !message.contains("gives no schema")).collect()
    });
    (codes(&report), notes)
}

#[test]
fn every_case_comes_out_as_expected() {
    let bless = env::var_os("TRADESPEC_BLESS").is_some();
    let (mut seen, mut wrong, mut cases) = (BTreeSet::new(), Vec::new(), 0);
    for entry in fs::read_dir(here("tests/profiles")).expect("the cases are there") {
        let path = entry.expect("an entry").path();
        cases += 1;
        let mut case: Value =
            serde_json::from_str(&fs::read_to_string(&path).expect("readable")).expect("JSON");
        let (expect, notes) = actual(&case);
        let dropped = expect["dropped"].as_object().expect("an object").values();
        seen.extend(dropped.chain([&expect["error"]]).filter_map(Value::as_str).map(str::to_owned));
        if expect == case["expect"] && notes.as_ref() == case.get("notes") {
            continue;
        }
        wrong.push(format!("{}: {expect:#} {notes:#?}", path.display()));
        case["expect"] = expect;
        if let Some(notes) = notes {
            case["notes"] = notes;
        }
        if bless {
            let text = serde_json::to_string_pretty(&case).expect("JSON") + "\n";
            fs::write(&path, text).expect("it can be written");
        }
    }
    assert!(bless || wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 100, "there are {cases}");
    assert_eq!(seen, known_codes().map(str::to_owned).collect(), "every reason and every error comes up");
}

/// Every reason, every failure, and the code of a negotiation that comes to nothing.
fn known_codes() -> impl Iterator<Item = &'static str> {
    let failures = FailureCode::ALL.into_iter().map(FailureCode::as_str);
    Reason::CODES.into_iter().chain(failures).chain([Negotiation::INCOMPATIBLE])
}

#[test]
fn what_keeps_a_document_from_being_a_profile_is_told_with_its_place() {
    let faults = [
        ("", "not JSON: line 1 column 1: the document is empty"),
        ("[]", "a profile must be an object with the member ucp"),
        (
            r#"{"ucp": []}"#,
            "/ucp: it must be an object with version, services, capabilities and payment_handlers",
        ),
        (r#"{"ucp": {}}"#, "/ucp/version: it must be a date such as 2026-04-08"),
        (r#"{"ucp": {"version": "draft"}}"#, "/ucp/version: it must be a date such as 2026-04-08"),
        (
            r#"{"ucp": {"version": "2026-04-08", "capabilities": {"a.b": [], "a.b": []}}}"#,
            "/ucp/capabilities/a.b: this member stands twice; which one is meant?",
        ),
        (
            r#"{"ucp": {"version": "2026-04-08", "capabilities": []}}"#,
            "/ucp/capabilities: it must be an object from names to lists of entries, one a version",
        ),
        (
            r#"{"ucp": {"version": "2026-04-08", "services": {"a.b": {}}, "payment_handlers": 1}}"#,
            "/ucp/services/a.b: it must be a list of entries, one a version; \
             /ucp/payment_handlers: it must be an object from names to lists of entries, one a version",
        ),
        (
            r#"{"ucp": {"version": "2026-01-11", "capabilities": [{"version": "2026-01-11"}]}}"#,
            "/ucp/capabilities/0/name: it must be a text, such as dev.ucp.shopping.checkout",
        ),
        (
            r#"{"ucp": {"version": "2026-01-11"}, "payment": {"handlers": {}}}"#,
            "/payment/handlers: it must be a list of entries with their names",
        ),
        (
            r#"{"ucp": {"version": "2026-04-08", "supported_versions": {"soon": "https://a.example", "2026-01-11": 1}}}"#,
            "/ucp/supported_versions/soon: its name must be a date such as 2026-01-23; \
             /ucp/supported_versions/2026-01-11: it must be the address of a profile",
        ),
        (
            r#"{"ucp": {"version": "2026-04-08"}, "signing_keys": {}}"#,
            "/signing_keys: it must be a list of JSON web keys",
        ),
    ];
    for (text, message) in faults {
        let error = Profile::read(text.as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn more_than_is_read_is_refused() {
    let with = |capabilities: Value| json!({"ucp": {"version": "2026-04-08", "capabilities": capabilities}});
    let names =
        |count: usize| (0..count).map(|n| (format!("com.example.c{n}"), json!([]))).collect::<Map<_, _>>();
    assert!(Profile::from_value(&with(json!(names(512)))).is_ok());
    assert!(Profile::from_value(&with(json!(names(513)))).is_err());
    let entries =
        |count: usize| with(json!({"com.example.c": vec![json!({"version": "2026-04-08"}); count]}));
    assert!(Profile::from_value(&entries(2048)).is_ok());
    assert!(Profile::from_value(&entries(2049)).is_err());
    let versions: Map<_, _> =
        (1..=65).map(|n| (format!("20{n:02}-01-01"), json!("https://shop.example"))).collect();
    let supported = json!({"ucp": {"version": "2026-04-08", "supported_versions": versions}});
    assert!(Profile::from_value(&supported).is_err());
    let parents = |count: usize| (0..count).map(|n| format!("com.example.c{n}")).collect::<Vec<_>>();
    for (count, usable) in [(64, 1), (65, 0)] {
        let value = with(json!({"com.example.x": [{"version": "2026-04-08", "extends": parents(count)}]}));
        let read = profile(&value);
        let (_, entries) = read.entries(Kind::Capability).next().expect("the name");
        assert_eq!(entries.len(), usable);
    }
    let large = format!(r#"{{"ucp": {{"version": "2026-04-08"}}, "x": "{}"}}"#, "x".repeat(1 << 20));
    let error = Profile::read(large.as_bytes()).expect_err("too large");
    assert_eq!(error.to_string(), "the document is larger than 1048576 bytes, the most that is read");
}

#[test]
fn hosts_bind_as_published() {
    let elsewhere = |host: &str| Err(AuthorityFault::Elsewhere { host: host.to_owned() });
    let cases = [
        ("https://ucp.dev/x", "dev.ucp", Ok(())),
        ("https://ucp.dev?x#y", "dev.ucp.shopping.checkout", Ok(())),
        ("HTTPS://UCP.DEV/x", "dev.ucp.shopping", Ok(())),
        (" https://ucp.dev/x\n", "dev.ucp.shopping", Ok(())),
        ("https://%75cp.dev/x", "dev.ucp.shopping", Ok(())),
        ("https://ucp。dev/x", "dev.ucp.shopping", Ok(())),
        ("https://ｕcp.dev/x", "dev.ucp.shopping", Ok(())),
        ("https://my-shop.example/x", "example.my-shop.pay", Ok(())),
        ("https://ucp.dev/x", "dev.ucpx.shopping", elsewhere("ucp.dev")),
        ("https://ucp.dev/x", "dev", elsewhere("ucp.dev")),
        ("https://dev.ucp/x", "dev.ucp.shopping", elsewhere("dev.ucp")),
        ("https://ucp.dev.evil.example/x", "dev.ucp.shopping", elsewhere("ucp.dev.evil.example")),
        ("https://evil.example\\@ucp.dev/x", "dev.ucp.shopping", elsewhere("evil.example")),
        ("https://ucp.dev@evil.example/x", "dev.ucp.shopping", Err(AuthorityFault::UserInfo)),
        ("http://ucp.dev/x", "dev.ucp", Err(AuthorityFault::NotHttps)),
        ("data:,x", "dev.ucp", Err(AuthorityFault::NotHttps)),
        ("https://dev/x", "dev.ucp", Err(AuthorityFault::FewLabels)),
        ("https://dev./x", "dev.ucp", Err(AuthorityFault::FewLabels)),
        ("https://ucp..dev/x", "dev.ucp", Err(AuthorityFault::FewLabels)),
        ("https://1.2.3.4/x", "dev.ucp", Err(AuthorityFault::Address)),
        ("https://2130706433/x", "dev.ucp", Err(AuthorityFault::Address)),
        ("https://1.2.3.4./x", "dev.ucp", Err(AuthorityFault::Address)),
        ("https://[2001:db8::1]/x", "dev.ucp", Err(AuthorityFault::Address)),
        ("https:///x y", "dev.ucp", Err(AuthorityFault::NoUrl)),
        ("//ucp.dev/x", "dev.ucp", Err(AuthorityFault::NoUrl)),
        ("", "dev.ucp", Err(AuthorityFault::NoUrl)),
    ];
    for (address, name, expected) in cases {
        assert_eq!(bind(address, name), expected, "{address} {name}");
    }
}

#[test]
fn the_document_lists_every_reason_and_failure() {
    let page = fs::read_to_string(here("../../docs/profiles.md")).expect("the page is there");
    let listed = |code: &str| page.lines().filter(|line| line.starts_with(&format!("| `{code}` |"))).count();
    for code in known_codes() {
        assert_eq!(listed(code), 1, "{code}");
    }
}
