//! What the generated message types share.
//!
//! - [`string_enum!`]: a vocabulary that may grow, with a variant for values it does not know;
//! - [`tagged_union!`]: objects told apart by a member, with a variant that keeps an unknown one whole;
//! - [`Patch`]: a member of an update, which may be absent, `null` or a value;
//! - [`DateTime`] and [`Uri`]: text that stays as it was written, with a checked conversion;
//! - [`Message`]: which protocol, release and message type a Rust type is.
//!
//! Types written with these lose nothing: what was read is what is written. Being strict is the validator's task.

#![forbid(unsafe_code)]

mod members;
mod message;
mod patch;
mod tagged;
mod text;
mod vocabulary;

pub use members::{Fixed, members_of};
pub use message::Message;
pub use patch::Patch;
pub use text::{DateTime, Uri};

/// Used by the macros; not part of the interface.
#[doc(hidden)]
pub mod private {
    pub use serde;
    pub use serde_json;

    pub use crate::tagged::{Rest, Tagged, Unread, tagged, variant};
    pub use crate::vocabulary::text;
}
