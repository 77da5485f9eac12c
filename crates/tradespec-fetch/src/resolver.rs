//! Looks up names, and lets public addresses through.
//!
//! In:  a host.
//! Out: the addresses to connect to.
//! Holds: what is checked is what is connected to, because nothing is looked up again in between. If one of a name's
//!        addresses is not public, none is used.

use std::io;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::address::is_public;

/// What is said of a name that leads into a network that is not public.
pub(crate) const NOT_PUBLIC: &str = "the host has an address that is not public";

/// Checks what another resolver finds.
#[derive(Debug)]
pub(crate) struct PublicOnly<R>(pub(crate) R);

impl<R: Resolver> Resolver for PublicOnly<R> {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.0.resolve(uri, config, timeout)?;
        if found.iter().all(|address| is_public(address.ip())) {
            Ok(found)
        } else {
            Err(ureq::Error::Io(io::Error::other(NOT_PUBLIC)))
        }
    }
}
