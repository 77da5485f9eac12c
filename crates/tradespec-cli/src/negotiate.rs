//! `tradespec negotiate`

mod acp;
#[cfg(feature = "fetch")]
mod fetch;
mod ucp;

use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;
use tradespec_schema::{Code, Error, Place, load, parse_json};

use crate::args::{NegotiateArgs, Negotiated};
use crate::exit::Exit;
use crate::list::table;
use crate::output::Output;

pub(crate) fn run(arguments: &NegotiateArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let NegotiateArgs { protocol, format, acp, ucp } = arguments;
    let of_acp = [
        ("--agent", acp.agent.is_some()),
        ("--seller", acp.seller.is_some()),
        ("--release", acp.release.is_some()),
    ];
    let of_ucp = [
        ("--business", ucp.business.is_some()),
        ("--platform", ucp.platform.is_some()),
        ("--profile", !ucp.profiles.is_empty()),
        #[cfg(feature = "fetch")]
        ("--fetch", ucp.fetch),
        ("--operation", ucp.operation.is_some()),
    ];
    match protocol {
        Negotiated::Acp => {
            refuse(&of_ucp, "ucp; add --protocol ucp, or give --agent and --seller")?;
            acp::run(acp, *format, output)
        }
        Negotiated::Ucp => {
            refuse(&of_acp, "acp; give --business and --platform, or leave --protocol ucp out")?;
            ucp::run(ucp, *format, output)
        }
    }
}

/// Fails if a flag of the other protocol is given.
fn refuse(flags: &[(&str, bool)], what: &str) -> anyhow::Result<()> {
    match flags.iter().find(|(_, given)| *given) {
        Some((flag, _)) => anyhow::bail!("{flag} is for negotiations in {what}"),
        None => Ok(()),
    }
}

/// Reads a JSON file in which no member stands twice: which of the two counts would be anybody's guess.
fn read(path: &Path) -> Result<Value, Error> {
    let text = load::read(path)?;
    let name = load::shown(path);
    let parsed = parse_json(text.as_bytes()).map_err(|error| {
        let place = Place::line(&name, error.line, error.column);
        Error::new(Code::InvalidJson, place, format!("not JSON: {}", error.message))
    })?;
    let twice = parsed.twice.into_iter();
    let problems = twice.flat_map(|at| {
        let message = "this member stands twice; which one is meant?";
        Error::new(Code::InvalidJson, Place::at(&name, at), message).into_problems()
    });
    Error::check(problems.collect())?;
    Ok(parsed.value)
}

/// A heading with rows below it, or nothing.
fn section(heading: &str, rows: &[Vec<String>], output: &mut Output) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(output, "\n{heading}")?;
    let indented = rows.iter().cloned().map(|mut row| {
        if let Some(first) = row.first_mut() {
            first.insert_str(0, "  ");
        }
        row
    });
    table(&indented.collect::<Vec<_>>(), output)
}
