//! The merchant as a program.
//!
//! In:  arguments.
//! Out: a recording, a service, or the list of faults.

use std::fs::File;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::Context;
use clap::{Parser, Subcommand, ValueEnum};
use merchant::{Fault, Merchant, Options, Recorder, Set, Watch, record, recorded, serve};

/// A small seller that speaks ACP 2026-04-17, and can break one rule at a time
#[derive(Debug, Parser)]
#[command(name = "merchant", arg_required_else_help = true)]
struct Arguments {
    /// List the faults that `--break` takes
    #[arg(long)]
    list: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play scenarios against the merchant and record what goes over the wire
    ///
    /// The merchant listens on a free port of 127.0.0.1 as long as this takes. Without a fault nothing in the recording
    /// breaks a rule, and two recordings are the same, byte for byte.
    Record {
        /// Where to write the recording: JSON lines, one exchange a line
        #[arg(value_name = "OUT.jsonl")]
        out: PathBuf,

        /// The rule that the merchant breaks, once
        #[arg(long = "break", value_name = "FAULT", hide_possible_values = true)]
        fault: Option<Fault>,

        /// Record requests that have to be refused, instead of those of a proper agent
        #[arg(long)]
        refusals: bool,
    },
    /// Serve the merchant on 127.0.0.1 until the program is ended
    Serve {
        /// The port; any free one if it is 0
        #[arg(long, default_value_t = 8717)]
        port: u16,

        /// The rule that the merchant breaks, once
        #[arg(long = "break", value_name = "FAULT", hide_possible_values = true)]
        fault: Option<Fault>,

        /// Record what goes over the wire, each exchange as soon as it ends
        #[arg(long, value_name = "OUT.jsonl")]
        record: Option<PathBuf>,
    },
}

fn main() -> anyhow::Result<()> {
    let Arguments { list, command } = Arguments::parse();
    if list {
        list_faults()?;
    }
    match command {
        Some(Command::Record { out, fault, refusals }) => {
            let set = if refusals { Set::Refusals } else { Set::Proper };
            Ok(record(Options { fault, ..Options::default() }, set, BufWriter::new(create(&out)?))?)
        }
        Some(Command::Serve { port, fault, record }) => serve_on(port, fault, record),
        None => Ok(()),
    }
}

fn serve_on(port: u16, fault: Option<Fault>, record: Option<PathBuf>) -> anyhow::Result<()> {
    let recorder = record.map(|out| create(&out)).transpose()?.map(Recorder::new);
    serve(port, |address| {
        let options =
            Options { watch: Watch::new(SystemTime::now), fault, base_url: format!("http://{address}") };
        let router = Merchant::new(options)?.router();
        // Nobody may be there to read it.
        let _ = writeln!(stdout(), "listening on http://{address}");
        Ok(match &recorder {
            Some(recorder) => recorded(router, recorder),
            None => router,
        })
    })?;
    Ok(())
}

fn list_faults() -> std::io::Result<()> {
    let faults: Vec<_> = Fault::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
    let width = faults.iter().map(|fault| fault.get_name().len()).max().unwrap_or_default();
    let mut out = stdout().lock();
    for fault in &faults {
        let help = fault.get_help().map(ToString::to_string).unwrap_or_default();
        writeln!(out, "{:width$}  {help}", fault.get_name())?;
    }
    Ok(())
}

fn create(path: &PathBuf) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}
