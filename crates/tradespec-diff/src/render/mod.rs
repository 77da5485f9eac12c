//! Writing a [`Diff`] for people and for programs: a format is one file here and one arm of [`render`].

mod json;
mod lines;
mod markdown;
mod sarif;
mod text;

use crate::diff::Diff;

/// How changes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people, grouped by type, what breaks first.
    Text,
    /// A section for a changelog.
    Markdown,
    /// One JSON document.
    Json,
    /// SARIF 2.1.0, for code scanning services.
    Sarif,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 4] = [Self::Text, Self::Markdown, Self::Json, Self::Sarif];

    /// The word that chooses it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Json => "json",
            Self::Sarif => "sarif",
        }
    }
}

/// What is shown besides the changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Show the documents that tell the sides apart in text, too. JSON always has them.
    pub verbose: bool,
    /// The file or folder that the new side was read from, for SARIF.
    pub artifact: Option<String>,
}

/// Writes the changes in a format, with a line feed at the end.
///
/// ```
/// use serde_json::json;
/// use tradespec_diff::{Edition, diff};
/// use tradespec_diff::render::{Format, Options, render};
///
/// let edition = |label, words| {
///     let status = json!({"type": "object", "additionalProperties": false, "properties": {"status": {"enum": words}}});
///     Edition::from_document(label, json!({"$ref": "#/$defs/State", "$defs": {"State": status}}))
/// };
/// let found = diff(&edition("old", json!(["open"]))?, &edition("new", json!(["open", "closed"]))?, &[])?;
/// assert_eq!(render(&found, Format::Text, &Options::default()), "\
/// old -> new
///
/// State (both)
///   breaking for responses  /status  may be \"closed\" too
///
/// 1 change: 1 breaking, 0 not breaking, 0 not certain
/// ");
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[must_use]
pub fn render(diff: &Diff, format: Format, options: &Options) -> String {
    match format {
        Format::Text => text::text(diff, options.verbose),
        Format::Markdown => markdown::markdown(diff),
        Format::Json => json::json(diff),
        Format::Sarif => sarif::sarif(diff, options.artifact.as_deref()),
    }
}
