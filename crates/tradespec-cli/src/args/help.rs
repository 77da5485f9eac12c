//! The flags of the commands about the program itself: explain, completions and man.

use std::path::PathBuf;

use clap::Args;

const EXPLAIN_HELP: &str = "\
Exit status:
  0  the explanation is written
  2  no such code, or output that cannot be written

Examples:
  tradespec explain unknown-member
  tradespec explain totals-without-total
  tradespec explain";

/// Explain a code of a diagnostic or a message rule, or list all codes
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_HELP)]
pub(crate) struct ExplainArgs {
    /// A code, such as unknown-member
    #[arg(value_name = "CODE")]
    pub(crate) code: Option<String>,
}

const COMPLETIONS_HELP: &str = "\
Examples:
  tradespec completions bash > /etc/bash_completion.d/tradespec
  tradespec completions zsh > ~/.zfunc/_tradespec";

/// Write completions for a shell
#[derive(Debug, Args)]
#[command(after_help = COMPLETIONS_HELP)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

const MAN_HELP: &str = "\
Examples:
  tradespec man > tradespec.1
  tradespec man --dir /usr/local/share/man/man1";

/// Write the manual page
#[derive(Debug, Args)]
#[command(after_help = MAN_HELP)]
pub(crate) struct ManArgs {
    /// Write the page of each command into DIR instead of that of tradespec to standard output
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}
