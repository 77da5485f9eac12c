//! The flags that choose a release and its extensions, the same for every subcommand.

use std::path::{Path, PathBuf};

use clap::Args;
use tradespec_schema::{Catalogue, Code, Error, Extension, Place, Protocol, SchemaMap};
use tradespec_validator::{Builder, Validator};

/// What stands for the newest release.
const LATEST: &str = "latest";

#[derive(Debug, Args)]
#[command(next_help_heading = "Schemas")]
pub(crate) struct Selectors {
    /// Protocol
    #[arg(long, value_name = "PROTOCOL", default_value = "acp", value_parser = protocol)]
    protocol: Protocol,

    /// Release, by its date; `tradespec list releases` names them
    #[arg(long, value_name = "DATE", default_value = LATEST)]
    pub(crate) release: String,

    /// Activate an extension that comes with the schemas; the newest version if no date is given
    #[arg(long = "extension", value_name = "NAME[@DATE]")]
    extensions: Vec<String>,

    /// Activate the extension that a declaration file describes
    #[arg(long = "extension-file", value_name = "DECLARATION")]
    extension_files: Vec<PathBuf>,

    /// Take FILE for the schema at URL, which is not fetched
    #[arg(long = "schema-map", value_name = "URL=FILE", value_parser = mapping, requires = "extension_files")]
    schema_map: Vec<(String, PathBuf)>,

    /// Use the schemas in DIR instead of those built in
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,
}

impl Selectors {
    /// The schemas to choose from.
    pub(crate) fn catalogue(&self) -> Result<Catalogue, Error> {
        self.schemas.as_deref().map_or_else(Catalogue::embedded, Catalogue::folder)
    }

    /// The choice that the flags make.
    pub(crate) fn builder<'c>(&self, catalogue: &'c Catalogue) -> Result<Builder<'c>, Error> {
        let mut builder = Validator::builder().catalogue(catalogue).protocol(self.protocol);
        if let Some(date) = self.date() {
            builder = builder.release(date);
        }
        for name in &self.extensions {
            builder = builder.extension(name);
        }
        for extension in self.given()? {
            builder = builder.extension_given(extension);
        }
        Ok(builder)
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The release's date, unless it is the newest one that is wanted.
    pub(crate) fn date(&self) -> Option<&str> {
        (self.release != LATEST).then_some(self.release.as_str())
    }

    fn given(&self) -> Result<Vec<Extension>, Error> {
        let mut map = SchemaMap::default();
        let mut problems = Vec::new();
        for (at, (url, file)) in self.schema_map.iter().enumerate() {
            if self.schema_map[..at].iter().any(|(other, _)| other == url) {
                let message = format!("--schema-map gives several files for \"{url}\"; give one");
                problems.extend(Error::new(Code::UnmappedSchema, Place::none(), message).into_problems());
            }
            map.insert(url, file);
        }
        let mut given = Vec::new();
        for file in &self.extension_files {
            match Extension::load(Path::new(file), &map) {
                Ok(extension) => given.push(extension),
                Err(error) => problems.extend(error.into_problems()),
            }
        }
        Error::check(problems)?;
        Ok(given)
    }
}

fn protocol(text: &str) -> Result<Protocol, String> {
    Protocol::ALL.into_iter().find(|protocol| protocol.as_str() == text).ok_or_else(|| {
        let known: Vec<_> = Protocol::ALL.iter().map(|protocol| protocol.as_str()).collect();
        format!("known protocols: {}", known.join(", "))
    })
}

/// Reads `URL=FILE`; a URL may have a `=` in it, so the last one divides.
fn mapping(text: &str) -> Result<(String, PathBuf), String> {
    match text.rsplit_once('=') {
        Some((url, file)) if !url.is_empty() && !file.is_empty() => Ok((url.to_owned(), file.into())),
        _ => Err("expected URL=FILE".to_owned()),
    }
}
