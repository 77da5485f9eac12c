//! `tradespec explain`
//!
//! Out: one code with its meaning and its page of documentation, or the table of all codes.

use std::io::Write;

use anyhow::anyhow;
use tradespec_schema::suggestion;
use tradespec_validator::{Code, Kind, Severity, page};

use crate::args::ExplainArgs;
use crate::exit::Exit;
use crate::list::table;
use crate::output::Output;

pub(crate) fn run(arguments: &ExplainArgs, output: &mut Output) -> anyhow::Result<Exit> {
    match &arguments.code {
        Some(code) => one(code, output)?,
        None => table(&rows().collect::<Vec<_>>(), output)?,
    }
    output.flush()?;
    Ok(Exit::Success)
}

fn one(wanted: &str, output: &mut Output) -> anyhow::Result<()> {
    let entry = entries().find(|entry| entry.code == wanted).ok_or_else(|| unknown(wanted))?;
    writeln!(output, "{} ({})", entry.code, entry.severity)?;
    // The page of a message rule has the meaning in it.
    if entry.page.is_none_or(|page| !page.contains(entry.meaning)) {
        writeln!(output, "{}", entry.meaning)?;
    }
    if let Some(page) = entry.page {
        writeln!(output, "\n{}", page.trim_end())?;
    }
    Ok(())
}

fn unknown(wanted: &str) -> anyhow::Error {
    let codes: Vec<_> = entries().map(|entry| entry.code.to_owned()).collect();
    match suggestion(wanted, codes.iter()) {
        Some(near) => anyhow!("no code \"{wanted}\"; did you mean \"{near}\"?"),
        None => anyhow!("no code \"{wanted}\"; `tradespec explain` lists them"),
    }
}

fn rows() -> impl Iterator<Item = Vec<String>> {
    entries().map(|entry| vec![entry.code.to_owned(), entry.severity.to_string(), entry.meaning.to_owned()])
}

/// What can be said of a code.
struct Entry {
    code: &'static str,
    severity: Severity,
    meaning: &'static str,
    page: Option<&'static str>,
}

/// The codes of messages, those of recorded traffic, and those of errors in schemas and extensions that are no other's too.
fn entries() -> impl Iterator<Item = Entry> {
    let of_messages = Code::ALL.iter().map(|(code, meaning)| Entry {
        code: code.as_str(),
        severity: code.severity(),
        meaning: meaning.trim(),
        page: Some(page(*code)),
    });
    let of_traffic = tradespec_trace::Code::ALL.iter().filter_map(|(code, meaning)| {
        let page = match code {
            tradespec_trace::Code::Message(_) => return None,
            tradespec_trace::Code::Session(_) => None,
            tradespec_trace::Code::Exchange(rule) => Some(tradespec_trace::page(*rule)),
        };
        Some(Entry { code: code.as_str(), severity: Kind::severity(*code), meaning, page })
    });
    let of_schemas = tradespec_schema::Code::ALL.iter().map(|(code, meaning)| Entry {
        code: code.as_str(),
        severity: Severity::Error,
        meaning: meaning.trim(),
        page: None,
    });
    let only_there = |entry: &Entry| Code::ALL.iter().all(|(code, _)| code.as_str() != entry.code);
    of_messages.chain(of_traffic).chain(of_schemas.filter(only_there))
}
