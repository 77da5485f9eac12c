//! The outputs of a run: each a format, and where it goes.
//!
//! Holds: a file is written as a whole or not at all, and a run that is broken off leaves nothing behind; one format at
//! most goes to standard output.

use std::fs;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use tradespec_validator::render::{Checked, Format, Look, Render, Totals};
use tradespec_validator::{Code, Kind};

use crate::args::{Color, OutputTarget, ShowingArgs};
use crate::output::{Output, beside, write_file};

/// The most columns that lines take where there is no terminal.
const WIDTH: usize = 100;

/// Everything that is written of a run.
pub(crate) struct Sinks<'o, C = Code> {
    stdout: Option<Box<dyn Render<C>>>,
    output: &'o mut Output,
    files: Vec<FileSink<C>>,
}

struct FileSink<C> {
    renderer: Box<dyn Render<C>>,
    target: PathBuf,
    /// A file without a name, in the folder of the target: it is gone when the program ends, however it ends.
    writer: BufWriter<fs::File>,
}

impl<'o> Sinks<'o> {
    /// The outputs that were asked for: `pretty` on standard output if there are none.
    pub(crate) fn new(arguments: &ShowingArgs, output: &'o mut Output) -> anyhow::Result<Self> {
        Self::with(arguments, output, Format::renderer)
    }
}

impl<'o, C: Kind> Sinks<'o, C> {
    /// The outputs that were asked for, each written by what `renderer` gives for it.
    pub(crate) fn with(
        arguments: &ShowingArgs,
        output: &'o mut Output,
        renderer: impl Fn(Format, Look) -> Box<dyn Render<C>>,
    ) -> anyhow::Result<Self> {
        let mut targets = arguments.outputs.clone();
        targets.extend(arguments.format.map(|format| OutputTarget { format, file: None }));
        if targets.is_empty() {
            targets.push(OutputTarget { format: Format::default(), file: None });
        }
        let colour = match arguments.color {
            Color::Auto => output.colour(),
            Color::Always => true,
            Color::Never => false,
        };
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0));
        let look = Look { colour, width, quiet: arguments.quiet };
        let mut sinks = Self { stdout: None, output, files: Vec::new() };
        for OutputTarget { format, file } in targets {
            match file {
                None if sinks.stdout.is_some() => {
                    bail!(
                        "two formats cannot both go to standard output; write {} to a file: --output {0}=FILE",
                        format.as_str()
                    );
                }
                None => sinks.stdout = Some(renderer(format, look)),
                Some(target) => {
                    if sinks.files.iter().any(|other| other.target == target) {
                        bail!("{}: two outputs cannot be written to one file", target.display());
                    }
                    let look = Look { colour: arguments.color == Color::Always, width: WIDTH, ..look };
                    sinks.files.push(FileSink::new(renderer(format, look), target)?);
                }
            }
        }
        Ok(sinks)
    }

    pub(crate) fn document(&mut self, checked: &Checked<C>) -> anyhow::Result<()> {
        if let Some(renderer) = &mut self.stdout {
            renderer.document(checked, self.output)?;
        }
        for file in &mut self.files {
            file.write(|renderer, out| renderer.document(checked, out))?;
        }
        Ok(())
    }

    pub(crate) fn finish(&mut self, totals: &Totals) -> anyhow::Result<()> {
        for file in &mut self.files {
            file.write(|renderer, out| renderer.finish(totals, out))?;
            file.keep()?;
        }
        if let Some(renderer) = &mut self.stdout {
            renderer.finish(totals, self.output)?;
            self.output.flush()?;
        }
        Ok(())
    }
}

impl<C> FileSink<C> {
    fn new(renderer: Box<dyn Render<C>>, target: PathBuf) -> anyhow::Result<Self> {
        let folder = beside(&target)?.parent().map(Path::to_owned).unwrap_or_default();
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
        let draft = tempfile::tempfile_in(folder).with_context(|| cannot_write(&target))?;
        Ok(Self { renderer, target, writer: BufWriter::new(draft) })
    }

    fn write(
        &mut self,
        write: impl FnOnce(&mut dyn Render<C>, &mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        write(&mut *self.renderer, &mut self.writer).with_context(|| cannot_write(&self.target))
    }

    /// Puts the file in its place.
    fn keep(&mut self) -> anyhow::Result<()> {
        self.writer.flush().with_context(|| cannot_write(&self.target))?;
        let draft = self.writer.get_mut();
        draft.rewind().with_context(|| cannot_write(&self.target))?;
        write_file(&self.target, draft)
    }
}

fn cannot_write(target: &Path) -> String {
    format!("{}: cannot be written", target.display())
}
