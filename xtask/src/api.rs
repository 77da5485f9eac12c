//! `cargo xtask api OLD NEW`: what a release does to the generated types.
//!
//! In:  two dates; what the generator makes of their schemas now, not what stands in generated/.
//! Out: which items of the module of a release appear, vanish or change, as text or JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde_json::json;
use tradespec_codegen::{Policy, generate};
use tradespec_schema::{Catalogue, Protocol, Release};

use crate::parity::protocol;
use crate::workspace_root;

/// Generates the types of two releases and prints which public items appear, vanish or change between them.
#[derive(clap::Args)]
#[command(after_help = "Exit status: 0 printed; 2 an error, such as a release that is not there.")]
pub(crate) struct Args {
    /// The protocol.
    #[arg(long, default_value = "acp", value_parser = protocol)]
    protocol: Protocol,

    /// The release that was, by its date.
    #[arg(value_name = "OLD")]
    old: Release,

    /// The release that is, by its date.
    #[arg(value_name = "NEW")]
    new: Release,

    /// Folder with the releases. Its codegen.toml is used if it has one, else Tradespec's own [default: schemas]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,

    /// How to print the items.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// Lines: + appears, - vanishes, ~ changes. Of a type that comes or goes as a whole, only its own line.
    Text,
    /// One document with every item.
    Json,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let schemas = args.schemas.clone().unwrap_or_else(|| workspace_root().join("schemas"));
    let file = schemas.join("codegen.toml");
    let policy = if file.is_file() {
        let text =
            fs::read_to_string(&file).with_context(|| format!("{}: cannot be read", file.display()))?;
        Policy::from_toml(&file.display().to_string(), &text)?
    } else {
        Policy::default()
    };
    let generated = generate(&Catalogue::folder(&schemas)?, &policy)?;
    let name = policy.crate_name(args.protocol).context("codegen.toml says nothing of this protocol")?;
    let listing = generated.output.files().get(&Path::new(name).join("API.txt"));
    let listing = listing.with_context(|| format!("no release of {} is there", args.protocol))?;
    let changes = compare(&items(listing, &args.old)?, &items(listing, &args.new)?);
    let text = match args.format {
        Format::Text => text(args, &changes),
        Format::Json => {
            let document =
                json!({"old": args.old.as_str(), "new": args.new.as_str(), "changes": json(&changes)});
            format!("{document:#}\n")
        }
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        // The reader has seen enough: `| head`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        done => done.map(|()| ExitCode::SUCCESS).context("cannot print the items"),
    }
}

/// What the items of a release are, by their paths in its module.
type Items = BTreeMap<String, String>;

/// The lines of the listing that are of a release.
fn items(listing: &str, release: &Release) -> Result<Items> {
    let module = format!("v{}::", release.as_str().replace('-', "_"));
    let items: Items = listing.lines().filter_map(|line| item(line, &module)).collect();
    if items.is_empty() {
        bail!("nothing is generated for release {release}; `cargo xtask codegen` lists the releases");
    }
    Ok(items)
}

/// Path and content of an item: `checkout::Total::amount`, `i64`.
fn item(line: &str, module: &str) -> Option<(String, String)> {
    let (before, rest) = line.split_once(module)?;
    let end = rest.find([' ', '(']).unwrap_or(rest.len());
    let end = if rest.get(..end)?.ends_with(':') { end - 1 } else { end };
    let (path, content) = rest.split_at_checked(end)?;
    match before.trim_end().strip_prefix("impl ") {
        // `impl Fixed for checkout::MessageError: type = error`: the type's, but not part of it by name.
        Some(implemented) => {
            let implemented = implemented.trim_end_matches(" for");
            Some((format!("{path} as {implemented}"), content.trim_start_matches(": ").to_owned()))
        }
        None => {
            let what = before.trim_start_matches("pub").trim();
            let content = content.trim_start_matches(": ").trim_start();
            Some((path.to_owned(), format!("{what} {content}").trim().to_owned()))
        }
    }
}

/// What became of one item.
#[derive(Debug, PartialEq)]
enum Fate {
    Appears(String),
    Vanishes(String),
    Changes(String, String),
}

fn compare(old: &Items, new: &Items) -> Vec<(String, Fate)> {
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let fate = |path: &String| match (old.get(path), new.get(path)) {
        (Some(was), Some(is)) if was != is => Some(Fate::Changes(was.clone(), is.clone())),
        (Some(was), None) => Some(Fate::Vanishes(was.clone())),
        (None, Some(is)) => Some(Fate::Appears(is.clone())),
        _ => None,
    };
    paths.into_iter().filter_map(|path| Some((path.clone(), fate(path)?))).collect()
}

