//! One release of a checkout beside what is here.
//!
//! In:  the folder of a published release, and the releases below schemas/.
//! Out: the decisions that are open about it, none where it is as it was read and as it was transcribed.
//! Holds: what the release it is compared with has too is not among them.

use std::collections::BTreeSet;

use anyhow::Result;
use tradespec_schema::load::ReleaseFolder;
use tradespec_schema::parity::differences;
use tradespec_schema::{Release, SchemaSet};

use super::checkout::Published;
use super::decision::{Decision, Kind};
use super::note::Note;
use super::{Workspace, contents, stages};
use crate::parity::release_folder;

/// What there is to decide about a release.
pub(crate) fn release(found: &ReleaseFolder, workspace: &Workspace) -> Result<Vec<Decision>> {
    let published = Published::read(found)?;
    let note = Note::read(&release_folder(&workspace.schemas, found.protocol, &found.release))?;
    let own = workspace.releases.get(&found.release);
    let mut decisions = of_note(&published, note.as_ref(), own.is_some());
    let base = match own {
        Some(own) => {
            let Some(differs) = of_transcription(own, &published.set) else {
                // It means what was transcribed, so everything in it was decided then.
                return Ok(decisions);
            };
            decisions.push(differs);
            Some(own)
        }
        None => before(workspace, &found.release),
    };
    if let Some(decision) = decisions.first_mut().filter(|decision| decision.kind == Kind::NewRelease) {
        decision.message.push_str(&match base {
            Some(base) => format!("; compared with {} in what follows", base.release()),
            None => "; there is no other to compare it with".to_owned(),
        });
    }
    let mut of_stages = stages::decisions(&published.set, workspace)?;
    if let Some(base) = base {
        let decided: BTreeSet<_> =
            stages::decisions(base, workspace)?.iter().map(|old| key(old, base.release())).collect();
        of_stages.retain(|new| !decided.contains(&key(new, &found.release)));
        decisions.extend(contents::decisions(base, &published.set, workspace, &of_stages));
    }
    decisions.extend(of_stages);
    Ok(decisions)
}

/// The newest release that is older, else the oldest one.
fn before<'w>(workspace: &'w Workspace, release: &Release) -> Option<&'w SchemaSet> {
    let older = workspace.releases.iter().rfind(|(other, _)| *other < release);
    older.or_else(|| workspace.releases.iter().next()).map(|(_, set)| set)
}

/// What the note says of the published files.
fn of_note(published: &Published, note: Option<&Note>, is_transcribed: bool) -> Vec<Decision> {
    let start = "`cargo xtask import --start`";
    let mut decisions = Vec::new();
    if !is_transcribed {
        decisions.push(match note {
            None => {
                Decision::of_release(Kind::NewRelease, format!("the release is not here; {start} begins it"))
            }
            Some(_) => Decision::of_release(
                Kind::BegunRelease,
                "the release is begun and has no schema files yet; transcribe them in your own words",
            ),
        });
    }
    let Some(note) = note.filter(|note| !note.files.is_empty()) else {
        if is_transcribed {
            let message = format!("source.toml has no hashes; {start} records them");
            decisions.push(Decision::of_release(Kind::UnrecordedRelease, message));
        }
        return decisions;
    };
    let edited: Vec<&str> = published
        .hashes
        .iter()
        .filter(|(file, hash)| note.files.get(*file) != Some(hash))
        .map(|(file, _)| file)
        .chain(note.files.keys().filter(|file| !published.hashes.contains_key(*file)))
        .map(String::as_str)
        .collect();
    if !edited.is_empty() {
        let message = format!(
            "{} since revision {} was read; bring the transcription up to date, then {start} records it",
            contents::counted(&edited, "edited file"),
            note.revision
        );
        decisions.push(Decision::of_release(Kind::EditedRelease, message));
    }
    decisions
}

/// Whether the transcription means what is published.
fn of_transcription(own: &SchemaSet, published: &SchemaSet) -> Option<Decision> {
    let names: BTreeSet<_> = own.files().keys().chain(published.files().keys()).collect();
    let count: usize = names
        .into_iter()
        .map(|name| match (own.files().get(name), published.files().get(name)) {
            (Some(ours), Some(theirs)) => differences(&ours.root, &theirs.root).len(),
            _ => 1,
        })
        .sum();
    let message = || {
        let count = contents::plural(count, "difference");
        format!("{count} from what is published; `cargo xtask parity` lists them")
    };
    (count > 0).then(|| Decision::of_release(Kind::Transcription, message()))
}

/// What makes a decision the same in two releases.
fn key(decision: &Decision, release: &Release) -> (Kind, String, String, String) {
    let Decision { kind, file, pointer, message } = decision;
    match kind {
        // Wherever it stands.
        Kind::UnknownKeyword | Kind::KeywordNotInTypes => {
            (*kind, String::new(), pointer.segments().last().unwrap_or_default(), String::new())
        }
        _ => (*kind, file.clone(), pointer.to_string(), message.replace(release.as_str(), "")),
    }
}
