//! The command line: subcommands, flags, and their help texts.

use std::path::PathBuf;
use std::thread;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tradespec_validator::render::Format;

use crate::config::Settings;
use crate::exit;
use crate::selectors::Selectors;
use crate::source::Division;

/// Checks agentic-commerce messages against the schemas of dated protocol releases.
///
/// The schemas are built in; nothing is ever fetched.
#[derive(Debug, Parser)]
#[command(name = "tradespec", version, max_term_width = 100, after_help = exit::HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Validate(ValidateArgs),
    Compose(ComposeArgs),
    List(ListArgs),
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Lint(LintArgs),
    Diff(DiffArgs),
    Negotiate(NegotiateArgs),
    Equal(EqualArgs),
}

const TYPE_HELP: &str =
    "Message type, such as CheckoutSession or delegate_payment.Error; `tradespec list types` names them";

const VALIDATE_HELP: &str = "\
Exit status:
  0  every document is valid
  1  a document is not valid
  2  wrong usage, a schema or composition error, or a document whose type cannot be told (this wins over 1 and 3)
  3  input that cannot be read or is not JSON (this wins over 1)

Examples:
  tradespec validate payloads/
  tradespec validate --type CheckoutSession session.json
  tradespec validate --map 'requests/*.json=CheckoutSessionCreateRequest' requests/
  tradespec validate --output github --output sarif=tradespec.sarif payloads/
  tradespec validate --receiver --type CheckoutSession recorded.jsonl
  curl -s $URL | tradespec validate --type DiscoveryResponse --format json";

/// Check JSON documents against their message types
///
/// What a document is, is told by --type, by a mapping, by its "$schema", or else by its members. The extensions that it
/// declares are active. Settings are read from the first tradespec.toml in this folder or one above it, or else in that
/// of PATH or one above it; flags win over them. What is found goes to standard output, everything else to standard error. No value of a document is shown
/// unless --show-values asks for it.
#[derive(Debug, Args)]
#[command(after_help = VALIDATE_HELP)]
pub(crate) struct ValidateArgs {
    /// Files, folders (every *.json, *.jsonl and *.ndjson below them), globs such as 'payloads/**/*.json', or - for
    /// standard input, which is also read without a PATH
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[arg(long = "type", value_name = "NAME", help = TYPE_HELP)]
    pub(crate) type_name: Option<String>,

    /// Take the files that a glob fits for a message type; the first mapping that fits counts
    #[arg(long = "map", value_name = "GLOB=NAME", value_parser = type_mapping)]
    pub(crate) maps: Vec<(String, String)>,

    /// Read settings from FILE instead of looking for a tradespec.toml
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,

    /// Read no settings
    #[arg(long)]
    pub(crate) no_config: bool,

    #[command(flatten)]
    pub(crate) reading: ReadingArgs,

    #[command(flatten)]
    pub(crate) strictness: StrictnessArgs,

    #[command(flatten)]
    pub(crate) showing: ShowingArgs,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
}

impl ValidateArgs {
    /// Where settings are read from.
    pub(crate) fn settings(&self) -> Settings<'_> {
        match &self.config {
            Some(file) => Settings::File(file),
            None if self.no_config => Settings::None,
            None => Settings::Search(self.paths.first().map(PathBuf::as_path)),
        }
    }
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
pub(crate) struct StrictnessArgs {
    /// Judge as a receiver must: unknown members and unknown words of open vocabularies are notes
    #[arg(long)]
    pub(crate) receiver: bool,

    /// Accept null in updates, where by the protocol's text it clears a member
    #[arg(long)]
    pub(crate) allow_null_clear: bool,

    /// Fail on errors, or on warnings too [default: error]
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,
}

/// What is shown, and where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ShowingArgs {
    /// Write a format to standard output, or to FILE; may be given several times [default: pretty]
    #[arg(long = "output", value_name = "FORMAT[=FILE]", value_parser = output_target)]
    pub(crate) outputs: Vec<OutputTarget>,

    /// Write a format to standard output; the same as --output FORMAT
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) format: Option<Format>,

    /// Show at most N errors; the others are still counted
    #[arg(long, value_name = "N")]
    pub(crate) max_errors: Option<usize>,

    /// Show values, but for card numbers and codes, tokens, credentials and other secrets
    #[arg(long)]
    pub(crate) show_values: bool,

    /// Say nothing about documents in which nothing is wrong, and give no totals
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, and not where `NO_COLOR` is set
    Auto,
    Always,
    Never,
}

/// A format, and the file it goes to; standard output if there is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputTarget {
    pub(crate) format: Format,
    pub(crate) file: Option<PathBuf>,
}

