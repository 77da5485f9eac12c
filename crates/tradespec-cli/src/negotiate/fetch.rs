//! Profiles from files, or else from their addresses.

use tradespec_fetch::Fetcher;
use tradespec_protocol::profiles::{ProfileReader, Profiles, ReadFailure};

pub(super) struct Fetching {
    given: Profiles,
    fetcher: Fetcher,
}

impl Fetching {
    pub(super) fn new(given: Profiles) -> Self {
        Self { given, fetcher: Fetcher::new() }
    }
}

impl ProfileReader for Fetching {
    fn read(&self, uri: &str) -> Result<Vec<u8>, ReadFailure> {
        self.given.read(uri).or_else(|_| self.fetcher.read(uri))
    }
}
