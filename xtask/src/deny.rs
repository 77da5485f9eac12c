//! `cargo xtask deny`: whether everything the workspace depends on may be depended on, by `deny.toml`.
//!
//! Where `cargo-deny` is installed, it judges. Without it, a check of our own does, over what `cargo metadata --offline`
//! tells: licences, sources and banned crates. Advisories need a database that only `cargo-deny` brings.

mod licence;

use std::collections::BTreeSet;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{cargo, workspace_root};

/// Checks by `cargo-deny`, or by our own means.
pub(crate) fn run() -> Result<ExitCode> {
    if installed() {
        // Without a database of advisories on the machine, that part cannot run offline.
        let parts = ["bans", "licenses", "sources"];
        let all = [&parts[..], &["advisories"]].concat();
        let parts = if has_advisories() { &all[..] } else { &parts[..] };
        if parts.len() == 3 {
            eprintln!("cargo-deny has no database of advisories here; advisories are skipped");
        }
        let status = cargo()
            .args(["deny", "--offline", "--all-features", "check"])
            .args(parts)
            .status()
            .context("cargo deny: cannot be started")?;
        return Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let policy = Policy::read(&std::fs::read_to_string(workspace_root().join("deny.toml"))?)?;
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().map_or(&[][..], Vec::as_slice);
    if packages.is_empty() {
        bail!("cargo metadata names no packages");
    }
    let faults: Vec<_> = packages.iter().flat_map(|package| policy.faults(package)).collect();
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    eprintln!(
        "{} packages: {} faults of licences, sources and bans; advisories are skipped, cargo-deny is not installed",
        packages.len(),
        faults.len()
    );
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn installed() -> bool {
    cargo().args(["deny", "--version"]).output().is_ok_and(|output| output.status.success())
}

/// Whether `cargo-deny` has fetched advisories before: it keeps them in cargo's own folder.
fn has_advisories() -> bool {
    let home = std::env::var_os("CARGO_HOME")
        .map(std::path::PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    home.and_then(|home| std::fs::read_dir(home.join("advisory-dbs")).ok())
        .is_some_and(|mut entries| entries.next().is_some())
}

/// What cargo tells of the packages for this machine. Those of other systems may never have been downloaded.
fn metadata() -> Result<Value> {
    let version =
        Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())).arg("-vV").output()?;
    let version = String::from_utf8(version.stdout)?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let output = cargo()
        .args(["metadata", "--offline", "--locked", "--all-features", "--format-version", "1"])
        .args(["--filter-platform", host])
        .output()
        .context("cargo metadata: cannot be started")?;
    if !output.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// What `deny.toml` says, as far as our own check goes.
struct Policy {
    licences: BTreeSet<String>,
    registries: BTreeSet<String>,
    banned: BTreeSet<String>,
}

impl Policy {
    fn read(text: &str) -> Result<Self> {
        let file: toml::Table = toml::from_str(text).context("deny.toml")?;
        let list = |table: &str, key: &str| -> Result<Vec<toml::Value>> {
            let found = file.get(table).and_then(|table| table.get(key)).and_then(toml::Value::as_array);
            found.cloned().with_context(|| format!("deny.toml: [{table}] has no list \"{key}\""))
        };
        let texts = |list: Vec<toml::Value>| {
            list.iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
        };
        let banned = list("bans", "deny")?;
        let names = banned.iter().filter_map(|entry| entry.get("name").or_else(|| entry.get("crate")));
        Ok(Self {
            banned: names.filter_map(|name| name.as_str().map(str::to_owned)).collect(),
            licences: texts(list("licenses", "allow")?),
            registries: texts(list("sources", "allow-registry")?),
        })
    }

    /// What is wrong with one package of cargo's metadata.
    fn faults(&self, package: &Value) -> Vec<String> {
        let text = |key: &str| package[key].as_str().unwrap_or_default();
        let name = format!("{} {}", text("name"), text("version"));
        let mut faults = Vec::new();
        if self.banned.contains(text("name")) {
            faults.push(format!("{name}: is banned by deny.toml"));
        }
        if !licence::allows(text("license"), &self.licences) {
            faults.push(format!("{name}: licence \"{}\" is not allowed by deny.toml", text("license")));
        }
        // A package without a source is a part of the workspace.
        if let Some(source) = package["source"].as_str() {
            let registry = source.strip_prefix("registry+").unwrap_or(source);
            if !self.registries.contains(registry) {
                faults.push(format!("{name}: comes from {source}, which deny.toml does not allow"));
            }
        }
        faults
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use serde_json::json;

    use super::Policy;

    #[test]
    fn each_kind_of_fault_is_found() {
        let policy = Policy::read(include_str!("../../deny.toml")).unwrap();
        let registry = "registry+https://github.com/rust-lang/crates.io-index";
        let package = |name: &str, license: &str, source: &str| {
            policy.faults(&json!({"name": name, "version": "1.0.0", "license": license, "source": source}))
        };
        assert!(package("serde", "MIT OR Apache-2.0", registry).is_empty());
        assert_eq!(package("openssl-sys", "MIT", registry), ["openssl-sys 1.0.0: is banned by deny.toml"]);
        assert_eq!(package("x", "GPL-3.0-only", registry).len(), 1);
        assert_eq!(package("x", "", registry).len(), 1);
        assert_eq!(package("x", "MIT", "git+https://example.com/x#1").len(), 1);
        assert_eq!(package("x", "MIT", "registry+https://example.com/index").len(), 1);
    }
}
