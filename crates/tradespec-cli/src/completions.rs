//! `tradespec completions`

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::exit::Exit;
use crate::output::Output;

pub(crate) fn run(arguments: &CompletionsArgs, output: &mut Output) -> anyhow::Result<Exit> {
    // Into memory first: clap_complete panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "tradespec", &mut script);
    output.write_all(&script)?;
    output.flush()?;
    Ok(Exit::Success)
}
