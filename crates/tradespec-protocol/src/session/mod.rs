//! The lifecycle of a checkout session: its statuses, what leads from one to the next, and what an exchange must carry.
//!
//! In:  a release, then exchanges: an operation, the request's body, the response's status code and body.
//! Out: the state after each exchange, or the rule that it breaks.
//! Holds: a broken rule does not hide the next one: the session goes on from what the response says.
//!
//! The protocol says of few transitions that they are the ones; each row of [`transitions`] says whether it is normative
//! or derived, and a [`Violation`] passes that on.
//!
//! Source: ACP, agentic checkout.

mod exchange;
mod rule;
mod status;
mod transition;
mod walk;

pub use exchange::{Exchange, Operation};
pub use rule::{Basis, Rule, Violation};
pub use status::{Status, statuses};
pub use transition::{Transition, transitions};
pub use walk::{Session, State};
