//! Where a read may go: the first address, and where a redirect leads.
//!
//! In:  an address, or the one that was read and the `Location` of the answer.
//! Out: the address to read, or why it is none.
//! Holds: nothing but https on a domain, without a user; a redirect changes neither host nor port.

use std::fmt;

use url::{Host, Url};

/// What addresses may be. Only a test may ask for less than https on a domain.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Policy {
    pub(crate) scheme: &'static str,
    pub(crate) any_host: bool,
}

impl Policy {
    pub(crate) const PUBLIC: Self = Self { scheme: "https", any_host: false };
}

/// Why an address is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoUrl,
    Scheme,
    UserInfo,
    Host,
    Elsewhere,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoUrl => "it is no address",
            Self::Scheme => "only https addresses are read",
            Self::UserInfo => "an address with a user or a password is not read",
            Self::Host => "only domains of two labels or more are read from",
            Self::Elsewhere => "it leads to another host or port, where a profile is not looked for",
        })
    }
}

/// Checks an address.
pub(crate) fn start(address: &str, policy: Policy) -> Result<Url, Refusal> {
    let mut url = Url::parse(address).map_err(|_| Refusal::NoUrl)?;
    // It is nothing that a server sees.
    url.set_fragment(None);
    check(&url, policy)?;
    Ok(url)
}

/// Checks where a redirect leads.
pub(crate) fn follow(from: &Url, location: &str, policy: Policy) -> Result<Url, Refusal> {
    let mut url = from.join(location).map_err(|_| Refusal::NoUrl)?;
    url.set_fragment(None);
    check(&url, policy)?;
    let authority = |url: &Url| (url.host_str().map(str::to_owned), url.port_or_known_default());
    if authority(from) == authority(&url) { Ok(url) } else { Err(Refusal::Elsewhere) }
}

fn check(url: &Url, policy: Policy) -> Result<(), Refusal> {
    if url.scheme() != policy.scheme {
        return Err(Refusal::Scheme);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Refusal::UserInfo);
    }
    match url.host() {
        Some(Host::Domain(host)) if labels(host) >= 2 => Ok(()),
        Some(_) if policy.any_host => Ok(()),
        _ => Err(Refusal::Host),
    }
}

/// How many labels a domain has; none if one of them is empty.
fn labels(host: &str) -> usize {
    let host = host.strip_suffix('.').unwrap_or(host);
    if host.split('.').any(str::is_empty) { 0 } else { host.split('.').count() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::*;

    #[test]
    fn only_https_on_a_domain_is_read() {
        let cases = [
            ("https://shop.example/.well-known/ucp", Ok("https://shop.example/.well-known/ucp")),
            ("https://SHOP.example:8443/x?y#z", Ok("https://shop.example:8443/x?y")),
            ("https://bücher.example/", Ok("https://xn--bcher-kva.example/")),
            ("http://shop.example/", Err(Refusal::Scheme)),
            ("ftp://shop.example/", Err(Refusal::Scheme)),
            ("file:///etc/passwd", Err(Refusal::Scheme)),
            ("data:,{}", Err(Refusal::Scheme)),
            ("https://user@shop.example/", Err(Refusal::UserInfo)),
            ("https://:pass@shop.example/", Err(Refusal::UserInfo)),
            ("https://localhost/", Err(Refusal::Host)),
            ("https://localhost./", Err(Refusal::Host)),
            ("https://shop..example/", Err(Refusal::Host)),
            ("https://127.0.0.1/", Err(Refusal::Host)),
            ("https://0x7f.1/", Err(Refusal::Host)),
            ("https://2130706433/", Err(Refusal::Host)),
            ("https://8.8.8.8/", Err(Refusal::Host)),
            ("https://[::1]/", Err(Refusal::Host)),
            ("shop.example", Err(Refusal::NoUrl)),
            ("", Err(Refusal::NoUrl)),
        ];
        for (address, expected) in cases {
            let got = start(address, Policy::PUBLIC).map(String::from);
            assert_eq!(got, expected.map(str::to_owned), "{address}");
        }
    }

    #[test]
    fn a_redirect_stays_with_its_host_and_port() {
        let from = start("https://shop.example/a/b", Policy::PUBLIC).unwrap();
        let cases = [
            ("c", Ok("https://shop.example/a/c")),
            ("/c", Ok("https://shop.example/c")),
            ("?d", Ok("https://shop.example/a/b?d")),
            ("https://shop.example:443/c", Ok("https://shop.example/c")),
            ("https://SHOP.example/c", Ok("https://shop.example/c")),
            ("//shop.example/c", Ok("https://shop.example/c")),
            ("https://shop.example:8443/c", Err(Refusal::Elsewhere)),
            ("https://www.shop.example/c", Err(Refusal::Elsewhere)),
            ("https://evil.example/c", Err(Refusal::Elsewhere)),
            ("//evil.example/c", Err(Refusal::Elsewhere)),
            ("\\\\evil.example/c", Err(Refusal::Elsewhere)),
            ("https://shop.example./c", Err(Refusal::Elsewhere)),
            ("http://shop.example/c", Err(Refusal::Scheme)),
            ("https://user@shop.example/c", Err(Refusal::UserInfo)),
            ("https://127.0.0.1/c", Err(Refusal::Host)),
            ("//[::1]/c", Err(Refusal::Host)),
            ("https://", Err(Refusal::NoUrl)),
        ];
        for (location, expected) in cases {
            let got = follow(&from, location, Policy::PUBLIC).map(String::from);
            assert_eq!(got, expected.map(str::to_owned), "{location}");
        }
    }
}
