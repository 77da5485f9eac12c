//! Tradespec's own tasks. Thin: the work is in the crates.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints")]

mod api;
mod check;
mod codegen;
mod deny;
mod differential;
mod import;
mod measure;
mod parity;
mod ucp_schema;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::{Parser, Subcommand};

/// Tradespec's own tasks.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Generate the crates of types and the composed documents from the dated schemas.
    Codegen(codegen::Args),
    /// Read a checkout of the published repository and print what has to be decided about its releases.
    Import(import::Args),
    /// Print where the transcription in schemas/ and a checkout of the published repository differ in meaning.
    Parity(parity::Args),
    /// Print what a release does to the generated types: items that appear, vanish or change.
    Api(api::Args),
    /// Run everything a change has to pass: formatting, lints, generated files, tests, documentation.
    Check,
    /// Check licences, sources, bans and, where cargo-deny knows them, advisories of what is depended on.
    Deny,
    /// Print how large the generated types are, how long they build, and how fast they read and write.
    Measure(measure::Args),
    /// Judge random documents by Tradespec, boon and ajv, and compare the verdicts.
    Differential(differential::Args),
    /// Compare verdicts on UCP's messages with those of the protocol's own tool, `ucp-schema`.
    UcpSchema(ucp_schema::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Codegen(args) => codegen::run(&args),
        Task::Import(args) => import::run(&args),
        Task::Parity(args) => parity::run(&args),
        Task::Api(args) => api::run(&args),
        Task::Check => check::run(),
        Task::Deny => deny::run(),
        Task::Measure(args) => measure::run(&args),
        Task::Differential(args) => differential::run(&args),
        Task::UcpSchema(args) => ucp_schema::run(&args),
    };
    result.unwrap_or_else(|error| {
        for line in format!("{error:#}").lines() {
            eprintln!("error: {line}");
        }
        ExitCode::from(2)
    })
}

/// The workspace this program was built in: its defaults are the repository's own folders, wherever it is called from.
pub(crate) fn workspace_root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// A folder below the one that cargo builds in, as an absolute path. It need not be there.
pub(crate) fn target_folder(below: &str) -> std::io::Result<PathBuf> {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace_root().join("target"), PathBuf::from);
    std::path::absolute(target.join(below))
}

/// The cargo that runs this program, or else the one on the path, in the workspace.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace_root());
    command
}
