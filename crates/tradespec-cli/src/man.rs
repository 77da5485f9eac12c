//! `tradespec man`
//!
//! Out: the manual page of the program, or one page a command: `tradespec.1`, `tradespec-validate.1`, ….
//! Holds: every page is made before the first is written, and each is written as a whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::exit::Exit;
use crate::output::{self, Output};

pub(crate) fn run(arguments: &ManArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let mut program = Cli::command().disable_help_subcommand(true);
    // Gives each subcommand its full name and the flags it takes over.
    program.build();
    match &arguments.dir {
        Some(dir) => write_all(&program, dir)?,
        None => {
            output.write_all(rendered(&program)?.as_bytes())?;
            output.flush()?;
        }
    }
    Ok(Exit::Success)
}

fn write_all(program: &Command, dir: &Path) -> anyhow::Result<()> {
    let mut pages = vec![(page_name(program), rendered(program)?)];
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        pages.push((page_name(command), rendered(command)?));
    }
    fs::create_dir_all(dir).with_context(|| format!("{}: cannot be made", dir.display()))?;
    for (name, page) in pages {
        output::write_file(&dir.join(name), page.as_bytes())?;
    }
    Ok(())
}

/// `tradespec.1`, or `tradespec-validate.1` for a subcommand.
fn page_name(command: &Command) -> String {
    format!("{}.1", title(command))
}

fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

fn rendered(command: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).title(title(command)).render(&mut page)?;
    String::from_utf8(page).map_err(io::Error::other)
}
