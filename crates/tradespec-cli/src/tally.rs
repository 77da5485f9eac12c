//! What a run comes to: how much was found, how much of it is shown, and the exit status.
//!
//! In:  what was checked, in the order of the input.
//! Out: the same with no more errors than are to be shown; in the end the totals.
//! Holds: what is not shown is counted all the same.

use tradespec_validator::Kind;
use tradespec_validator::render::{Checked, Totals};

use crate::args::FailOn;
use crate::config::Config;
use crate::exit::Exit;

#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) totals: Totals,
    max_errors: Option<usize>,
    fail_on: FailOn,
}

impl Tally {
    /// A run of which nothing is counted yet. Where no flag is given, `config` says what holds.
    pub(crate) fn new(
        max_errors: Option<usize>,
        fail_on: Option<FailOn>,
        config: &Config,
    ) -> anyhow::Result<Self> {
        Ok(Self {
            totals: Totals::default(),
            max_errors: max_errors.or(config.file.max_errors),
            fail_on: match fail_on {
                Some(given) => given,
                None => config.fail_on()?,
            },
        })
    }

    /// Counts what was checked, and leaves out the errors that are more than are to be shown.
    pub(crate) fn count<C: Kind>(&mut self, checked: Checked<C>) -> Checked<C> {
        let before = self.totals.errors;
        self.totals.add(&checked);
        let Some(most) = self.max_errors.filter(|most| self.totals.errors > *most) else { return checked };
        let (limited, hidden) = checked.limited(most.saturating_sub(before));
        self.totals.hidden += hidden;
        limited
    }

    pub(crate) fn exit(&self) -> Exit {
        let failed = self.totals.invalid > 0 || (self.fail_on == FailOn::Warning && self.totals.warnings > 0);
        match self.totals {
            Totals { undecided: 1.., .. } => Exit::Usage,
            Totals { unreadable: 1.., .. } => Exit::Input,
            _ if failed => Exit::Invalid,
            _ => Exit::Success,
        }
    }
}
