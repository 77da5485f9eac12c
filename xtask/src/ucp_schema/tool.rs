//! The tool, as a command.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tradespec_schema::Variant;

const NAME: &str = "ucp-schema";
/// The version that `docs/ucp-schema.md` is about.
const VERSION: &str = "1.4.1";

pub(super) struct Tool {
    program: PathBuf,
}

/// A message that the tool is asked about.
pub(super) struct Question {
    pub(super) variant: Variant,
    pub(super) source: Source,
}

/// Where the message's schema is; paths are below the folder of a release.
pub(super) enum Source {
    /// A file, or one of its definitions.
    File { file: String, definition: Option<String> },
    /// A profile that says which capabilities are active.
    Profile { file: String, definition: Option<String> },
}

impl Tool {
    /// The tool below `folder`, where cargo puts it if it is not there. Only this reads from the network.
    pub(super) fn install(folder: &Path) -> Result<Self> {
        let tool = Self { program: folder.join("bin").join(NAME) };
        if tool.version().is_ok_and(|version| version.ends_with(VERSION)) {
            return Ok(tool);
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let status = Command::new(cargo)
            .args(["install", "--locked", "--force", NAME, "--version", VERSION, "--root"])
            .arg(folder)
            .arg("--target-dir")
            .arg(folder.join("target"))
            .current_dir(std::env::temp_dir())
            .status()?;
        if !status.success() {
            bail!("{NAME} {VERSION} cannot be installed; it is read from crates.io");
        }
        Ok(tool)
    }

    /// Its name and version.
    pub(super) fn version(&self) -> Result<String> {
        let output = Command::new(&self.program).arg("--version").output()?;
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// The schema of a message by a tree, or why there is none.
    pub(super) fn resolve(&self, question: &Question, tree: &Path) -> Result<Result<Value, String>> {
        let mut command = self.command("resolve", question, tree);
        match &question.source {
            Source::File { file, definition } => {
                command.arg(tree.join(file)).arg("--bundle").args(named(definition.as_ref()));
            }
            Source::Profile { file, definition } => {
                command
                    .arg(tree.join(file))
                    .arg("--schema-local-base")
                    .arg(tree)
                    .args(named(definition.as_ref()));
            }
        }
        let output = command.output()?;
        if output.status.success() {
            return Ok(Ok(serde_json::from_slice(&output.stdout).context("what the tool resolved")?));
        }
        Ok(Err(said(&output)))
    }

    /// What the tool's own validator says of a document, or why it judges none.
    pub(super) fn validate(
        &self,
        question: &Question,
        tree: &Path,
        document: &Path,
    ) -> Result<Result<bool, String>> {
        let mut command = self.command("validate", question, tree);
        command.arg(document);
        match &question.source {
            Source::File { file, .. } => command.arg("--schema").arg(tree.join(file)),
            // With a folder to read from, the tool looks for the profile in it, too.
            Source::Profile { file, .. } => {
                command.arg("--profile").arg(file).arg("--schema-local-base").arg(tree)
            }
        };
        let output = command.output()?;
        Ok(match output.status.code() {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(said(&output)),
        })
    }

    /// Runs the tool with these arguments: the status with which it ends, none if it crashes.
    pub(super) fn run<'a>(
        &self,
        arguments: impl IntoIterator<Item = &'a str>,
        folder: &Path,
    ) -> Result<Option<i32>> {
        Ok(Command::new(&self.program).args(arguments).current_dir(folder).output()?.status.code())
    }

    fn command(&self, name: &str, question: &Question, tree: &Path) -> Command {
        let Variant { direction, operation } = &question.variant;
        let mut command = Command::new(&self.program);
        command.arg(name).arg(format!("--{direction}")).arg("--op").arg(operation).current_dir(tree);
        command
    }
}

fn named(definition: Option<&String>) -> Vec<String> {
    definition.map(|name| vec!["--def".to_owned(), name.clone()]).unwrap_or_default()
}

fn said(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(_) => text.trim().to_owned(),
        None => format!("it crashed: {}", text.trim()),
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Variant { direction, operation } = &self.variant;
        let (Source::File { file, .. } | Source::Profile { file, .. }) = &self.source;
        write!(f, "{file}, {direction} of {operation}")
    }
}

/// Writes a file, and the folders that it is in.
pub(super) fn write(path: &Path, content: &Value) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content.to_string()).with_context(|| path.display().to_string())
}
