//! `tradespec trace`
//!
//! Holds: one exchange is in memory at a time; outputs come in the order of the recording.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::bail;
use tradespec_schema::Protocol;
use tradespec_schema::load;
use tradespec_trace::recording::{self, Fault, Limits};
use tradespec_trace::{Code, Tracer, timeline};
use tradespec_validator::render::{Checked, Format, counted};
use tradespec_validator::{Origin, Strictness};

use crate::args::TraceArgs;
use crate::config::Config;
use crate::exit::Exit;
use crate::output::{Output, write_file};
use crate::sinks::Sinks;
use crate::tally::Tally;

/// Stands for standard input and standard output.
const DASH: &str = "-";

pub(crate) fn run(arguments: &TraceArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let to_stdout = arguments.timeline.as_deref() == Some(Path::new(DASH));
    if to_stdout && other_on_stdout(arguments) {
        bail!(
            "a timeline and a format for programs cannot both go to standard output; name a file for one of them"
        );
    }
    if arguments.paths.iter().filter(|path| path.as_os_str() == DASH).count() > 1 {
        bail!("standard input (-) can be read only once");
    }
    let config = Config::load(arguments.settings.for_run(&arguments.paths), &[])?;
    let selectors = arguments.selectors.with(&config)?;
    if selectors.protocol() != Protocol::Acp {
        bail!("recordings of {} are not checked yet; those of acp are", selectors.protocol());
    }
    let catalogue = selectors.catalogue()?;
    let strictness = Strictness {
        receiver: config.file.receiver,
        strict: config.file.strict,
        allow_null_clear: config.file.allow_null_clear,
    };
    let mut builder = selectors.builder(&catalogue)?.strictness(strictness);
    if arguments.showing.show_values {
        builder = builder.show_values();
    }
    let mut run = Run {
        config: &config,
        tracer: Tracer::new(builder)?,
        sinks: Sinks::with(&arguments.showing, output, Format::renderer_of)?,
        tally: Tally::new(arguments.showing.max_errors, arguments.fail_on, &config)?,
        limits: arguments
            .max_exchange_bytes
            .map_or_else(Limits::default, |exchange_bytes| Limits { exchange_bytes }),
    };
    for path in &arguments.paths {
        run.file(path)?;
    }
    let Run { tracer, mut sinks, tally, .. } = run;
    sinks.finish(&tally.totals)?;
    drop(sinks);
    if let Some(target) = &arguments.timeline {
        write_timeline(target, &tracer.into_timelines(), output)?;
    }
    output.flush()?;
    Ok(tally.exit())
}

/// Whether something that a program reads goes to standard output.
fn other_on_stdout(arguments: &TraceArgs) -> bool {
    let showing = &arguments.showing;
    let to_stdout = showing.outputs.iter().filter(|target| target.file.is_none()).map(|target| target.format);
    to_stdout.chain(showing.format).any(|format| format != Format::Pretty)
}

struct Run<'a> {
    config: &'a Config,
    tracer: Tracer<'a>,
    sinks: Sinks<'a, Code>,
    tally: Tally,
    limits: Limits,
}

impl Run<'_> {
    fn file(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = load::shown(path);
        let before = (self.tally.totals.documents, self.tracer.passed_over());
        let mut reader: Box<dyn BufRead> = if path.as_os_str() == DASH {
            Box::new(BufReader::new(io::stdin()))
        } else {
            match File::open(path) {
                Ok(file) => Box::new(BufReader::new(file)),
                Err(error) => return self.unreadable(&name, path, &format!("cannot be read: {error}")),
            }
        };
        let mut failed = Ok(());
        let limits = self.limits;
        let read = recording::read(&mut *reader, limits, &mut |found| {
            let checked = match found {
                Ok(exchange) => self.tracer.exchange(&name, &exchange),
                Err(fault) => Some(self.tracer.fault(&name, &fault)),
            };
            failed = checked.map_or(Ok(()), |checked| self.show(path, checked));
            failed.is_ok()
        });
        failed?;
        let passed_over = self.tracer.passed_over() - before.1;
        match read {
            Err(error) => self.unreadable(&name, path, &format!("cannot be read: {error}")),
            Ok(passed) if self.tally.totals.documents == before.0 => {
                let found = match passed_over + passed.no_exchange {
                    0 => "no exchange in it".to_owned(),
                    others => {
                        format!("{} in it, and none is one of the protocol", counted(others, "exchange"))
                    }
                };
                self.unreadable(&name, path, &found)
            }
            Ok(passed) => {
                let passed_over = passed_over + passed.no_exchange;
                if passed_over > 0 {
                    note(&format!(
                        "{name}: passed over what is not of the protocol: {}",
                        counted(passed_over, "exchange")
                    ));
                }
                Ok(())
            }
        }
    }

    fn unreadable(&mut self, name: &str, path: &Path, message: &str) -> anyhow::Result<()> {
        let fault = Fault { origin: Origin::default(), message: message.to_owned() };
        let checked = self.tracer.fault(name, &fault);
        self.show(path, checked)
    }

    /// Counts an exchange and writes it, without the errors that are more than are to be shown.
    fn show(&mut self, path: &Path, checked: Checked<Code>) -> anyhow::Result<()> {
        let checked = self.config.adjust(path, checked);
        let shown = self.tally.count(checked);
        self.sinks.document(&shown)
    }
}

fn write_timeline(target: &Path, timelines: &timeline::Timelines, output: &mut Output) -> anyhow::Result<()> {
    if target.as_os_str() == DASH {
        writeln!(output)?;
        let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
        timeline::text(timelines, width, output)?;
        return Ok(());
    }
    let mut written = Vec::new();
    if target.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("html")) {
        timeline::html(timelines, &mut written)?;
    } else {
        timeline::text(timelines, 100, &mut written)?;
    }
    write_file(target, &written[..])
}

/// Says something on standard error that is no error.
fn note(message: &str) {
    let _ = writeln!(anstream::stderr(), "{message}");
}
