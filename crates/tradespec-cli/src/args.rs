//! The command line: subcommands, flags, and their help texts.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tradespec_validator::render::Format;

use crate::exit;
use crate::selectors::Selectors;

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
}

const TYPE_HELP: &str =
    "Message type, such as CheckoutSession or delegate_payment.Error; `tradespec list types` names them";

const VALIDATE_HELP: &str = "\
Exit status:
  0  every document is valid
  1  a document is not valid
  2  wrong usage, or a schema or composition error
  3  input that cannot be read or is not JSON (this wins over 1)

Examples:
  tradespec validate --type CheckoutSession session.json
  tradespec validate --type cart.Cart --release 2026-04-17 carts/
  curl -s $URL | tradespec validate --type DiscoveryResponse --format json
  tradespec validate --type CheckoutSession --extension com.example.loyalty session.json";

/// Check JSON documents against a message type
///
/// Each file holds one JSON document. What is found goes to standard output, everything else to standard error. No
/// value of a document is ever shown.
#[derive(Debug, Args)]
#[command(after_help = VALIDATE_HELP)]
pub(crate) struct ValidateArgs {
    /// Files, folders (every *.json below them), or - for standard input, which is also read without a PATH
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[arg(long = "type", value_name = "NAME", help = TYPE_HELP)]
    pub(crate) type_name: String,

    /// How to show what is found: pretty for people, json for programs
    #[arg(long, value_name = "FORMAT", default_value = Format::default().as_str(), value_parser = format_parser())]
    pub(crate) format: Format,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
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
