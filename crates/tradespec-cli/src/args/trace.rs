//! The flags of `tradespec trace`.

use std::path::PathBuf;

use clap::Args;

use super::settings::SettingsArgs;
use super::showing::ShowingArgs;
use super::validate::FailOn;
use crate::selectors::Selectors;

const TRACE_HELP: &str = "\
Exit status:
  0  nothing is wrong with any exchange
  1  something is
  2  wrong usage, a schema or composition error, or output that cannot be written
  3  a file that cannot be read, a part of it that is no exchange, or a file without any exchange of the protocol
     (this wins over 1)

Examples:
  tradespec trace traffic.jsonl
  tradespec trace --timeline sessions.html traffic.har
  tradespec trace --output junit=trace.xml --quiet traffic.jsonl
  tradespec trace --timeline - --max-errors 20 traffic.jsonl";

/// Check recorded traffic
///
/// A recording has the exchanges of an agent and a seller, one a line of JSON lines ({method, path, request, status,
/// response}) or as a HAR document. Each is checked by itself (bodies, message rules, status codes, headers) and against
/// those before it: answers that are given again for an idempotency key, the lifecycle of a session, its total, what was
/// negotiated. docs/trace.md describes the forms and the codes. Settings and outputs are those of `tradespec validate`.
#[derive(Debug, Args)]
#[command(after_help = TRACE_HELP)]
pub(crate) struct TraceArgs {
    /// Recordings, in the order in which they were made, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) paths: Vec<PathBuf>,

    /// Write what happened to each session to FILE: as a page if its name ends with .html, else as text; - writes the
    /// text to standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) timeline: Option<PathBuf>,

    /// Do not read an exchange of more than N bytes [default: 16 MiB]
    #[arg(long, value_name = "N")]
    pub(crate) max_exchange_bytes: Option<usize>,

    #[command(flatten)]
    pub(crate) settings: SettingsArgs,

    /// Fail on errors, or on warnings too [default: error]
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<FailOn>,

    #[command(flatten)]
    pub(crate) showing: ShowingArgs,

    #[command(flatten)]
    pub(crate) selectors: Selectors,
}
