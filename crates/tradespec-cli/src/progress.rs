//! A bar on the terminal for runs that take long.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::source::Input;

/// A run that is over sooner shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far a run is. Shown on standard error if that is a terminal, and only once the run has taken a while.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
}

impl Progress {
    pub(crate) fn new(inputs: &[Input]) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        // Files are counted where each holds one document; what is in a file of many is not known beforehand.
        let many = inputs.len() > 1;
        let template = if many { "{wide_bar} {pos}/{len} files" } else { "{spinner} {pos} documents" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        if many {
            bar.set_length(inputs.len() as u64);
        }
        Self { bar, started: Instant::now(), wanted: io::stderr().is_terminal() }
    }

    pub(crate) fn advance(&self) {
        if !self.wanted {
            return;
        }
        if self.bar.is_hidden() && self.started.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(1);
    }

    /// Writes something while the bar is out of the way.
    pub(crate) fn pause<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.wanted { self.bar.suspend(write) } else { write() }
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
