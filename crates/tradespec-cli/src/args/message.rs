//! The flags that say which message of a type is meant: one set for every command that takes a type by its name.

use clap::Args;
use tradespec_schema::messages::Direction;
use tradespec_schema::{ComposedSchema, Protocol, TypeId};

/// Which message of a type is meant. What of a UCP type is sent depends on who sends it and what for.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Message (UCP)")]
pub(crate) struct MessageArgs {
    /// The operation that the message is of, such as create
    #[arg(long, value_name = "NAME")]
    operation: Option<String>,

    /// The type as requests have it
    #[arg(long, conflicts_with = "response")]
    request: bool,

    /// The type as responses have it
    #[arg(long)]
    response: bool,
}

impl MessageArgs {
    /// The type of the message that `name` and the flags mean.
    pub(crate) fn type_of(&self, composed: &ComposedSchema, name: &str) -> anyhow::Result<TypeId> {
        let (direction, operation) = (self.direction(), self.operation.as_deref());
        let says_nothing = direction.is_none() && operation.is_none();
        if composed.protocol() == Protocol::Acp && !says_nothing {
            anyhow::bail!(
                "--operation, --request and --response are for --protocol ucp; a message of acp has a type of its own"
            );
        }
        Ok(composed.message_named(name, direction, operation)?)
    }

    fn direction(&self) -> Option<Direction> {
        match (self.request, self.response) {
            (true, _) => Some(Direction::Request),
            (_, true) => Some(Direction::Response),
            _ => None,
        }
    }
}
