//! The flags of the commands about schemas: compose, list, lint and diff.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tradespec_schema::Protocol;
use tradespec_validator::render::Format;

use super::TYPE_HELP;
use super::message::MessageArgs;
use super::showing::{Color, OutputTarget, format_parser, output_target};
use crate::selectors::Selectors;

const COMPOSE_HELP: &str = "\
Exit status:
  0  the document is written
  2  wrong usage, a schema or composition error, or output that cannot be written

Examples:
  tradespec compose --type CheckoutSession
  tradespec compose --type Cart --extension-file gift/extension.json --output cart.schema.json
  tradespec compose --protocol ucp --type dev.ucp.shopping.checkout --operation create --request
  tradespec compose --protocol ucp --type Checkout --extension dev.ucp.shopping.discount";

/// Write a message type as one self-contained JSON Schema
///
/// The document is of draft 2020-12, has the fields of the active extensions in place, and refers to nothing outside
/// itself. What a UCP type is depends on the message: without more it is what responses have.
#[derive(Debug, Args)]
#[command(after_help = COMPOSE_HELP)]
pub(crate) struct ComposeArgs {
    #[arg(long = "type", value_name = "NAME", help = TYPE_HELP)]
    pub(crate) type_name: String,

    /// Write to FILE instead of standard output; it is replaced as a whole, or left as it was
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) message: MessageArgs,

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
  tradespec list extensions --format json
  tradespec list types --protocol ucp";

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
    /// Extensions that can be composed into a release, and the fields they add, or in UCP the capabilities they extend
    Extensions,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ListFormat {
    /// Columns
    Text,
    /// One JSON document
    Json,
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
  tradespec lint --protocol ucp --release 2026-04-08
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
    #[arg(long, value_name = "PROTOCOL", value_parser = crate::selectors::protocol)]
    pub(crate) protocol: Option<Protocol>,

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
  tradespec diff session.old.json session.new.json --fail-on breaking
  tradespec diff --protocol ucp 2026-01-23 2026-04-08";

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
