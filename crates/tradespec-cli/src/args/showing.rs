//! The flags that say what is shown, and where: the same for every command with these formats.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tradespec_validator::render::Format;

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

pub(super) fn output_target(text: &str) -> Result<OutputTarget, String> {
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

/// Reads the name of a renderer's format.
pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    let name = |format: &Format| format.as_str();
    PossibleValuesParser::new(Format::ALL.iter().map(name)).try_map(move |text| {
        Format::ALL.iter().find(|format| name(format) == text).copied().ok_or("unknown format")
    })
}
