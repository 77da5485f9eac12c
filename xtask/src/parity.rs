//! `cargo xtask parity`: where our transcription and a checkout of the published repository differ in meaning.
//!
//! In:  the releases below schemas/, and those of a checkout.
//! Out: one line a difference, and which files were edited since they were read; text or JSON.
//! Holds: exit status 1 exactly where there is a difference in meaning, or a file or release that one side lacks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tradespec_schema::load::{self, ReleaseFolder};
use tradespec_schema::parity::differences;
use tradespec_schema::{Pointer, Protocol, Release, SchemaSet};

use crate::import::checkout::{Checkout, Published};
use crate::import::contents::plural;
use crate::import::note::Note;
use crate::workspace_root;

/// Compares every release of a checkout of the published repository with the transcription in schemas/, as validators see
/// them: titles, descriptions, examples and other annotations are ignored, and so is the order of members, `required`,
/// `enum` and `type`.
#[derive(clap::Args)]
#[command(
    after_help = "Exit status: 0 no difference; 1 differences; 2 an error, such as a file that is not JSON."
)]
pub(crate) struct Args {
    /// The checkout, its `spec` folder, one release, or a folder of the form acp/DATE/json-schema/*.json.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,

    /// The protocol.
    #[arg(long, default_value = "acp", value_parser = protocol)]
    protocol: Protocol,

    /// Only this release; may be given more than once.
    #[arg(long, value_name = "DATE")]
    release: Vec<Release>,

    /// The folder with the transcription [default: schemas]
    #[arg(long, value_name = "DIR")]
    schemas: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// One line each, for people.
    Text,
    /// One JSON document.
    Json,
}

/// One difference. A difference of whole files or releases has no pointer.
struct Row {
    release: Release,
    file: String,
    pointer: Pointer,
    message: String,
}

/// A file that is not what it was when it was read.
struct Edit {
    release: Release,
    file: String,
    /// The revision it was read at.
    revision: String,
    /// Whether it means something else than the transcription now.
    differs: bool,
}

