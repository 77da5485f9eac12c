//! The flags of `tradespec validate`.

use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};

use super::TYPE_HELP;
use super::message::MessageArgs;
use super::settings::SettingsArgs;
use super::showing::ShowingArgs;
use crate::selectors::Selectors;
use crate::source::Division;

const VALIDATE_HELP: &str = "\
Exit status:
  0  every document is valid
  1  a document is not valid
  2  wrong usage, a schema or composition error, or a document whose type cannot be told;
     this wins over 1 and 3
  3  input that cannot be read or is not JSON (this wins over 1)

Examples:
  tradespec validate payloads/
  tradespec validate --type CheckoutSession session.json
  tradespec validate --map 'requests/*.json=CheckoutSessionCreateRequest' requests/
  tradespec validate --output github --output sarif=tradespec.sarif payloads/
  tradespec validate --receiver --type CheckoutSession recorded.jsonl
  tradespec validate --protocol ucp --strict responses/
  tradespec validate --protocol ucp --type dev.ucp.shopping.checkout --operation create --request \
    --profile platform.json request.json
  curl -s $URL | tradespec validate --type DiscoveryResponse --format json";

/// Check JSON documents against their message types
///
/// A document has to be what its schema says, and to keep the message rules of the protocol's text. What a document is,
/// is told by --type, by a mapping, by its "$schema", by the capabilities that it says are active (UCP), or else by its
/// members. The extensions that it declares are active. A message of UCP may stand in a JSON-RPC call or result.
/// Settings are read from the first tradespec.toml in this folder or one above it, or else in that of PATH or one above
/// it; flags win over them. What is found goes to standard output, everything else to standard error. No value of a
/// document is shown unless --show-values asks for it.
#[derive(Debug, Args)]
#[command(after_help = VALIDATE_HELP)]
pub(crate) struct ValidateArgs {
    /// Files, folders (every *.json, *.jsonl and *.ndjson below them), globs such as 'payloads/**/*.json', or - for
    /// standard input, which is also read without a PATH
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[arg(long = "type", value_name = "NAME", help = TYPE_HELP)]
    pub(crate) type_name: Option<String>,

    /// Activate the extensions that a profile declares, and take the release that it is of; for requests, which say nothing
    /// of their own (UCP)
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<PathBuf>,

    /// Take the files that a glob fits for a message type; the first mapping that fits counts
    #[arg(long = "map", value_name = "GLOB=NAME", value_parser = type_mapping)]
    pub(crate) maps: Vec<(String, String)>,

    #[command(flatten)]
    pub(crate) settings: SettingsArgs,

    #[command(flatten)]
    pub(crate) message: MessageArgs,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) strictness: StrictnessArgs,

    #[command(flatten)]
    pub(crate) showing: ShowingArgs,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
}

/// How files are taken apart.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading")]
pub(crate) struct ReadingArgs {
    /// Read JSON lines: one document a line. Files named *.jsonl and *.ndjson are read so anyway
    #[arg(long, conflicts_with = "each")]
    pub(crate) lines: bool,

    /// Read each element of the list in a file as a document
    #[arg(long)]
    pub(crate) each: bool,

    /// How many documents are checked at the same time; as many as there are cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

impl ReadingArgs {
    /// How files are taken apart, where it does not go by their names.
    pub(crate) fn division(&self) -> Option<Division> {
        match (self.lines, self.each) {
            (true, _) => Some(Division::Lines),
            (_, true) => Some(Division::Elements),
            _ => None,
        }
    }

    /// How many threads check documents.
    pub(crate) fn jobs(&self) -> usize {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(cores, usize::from)
    }
}

/// What counts as wrong.
#[derive(Debug, Args)]
#[command(next_help_heading = "Strictness")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct StrictnessArgs {
    /// Judge as a receiver must: unknown members and unknown words of open vocabularies are notes
    #[arg(long, conflicts_with = "strict")]
    pub(crate) receiver: bool,

    /// Take no member that the schema does not name, even where an object is open
    #[arg(long)]
    pub(crate) strict: bool,

    /// Accept null in updates, where by the protocol's text it clears a member
    #[arg(long)]
    pub(crate) allow_null_clear: bool,

    /// Check the schemas only, and not the message rules that the protocol's text has beside them
    #[arg(long)]
    pub(crate) no_rules: bool,

    /// Fail on errors, or on warnings too [default: error]
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
}

/// Reads `GLOB=NAME`; a glob may have a `=` in it, a name has none.
fn type_mapping(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((glob, name)) if !glob.is_empty() && !name.is_empty() => Ok((glob.to_owned(), name.to_owned())),
        _ => Err("expected GLOB=NAME, such as 'requests/*.json=CheckoutSessionCreateRequest'".to_owned()),
    }
}
