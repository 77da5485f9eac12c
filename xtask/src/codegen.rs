//! `cargo xtask codegen`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use tradespec_codegen::{Generated, Mode, Policy, ReleaseReport, Summary, generate};
use tradespec_schema::Catalogue;

use crate::workspace_root;

/// Reads every release below the schemas folder, composes its extensions, and writes the crate of types and the composed
/// documents. Only files that changed are written. Touches no network.
#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 done or up to date; 1 with --check, something is stale; 2 an error, nothing written."
)]
pub(crate) struct Args {
    /// Change nothing; fail if a generated file is stale, missing or left over.
    #[arg(long)]
    check: bool,

    /// Also print what became of every definition, and every keyword that no type expresses.
    #[arg(long)]
    explain: bool,

    /// Folder with the releases: acp/DATE/schema.*.json, acp/DATE/json-schema/*.json or spec/DATE/json-schema/*.json.
    /// Its codegen.toml is used if it has one, else Tradespec's own [default: schemas]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,

    /// Folder to write to [default: generated]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Args {
    /// `codegen --check` on the repository's own folders.
    pub(crate) fn checking() -> Self {
        Self { check: true, explain: false, schemas: None, out: None }
    }
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let root = workspace_root();
    let schemas = args.schemas.clone().unwrap_or_else(|| root.join("schemas"));
    let out = args.out.clone().unwrap_or_else(|| root.join("generated"));
    let policy = policy(&schemas)?.with_runtime_path(runtime_path(&root, &out)?);
    let generated = generate(&Catalogue::folder(&schemas)?, &policy)?;
    let mode = if args.check { Mode::Check } else { Mode::Write };
    let summary = generated.output.apply(&out, mode)?;
    let mut report = String::new();
    for release in &generated.releases {
        headline(&mut report, release)?;
        if args.explain {
            explain(&mut report, release)?;
        }
    }
    let status = conclude(&mut report, args.check, &out, &generated, &summary)?;
    match std::io::stdout().write_all(report.as_bytes()) {
        // The reader has seen enough: `| head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(status),
        done => done.map(|()| status).context("cannot print the report"),
    }
}

/// Where the runtime crate is, seen from a crate in `out`.
fn runtime_path(root: &Path, out: &Path) -> Result<String> {
    let from = std::path::absolute(out)?.join("acp-types");
    let to = std::path::absolute(root)?.join("crates/tradespec-runtime");
    let path = pathdiff::diff_paths(&to, from).unwrap_or(to);
    Ok(path.display().to_string().replace('\\', "/"))
}

/// The policy beside the schemas, else Tradespec's own.
fn policy(schemas: &Path) -> Result<Policy> {
    let file = schemas.join("codegen.toml");
    if !file.is_file() {
        return Ok(Policy::default());
    }
    let text = fs::read_to_string(&file).with_context(|| format!("{}: cannot be read", file.display()))?;
    Ok(Policy::from_toml(&file.display().to_string(), &text)?)
}

fn headline(report: &mut String, release: &ReleaseReport) -> std::fmt::Result {
    let types: usize = release.types.values().sum();
    let modules: Vec<_> = release.types.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let extensions = if release.extensions.is_empty() {
        String::new()
    } else {
        format!(" with {}", release.extensions.join(", "))
    };
    writeln!(
        report,
        "{} {}{extensions}: {} definitions -> {types} types ({}), {} excluded, {} keywords left to the validator",
        release.protocol,
        release.release,
        release.definitions,
        modules.join(", "),
        release.excluded.len(),
        release.dropped.len(),
    )
}

fn explain(report: &mut String, release: &ReleaseReport) -> std::fmt::Result {
    writeln!(report, "  no type of their own:")?;
    for (id, reason) in &release.excluded {
        writeln!(report, "    {id}: {reason}")?;
    }
    writeln!(report, "  left to the validator:")?;
    let mut by_reason: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for dropped in &release.dropped {
        by_reason.entry(dropped.reason).or_default().push(format!("{}#{}", dropped.file, dropped.pointer));
    }
    for (reason, places) in by_reason {
        writeln!(report, "    {reason}:")?;
        for place in places {
            writeln!(report, "      {place}")?;
        }
    }
    Ok(())
}

/// The last lines of the report; what is stale goes to standard error.
fn conclude(
    report: &mut String,
    check: bool,
    out: &Path,
    generated: &Generated,
    summary: &Summary,
) -> Result<ExitCode, std::fmt::Error> {
    let total = generated.output.files().len();
    let out = out.display();
    if summary.is_current() {
        writeln!(report, "{total} files up to date in {out}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let (written, removed) = (summary.written.len(), summary.removed.len());
    if !check {
        writeln!(report, "{written} of {total} files written, {removed} removed in {out}")?;
        return Ok(ExitCode::SUCCESS);
    }
    for path in &summary.written {
        eprintln!("stale: {out}/{}", path.display());
    }
    for path in &summary.removed {
        eprintln!("left over: {out}/{}", path.display());
    }
    if let Some(diff) = &summary.diff {
        eprintln!("\n{diff}\n");
    }
    eprintln!("run `cargo xtask codegen` and commit what it writes");
    Ok(ExitCode::FAILURE)
}
