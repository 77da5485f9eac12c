//! Which message a Rust type is.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A type that crosses the wire by itself: a request, a response or an error.
///
/// The names are those that `tradespec validate` takes, so a value can be checked without spelling them.
pub trait Message: Serialize + DeserializeOwned {
    /// The protocol: `acp`.
    const PROTOCOL: &'static str;
    /// The date of the release: `2026-04-17`.
    const RELEASE: &'static str;
    /// The message type as `<file>.<Name>`: `agentic_checkout.CheckoutSession`.
    const NAME: &'static str;
}
