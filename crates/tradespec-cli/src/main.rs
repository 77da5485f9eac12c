//! The `tradespec` program: validates messages, composes schemas, lists what is known.
//!
//! In:  command-line arguments.
//! Out: results on standard output, everything else on standard error, and an exit status from [`Exit`].
//! Thin on purpose: what a subcommand does is one function of its module, and the rules are in the libraries.

mod args;
mod completions;
mod compose;
mod config;
mod diff;
mod equal;
mod exit;
mod explain;
mod lint;
mod list;
mod man;
mod negotiate;
mod output;
mod progress;
mod selectors;
mod sinks;
mod source;
mod tally;
mod trace;
mod validate;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;
use output::Output;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::stdout();
    let result = match cli.command {
        Command::Validate(arguments) => validate::run(&arguments, &mut output),
        Command::Compose(arguments) => compose::run(&arguments, &mut output),
        Command::List(arguments) => list::run(&arguments, &mut output),
        Command::Explain(arguments) => explain::run(&arguments, &mut output),
        Command::Completions(arguments) => completions::run(&arguments, &mut output),
        Command::Lint(arguments) => lint::run(&arguments, &mut output),
        Command::Diff(arguments) => diff::run(&arguments, &mut output),
        Command::Negotiate(arguments) => negotiate::run(&arguments, &mut output),
        Command::Trace(arguments) => trace::run(&arguments, &mut output),
        Command::Equal(arguments) => equal::run(&arguments, &mut output),
        Command::Man(arguments) => man::run(&arguments, &mut output),
    };
    let exit = result.unwrap_or_else(|error| {
        output::report(&error);
        Exit::Usage
    });
    exit.into()
}
