//! The flags that say where settings are read from: the same for every command that has settings.

use std::path::PathBuf;

use clap::Args;

use crate::config::Settings;

/// Where settings are read from.
#[derive(Debug, Args)]
pub(crate) struct SettingsArgs {
    /// Read settings from FILE instead of looking for a tradespec.toml
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    config: Option<PathBuf>,

    /// Read no settings
    #[arg(long)]
    no_config: bool,
}

impl SettingsArgs {
    /// Where settings are read from, for a run over `paths`.
    pub(crate) fn for_run<'a>(&'a self, paths: &'a [PathBuf]) -> Settings<'a> {
        match &self.config {
            Some(file) => Settings::File(file),
            None if self.no_config => Settings::None,
            None => Settings::Search(paths.first().map(PathBuf::as_path)),
        }
    }
}
