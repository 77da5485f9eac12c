//! `tradespec negotiate --protocol acp`

use std::io::{self, Write};

use tradespec_protocol::negotiation::{Outcome, Policy, PolicyProblem, Seller, releases};
use tradespec_schema::{Release, load};

use super::{read, section};
use crate::args::{AcpArgs, ListFormat};
use crate::exit::Exit;
use crate::output::{self, Output};
use crate::selectors::LATEST;

pub(super) fn run(arguments: &AcpArgs, format: ListFormat, output: &mut Output) -> anyhow::Result<Exit> {
    let (Some(agent), Some(seller)) = (&arguments.agent, &arguments.seller) else {
        anyhow::bail!("a negotiation in acp needs --agent FILE and --seller FILE");
    };
    let newest = releases().last().unwrap_or_default();
    let date = arguments.release.as_deref().filter(|date| *date != LATEST).unwrap_or(newest);
    let release = Release::new(date)?;
    let name = load::shown(seller);
    let policy: Policy = serde_json::from_value(read(seller)?)
        .map_err(|error| anyhow::anyhow!("{name}: not the policy of a seller: {error}"))?;
    let seller = match Seller::new(policy, &release) {
        Ok(seller) => seller,
        Err(error) => {
            error.problems().iter().for_each(|problem| complain(&name, problem));
            return Ok(Exit::Usage);
        }
    };
    let declaration = match read(agent) {
        Ok(declaration) => declaration,
        Err(error) => {
            output::report(&error.into());
            return Ok(Exit::Input);
        }
    };
    let outcome = seller.negotiate(&declaration);
    match format {
        ListFormat::Text => text(&outcome, &release, output)?,
        ListFormat::Json => {
            serde_json::to_writer_pretty(&mut *output, &outcome)?;
            writeln!(output)?;
        }
    }
    output.flush()?;
    Ok(if outcome.compatible { Exit::Success } else { Exit::Invalid })
}

/// Says what is wrong with the policy in the file of that name, or with negotiating at all.
fn complain(name: &str, problem: &PolicyProblem) {
    match problem.at.as_str() {
        "" => output::complain(&problem.message),
        at => output::complain(&format!("{name}#{at}: {}", problem.message)),
    }
}

fn text(outcome: &Outcome, release: &Release, output: &mut Output) -> io::Result<()> {
    let verdict = if outcome.compatible { "compatible" } else { "not compatible" };
    writeln!(output, "{verdict} (acp {release})")?;
    for reason in &outcome.reasons {
        writeln!(output, "  {reason}")?;
    }
    let interventions = &outcome.interventions;
    let enforcement = serde_json::to_value(interventions.enforcement)?;
    section(
        "interventions",
        &pairs(&[
            ("supported", words(&interventions.supported)),
            ("required", words(&interventions.required)),
            ("enforcement", enforcement.as_str().unwrap_or_default().to_owned()),
        ]),
        output,
    )?;
    let extensions: Vec<_> = outcome
        .extensions
        .iter()
        .zip(outcome.extension_names())
        .map(|(extension, name)| match extension.needed_by.as_slice() {
            [] => vec![name],
            dependents => vec![name, format!("needed by {}", dependents.join(", "))],
        })
        .collect();
    section("extensions", &extensions, output)?;
    let mut session = pairs(&[("status", outcome.status.unwrap_or_default().to_owned())]);
    session.retain(|_| outcome.status.is_some());
    session.extend(outcome.messages.iter().map(|message| {
        vec!["message".to_owned(), format!("{} {}: {}", message.kind, message.code, message.content)]
    }));
    section("session", &session, output)?;
    let dropped: Vec<_> =
        outcome.dropped.iter().map(|dropped| vec![dropped.what.clone(), dropped.reason.clone()]).collect();
    section("dropped", &dropped, output)
}

fn words(words: &[String]) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn pairs(rows: &[(&str, String)]) -> Vec<Vec<String>> {
    rows.iter().map(|(name, value)| vec![(*name).to_owned(), value.clone()]).collect()
}
