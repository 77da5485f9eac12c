//! `cargo xtask measure`: the size, build time and speed of the generated types, as Markdown.
//!
//! In:  the generated crate and bundles, and the sample session among the example payloads.
//! Out: three tables on standard output; everything built is below `<target>/measure`.
//! Holds: every number printed was measured in this run, and nothing is fetched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::{target_folder, workspace_root};

/// Print how large the generated types are, how long they build, and how fast they read and write.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only measure reading and writing, with the crate of types in this folder.
    #[arg(long, value_name = "DIR")]
    types: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let root = workspace_root();
    let own = root.join("generated/acp-types");
    let work = target_folder("measure")?;
    if args.types.is_none() {
        sizes(&root, &own)?;
        build_times(&root, &work)?;
        raw_typify(&root, &own, &work)?;
    }
    speed(&root, &work, args.types.as_ref().unwrap_or(&own))?;
    Ok(ExitCode::SUCCESS)
}

/// Lines of code and public items of each release.
fn sizes(root: &Path, own: &Path) -> Result<()> {
    let api = read(&own.join("API.txt"))?;
    println!("| release | lines of generated code | public types |\n|---|---|---|");
    for bundles in folder(&root.join("generated/bundles/acp"))? {
        let release = name(&bundles);
        let module = format!("v{}", release.replace('-', "_"));
        let files = folder(&own.join("src").join(&module))?;
        let lines = files.iter().map(|file| Ok(read(file)?.lines().count())).sum::<Result<usize>>()?;
        let starts = ["struct", "enum", "type"].map(|kind| format!("pub {kind} {module}::"));
        let items = api.lines().filter(|line| starts.iter().any(|start| line.starts_with(start))).count();
        println!("| {release} | {lines} | {items} |");
    }
    println!();
    Ok(())
}

/// Clean builds of the generated crate, its dependencies ready.
fn build_times(root: &Path, work: &Path) -> Result<()> {
    println!("| clean build of acp-types alone, dev profile | best of 3, s |\n|---|---|");
    for (label, flags) in [("newest release (default)", &[][..]), ("all releases", &["--all-features"])] {
        let seconds = build_time(root, &work.join("types"), "acp-types", flags)?;
        println!("| {label} | {seconds:.1} |");
    }
    println!();
    Ok(())
}

/// What typify makes of the same composed documents when nothing prepares them for it.
fn raw_typify(root: &Path, own: &Path, work: &Path) -> Result<()> {
    let generator = work.join("typify");
    package(root, &generator, TYPIFY, "main.rs", TYPIFY_MAIN)?;
    let target = work.join("typify-target");
    must(&cargo(&generator, &target, &["build"])?, "the program that calls typify")?;
    println!("| bundle of 2026-04-17 | raw typify 0.8: lines | build, s | our lines |\n|---|---|---|---|");
    for bundle in folder(&root.join("generated/bundles/acp/2026-04-17"))? {
        let module = name(&bundle.with_extension(""));
        let output = Command::new(target.join("debug/typify-raw")).arg(&bundle).output()?;
        let (lines, seconds) = if output.status.success() {
            let code = String::from_utf8(output.stdout)?;
            (code.lines().count().to_string(), raw_build(root, work, &module, &code)?)
        } else {
            (reason(&String::from_utf8_lossy(&output.stderr)), "–".to_owned())
        };
        let ours = read(&own.join("src/v2026_04_17").join(&module).with_extension("rs"))?.lines().count();
        println!("| {module} | {lines} | {seconds} | {ours} |");
    }
    println!();
    Ok(())
}

/// Why typify gave nothing: the first line of its panic's message, or its own error.
fn reason(stderr: &str) -> String {
    let mut lines = stderr.lines().skip_while(|line| !line.contains("panicked at"));
    match lines.nth(1) {
        Some(message) => format!("panics: {}", message.trim_end_matches([' ', '{', ':'])),
        None => format!("refuses: {}", stderr.lines().next().unwrap_or_default()),
    }
}

fn raw_build(root: &Path, work: &Path, module: &str, code: &str) -> Result<String> {
    let (at, target) = (work.join("raw").join(module), work.join("raw-target"));
    package(root, &at, RAW, "lib.rs", "")?;
    if !cargo(&at, &target, &["build"])?.status.success() {
        return Ok("its dependencies are not here".to_owned());
    }
    fs::write(at.join("src/lib.rs"), code)?;
    if !cargo(&at, &target, &["build"])?.status.success() {
        return Ok("does not compile".to_owned());
    }
    Ok(format!("{:.1}", build_time(&at, &target, "raw", &[])?))
}

/// Reading and writing one session: the loop is a program of its own, built with this workspace's release profile.
fn speed(root: &Path, work: &Path, types: &Path) -> Result<()> {
    let at = work.join("speed");
    let types = serde_json::to_string(&std::path::absolute(types)?)?;
    package(root, &at, &SPEED.replace("TYPES", &types), "main.rs", SPEED_MAIN)?;
    let target = work.join("speed-target");
    must(&cargo(&at, &target, &["build", "--release"])?, "the program that reads and writes")?;
    let payload = root.join("examples/payloads/valid/agentic_checkout.CheckoutSession.json");
    let output = Command::new(target.join("release/speed")).arg(payload).output()?;
    must(&output, "reading and writing")?;
    print!("{}", String::from_utf8_lossy(&output.stdout));
    Ok(())
}

