//! Published and sample payloads through the types.

use serde_json::Value;
use tradespec_validator::Validator;

use crate::support::{json, root, samples};
use crate::table;

#[test]
fn every_valid_published_example_comes_out_as_it_went_in() {
    for release in ["2025-09-29", "2025-12-12", "2026-01-16", "2026-01-30", "2026-04-17"] {
        let folder = root("../shared/upstream/acp").join(release).join("examples");
        if !folder.is_dir() {
            eprintln!("skipped: {} is not there", folder.display());
            continue;
        }
        let rows = json(&root("crates/tradespec-validator/tests/published").join(format!("{release}.json")));
        let mut checked = 0;
        for row in rows.as_array().unwrap().iter().filter(|row| row["valid"] == true) {
            let file = json(&folder.join(row["file"].as_str().unwrap()));
            let payload = file.pointer(row["pointer"].as_str().unwrap()).unwrap();
            let round_trip = table::find(release, row["type"].as_str().unwrap());
            table::check(round_trip, &payload.to_string()).unwrap_or_else(|why| panic!("{row}: {why}"));
            checked += 1;
        }
        assert!(checked > 10, "{release}: only {checked}");
    }
}

/// What does not validate is not lost either, as long as required members have the right type.
#[test]
fn published_examples_with_unknown_members_come_out_as_they_went_in() {
    let folder = root("../shared/upstream/acp/2026-04-17/examples");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    let rows = json(&root("crates/tradespec-validator/tests/published/2026-04-17.json"));
    let mut checked = 0;
    for row in
        rows.as_array().unwrap().iter().filter(|row| row["file"].as_str().unwrap().starts_with("orders/"))
    {
        let payload = json(&folder.join(row["file"].as_str().unwrap()));
        table::check(table::find("2026-04-17", "agentic_checkout.Order"), &payload.to_string()).unwrap();
        checked += 1;
    }
    assert_eq!(checked, 5);
}

#[test]
fn every_valid_sample_comes_out_as_it_went_in() {
    let samples = samples("valid");
    assert!(samples.len() >= 24);
    for (file, of_type, payload) in samples {
        let payload: Value = payload;
        table::check(table::find("2026-04-17", &of_type), &payload.to_string())
            .unwrap_or_else(|why| panic!("{file}: {why}"));
    }
}

#[test]
fn every_sample_of_an_older_release_is_valid_and_comes_out_as_it_went_in() {
    for (release, wanted) in [("2025-09-29", 8), ("2025-12-12", 10), ("2026-01-16", 10)] {
        let samples = samples(&format!("older/{release}"));
        assert_eq!(samples.len(), wanted, "{release}");
        let selection = Validator::builder().release(release).compose().unwrap();
        for (file, of_type, payload) in samples {
            let report = selection.validator(&of_type).unwrap().check_value(&payload);
            assert!(report.is_empty(), "{release} {file}: {report:#?}");
            table::check(table::find(release, &of_type), &payload.to_string())
                .unwrap_or_else(|why| panic!("{release} {file}: {why}"));
        }
    }
}
