//! `tradespec negotiate --protocol ucp`

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context;
use tradespec_protocol::profiles::{
    Failure, FailureCode, Kind, MCP_DISCOVERY, MOST_BYTES, Negotiation, Operation, Profile, ProfileReader,
    Profiles, Report, negotiate,
};
use tradespec_schema::load;
use tradespec_validator::render::printable;

use super::section;
use crate::args::{ListFormat, UcpArgs};
use crate::exit::Exit;
use crate::output::{self, Output};

pub(super) fn run(arguments: &UcpArgs, format: ListFormat, output: &mut Output) -> anyhow::Result<Exit> {
    let (Some(business), Some(platform)) = (&arguments.business, &arguments.platform) else {
        anyhow::bail!("a negotiation in ucp needs --business FILE and --platform FILE");
    };
    let (business, platform) = (bytes(business)?, bytes(platform)?);
    let profiles = arguments
        .profiles
        .iter()
        .map(|(uri, file)| Ok((uri.clone(), bytes(file)?)))
        .collect::<anyhow::Result<_>>()?;
    let result = outcome(&business, &platform, &*reader(arguments, profiles));
    match format {
        ListFormat::Text => text(result.as_ref(), arguments.operation, output)?,
        ListFormat::Json => {
            let report = Report::new(result.as_ref(), arguments.operation);
            serde_json::to_writer_pretty(&mut *output, &report)?;
            writeln!(output)?;
            if let Err(failure) = &result {
                output::complain(&printable(failure.message()));
            }
        }
    }
    output.flush()?;
    Ok(match result {
        Ok(negotiation) if negotiation.is_compatible() => Exit::Success,
        Ok(_) => Exit::Invalid,
        Err(_) => Exit::Usage,
    })
}

/// The bytes of a file; one more than a profile may have, if there are so many, for the library to refuse.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    fs::File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .with_context(|| format!("{}: cannot be read", load::shown(path)))?;
    Ok(bytes)
}

/// Where other profiles are read: the files that are given.
#[cfg(not(feature = "fetch"))]
fn reader(_: &UcpArgs, given: Profiles) -> Box<dyn ProfileReader> {
    Box::new(given)
}

/// Where other profiles are read: the files that are given, and their addresses if that is asked for.
#[cfg(feature = "fetch")]
fn reader(arguments: &UcpArgs, given: Profiles) -> Box<dyn ProfileReader> {
    if arguments.fetch { Box::new(super::fetch::Fetching::new(given)) } else { Box::new(given) }
}

fn outcome(business: &[u8], platform: &[u8], reader: &dyn ProfileReader) -> Result<Negotiation, Failure> {
    negotiate(&profile(business, "business")?, &profile(platform, "platform")?, reader)
}

fn profile(bytes: &[u8], party: &str) -> Result<Profile, Failure> {
    Profile::read(bytes).map_err(|error| {
        Failure::new(FailureCode::ProfileMalformed, format!("the profile of the {party}: {error}"))
    })
}

fn text(
    result: Result<&Negotiation, &Failure>,
    operation: Option<Operation>,
    output: &mut Output,
) -> io::Result<()> {
    match result {
        Ok(negotiation) => explain(negotiation, operation, output),
        Err(failure) => {
            let code = failure.code();
            writeln!(output, "no negotiation (ucp)")?;
            writeln!(output, "  {code}: HTTP {}, MCP {MCP_DISCOVERY}", code.http_status())?;
            writeln!(output, "  {}", printable(failure.message()))?;
            if code == FailureCode::ProfileUnreachable {
                writeln!(output, "  give the file of that profile with --profile URI=FILE")?;
            }
            Ok(())
        }
    }
}

fn explain(negotiation: &Negotiation, operation: Option<Operation>, output: &mut Output) -> io::Result<()> {
    let version = &negotiation.protocol_version;
    if negotiation.is_compatible() {
        writeln!(output, "compatible (ucp {version})")?;
    } else {
        writeln!(output, "not compatible (ucp {version})")?;
        writeln!(output, "  {}: HTTP 200, and ucp.status is error", Negotiation::INCOMPATIBLE)?;
    }
    let active = negotiation.active.iter().map(|(name, entry)| {
        let extends: Vec<_> = entry.extends.iter().map(String::as_str).collect();
        let extends =
            if extends.is_empty() { String::new() } else { format!("extends {}", extends.join(", ")) };
        vec![name.clone(), entry.version.to_string(), extends]
    });
    section("active", &active.collect::<Vec<_>>(), output)?;
    if let Some(operation) = operation.filter(|_| negotiation.is_compatible()) {
        let mut listed: Vec<_> =
            negotiation.response(operation).into_iter().map(|name| vec![name.to_owned()]).collect();
        if listed.is_empty() {
            listed.push(vec!["none".to_owned()]);
        }
        section(&format!("response to {operation}"), &listed, output)?;
    }
    let dropped = negotiation.dropped.iter().map(|dropped| {
        // A name is whatever the profile says; it must not steer the terminal.
        let name = printable(&dropped.name);
        let what =
            if dropped.kind == Kind::Capability { String::new() } else { format!("{}, ", dropped.kind) };
        vec![name, format!("{what}{}", dropped.reason)]
    });
    section("dropped", &dropped.collect::<Vec<_>>(), output)?;
    let notes = negotiation.notes.iter().map(|note| vec![printable(&note.name), note.message.clone()]);
    section("notes", &notes.collect::<Vec<_>>(), output)
}
