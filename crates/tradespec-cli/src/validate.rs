//! `tradespec validate`
//!
//! ```text
//! files ──reader──▶ batches of documents ──workers──▶ checked documents ──in order──▶ outputs
//! ```
//!
//! Holds: outputs come in the order of the input, whatever the number of threads; what waits anywhere is bounded, so
//! memory goes by the largest document and not by the file.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};
use tradespec_schema::{SchemaFile, load};
use tradespec_validator::render::Checked;
use tradespec_validator::{Builder, Checker, Hint, Report, Strictness};

use crate::args::ValidateArgs;
use crate::config::Config;
use crate::exit::Exit;
use crate::output::Output;
use crate::progress::Progress;
use crate::selectors::Selectors;
use crate::sinks::Sinks;
use crate::source::{self, Division, Document, Input};
use crate::tally::Tally;

/// A batch is handed over once it holds this many bytes or documents.
const BATCH_BYTES: usize = 64 * 1024;
const BATCH_DOCUMENTS: usize = 128;
/// How many batches may wait for each worker.
const WAITING: usize = 4;

pub(crate) fn run(arguments: &ValidateArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let config = Config::load(arguments.settings.for_run(&arguments.paths), &arguments.maps)?;
    let selectors = arguments.selectors.with(&config)?;
    let catalogue = selectors.catalogue()?;
    let checker = builder(arguments, &config, &selectors, &catalogue)?.checker()?;
    let mut inputs = source::inputs(&arguments.paths)?;
    inputs.retain(|input| !config.skips(input.path()));
    let mut sinks = Sinks::new(&arguments.showing, output)?;
    let mut tally = Tally::new(arguments.showing.max_errors, arguments.strictness.fail_on, &config)?;
    let run = Run {
        division: arguments.reading.division(),
        jobs: arguments.reading.jobs(),
        progress: Progress::new(&inputs),
    };
    run.all(&inputs, &config, &checker, &mut sinks, &mut tally)?;
    sinks.finish(&tally.totals)?;
    Ok(tally.exit())
}

fn builder<'c>(
    arguments: &ValidateArgs,
    config: &Config,
    selectors: &Selectors,
    catalogue: &'c tradespec_schema::Catalogue,
) -> anyhow::Result<Builder<'c>> {
    let strict = arguments.strictness.strict || (config.file.strict && !arguments.strictness.receiver);
    let strictness = Strictness {
        receiver: !strict && (arguments.strictness.receiver || config.file.receiver),
        strict,
        allow_null_clear: arguments.strictness.allow_null_clear || config.file.allow_null_clear,
    };
    arguments.message.check(selectors.protocol())?;
    let mut builder = arguments.message.apply(selectors.builder(catalogue)?.strictness(strictness));
    if let Some(file) = &arguments.profile {
        builder = builder.profile(SchemaFile::parse(&load::shown(file), load::read(file)?.as_bytes())?.root);
    }
    if let Some(name) = &arguments.type_name {
        builder = builder.message_type(name);
    }
    if !arguments.strictness.no_rules && config.file.rules.unwrap_or(true) {
        builder = config.rules_off().fold(builder.rules(), Builder::without_rule);
    }
    if arguments.showing.show_values {
        builder = builder.show_values();
    }
    Ok(builder)
}

/// How the documents of a run are checked.
struct Run {
    division: Option<Division>,
    jobs: usize,
    progress: Progress,
}

/// Documents of one file, and where the result goes.
struct Batch {
    file: Arc<File>,
    documents: Vec<Document>,
    result: Sender<Vec<Checked>>,
}

/// What the documents of a file share.
struct File {
    name: String,
    path: PathBuf,
    hint: Hint,
}

impl Run {
    fn all(
        &self,
        inputs: &[Input],
        config: &Config,
        checker: &Checker<'_>,
        sinks: &mut Sinks<'_>,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        // Results are taken from `order`, one receiver a batch in the order of the input; it is bounded, and so is
        // what can have been read and not yet written.
        let (batches, work) = bounded::<Batch>(self.jobs * WAITING);
        let (order, results) = bounded::<Receiver<Vec<Checked>>>(self.jobs * WAITING);
        let written: anyhow::Result<()> = thread::scope(|scope| {
            scope.spawn(move || read(inputs, config, self.division, &batches, &order));
            for _ in 0..self.jobs {
                let work = work.clone();
                scope.spawn(move || {
                    for batch in work {
                        let checked = check(checker, config, &batch.file, &batch.documents);
                        // Nobody waits for it once writing has failed.
                        let _ = batch.result.send(checked);
                    }
                });
            }
            drop(work);
            for result in results {
                for checked in result.recv().unwrap_or_default() {
                    self.progress.advance();
                    let shown = tally.count(checked);
                    self.progress.pause(|| sinks.document(&shown))?;
                }
            }
            Ok(())
        });
        self.progress.finish();
        written
    }
}

/// Reads the documents, and hands them over in batches.
fn read(
    inputs: &[Input],
    config: &Config,
    division: Option<Division>,
    batches: &Sender<Batch>,
    order: &Sender<Receiver<Vec<Checked>>>,
) {
    for input in inputs {
        let file = Arc::new(File {
            name: input.name(),
            path: input.path().to_owned(),
            hint: config.hint(input.path()),
        });
        let (mut documents, mut size) = (Vec::new(), 0);
        let send = |documents: Vec<Document>| {
            let (result, receiver) = bounded(1);
            let batch = Batch { file: Arc::clone(&file), documents, result };
            order.send(receiver).is_ok() && batches.send(batch).is_ok()
        };
        input.read(division, &mut |document| {
            size += document.content.as_ref().map_or(0, Vec::len);
            documents.push(document);
            if size < BATCH_BYTES && documents.len() < BATCH_DOCUMENTS {
                return true;
            }
            size = 0;
            send(std::mem::take(&mut documents))
        });
        if !documents.is_empty() && !send(documents) {
            return;
        }
    }
}

fn check(checker: &Checker<'_>, config: &Config, file: &File, documents: &[Document]) -> Vec<Checked> {
    let one = |document: &Document| {
        let mut checked = match &document.content {
            Ok(bytes) => checker.check(&file.name, bytes, document.origin, &file.hint),
            Err(diagnostic) => {
                Checked::new(&file.name, None, None, Report::new(vec![(**diagnostic).clone()]))
            }
        };
        checked.line = document.of_many.then_some(document.origin.line);
        config.adjust(&file.path, checked)
    };
    documents.iter().map(one).collect()
}
