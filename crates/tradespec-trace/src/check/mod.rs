//! The checks of one exchange, each about one thing, each with what it has to remember of earlier exchanges.

pub(crate) mod bodies;
pub(crate) mod headers;
pub(crate) mod negotiation;
pub(crate) mod replays;
pub(crate) mod sessions;
