//! `tradespec list`

use std::io::{self, Write};

use serde::Serialize;
use serde_json::json;
use tradespec_schema::{Catalogue, Extension, Release};
use tradespec_validator::Selection;
use tradespec_validator::messages::{self, Direction};

use crate::args::{ListArgs, ListFormat, What};
use crate::exit::Exit;
use crate::output::Output;

pub(crate) fn run(arguments: &ListArgs, output: &mut Output) -> anyhow::Result<Exit> {
    let catalogue = arguments.selectors.catalogue()?;
    match arguments.what {
        What::Releases => releases(arguments, &catalogue, output)?,
        What::Types => {
            let selection = arguments.selectors.builder(&catalogue)?.compose()?;
            types(arguments.format, &selection, output)?;
        }
        What::Extensions => {
            let selection = arguments.selectors.builder(&catalogue)?.compose()?;
            extensions(arguments.format, &selection, output)?;
        }
    }
    output.flush()?;
    Ok(Exit::Success)
}

fn releases(arguments: &ListArgs, catalogue: &Catalogue, output: &mut Output) -> anyhow::Result<()> {
    let protocol = arguments.selectors.protocol();
    let date = arguments.selectors.date().map(Release::new).transpose()?;
    if date.is_some() {
        catalogue.release(protocol, date.as_ref())?;
    }
    let of_protocol: Vec<_> =
        catalogue.releases().filter(|(of, _)| *of == protocol).map(|(_, release)| release).collect();
    let listed: Vec<_> = of_protocol
        .iter()
        .filter(|release| date.as_ref().is_none_or(|date| date == **release))
        .map(|release| (release.as_str(), of_protocol.last() == Some(release)))
        .collect();
    match arguments.format {
        ListFormat::Text => {
            let row = |(release, latest): &(&str, bool)| {
                let note = if *latest { "latest" } else { "" };
                vec![protocol.to_string(), (*release).to_owned(), note.to_owned()]
            };
            table(&listed.iter().map(row).collect::<Vec<_>>(), output)?;
        }
        ListFormat::Json => {
            let listed: Vec<_> = listed
                .iter()
                .map(|(release, latest)| json!({"protocol": protocol.as_str(), "release": release, "latest": latest}))
                .collect();
            document(&json!({"releases": listed}), output)?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct TypeRow {
    name: String,
    file: String,
    /// Whether the type crosses the wire by itself.
    message: bool,
    directions: Vec<&'static str>,
    operations: Vec<OperationRow>,
}

#[derive(Serialize)]
struct OperationRow {
    operation: &'static str,
    direction: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<u16>,
}

fn types(format: ListFormat, selection: &Selection, output: &mut Output) -> anyhow::Result<()> {
    let composed = selection.composed();
    let mut rows: Vec<_> = composed
        .types()
        .map(|type_id| {
            let uses: Vec<_> = messages::uses(composed.protocol(), &type_id).collect();
            let mut directions: Vec<_> = uses.iter().map(|(_, direction)| *direction).collect();
            directions.sort_unstable();
            directions.dedup();
            let operations = uses.iter().map(|(operation, direction)| OperationRow {
                operation: operation.name,
                direction: direction.as_str(),
                success: operation.success.filter(|_| *direction == Direction::Response),
            });
            TypeRow {
                name: selection.name_of(&type_id),
                file: type_id.file,
                message: !uses.is_empty(),
                directions: directions.into_iter().map(Direction::as_str).collect(),
                operations: operations.collect(),
            }
        })
        .collect();
    rows.sort_by_key(|row| !row.message);
    match format {
        ListFormat::Text => {
            let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
            let row = |row: &TypeRow| {
                let operations: Vec<_> = row.operations.iter().map(|used| used.operation).collect();
                vec![
                    row.name.clone(),
                    row.file.clone(),
                    dash(row.directions.join(", ")),
                    dash(operations.join(", ")),
                ]
            };
            table(&rows.iter().map(row).collect::<Vec<_>>(), output)?;
        }
        ListFormat::Json => document(&header(selection, "types", &rows), output)?,
    }
    Ok(())
}

fn extensions(format: ListFormat, selection: &Selection, output: &mut Output) -> anyhow::Result<()> {
    let mut listed: Vec<(&Extension, bool)> = selection.active().iter().map(|one| (one, true)).collect();
    listed.extend(selection.inactive().iter().map(|one| (one, false)));
    listed.sort_by_key(|(extension, _)| (!extension.is_core(), extension.id()));
    let points =
        |extension: &Extension| extension.points().iter().map(ToString::to_string).collect::<Vec<_>>();
    let extended = |extension: &Extension| [points(extension), extension.parents().to_vec()].concat();
    match format {
        ListFormat::Text => {
            let row = |(extension, _): &(&Extension, bool)| {
                let origin = if extension.is_core() { "core" } else { "third-party" };
                vec![extension.id().to_string(), origin.to_owned(), extended(extension).join(", ")]
            };
            table(&listed.iter().map(row).collect::<Vec<_>>(), output)?;
        }
        ListFormat::Json => {
            let listed: Vec<_> = listed
                .iter()
                .map(|(extension, active)| {
                    json!({
                        "name": extension.id().name,
                        "version": extension.id().version.as_ref().map(Release::as_str),
                        "core": extension.is_core(),
                        "active": active,
                        "points": points(extension),
                        "parents": extension.parents(),
                        "depends_on": extension.depends_on(),
                    })
                })
                .collect();
            document(&header(selection, "extensions", &listed), output)?;
        }
    }
    Ok(())
}

fn header(selection: &Selection, what: &str, rows: &impl Serialize) -> serde_json::Value {
    let composed = selection.composed();
    json!({
        "protocol": composed.protocol().as_str(),
        "release": composed.release().as_str(),
        what: rows,
    })
}

fn document(document: &serde_json::Value, output: &mut Output) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, document)?;
    writeln!(output)
}

/// Writes columns, each as wide as its widest cell; the last one is as it is.
pub(crate) fn table(rows: &[Vec<String>], output: &mut Output) -> io::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(|cell| cell.chars().count()).max())
        .map(Option::unwrap_or_default)
        .collect();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:<width$}  "));
        }
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}
