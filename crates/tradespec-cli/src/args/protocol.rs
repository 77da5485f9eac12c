//! The flags of the commands about the protocol's own rules: negotiate and equal.

use std::path::PathBuf;

use clap::Args;

use super::ListFormat;

const NEGOTIATE_HELP: &str = "\
Exit status:
  0  the agent can do what the seller requires
  1  it cannot
  2  wrong usage, a policy that cannot be read or makes no sense, or output that cannot be written
  3  a declaration that cannot be read or is not JSON

Examples:
  tradespec negotiate --agent agent.json --seller seller.json
  tradespec negotiate --agent agent.json --seller seller.json --format json";

/// Work out what an agent and a seller agree on
///
/// What the agent declares and what the seller asks for and offers become the capabilities of the response, the active
/// extensions and the messages to add, with a reason for everything that is dropped. docs/negotiation.md describes the
/// policy and the JSON.
#[derive(Debug, Args)]
#[command(after_help = NEGOTIATE_HELP)]
pub(crate) struct NegotiateArgs {
    /// The `capabilities` object of the agent's request
    #[arg(long, value_name = "FILE")]
    pub(crate) agent: PathBuf,

    /// The policy of the seller
    #[arg(long, value_name = "FILE")]
    pub(crate) seller: PathBuf,

    /// How to show the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ListFormat,

    /// Release, by its date, or latest [default: latest]
    #[arg(long, value_name = "DATE")]
    pub(crate) release: Option<String>,
}

const EQUAL_HELP: &str = "\
Exit status:
  0  the bodies mean the same
  1  they do not
  2  wrong usage, or output that cannot be written
  3  a file that cannot be read, is not JSON or names a member twice

Examples:
  tradespec equal first.json retry.json
  tradespec equal first.json retry.json --format json";

/// Say whether two request bodies are the same for an idempotency key
///
/// The order of members and the spelling of numbers and strings do not count; the order of a list does, and null is not
/// absence. Every number is compared exactly. Where the bodies differ, the places are told as JSON pointers, without
/// values.
#[derive(Debug, Args)]
#[command(after_help = EQUAL_HELP)]
pub(crate) struct EqualArgs {
    /// One body
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,

    /// The other body
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,

    /// How to show the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ListFormat,
}