fn output_target(text: &str) -> Result<OutputTarget, String> {
    let (name, file) = match text.split_once('=') {
        Some((_, "")) => return Err("expected FORMAT=FILE; the name of the file is missing".to_owned()),
        Some((name, file)) => (name, Some(PathBuf::from(file))),
        None => (text, None),
    };
    let format = Format::ALL.iter().find(|format| format.as_str() == name).copied().ok_or_else(|| {
        let names: Vec<_> = Format::ALL.iter().map(|format| format.as_str()).collect();
        format!("no format \"{name}\"; there are {}", names.join(", "))
    })?;
    Ok(OutputTarget { format, file })
}

/// Reads `GLOB=NAME`; a glob may have a `=` in it, a name has none.
fn type_mapping(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((glob, name)) if !glob.is_empty() && !name.is_empty() => Ok((glob.to_owned(), name.to_owned())),
        _ => Err("expected GLOB=NAME, such as 'requests/*.json=CheckoutSessionCreateRequest'".to_owned()),
    }
}

const EXPLAIN_HELP: &str = "\
Exit status:
  0  the explanation is written
  2  no such code, or output that cannot be written

Examples:
  tradespec explain unknown-member
  tradespec explain";

/// Explain a code of a diagnostic, or list all codes
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_HELP)]
pub(crate) struct ExplainArgs {
    /// A code, such as unknown-member
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

const COMPLETIONS_HELP: &str = "\
Examples:
  tradespec completions bash > /etc/bash_completion.d/tradespec
  tradespec completions zsh > ~/.zfunc/_tradespec";

/// Write completions for a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

const MAN_HELP: &str = "\
Examples:
  tradespec man > tradespec.1
  tradespec man --dir /usr/local/share/man/man1";

/// Write the manual page
#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// Write the page of each command into DIR instead of that of tradespec to standard output
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

const COMPOSE_HELP: &str = "\
Exit status:
  0  the document is written
  2  wrong usage, a schema or composition error, or output that cannot be written

Examples:
  tradespec compose --type CheckoutSession
  tradespec compose --type Cart --extension-file gift/extension.json --output cart.schema.json";

/// Write a message type as one self-contained JSON Schema
///
/// The document is of draft 2020-12, has the fields of the active extensions in place, and refers to nothing outside
/// itself.
#[derive(Debug, Args)]
#[command(after_help = COMPOSE_HELP)]
pub(crate) struct ComposeArgs {
    #[arg(long = "type", value_name = "NAME", help = TYPE_HELP)]
    pub(crate) type_name: String,

    /// Write to FILE instead of standard output; it is replaced as a whole, or left as it was
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
}

const LIST_HELP: &str = "\
Exit status:
  0  the list is written
  2  wrong usage, or a schema or composition error

Examples:
  tradespec list releases
  tradespec list types --release 2026-01-30
  tradespec list extensions --format json";

/// List the releases, the types of a release, or its extensions
#[derive(Debug, Args)]
#[command(after_help = LIST_HELP)]
pub(crate) struct ListArgs {
    /// What to list
    #[arg(value_name = "WHAT")]
    pub(crate) what: What,

    /// How to show the list
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum What {
    /// Dated releases, oldest first
    Releases,
    /// Types of a release: those that cross the wire first, then their parts
    Types,
    /// Extensions that can be composed into a release, and the fields they add
    Extensions,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ListFormat {
    /// Columns
    Text,
    /// One JSON document
    Json,
}

/// Reads the name of a renderer's format.
fn format_parser() -> impl TypedValueParser<Value = Format> {
    let name = |format: &Format| format.as_str();
    PossibleValuesParser::new(Format::ALL.iter().map(name)).try_map(move |text| {
        Format::ALL.iter().find(|format| name(format) == text).copied().ok_or("unknown format")
    })
}

const LINT_HELP: &str = "\
Exit status:
  0  no finding weighs as much as --fail-on
  1  a finding does
  2  wrong usage, no such release, or output that cannot be written
  3  files that cannot be read or are not JSON

Examples:
  tradespec lint
  tradespec lint spec/ --release 2026-04-17
  tradespec lint schemas/ --fail-on warning --off same-name
  tradespec lint schemas/ --output github --output sarif=lint.sarif";

/// Find the faults of schema files
///
/// References that lead nowhere, examples that fail their own schema, members that no document can have, branches that
/// overlap, extensions that do not compose, and more; docs/lint.md has a page on each code. Nothing is fetched.
#[derive(Debug, Args)]
#[command(after_help = LINT_HELP)]
pub(crate) struct LintArgs {
    /// A folder of schema files: releases as Tradespec or a protocol's repository keeps them, or any .json files; the
    /// built-in schemas if there is none
    #[arg(value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,

    /// Only the schemas of this protocol
    #[arg(long, value_name = "NAME")]
    pub(crate) protocol: Option<String>,

    /// Only the release of this date; may be given several times
    #[arg(long = "release", value_name = "DATE")]
    pub(crate) releases: Vec<String>,

    /// Fail on findings that weigh this much or more
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    pub(crate) fail_on: tradespec_validator::Severity,

    /// Look for a kind of fault that is not looked for by default
    #[arg(long, value_name = "CODE")]
    pub(crate) on: Vec<tradespec_lint::Code>,

    /// Do not look for a kind of fault
    #[arg(long, value_name = "CODE")]
    pub(crate) off: Vec<tradespec_lint::Code>,

    /// Write a format to standard output, or to FILE; may be given several times [default: pretty]
    #[arg(long = "output", value_name = "FORMAT[=FILE]", value_parser = output_target)]
    pub(crate) outputs: Vec<OutputTarget>,

    /// Write a format to standard output; the same as --output FORMAT
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) format: Option<Format>,

    /// When to use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: Color,
}

const DIFF_HELP: &str = "\
Exit status:
  0  the changes are written
  1  with --fail-on breaking: a change breaks somebody
  2  wrong usage, a schema or composition error, or output that cannot be written

Examples:
  tradespec diff 2026-01-30 2026-04-17
  tradespec diff 2026-01-30 2026-04-17 --type CheckoutSession --verbose
  tradespec diff 2026-04-17 spec/2026-07-01 --format markdown
  tradespec diff session.old.json session.new.json --fail-on breaking";

/// Say what changed between two releases, and for whom
///
/// A change breaks requests if they are refused that were accepted before, and responses if they may have what was not
/// possible before, so that a strict reader refuses them. What is called breaking is shown by a made-up document that one
/// side accepts and the other refuses. The core extensions of both releases are active.
#[derive(Debug, Args)]
#[command(after_help = DIFF_HELP)]
pub(crate) struct DiffArgs {
    /// What was: the date of a release, a folder with a release, or a file that `tradespec compose` wrote
    #[arg(value_name = "OLD")]
    pub(crate) old: String,

