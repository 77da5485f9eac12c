//! `cargo xtask import`: what a maintainer must decide about the releases of a checkout.
//!
//! In:  a checkout of the published repository, and the releases below schemas/ with their notes.
//! Out: one line a decision, for releases that are new or were edited; with `--start`, a note for one release.
//! Holds: of the published text, nothing is written anywhere. What the release before has too was decided then.

pub(crate) mod checkout;
pub(crate) mod contents;
mod decision;
mod keywords;
pub(crate) mod note;
mod review;
mod stages;
mod start;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::json;
use toml::Table;
use tradespec_codegen::Policy;
use tradespec_schema::load::shown;
use tradespec_schema::{Protocol, Release, SchemaSet};

use crate::parity::{Format, print, protocol, transcribed};
use crate::workspace_root;
use checkout::Checkout;

/// Reads a checkout of the published repository and prints what has to be decided about each release that is new or was
/// edited since it was read. What the release before has too is not listed again.
///
/// With --start it also writes schemas/PROTOCOL/DATE/source.toml, which records the revision and the SHA-256 of each
/// file, and prints the steps that follow. It copies nothing of the published text.
#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 nothing to decide; 1 decisions are open; 2 an error, such as a file that is not JSON."
)]
pub(crate) struct Args {
    /// The protocol.
    #[arg(long, default_value = "acp", value_parser = protocol)]
    protocol: Protocol,

    /// The checkout, its `spec` folder, one release, or a folder of the form acp/DATE/json-schema/*.json.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,

    /// Only this release; may be given more than once.
    #[arg(long, value_name = "DATE")]
    release: Vec<Release>,

    /// Begin the release, or record anew what it was read from.
    #[arg(long)]
    start: bool,

    /// The revision that was read, for a folder that is no git checkout.
    #[arg(long, value_name = "COMMIT", requires = "start")]
    revision: Option<String>,

    /// The repository, if it is not that of the releases before.
    #[arg(long, value_name = "URL", requires = "start")]
    repository: Option<String>,

    /// The licence of the published files, if it is not that of the releases before.
    #[arg(long, value_name = "SPDX", requires = "start")]
    licence: Option<String>,

    /// The folder with the transcription and codegen.toml [default: schemas]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// What is in schemas/.
pub(crate) struct Workspace {
    pub(crate) schemas: PathBuf,
    pub(crate) releases: BTreeMap<Release, SchemaSet>,
    pub(crate) policy: Policy,
    /// The table of the protocol in codegen.toml.
    table: Table,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let schemas = args.schemas.clone().unwrap_or_else(|| workspace_root().join("schemas"));
    let workspace = Workspace::read(&schemas, args.protocol)?;
    let checkout = Checkout::open(&args.from, args.protocol)?;
    let chosen = checkout.chosen(&args.release)?;
    let mut steps = Vec::new();
    if args.start {
        let found = start::chosen(&chosen, &workspace)?;
        steps = start::begin(found, &checkout, &workspace, args)?;
    }
    let mut text = String::new();
    let (mut decisions, mut open, mut current) = (Vec::new(), 0, Vec::new());
    for found in chosen {
        let about = review::release(found, &workspace)?;
        if about.is_empty() {
            current.push(found.release.as_str());
        } else {
            open += 1;
        }
        for decision in about {
            text.push_str(&decision.to_text(args.protocol, &found.release));
            decisions.push(decision.to_json(&found.release));
        }
    }
    let count = contents::plural(decisions.len(), "decision");
    text.push_str(&format!("{count} open in {}", contents::plural(open, "release")));
    if !current.is_empty() {
        text.push_str(&format!("; as they were read: {}", current.join(", ")));
    }
    text.push('\n');
    if decisions.is_empty() {
        // What was begun is done already.
        steps.clear();
    }
    if !steps.is_empty() {
        text.push_str("\nwhat follows:\n");
        for (number, step) in steps.iter().enumerate() {
            text.push_str(&format!("{}. {step}\n", number + 1));
        }
    }
    let status = if decisions.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    match args.format {
        Format::Text => print(&text)?,
        Format::Json => {
            let report = json!({"decisions": decisions, "current": current, "steps": steps});
            print(&format!("{report:#}\n"))?;
        }
    }
    Ok(status)
}

impl Workspace {
    fn read(schemas: &Path, protocol: Protocol) -> Result<Self> {
        let file = schemas.join("codegen.toml");
        let (policy, text) = if file.is_file() {
            let text =
                fs::read_to_string(&file).with_context(|| format!("{}: cannot be read", shown(&file)))?;
            (Policy::from_toml(&shown(&file), &text)?, text)
        } else {
            (Policy::default(), String::new())
        };
        let all: Table = text.parse().with_context(|| shown(&file))?;
        let table = all.get(protocol.as_str()).and_then(toml::Value::as_table).cloned().unwrap_or_default();
        Ok(Self { schemas: schemas.to_owned(), releases: transcribed(schemas, protocol)?, policy, table })
    }

    /// The module that the policy names for the types of a file.
    pub(crate) fn module(&self, file: &str) -> Option<&str> {
        self.table.get("modules")?.get(file)?.as_str()
    }

    /// The extensions that the policy composes into a release, as `name` or `name@date`.
    pub(crate) fn extensions(&self, release: &Release) -> Vec<String> {
        let listed = self.table.get("releases").and_then(|all| all.get(release.as_str()));
        let listed = listed.and_then(|of| of.get("extensions"));
        let names = listed.or_else(|| self.table.get("default_extensions")).and_then(toml::Value::as_array);
        names.into_iter().flatten().filter_map(toml::Value::as_str).map(str::to_owned).collect()
    }
}
