//! `cargo xtask check`: everything a change has to pass, the same by hand and in CI.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::{codegen, deny};

/// Formatting, lints, dependencies, generated files, tests and documentation, in this order; stops at the first that fails.
pub(crate) fn run() -> Result<ExitCode> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"], &[])?;
    eprintln!("==> cargo xtask deny");
    if deny::run()? != ExitCode::SUCCESS {
        bail!("a dependency is not allowed by deny.toml");
    }
    eprintln!("==> cargo xtask codegen --check");
    if codegen::run(&codegen::Args::checking())? != ExitCode::SUCCESS {
        bail!("generated files are stale; run `cargo xtask codegen`");
    }
    cargo(&["test", "--workspace", "--all-features"], &[])?;
    cargo(&["doc", "--workspace", "--all-features", "--no-deps"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    eprintln!("==> all checks passed");
    Ok(ExitCode::SUCCESS)
}

/// Runs cargo in the workspace and shows what it prints.
fn cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let shown = format!("cargo {}", arguments.join(" "));
    eprintln!("==> {shown}");
    let status = crate::cargo()
        .args(arguments)
        .envs(environment.iter().copied())
        .status()
        .with_context(|| format!("{shown}: cannot be started"))?;
    if !status.success() {
        bail!("`{shown}` failed");
    }
    Ok(())
}
