//! `cargo xtask differential`: the same documents judged by Tradespec, boon and ajv.
//!
//! In:  the message types of every built-in release, and a seed.
//! Out: a table of how many documents each judge sees as we do, and of each kind of disagreement; the status is 1 if one has no
//!      known kind.
//! Holds: no value of a document is printed; a document is named by its type and number, which the seed gives again.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use tradespec_properties::differential::{Boon, Case, KINDS, Outcome, Theirs, cases, compare};

use crate::target_folder;

/// ajv and its formats, at the versions that `docs/differential.md` is about.
const PACKAGES: [&str; 2] = ["ajv@8.20.0", "ajv-formats@3.0.1"];
const SCRIPT: &str = include_str!("differential/ajv.mjs");

/// Judge random documents by Tradespec and two other validators, and compare.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many documents.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    documents: usize,
    /// Start of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Install ajv below the target folder first, by npm. Nothing else uses the network.
    #[arg(long)]
    install: bool,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let folder = target_folder("tools/ajv")?;
    if args.install {
        install(&folder)?;
    }
    let mut ajv = Ajv::start(&folder)?;
    if ajv.is_none() {
        println!(
            "ajv is not there, so boon alone is compared; `cargo xtask differential --install` puts it below the target folder\n"
        );
    }
    let start = Instant::now();
    let cases = cases(|_, _| true)?;
    let each = args.documents.div_ceil(cases.len().max(1));
    let (mut boon, mut other, mut documents, mut accepted) = (Tally::default(), Tally::default(), 0, 0);
    for (number, case) in cases.iter().enumerate() {
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(u64::try_from(number)?);
        let texts = case.documents(each, seed);
        // ajv judges while we do.
        if let Some(ajv) = &mut ajv {
            ajv.ask(case, &texts)?;
        }
        let judge = Boon::new(case);
        let ours: Vec<_> = texts.iter().map(|text| case.judge(text)).collect();
        documents += texts.len();
        accepted += ours.iter().filter(|ours| ours.is_valid()).count();
        for (at, (text, ours)) in texts.iter().zip(&ours).enumerate() {
            boon.add(compare(ours, judge.judge(text)), || {
                format!("{} number {at}: ours {}", case.name, ours.codes())
            });
        }
        if let Some(ajv) = &mut ajv {
            for (at, (theirs, ours)) in ajv.answer(texts.len())?.into_iter().zip(&ours).enumerate() {
                other.add(compare(ours, theirs), || {
                    format!("{} number {at}: ours {}", case.name, ours.codes())
                });
            }
        }
    }
    println!(
        "{documents} documents of {} message types, seed {}: {accepted} valid, {} not; {:.0} s\n",
        cases.len(),
        args.seed,
        documents - accepted,
        start.elapsed().as_secs_f64()
    );
    println!("| | boon | ajv |\n|---|---|---|");
    let shown = |count: usize| if ajv.is_some() { count.to_string() } else { "–".to_owned() };
    println!("| agree | {} | {} |", boon.agree, shown(other.agree));
    for kind in &KINDS {
        let of = |tally: &Tally| tally.explained.get(kind.name).copied().unwrap_or_default();
        println!("| {} | {} | {} |", kind.name, of(&boon), shown(of(&other)));
    }
    println!("| not explained | {} | {} |", boon.unexplained.len(), shown(other.unexplained.len()));
    for (name, tally) in [("boon", &boon), ("ajv", &other)] {
        tally.unexplained.iter().take(20).for_each(|what| eprintln!("{name}: {what}"));
    }
    let is_explained = boon.unexplained.is_empty() && other.unexplained.is_empty();
    Ok(if is_explained { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What came of the comparison with one validator.
#[derive(Default)]
struct Tally {
    agree: usize,
    explained: BTreeMap<&'static str, usize>,
    unexplained: Vec<String>,
}

impl Tally {
    fn add(&mut self, outcome: Outcome, what: impl FnOnce() -> String) {
        match outcome {
            Outcome::Agree => self.agree += 1,
            Outcome::Explained(kind) => *self.explained.entry(kind.name).or_default() += 1,
            Outcome::Unexplained => self.unexplained.push(what()),
        }
    }
}

fn install(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let status = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--ignore-scripts", "--save-exact", "--prefix"])
        .arg(folder)
        .args(PACKAGES)
        .status()
        .context("npm cannot be started")?;
    ensure!(status.success(), "npm cannot install {}", PACKAGES.join(" and "));
    Ok(())
}

/// ajv in a process of its own.
struct Ajv {
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    // Removed when the comparison ends.
    _script: tempfile::TempDir,
}

impl Ajv {
    /// None if it is not installed in `folder`.
    fn start(folder: &Path) -> Result<Option<Self>> {
        if !folder.join("node_modules/ajv-formats").is_dir() {
            return Ok(None);
        }
        let script = tempfile::tempdir()?;
        let file = script.path().join("ajv.mjs");
        fs::write(&file, SCRIPT)?;
        let mut process = Command::new("node")
            .arg(&file)
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("node cannot be started")?;
        let (Some(questions), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("node has no input or output");
        };
        Ok(Some(Self {
            process,
            questions: Some(questions),
            answers: BufReader::new(answers),
            _script: script,
        }))
    }

    fn ask(&mut self, case: &Case, texts: &[Vec<u8>]) -> Result<()> {
        let texts: Vec<_> = texts.iter().map(|text| BASE64_STANDARD.encode(text)).collect();
        let questions = self.questions.as_mut().context("node was stopped")?;
        writeln!(questions, "{}", json!({"schema": case.validator.document(), "documents": texts}))?;
        Ok(questions.flush()?)
    }

    fn answer(&mut self, count: usize) -> Result<Vec<Theirs>> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let verdicts: Vec<_> = line
            .trim_end()
            .bytes()
            .map(|digit| Theirs { valid: digit == b'0', without_formats: digit <= b'1' })
            .collect();
        ensure!(verdicts.len() == count, "ajv gave {} verdicts for {count} documents", verdicts.len());
        Ok(verdicts)
    }
}

impl Drop for Ajv {
    fn drop(&mut self) {
        // Without questions it ends.
        drop(self.questions.take());
        drop(self.process.wait());
    }
}
