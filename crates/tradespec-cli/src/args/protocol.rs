//! The flags of the commands about the protocol's own rules: negotiate and equal.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tradespec_protocol::profiles::Operation;

use super::ListFormat;

const NEGOTIATE_HELP: &str = "\
Exit status of acp:
  0  the agent can do what the seller requires
  1  it cannot
  2  wrong usage, a policy that cannot be read or makes no sense, or output that cannot be written
  3  a declaration that cannot be read or is not JSON

Exit status of ucp:
  0  something is active
  1  the business and the platform have nothing in common
  2  a discovery failure, wrong usage, a file that cannot be read, or output that cannot be written

Examples:
  tradespec negotiate --agent agent.json --seller seller.json
  tradespec negotiate --agent agent.json --seller seller.json --format json
  tradespec negotiate --protocol ucp --business business.json --platform platform.json --operation checkout";

/// Work out what an agent and a seller agree on
///
/// In acp, what the agent declares and what the seller asks for and offers become the capabilities of the response, the
/// active extensions and the messages to add. In ucp, the profiles of the business and of the platform become the active
/// capabilities. There is a reason for everything that is dropped. docs/negotiation.md and docs/profiles.md describe the
/// files and the JSON.
#[derive(Debug, Args)]
#[command(after_help = NEGOTIATE_HELP)]
pub(crate) struct NegotiateArgs {
    /// The protocol that is spoken
    #[arg(long, value_name = "PROTOCOL", default_value = "acp")]
    pub(crate) protocol: Negotiated,

    /// How to show the outcome
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ListFormat,

    #[command(flatten)]
    pub(crate) acp: AcpArgs,

    #[command(flatten)]
    pub(crate) ucp: UcpArgs,
}

/// A protocol in which something is negotiated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Negotiated {
    /// Agentic Commerce Protocol
    Acp,
    /// Universal Commerce Protocol
    Ucp,
}

/// What a negotiation in ACP is about.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --protocol acp")]
pub(crate) struct AcpArgs {
    /// The `capabilities` object of the agent's request
    #[arg(long, value_name = "FILE")]
    pub(crate) agent: Option<PathBuf>,

    /// The policy of the seller
    #[arg(long, value_name = "FILE")]
    pub(crate) seller: Option<PathBuf>,

    /// Release, by its date, or latest [default: latest]
    #[arg(long, value_name = "DATE")]
    pub(crate) release: Option<String>,
}

/// What a negotiation in UCP is about.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --protocol ucp")]
pub(crate) struct UcpArgs {
    /// The profile of the business
    #[arg(long, value_name = "FILE")]
    pub(crate) business: Option<PathBuf>,

    /// The profile of the platform
    #[arg(long, value_name = "FILE")]
    pub(crate) platform: Option<PathBuf>,

    /// Take FILE for the profile at URI, to which the business points for another release; may be given several times
    #[arg(long = "profile", value_name = "URI=FILE", value_parser = profile_at)]
    pub(crate) profiles: Vec<(String, PathBuf)>,

    /// Read a profile that no --profile gives from its address, over https
    #[cfg(feature = "fetch")]
    #[arg(long)]
    pub(crate) fetch: bool,

    /// Say which active capabilities a response to this operation lists
    #[arg(long, value_name = "OPERATION", value_parser = operation())]
    pub(crate) operation: Option<Operation>,
}

/// An address may have an `=` in it, and the name of a file seldom has.
fn profile_at(text: &str) -> Result<(String, PathBuf), String> {
    match text.rsplit_once('=') {
        Some((uri, file)) if !uri.is_empty() && !file.is_empty() => Ok((uri.to_owned(), PathBuf::from(file))),
        _ => Err("expected URI=FILE".to_owned()),
    }
}

fn operation() -> impl TypedValueParser<Value = Operation> {
    PossibleValuesParser::new(Operation::ALL.map(Operation::as_str))
        .try_map(|text| Operation::named(&text).ok_or("unknown operation"))
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
