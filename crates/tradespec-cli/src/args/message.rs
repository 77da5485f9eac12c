//! The flags that say which message of a type is meant.

use clap::Args;
use tradespec_schema::messages::Direction;
use tradespec_schema::{ComposedSchema, Protocol, TypeId};
use tradespec_validator::Builder;

/// Which message of a type is meant, where a protocol has several (UCP).
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Message")]
pub(crate) struct MessageArgs {
    /// What the message asks for or answers, such as create, read, update or complete (UCP)
    #[arg(long, value_name = "NAME")]
    pub(crate) operation: Option<String>,

    /// The message is a request (UCP)
    #[arg(long, conflicts_with = "response")]
    pub(crate) request: bool,

    /// The message is a response (UCP)
    #[arg(long)]
    pub(crate) response: bool,
}

impl MessageArgs {
    /// Which way the message goes, where that is said.
    pub(crate) fn direction(&self) -> Option<Direction> {
        match (self.request, self.response) {
            (true, _) => Some(Direction::Request),
            (_, true) => Some(Direction::Response),
            _ => None,
        }
    }

    /// The choice with what the flags say of messages.
    pub(crate) fn apply<'c>(&self, mut builder: Builder<'c>) -> Builder<'c> {
        if let Some(direction) = self.direction() {
            builder = builder.direction(direction);
        }
        if let Some(operation) = &self.operation {
            builder = builder.operation(operation);
        }
        builder
    }

    /// Refuses the flags where a protocol has no use for them.
    pub(crate) fn check(&self, protocol: Protocol) -> anyhow::Result<()> {
        let says_something = self.direction().is_some() || self.operation.is_some();
        if protocol == Protocol::Acp && says_something {
            anyhow::bail!(
                "--operation, --request and --response are for --protocol ucp; in acp each message has a type of its own"
            );
        }
        Ok(())
    }

    /// The type of the message that a type's name and the flags mean.
    pub(crate) fn type_of(&self, composed: &ComposedSchema, name: &str) -> anyhow::Result<TypeId> {
        self.check(composed.protocol())?;
        let (direction, operation) = (self.direction(), self.operation.as_deref());
        Ok(composed.message_named(name, direction, operation)?)
    }
}
