//! Beginning a release: its note, and what comes next.
//!
//! In:  a published release, and the note it has or those of the releases before.
//! Out: `schemas/<protocol>/<date>/source.toml`, and the steps that follow.
//! Holds: nothing else is written, and nothing of the published text.

use std::fs;

use anyhow::{Context, Result, bail};
use tradespec_schema::load::{ReleaseFolder, shown};

use super::checkout::{Checkout, Published};
use super::note::Note;
use super::{Args, Workspace};
use crate::parity::release_folder;

/// The one release to begin: the one that is asked for, else the only one that is not here.
pub(crate) fn chosen<'c>(chosen: &[&'c ReleaseFolder], workspace: &Workspace) -> Result<&'c ReleaseFolder> {
    let new: Vec<_> =
        chosen.iter().filter(|found| !workspace.releases.contains_key(&found.release)).copied().collect();
    match (chosen, new.as_slice()) {
        ([one], _) | (_, [one]) => Ok(one),
        _ => {
            let dates: Vec<_> = chosen.iter().map(|found| found.release.as_str()).collect();
            bail!("say with --release which one to start: {}", dates.join(", "))
        }
    }
}

/// Writes the note of a release; what is to be done next.
pub(crate) fn begin(
    found: &ReleaseFolder,
    checkout: &Checkout,
    workspace: &Workspace,
    args: &Args,
) -> Result<Vec<String>> {
    let published = Published::read(found)?;
    let folder = release_folder(&workspace.schemas, found.protocol, &found.release);
    let own = Note::read(&folder)?;
    let newest = workspace.releases.keys().next_back();
    let newest = match newest {
        Some(release) => Note::read(&release_folder(&workspace.schemas, found.protocol, release))?,
        None => None,
    };
    let kept = own.clone().or(newest).unwrap_or_default();
    let Some(revision) = args.revision.clone().or_else(|| checkout.revision()) else {
        bail!("the checkout does not say its revision; give it with --revision");
    };
    let note = Note {
        protocol: found.protocol.to_string(),
        release: found.release.to_string(),
        repository: needed(args.repository.clone(), kept.repository, "--repository")?,
        folder: own.map_or_else(|| checkout.folder_in_repository(found), |own| own.folder),
        revision,
        licence: needed(args.licence.clone(), kept.licence, "--licence")?,
        files: published.hashes.clone(),
    };
    fs::create_dir_all(&folder).with_context(|| format!("{}: cannot be made", shown(&folder)))?;
    let file = folder.join("source.toml");
    fs::write(&file, note.to_text()).with_context(|| format!("{}: cannot be written", shown(&file)))?;
    Ok(steps(found, &published, &shown(&folder)))
}

fn needed(given: Option<String>, kept: String, flag: &str) -> Result<String> {
    match given.or_else(|| Some(kept).filter(|kept| !kept.is_empty())) {
        Some(value) => Ok(value),
        None => bail!("no release before says it; give it with {flag}"),
    }
}

fn steps(found: &ReleaseFolder, published: &Published, folder: &str) -> Vec<String> {
    let (protocol, release) = (found.protocol, &found.release);
    let files: Vec<_> = published.hashes.keys().map(String::as_str).collect();
    vec![
        format!(
            "transcribe into {folder}: {}; names, types and constraints as published, descriptions and examples in \
             your own words",
            files.join(", ")
        ),
        format!("cargo xtask parity --from DIR --release {release}: until there is no difference"),
        format!(
            "schemas/codegen.toml: what was to be decided; [{protocol}.releases.\"{release}\"] if other extensions \
             than the default ones belong to it"
        ),
        "cargo xtask codegen, and read the difference of generated/acp-types/API.txt".to_owned(),
        format!(
            "the published examples and their verdicts: crates/tradespec-validator/tests/published/{release}.json"
        ),
        "new operations: the table in crates/tradespec-schema/src/messages.rs".to_owned(),
        "cargo xtask import --from DIR: until nothing is to be decided; cargo xtask check".to_owned(),
    ]
}
