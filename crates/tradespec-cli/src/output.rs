//! Where results and errors go.
//!
//! Holds: a reader that stops reading (`| head`) ends the writing, not the work, so the exit status stays true; a
//! file is written as a whole or not at all.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;
use tradespec_schema::Error;

/// Standard output, until nobody reads it any more.
pub(crate) struct Output {
    inner: Option<BufWriter<io::Stdout>>,
    colour: bool,
}

impl Output {
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
        Self { inner: Some(BufWriter::new(stdout)), colour }
    }

    /// Whether colours are wanted: on a terminal, and not with `NO_COLOR`.
    pub(crate) fn colour(&self) -> bool {
        self.colour
    }

    fn attempt<T: Default>(
        &mut self,
        write: impl FnOnce(&mut BufWriter<io::Stdout>) -> io::Result<T>,
        unread: T,
    ) -> io::Result<T> {
        let Some(inner) = &mut self.inner else {
            return Ok(unread);
        };
        match write(inner) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                // Taken apart, so that what is left in the buffer is not tried again.
                let _ = self.inner.take().map(BufWriter::into_parts);
                Ok(unread)
            }
            result => result.map_err(|error| {
                io::Error::new(error.kind(), format!("standard output: cannot be written: {error}"))
            }),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|inner| inner.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(BufWriter::flush, ())
    }
}

/// Says on standard error what went wrong: each problem on a line of its own.
pub(crate) fn report(error: &anyhow::Error) {
    // With a context around them, the problems are one chain of causes.
    match error.downcast_ref::<Error>().filter(|_| error.chain().len() == 1) {
        Some(error) => error.problems().iter().for_each(|problem| complain(&problem.to_string())),
        None => complain(&format!("{error:#}")),
    }
}

/// Writes one error to standard error. That it cannot be written is nothing that could be said anywhere.
pub(crate) fn complain(message: &str) {
    let style = clap::builder::Styles::styled();
    let style = style.get_error();
    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {message}");
}

/// Replaces `path` by a file with this content, or leaves it as it was.
pub(crate) fn write_file(path: &Path, mut content: impl Read) -> anyhow::Result<()> {
    let draft = beside(path)?;
    let written = fs::File::create_new(&draft).and_then(|mut file| {
        io::copy(&mut content, &mut file)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    });
    written
        .inspect_err(|_| drop(fs::remove_file(&draft)))
        .with_context(|| format!("{}: cannot be written", path.display()))
}

/// The name under which a file is written before it takes its place: beside it, because a rename only works within one
/// file system.
pub(crate) fn beside(path: &Path) -> anyhow::Result<PathBuf> {
    let name = path
        .file_name()
        .filter(|_| !path.is_dir())
        .with_context(|| format!("{}: cannot be written: it is a folder; name a file", path.display()))?;
    let mut draft = OsString::from(".");
    draft.push(name);
    draft.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(draft))
}
