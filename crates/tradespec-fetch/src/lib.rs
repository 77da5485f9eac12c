//! Reads profiles over https.
//!
//! In:  the address of a profile.
//! Out: its bytes, or why there are none.
//! Holds: only https on a domain, and only public addresses, however the domain resolves and wherever a redirect leads;
//!        a redirect stays with the host and port that were asked for; size and time are bounded. No proxy, no cookies,
//!        nothing kept from one read to the next.
//!
//! ```
//! use tradespec_fetch::Fetcher;
//! use tradespec_protocol::profiles::{FailureCode, ProfileReader};
//!
//! let failure = Fetcher::new().read("https://127.0.0.1/profile.json").unwrap_err();
//! assert_eq!(failure.code(), FailureCode::InvalidProfileUrl);
//! ```

mod address;
mod fetcher;
mod redirect;
mod resolver;

pub use fetcher::Fetcher;
