//! Public reports about the tool, each tried on a small tree made for it.
//!
//! In:  the tool, and `faults.json`: for each report the files, the arguments, and the status with which the tool ends if it
//!      does not have the fault (0 for valid, 1 for not valid).
//! Out: for each report, whether this version still does it.

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::Value;

use super::tool::{Tool, write};

const FAULTS: &str = include_str!("faults.json");

/// Each report, and what comes of it.
pub(super) fn tried(tool: &Tool, work: &Path) -> Result<Vec<(String, String)>> {
    let faults: Vec<Value> = serde_json::from_str(FAULTS)?;
    faults
        .iter()
        .enumerate()
        .map(|(number, fault)| tried_one(tool, fault, &work.join(number.to_string())))
        .collect()
}

fn tried_one(tool: &Tool, fault: &Value, folder: &Path) -> Result<(String, String)> {
    for (name, content) in fault["files"].as_object().context("\"files\" is missing")? {
        write(&folder.join(name), content)?;
    }
    let text = |name: &str| fault[name].as_str().with_context(|| format!("\"{name}\" is missing"));
    let status = tool.run(text("arguments")?.split(' '), folder)?;
    let ended = status.map_or("it crashes".to_owned(), |status| format!("status {status}"));
    let is_gone = status.is_some_and(|status| fault["status"] == status);
    let verdict = if is_gone { "gone" } else { "still there" };
    Ok((text("what")?.to_owned(), format!("{verdict} ({ended})")))
}
