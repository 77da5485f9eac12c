//! `cargo xtask ucp-schema`: Tradespec against the protocol's own tool, `ucp-schema`.
//!
//! In:  the trees of UCP's releases, and the tool, which `cargo install` puts below `<target>/tools` if it is not there.
//! Out: for every message of every release the same documents judged by both; a table of how many, and of each cause for
//!      which they differ.
//! Holds: the same seed gives the same documents. A difference counts as explained only if it goes away when its cause is
//!      taken away; one that is not explained is printed, and the status is 1.
//!
//! The tool resolves a schema once for each message, and two validators judge documents by the result. On a sample it
//! judges itself, which has to come to the same.

mod cases;
mod faults;
mod judge;
mod tool;
mod tree;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::Value;
use tradespec_samples::{Draw, mutate, rng};
use tradespec_schema::Protocol;
use tradespec_schema::load::{ReleaseFolder, releases};
use tradespec_validator::Validator;

use crate::{target_folder, workspace_root};
use cases::{Case, cases};
use judge::{Cause, Judge};
use tool::Tool;
use tree::Trees;

/// How often a drawn document is spoilt, a mistake more each time.
const SPOILT: usize = 2;

/// Compare verdicts with those of the protocol's own tool, which is installed below the target folder.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many documents are drawn for each message; each is judged as it is and with one and two mistakes.
    #[arg(long, value_name = "N", default_value_t = 6)]
    drawn: usize,
    /// One in N documents is judged by the tool's own `validate`, too.
    #[arg(long, value_name = "N", default_value_t = 20)]
    sample: usize,
    /// Start of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Compare by the releases in this folder instead of those in schemas/.
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let root = workspace_root();
    let tool = Tool::install(&target_folder("tools")?)?;
    let work = tempfile::tempdir()?;
    let from = args.from.clone().unwrap_or_else(|| root.join("schemas"));
    let ucp = |folder: &ReleaseFolder| folder.protocol == Protocol::Ucp;
    println!("{}\n\n{}", tool.version()?, Summary::HEAD);
    let mut is_explained = true;
    let mut differences = BTreeMap::new();
    for folder in releases(&from)?.into_iter().filter(ucp) {
        let summary = compare(&tool, &folder, &work.path().join(folder.release.as_str()), args)?;
        println!("{}", summary.row(folder.release.as_str()));
        is_explained &= summary.unexplained.is_empty();
        summary.unexplained.iter().for_each(|what| eprintln!("{what}\n"));
        for (cause, count) in summary.causes {
            *differences.entry(cause).or_insert(0) += count;
        }
    }
    println!("\n| difference | documents or messages |\n|---|---|");
    differences.iter().for_each(|(cause, count)| println!("| {cause} | {count} |"));
    println!("\n| known fault | in this version |\n|---|---|");
    for (fault, found) in faults::tried(&tool, &work.path().join("faults"))? {
        println!("| {fault} | {found} |");
    }
    Ok(if is_explained { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What came of one release.
#[derive(Default)]
struct Summary {
    messages: usize,
    accepted: usize,
    refused: usize,
    sampled: usize,
    /// Differences, by their cause.
    causes: BTreeMap<String, usize>,
    unexplained: Vec<String>,
}

impl Summary {
    const HEAD: &'static str = "| release | messages | documents | both accept | both refuse | they differ | not explained | \
                                judged by the tool itself |\n|---|---|---|---|---|---|---|---|";

    fn row(&self, release: &str) -> String {
        let Self { messages, accepted, refused, sampled, causes, unexplained } = self;
        let of_documents = |cause: &&String| !cause.starts_with(REFUSAL);
        let differ: usize = causes.keys().filter(of_documents).map(|cause| causes[cause]).sum();
        let all = accepted + refused + differ + unexplained.len();
        let open = unexplained.len();
        format!("| {release} | {messages} | {all} | {accepted} | {refused} | {differ} | {open} | {sampled} |")
    }

    /// Counts that the tool has no verdict.
    fn refusal(&mut self, case: &Case, why: &str) {
        match judge::refusal(why) {
            Some(cause) => self.differ(format!("{REFUSAL}{cause}")),
            None => self.unexplained.push(format!("{case}: {why}")),
        }
    }

    fn differ(&mut self, cause: String) {
        *self.causes.entry(cause).or_default() += 1;
    }
}

/// How the causes start for which the tool has no verdict.
const REFUSAL: &str = "no verdict: ";

fn compare(tool: &Tool, folder: &ReleaseFolder, work: &Path, args: &Args) -> Result<Summary> {
    let trees = Trees::new(folder, work)?;
    let mut summary = Summary::default();
    let mut number = args.seed;
    for case in cases(folder, &trees)? {
        summary.messages += 1;
        // What it does not resolve as published is compared as the tool can cope with it.
        let asked = tool.resolve(&case.question, &trees.published)?;
        let mended = tool.resolve(&case.question, &trees.mended)?;
        if let Err(why) = &asked {
            summary.refusal(&case, why);
        }
        let (tree, schema) = match &asked {
            Ok(schema) => (&trees.published, Some(schema)),
            Err(_) => (&trees.mended, mended.as_ref().ok()),
        };
        let (Some(schema), Ok(mended)) = (schema, &mended) else { continue };
        let ours = Validator::new(&case.composed, &case.own)?;
        let theirs = Judge::new(schema, mended).with_context(|| case.to_string())?;
        for document in documents(&[ours.document(), mended], args.drawn, number) {
            number += 1;
            let verdict = ours.is_valid(&document);
            let found = theirs.compare(&document, verdict);
            match &found {
                None if verdict => summary.accepted += 1,
                None => summary.refused += 1,
                Some(Cause::Unexplained(why)) => {
                    let report = ours.check_value(&document);
                    let first = report.iter().next().map(|found| found.message.clone()).unwrap_or_default();
                    summary.unexplained.push(format!("{case}: {why}; ours: {verdict} {first}\n{document}"));
                }
                Some(cause) => summary.differ(cause.to_string()),
            }
            if number.is_multiple_of(u64::try_from(args.sample.max(1))?) {
                summary.sampled += 1;
                let file = work.join("document.json");
                fs::write(&file, document.to_string())?;
                match tool.validate(&case.question, tree, &file)? {
                    Ok(verdict) if verdict == theirs.is_valid(&document) => {}
                    Err(why) => summary.refusal(&case, &why),
                    Ok(verdict) => {
                        summary
                            .unexplained
                            .push(format!("{case}: the tool itself says {verdict}\n{document}"));
                    }
                }
            }
        }
    }
    Ok(summary)
}

/// Documents drawn from each of the schemas in turn, each with no mistake, one, and two.
fn documents(schemas: &[&Value], count: usize, seed: u64) -> Vec<Value> {
    let mut draws: Vec<_> = schemas.iter().map(|schema| Draw::new(schema, seed)).collect();
    let mut rng = rng(seed);
    let mut all = Vec::new();
    for number in 0..count {
        let which = number % draws.len();
        let mut document = draws[which].document();
        all.push(document.clone());
        for _ in 0..SPOILT {
            mutate(&mut document, &mut rng);
            all.push(document.clone());
        }
    }
    all
}