#[derive(Default)]
struct Report {
    releases: usize,
    files: usize,
    rows: Vec<Row>,
    edits: Vec<Edit>,
    /// Releases whose note has no hashes.
    unrecorded: Vec<Release>,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let schemas = args.schemas.clone().unwrap_or_else(|| workspace_root().join("schemas"));
    let checkout = Checkout::open(&args.from, args.protocol)?;
    let ours = transcribed(&schemas, args.protocol)?;
    let mut report = Report::default();
    for found in checkout.chosen(&args.release)? {
        report.releases += 1;
        let published = Published::read(found)?;
        let note = Note::read(&release_folder(&schemas, args.protocol, &found.release))?;
        report.compare(ours.get(&found.release), &published, note.as_ref());
    }
    if args.release.is_empty() && !checkout.is_one_release {
        for release in
            ours.keys().filter(|ours| checkout.releases.iter().all(|found| found.release != **ours))
        {
            report.row(release, "", Pointer::root(), "the release is not in the checkout");
        }
    }
    let text = match args.format {
        Format::Text => report.to_text(args.protocol)?,
        Format::Json => format!("{:#}\n", report.to_json()),
    };
    print(&text)?;
    Ok(if report.rows.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The folder of a release below a schemas folder.
pub(crate) fn release_folder(schemas: &Path, protocol: Protocol, release: &Release) -> PathBuf {
    schemas.join(protocol.as_str()).join(release.as_str())
}

/// The releases of a schemas folder that have files. One that is only begun has none.
pub(crate) fn transcribed(schemas: &Path, protocol: Protocol) -> Result<BTreeMap<Release, SchemaSet>> {
    let mut sets = BTreeMap::new();
    for found in load::releases(schemas)?.into_iter().filter(|found| found.protocol == protocol) {
        if has_schemas(&found)? {
            let set = found.load().with_context(|| load::shown(&found.folder))?;
            sets.insert(found.release, set);
        }
    }
    Ok(sets)
}

fn has_schemas(found: &ReleaseFolder) -> Result<bool> {
    let shown = || format!("{}: cannot be read", load::shown(&found.folder));
    for entry in std::fs::read_dir(&found.folder).with_context(shown)? {
        if entry.with_context(shown)?.path().extension().is_some_and(|extension| extension == "json") {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Reads the name of a protocol.
pub(crate) fn protocol(name: &str) -> Result<Protocol, String> {
    Protocol::ALL.into_iter().find(|protocol| protocol.as_str() == name).ok_or_else(|| {
        let known: Vec<_> = Protocol::ALL.into_iter().map(Protocol::as_str).collect();
        format!("no such protocol; known: {}", known.join(", "))
    })
}

/// Writes to standard output; a reader who has seen enough (`| head`) is no error.
pub(crate) fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        done => done.context("cannot print the report"),
    }
}

impl Report {
    fn row(&mut self, release: &Release, file: &str, pointer: Pointer, message: impl Into<String>) {
        let (release, file) = (release.clone(), file.to_owned());
        self.rows.push(Row { release, file, pointer, message: message.into() });
    }

    fn compare(&mut self, ours: Option<&SchemaSet>, published: &Published, note: Option<&Note>) {
        let release = published.set.release();
        let Some(ours) = ours else {
            let message = "the release is not here; `cargo xtask import` says what is in it";
            return self.row(release, "", Pointer::root(), message);
        };
        for (file, theirs) in published.set.files() {
            self.files += 1;
            let before = self.rows.len();
            match ours.files().get(file) {
                None => self.row(release, file, Pointer::root(), "the file is not here"),
                Some(own) => {
                    for found in differences(&own.root, &theirs.root) {
                        let message = found.in_words("here", "published");
                        self.row(release, file, found.pointer, message);
                    }
                }
            }
            let recorded = note.and_then(|note| Some((note, note.files.get(file)?)));
            if let Some((note, hash)) = recorded
                && published.hashes.get(file) != Some(hash)
            {
                self.edits.push(Edit {
                    release: release.clone(),
                    file: file.clone(),
                    revision: note.revision.clone(),
                    differs: self.rows.len() > before,
                });
            }
        }
        for file in ours.files().keys().filter(|file| !published.set.files().contains_key(*file)) {
            self.row(release, file, Pointer::root(), "the file is not in the checkout");
        }
        if note.is_none_or(|note| note.files.is_empty()) {
            self.unrecorded.push(release.clone());
        }
    }

    fn to_text(&self, protocol: Protocol) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        for row in &self.rows {
            write!(text, "{protocol}/{}", row.release)?;
            if !row.file.is_empty() {
                write!(text, "/{}", row.file)?;
            }
            if !row.pointer.as_str().is_empty() {
                write!(text, "#{}", row.pointer)?;
            }
            writeln!(text, ": {}", row.message)?;
        }
        for edit in &self.edits {
            let how = if edit.differs { "and its meaning differs" } else { "in words only" };
            let Edit { release, file, revision, .. } = edit;
            writeln!(text, "{protocol}/{release}/{file}: edited since revision {revision} was read, {how}")?;
        }
        for release in &self.unrecorded {
            writeln!(text, "{protocol}/{release}: source.toml has no hashes, so edits cannot be noticed")?;
        }
        let Self { releases, files, .. } = self;
        let differences = plural(self.rows.len(), "difference");
        let (releases, files) = (plural(*releases, "release"), plural(*files, "file"));
        writeln!(text, "{releases}, {files} compared: {differences}")?;
        Ok(text)
    }

    fn to_json(&self) -> Value {
        let rows = self.rows.iter().map(|row| {
            json!({
                "release": row.release.as_str(),
                "file": row.file,
                "pointer": row.pointer.as_str(),
                "message": row.message,
            })
        });
        let edits = self.edits.iter().map(|edit| {
            json!({
                "release": edit.release.as_str(),
                "file": edit.file,
                "revision": edit.revision,
                "differs": edit.differs,
            })
        });
        json!({
            "differences": rows.collect::<Vec<_>>(),
            "edited": edits.collect::<Vec<_>>(),
            "unrecorded": self.unrecorded.iter().map(Release::as_str).collect::<Vec<_>>(),
            "releases": self.releases,
            "files": self.files,
        })
    }
}
