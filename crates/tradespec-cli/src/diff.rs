//! `tradespec diff`

use std::io::Write;
use std::path::Path;

use tradespec_diff::render::{Options, render};
use tradespec_diff::{Edition, diff};
use tradespec_schema::{Catalogue, Code, Error, Extension, Place, Release, load, parse_json};

use crate::args::{Breach, DiffArgs};
use crate::exit::Exit;
use crate::output::Output;
use crate::selectors::Selectors;

pub(crate) fn run(arguments: &DiffArgs, output: &mut Output) -> anyhow::Result<Exit> {
    if arguments.selectors.date().is_some() {
        anyhow::bail!("--release says nothing here; the releases are OLD and NEW");
    }
    let (old, new) =
        (edition(&arguments.old, &arguments.selectors)?, edition(&arguments.new, &arguments.selectors)?);
    let found = diff(&old, &new, &arguments.types)?;
    let is_path = Path::new(&arguments.new).exists();
    let artifact = is_path.then(|| load::shown(Path::new(&arguments.new)));
    let options = Options { verbose: arguments.verbose, artifact };
    output.write_all(render(&found, arguments.format.0, &options).as_bytes())?;
    output.flush()?;
    let fails = arguments.fail_on == Some(Breach::Breaking) && found.breaking().next().is_some();
    Ok(if fails { Exit::Invalid } else { Exit::Success })
}

/// The side that `name` stands for: a release by its date, a folder with one, or a file with a composed document.
fn edition(name: &str, selectors: &Selectors) -> anyhow::Result<Edition> {
    let path = Path::new(name);
    if path.is_file() {
        let text = load::read(path)?;
        let parsed = parse_json(text.as_bytes()).map_err(|error| {
            let place = Place::line(load::shown(path), error.line, error.column);
            Error::new(Code::InvalidJson, place, format!("not JSON: {}", error.message))
        })?;
        return Ok(Edition::from_document(&load::shown(path), parsed.value)?);
    }
    if path.is_dir() {
        let catalogue = Catalogue::folder(path)?;
        let dates: Vec<_> = catalogue
            .releases()
            .filter(|(protocol, _)| *protocol == selectors.protocol())
            .map(|(_, release)| release.clone())
            .collect();
        let [date] = dates.as_slice() else {
            anyhow::bail!(
                "{name}: there are {} releases in this folder; name the folder of one",
                dates.len()
            );
        };
        return Ok(released(&catalogue, date.as_str(), selectors)?.with_label(load::shown(path)));
    }
    if Release::new(name).is_err() {
        anyhow::bail!("\"{name}\" is no date of a release, no folder and no file");
    }
    Ok(released(&selectors.catalogue()?, name, selectors)?)
}

/// A release with its core extensions and those that the flags activate.
fn released(catalogue: &Catalogue, date: &str, selectors: &Selectors) -> Result<Edition, Error> {
    let index = catalogue.release(selectors.protocol(), Some(&Release::new(date)?))?;
    let mut builder = selectors.builder(catalogue)?.release(date);
    for core in Extension::core(&index)? {
        builder = builder.extension(&core.id().name);
    }
    Ok(Edition::of(builder.compose()?.composed()))
}