/// Seconds to build one package with everything it depends on built before; the best of three.
fn build_time(at: &Path, target: &Path, package: &str, flags: &[&str]) -> Result<f64> {
    let build = [&["build", "--package", package], flags].concat();
    must(&cargo(at, target, &build)?, package)?;
    let mut best = Duration::MAX;
    for _ in 0..3 {
        must(&cargo(at, target, &["clean", "--package", package])?, package)?;
        let start = Instant::now();
        must(&cargo(at, target, &build)?, package)?;
        best = best.min(start.elapsed());
    }
    Ok(best.as_secs_f64())
}

fn cargo(at: &Path, target: &Path, arguments: &[&str]) -> Result<Output> {
    let mut command = crate::cargo();
    let command = command.args(arguments).args(["--offline", "--quiet"]).current_dir(at);
    command.env("CARGO_TARGET_DIR", target).output().context("cargo cannot be started")
}

fn must(output: &Output, what: &str) -> Result<()> {
    if !output.status.success() {
        bail!("{what}: failed\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Writes a package with one source file and this workspace's versions of everything.
fn package(root: &Path, at: &Path, manifest: &str, file: &str, source: &str) -> Result<()> {
    fs::create_dir_all(at.join("src")).with_context(|| format!("{}: cannot be made", at.display()))?;
    fs::copy(root.join("Cargo.lock"), at.join("Cargo.lock"))?;
    fs::write(at.join("Cargo.toml"), manifest)?;
    fs::write(at.join("src").join(file), source)?;
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("{}: cannot be read", file.display()))
}

/// What is in a folder, in the order of the names.
fn folder(at: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(at).with_context(|| format!("{}: cannot be read", at.display()))?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

const TYPIFY: &str = r#"package = { name = "typify-raw", version = "0.0.0", edition = "2024" }
workspace = {}
[dependencies]
prettyplease = "0.3"
schemars = { version = "0.8", default-features = false, features = ["preserve_order"] }
serde_json = "1"
syn = { version = "3", features = ["full"] }
typify = { version = "0.8", default-features = false }
"#;

const TYPIFY_MAIN: &str = r##"fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("no file")?;
    let draft_07 = std::fs::read_to_string(file)?.replace("#/$defs/", "#/definitions/");
    let mut bundle: serde_json::Value = serde_json::from_str(&draft_07)?;
    let definitions: schemars::Map<String, schemars::schema::Schema> = serde_json::from_value(bundle["$defs"].take())?;
    let mut space = typify::TypeSpace::default();
    space.add_ref_types(definitions)?;
    print!("{}", prettyplease::unparse(&syn::parse2(space.to_stream())?));
    Ok(())
}
"##;

const RAW: &str = r#"package = { name = "raw", version = "0.0.0", edition = "2024" }
workspace = {}
[dependencies]
chrono = { version = "0.4", default-features = false, features = ["serde"] }
regress = "0.12"
serde = { version = "1", features = ["derive"] }
serde_json = "1"
"#;

const SPEED: &str = r#"package = { name = "speed", version = "0.0.0", edition = "2024" }
workspace = {}
profile.release = { lto = "thin", codegen-units = 4 }
[dependencies]
acp-types = { path = TYPES, default-features = false, features = ["v2026_04_17"] }
serde_json = { version = "1", features = ["float_roundtrip", "preserve_order"] }
"#;

const SPEED_MAIN: &str = r#"use acp_types::v2026_04_17::checkout::CheckoutSession as Session;
use serde_json::{Value, from_slice, to_vec};
use std::{hint::black_box, time::Instant};
fn time<T>(work: impl Fn() -> T) -> f64 {
    let start = Instant::now();
    (0..2000).for_each(|_| drop(black_box(work())));
    start.elapsed().as_secs_f64() * 1e6 / 2000.0
}
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("no file")?;
    let value: Value = from_slice(&std::fs::read(file)?)?;
    let bytes = to_vec(&value)?;
    let typed: Session = from_slice(&bytes)?;
    assert_eq!(serde_json::to_value(&typed)?, value, "what was read is not what is written");
    let (mut read, mut write) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        let data = || black_box(bytes.as_slice());
        read.push((time(|| from_slice::<Session>(data()).unwrap()), time(|| from_slice::<Value>(data()).unwrap())));
        write.push((time(|| to_vec(black_box(&typed)).unwrap()), time(|| to_vec(black_box(&value)).unwrap())));
    }
    println!("| session of {} bytes | typed, best µs | Value, best µs | ratio: best | median | worst |", bytes.len());
    println!("|---|---|---|---|---|---|");
    for (label, rounds) in [("read", read), ("write", write)] {
        let best = |f: fn(&(f64, f64)) -> f64| rounds.iter().map(f).fold(f64::MAX, f64::min);
        let mut ratio: Vec<f64> = rounds.iter().map(|(typed, value)| typed / value).collect();
        ratio.sort_by(f64::total_cmp);
        let (typed, value) = (best(|r| r.0), best(|r| r.1));
        println!("| {label} | {typed:.1} | {value:.1} | {:.2} | {:.2} | {:.2} |", ratio[0], ratio[7], ratio[14]);
    }
    Ok(())
}
"#;
