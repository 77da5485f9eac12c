//! How profiles at addresses are read: given from outside, because nothing here reads a file or the network.

use std::collections::BTreeMap;
use std::fmt;

use super::failure::FailureCode;

/// Reads the profile at an address.
pub trait ProfileReader {
    /// The bytes of the profile, no more than [`MOST_BYTES`](super::MOST_BYTES) of them, or why there are none.
    fn read(&self, uri: &str) -> Result<Vec<u8>, ReadFailure>;
}

/// Why a profile was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadFailure {
    code: FailureCode,
    message: String,
}

impl ReadFailure {
    /// The address is none that a profile is read from.
    pub fn invalid_url(message: impl Into<String>) -> Self {
        Self { code: FailureCode::InvalidProfileUrl, message: message.into() }
    }

    /// Nothing could be read there.
    pub fn unreachable(message: impl Into<String>) -> Self {
        Self { code: FailureCode::ProfileUnreachable, message: message.into() }
    }

    /// The failure that it is for the other side.
    #[must_use]
    pub fn code(&self) -> FailureCode {
        self.code
    }
}

impl fmt::Display for ReadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ReadFailure {}

/// Profiles that are at hand, by address.
///
/// ```
/// use tradespec_protocol::profiles::{FailureCode, ProfileReader, Profiles};
///
/// let profiles = Profiles::from([("https://shop.example/ucp-2026-01-23".to_owned(), b"{}".to_vec())]);
/// assert_eq!(profiles.read("https://shop.example/ucp-2026-01-23")?, b"{}");
/// let failure = profiles.read("https://shop.example/other").unwrap_err();
/// assert_eq!(failure.code(), FailureCode::ProfileUnreachable);
/// # Ok::<(), tradespec_protocol::profiles::ReadFailure>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Profiles(BTreeMap<String, Vec<u8>>);

impl<const N: usize> From<[(String, Vec<u8>); N]> for Profiles {
    fn from(profiles: [(String, Vec<u8>); N]) -> Self {
        profiles.into_iter().collect()
    }
}

impl FromIterator<(String, Vec<u8>)> for Profiles {
    fn from_iter<I: IntoIterator<Item = (String, Vec<u8>)>>(profiles: I) -> Self {
        Self(profiles.into_iter().collect())
    }
}

impl ProfileReader for Profiles {
    fn read(&self, uri: &str) -> Result<Vec<u8>, ReadFailure> {
        self.0
            .get(uri)
            .cloned()
            .ok_or_else(|| ReadFailure::unreachable("it is not among the profiles at hand"))
    }
}
