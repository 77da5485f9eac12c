//! The flags that choose a release and its extensions, the same for every subcommand.

use std::path::{Path, PathBuf};

use clap::Args;
use tradespec_schema::{Catalogue, Code, Error, Extension, Place, Protocol, SchemaMap};
use tradespec_validator::{Builder, Validator};

use crate::config::Config;

/// What stands for the newest release.
pub(crate) const LATEST: &str = "latest";

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Schemas")]
pub(crate) struct Selectors {
    /// Protocol [default: acp]
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol)]
    protocol: Option<Protocol>,

    /// Release, by its date, or latest; `tradespec list releases` names them [default: latest]
    #[arg(long, value_name = "DATE")]
    release: Option<String>,

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
    /// The choice with what `config` says where a flag says nothing.
    pub(crate) fn with(&self, config: &Config) -> anyhow::Result<Self> {
        let file = &config.file;
        let mut all = self.clone();
        all.protocol = all.protocol.or(config.protocol()?);
        all.schemas = all.schemas.or_else(|| file.schemas.as_deref().map(|path| config.path(path)));
        let named = |name: &str| name.split('@').next().unwrap_or(name).to_owned();
        let by_flag: Vec<_> = all.extensions.iter().map(|name| named(name)).collect();
        let others = file.extensions.iter().filter(|name| !by_flag.contains(&named(name)));
        all.extensions.extend(others.cloned());
        let others = file.extension_files.iter().map(|path| config.path(path));
        let others: Vec<_> = others.filter(|path| !all.extension_files.contains(path)).collect();
        all.extension_files.extend(others);
        let by_flag: Vec<_> = all.schema_map.iter().map(|(url, _)| url.clone()).collect();
        let others = file.schema_map.iter().filter(|(url, _)| !by_flag.contains(url));
        all.schema_map.extend(others.map(|(url, path)| (url.clone(), config.path(path))));
        Ok(all)
    }

    /// The schemas to choose from.
    pub(crate) fn catalogue(&self) -> Result<Catalogue, Error> {
        self.schemas.as_deref().map_or_else(Catalogue::embedded, Catalogue::folder)
    }

    /// The choice that the flags make.
    pub(crate) fn builder<'c>(&self, catalogue: &'c Catalogue) -> Result<Builder<'c>, Error> {
        let mut builder = Validator::builder().catalogue(catalogue).protocol(self.protocol());
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
        self.protocol.unwrap_or(Protocol::Acp)
    }

    /// The release's date, unless it is the newest one that is wanted.
    pub(crate) fn date(&self) -> Option<&str> {
        self.release.as_deref().filter(|release| *release != LATEST)
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

pub(crate) fn protocol(text: &str) -> Result<Protocol, String> {
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
