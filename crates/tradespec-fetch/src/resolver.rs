//! Looks up names, and lets public addresses through.
//!
//! In:  a host.
//! Out: the addresses to connect to.
//! Holds: what is checked is what is connected to, because nothing is looked up again in between. If one of a name's
//!        addresses is not public, none is used.

use std::io;
use std::net::SocketAddr;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::address::is_public;

/// What is said of a name that leads into a network that is not public.
pub(crate) const NOT_PUBLIC: &str = "the host has an address that is not public";

#[derive(Debug)]
pub(crate) struct PublicResolver {
    inner: DefaultResolver,
    allowed: fn(&SocketAddr) -> bool,
}

impl PublicResolver {
    pub(crate) fn new() -> Self {
        Self::allowing(|address| is_public(address.ip()))
    }

    pub(crate) fn allowing(allowed: fn(&SocketAddr) -> bool) -> Self {
        Self { inner: DefaultResolver::default(), allowed }
    }
}

impl Resolver for PublicResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.inner.resolve(uri, config, timeout)?;
        if found.iter().all(self.allowed) {
            Ok(found)
        } else {
            Err(ureq::Error::Io(io::Error::other(NOT_PUBLIC)))
        }
    }
}