    /// What is, in the same forms
    #[arg(value_name = "NEW")]
    pub(crate) new: String,

    /// Compare only this type and what it is made of; may be given several times
    #[arg(long = "type", value_name = "NAME")]
    pub(crate) types: Vec<String>,

    /// How to show the changes
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = diff_format())]
    pub(crate) format: DiffFormat,

    /// Fail on changes that break somebody
    #[arg(long, value_name = "WHAT")]
    pub(crate) fail_on: Option<Breach>,

    /// Show the documents that tell the two sides apart; JSON always has them
    #[arg(long, short)]
    pub(crate) verbose: bool,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Breach {
    /// A request is refused that was accepted, or a response may have what was not possible
    Breaking,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct DiffFormat(pub(crate) tradespec_diff::render::Format);

/// Reads the name of a format for changes.
fn diff_format() -> impl TypedValueParser<Value = DiffFormat> {
    let all = tradespec_diff::render::Format::ALL;
    PossibleValuesParser::new(all.map(tradespec_diff::render::Format::as_str)).try_map(move |text| {
        all.into_iter().find(|format| format.as_str() == text).map(DiffFormat).ok_or("unknown format")
    })
}

const NEGOTIATE_HELP: &str = "\
Exit status:
  0  the agent can do what the seller requires
  1  it cannot
  2  wrong usage, a policy that cannot be read or makes no sense, or output that cannot be written
  3  a declaration that cannot be read or is not JSON

Examples:
  tradespec negotiate --agent agent.json --seller seller.json
  tradespec negotiate --agent agent.json --seller seller.json --format json";

/// Work out what an agent and a seller agree on
///
/// What the agent declares and what the seller asks for and offers become the capabilities of the response, the active
/// extensions and the messages to add, with a reason for everything that is dropped. docs/negotiation.md describes the
/// policy and the JSON.
#[derive(Debug, Args)]
#[command(after_help = NEGOTIATE_HELP)]
pub(crate) struct NegotiateArgs {
    /// The `capabilities` object of the agent's request
    #[arg(long, value_name = "FILE")]
    pub(crate) agent: PathBuf,

    /// The policy of the seller
    #[arg(long, value_name = "FILE")]
    pub(crate) seller: PathBuf,

    /// How to show the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ListFormat,

    /// Release, by its date, or latest [default: latest]
    #[arg(long, value_name = "DATE")]
    pub(crate) release: Option<String>,
}

const EQUAL_HELP: &str = "\
Exit status:
  0  the bodies mean the same
  1  they do not
  2  wrong usage, or output that cannot be written
  3  a file that cannot be read, is not JSON or names a member twice

Examples:
  tradespec equal first.json retry.json
  tradespec equal first.json retry.json --format json";

/// Say whether two request bodies are the same for an idempotency key
///
/// The order of members and the spelling of numbers and strings do not count; the order of a list does, and null is not
/// absence. Every number is compared exactly. Where the bodies differ, the places are told as JSON pointers, without
/// values.
#[derive(Debug, Args)]
#[command(after_help = EQUAL_HELP)]
pub(crate) struct EqualArgs {
    /// One body
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,

    /// The other body
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,

    /// How to show the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ListFormat,
}
