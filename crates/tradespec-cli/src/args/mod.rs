//! The command line: subcommands, flags, and their help texts.

mod help;
mod message;
mod protocol;
mod schemas;
mod settings;
mod showing;
mod trace;
mod validate;

use clap::{Parser, Subcommand};

use crate::exit;

pub(crate) use help::{CompletionsArgs, ExplainArgs, ManArgs};
pub(crate) use protocol::{AcpArgs, EqualArgs, NegotiateArgs, Negotiated, UcpArgs};
pub(crate) use schemas::{Breach, ComposeArgs, DiffArgs, LintArgs, ListArgs, ListFormat, What};
pub(crate) use showing::{Color, OutputTarget, ShowingArgs};
pub(crate) use trace::TraceArgs;
pub(crate) use validate::{FailOn, ValidateArgs};

/// Checks agentic-commerce messages against the schemas of dated protocol releases.
///
/// The schemas are built in; nothing is ever fetched.
#[derive(Debug, Parser)]
#[command(name = "tradespec", version, max_term_width = 100, after_help = exit::HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Validate(ValidateArgs),
    Compose(ComposeArgs),
    List(ListArgs),
    Explain(ExplainArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
    Lint(LintArgs),
    Diff(DiffArgs),
    Negotiate(NegotiateArgs),
    Equal(EqualArgs),
    Trace(TraceArgs),
}
const TYPE_HELP: &str = "Message type, such as CheckoutSession, delegate_payment.Error or dev.ucp.shopping.checkout; `tradespec list types` names them";
