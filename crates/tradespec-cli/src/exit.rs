//! The exit statuses that scripts rely on.

use std::process::ExitCode;

/// What a run came to. The number of each is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything is valid, or what was asked for is done.
    Success = 0,
    /// A document is not valid.
    Invalid = 1,
    /// Wrong usage, a schema or composition error, a document whose type cannot be told, or output that cannot be
    /// written.
    Usage = 2,
    /// Input that cannot be read or is not JSON.
    Input = 3,
}

/// The text of `--help` on exit statuses.
pub(crate) const HELP: &str = "\
Exit status:
  0  everything is valid
  1  a document is not valid
  2  wrong usage, a schema or composition error, or a document whose type cannot be told
  3  input that cannot be read or is not JSON (this wins over 1)";

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
