//! `tradespec equal`

use std::fs;
use std::io::Write;
use std::path::Path;

use serde_json::json;
use tradespec_protocol::idempotency::{Body, Difference, DifferenceKind};
use tradespec_schema::load::shown;

use crate::args::{EqualArgs, ListFormat};
use crate::exit::Exit;
use crate::output::{Output, complain};

/// So many differences are told. Who has more of them is not looking for a retry that went wrong.
const LIMIT: usize = 100;

pub(crate) fn run(arguments: &EqualArgs, output: &mut Output) -> anyhow::Result<Exit> {
    // Both are read before either is complained about, so that the first does not hide the second.
    let (a, b) = (read(&arguments.a), read(&arguments.b));
    let (a, b) = (parse(&arguments.a, a.as_deref()), parse(&arguments.b, b.as_deref()));
    let (Some(a), Some(b)) = (a, b) else {
        return Ok(Exit::Input);
    };
    // One more than is shown tells whether there are more.
    let mut differences = a.differences(&b, LIMIT + 1);
    let more = differences.len() > LIMIT;
    differences.truncate(LIMIT);
    match arguments.format {
        ListFormat::Text => text(&differences, more, arguments, output)?,
        ListFormat::Json => {
            let found: Vec<_> = differences
                .iter()
                .map(|found| json!({ "pointer": found.at.as_str(), "kind": found.kind.as_str() }))
                .collect();
            let document = json!({ "equal": found.is_empty(), "differences": found, "more": more });
            serde_json::to_writer_pretty(&mut *output, &document)?;
            writeln!(output)?;
        }
    }
    output.flush()?;
    Ok(if differences.is_empty() { Exit::Success } else { Exit::Invalid })
}

fn read(path: &Path) -> Option<Vec<u8>> {
    fs::read(path).map_err(|error| complain(&format!("{}: cannot be read: {error}", shown(path)))).ok()
}

fn parse<'b>(path: &Path, bytes: Option<&'b [u8]>) -> Option<Body<'b>> {
    Body::parse(bytes?)
        .map_err(|error| {
            let (line, column) = (error.line(), error.column());
            complain(&format!("{}:{line}:{column}: {}", shown(path), error.message()));
        })
        .ok()
}

fn text(
    differences: &[Difference],
    more: bool,
    arguments: &EqualArgs,
    output: &mut Output,
) -> anyhow::Result<()> {
    writeln!(output, "{}", if differences.is_empty() { "equal" } else { "different" })?;
    let places: Vec<_> = differences.iter().map(|found| place(found.at.as_str())).collect();
    let width = places.iter().map(|place| place.chars().count()).max().unwrap_or_default();
    for (found, place) in differences.iter().zip(places) {
        let how = match found.kind {
            DifferenceKind::Value => "not the same value".to_owned(),
            DifferenceKind::Type => "not the same type".to_owned(),
            DifferenceKind::OnlyFirst => format!("only in {}", shown(&arguments.a)),
            DifferenceKind::OnlySecond => format!("only in {}", shown(&arguments.b)),
            other => other.as_str().to_owned(),
        };
        writeln!(output, "  {place:width$}  {how}")?;
    }
    if more {
        writeln!(output, "  and more, after the first {LIMIT}")?;
    }
    Ok(())
}

/// A pointer that does nothing to a terminal; the whole body is a dot.
fn place(pointer: &str) -> String {
    if pointer.is_empty() {
        return ".".to_owned();
    }
    let shown = |c: char| match c {
        '"' | '\'' | '\\' => c.to_string(),
        c => c.escape_debug().to_string(),
    };
    pointer.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_name_does_not_steer_a_terminal() {
        assert_eq!(place(""), ".");
        assert_eq!(place("/"), "/");
        assert_eq!(place("/it's/\"é\"/a~1b"), "/it's/\"é\"/a~1b");
        assert_eq!(place("/a\u{1b}[31m\n"), "/a\\u{1b}[31m\\n");
        assert_eq!(place("/\u{202e}\u{200b}"), "/\\u{202e}\\u{200b}");
    }
}