fn text(args: &Args, changes: &[(String, Fate)]) -> String {
    let mut text = format!("{0} {1} -> {0} {2}\n\n", args.protocol, args.old, args.new);
    let mut counts = [0; 3];
    for (path, fate) in changes {
        let (count, mark, what) = match fate {
            Fate::Appears(is) => (0, '+', is.clone()),
            Fate::Vanishes(was) => (1, '-', was.clone()),
            Fate::Changes(was, is) => (2, '~', format!("{was} -> {is}")),
        };
        counts[count] += 1;
        if !within_another(path, fate, changes) {
            // Writing to a string does not fail.
            let link = if what.starts_with(['=', '(']) { " " } else { ": " };
            let _ = writeln!(text, "{mark} {path}{}{what}", if what.is_empty() { "" } else { link });
        }
    }
    let [appear, vanish, change] = counts;
    let _ = writeln!(text, "\n{appear} items appear, {vanish} vanish, {change} change");
    text
}

/// Whether the item is part of a type that comes or goes as a whole.
fn within_another(path: &str, fate: &Fate, changes: &[(String, Fate)]) -> bool {
    let whole = path
        .split(" as ")
        .next()
        .filter(|of| *of != path)
        .or_else(|| path.rsplit_once("::").map(|(of, _)| of));
    let same = |other: &Fate| std::mem::discriminant(other) == std::mem::discriminant(fate);
    !matches!(fate, Fate::Changes(..))
        && changes.iter().any(|(other, fate)| Some(other.as_str()) == whole && same(fate))
}

fn json(changes: &[(String, Fate)]) -> serde_json::Value {
    let row = |(path, fate): &(String, Fate)| match fate {
        Fate::Appears(is) => json!({"item": path, "change": "added", "new": is}),
        Fate::Vanishes(was) => json!({"item": path, "change": "removed", "old": was}),
        Fate::Changes(was, is) => json!({"item": path, "change": "changed", "old": was, "new": is}),
    };
    changes.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    const LISTING: &str = "\
pub struct v2030_01_01::checkout::Total
pub v2030_01_01::checkout::Total::amount: i64
pub v2030_01_01::checkout::Total::note: Option<String>
pub enum v2030_01_01::checkout::Kind
pub v2030_01_01::checkout::Kind::Tip = \"tip\"
impl Message for v2030_01_01::checkout::Total
pub struct v2030_02_02::checkout::Total
pub v2030_02_02::checkout::Total::amount: Option<i64>
impl Fixed for v2030_02_02::checkout::Total: type = sum
impl Message for v2030_02_02::checkout::Total
pub enum v2030_02_02::checkout::Message by \"type\"
pub v2030_02_02::checkout::Message::Info(MessageInfo) = \"info\"
";

    fn args() -> Args {
        let release = |date| Release::new(date).unwrap();
        Args {
            protocol: Protocol::Acp,
            old: release("2030-01-01"),
            new: release("2030-02-02"),
            schemas: None,
            format: Format::Text,
        }
    }

    #[test]
    fn items_appear_vanish_and_change() {
        let args = args();
        let changes = compare(&items(LISTING, &args.old).unwrap(), &items(LISTING, &args.new).unwrap());
        assert_eq!(
            text(&args, &changes),
            "acp 2030-01-01 -> acp 2030-02-02\n\n\
             - checkout::Kind: enum\n\
             + checkout::Message: enum by \"type\"\n\
             + checkout::Total as Fixed: type = sum\n\
             ~ checkout::Total::amount: i64 -> Option<i64>\n\
             - checkout::Total::note: Option<String>\n\
             \n3 items appear, 3 vanish, 1 change\n"
        );
    }

    #[test]
    fn json_has_the_parts_of_types_too() {
        let args = args();
        let changes = compare(&items(LISTING, &args.old).unwrap(), &items(LISTING, &args.new).unwrap());
        assert!(json(&changes).as_array().unwrap().contains(
            &json!({"item": "checkout::Message::Info", "change": "added", "new": "(MessageInfo) = \"info\""})
        ));
    }

    #[test]
    fn a_release_without_types_is_an_error() {
        let nothing = items(LISTING, &Release::new("2031-01-01").unwrap());
        assert!(nothing.unwrap_err().to_string().contains("nothing is generated for release 2031-01-01"));
    }
}
