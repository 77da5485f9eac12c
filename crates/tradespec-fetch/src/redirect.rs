//! Where a read may go: the first address, and where a redirect leads.
//!
//! In:  an address, or the one that was read and the `Location` of the answer.
//! Out: the address to read, or why there is none.
//! Holds: nothing but https on a domain, without a user; a redirect changes neither host nor port.

use std::fmt;

use tradespec_protocol::profiles::{AuthorityFault, profile_address};
use url::Url;

/// Why a redirect is not followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refusal {
    Address(AuthorityFault),
    Elsewhere,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(fault) => fault.fmt(f),
            Self::Elsewhere => {
                f.write_str("it leads to another host or port, where a profile is not looked for")
            }
        }
    }
}

/// Checks an address.
pub(crate) fn start(address: &str) -> Result<Url, AuthorityFault> {
    let mut url = profile_address(address)?;
    // It is nothing that a server sees.
    url.set_fragment(None);
    Ok(url)
}

/// Checks where a redirect leads.
pub(crate) fn follow(from: &Url, location: &str) -> Result<Url, Refusal> {
    let joined = from.join(location).map_err(|_| Refusal::Address(AuthorityFault::NoUrl))?;
    let url = start(joined.as_str()).map_err(Refusal::Address)?;
    let authority = |url: &Url| (url.host_str().map(str::to_owned), url.port_or_known_default());
    if authority(from) == authority(&url) { Ok(url) } else { Err(Refusal::Elsewhere) }
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
            ("http://shop.example/", Err(AuthorityFault::NotHttps)),
            ("ftp://shop.example/", Err(AuthorityFault::NotHttps)),
            ("file:///etc/passwd", Err(AuthorityFault::NotHttps)),
            ("data:,{}", Err(AuthorityFault::NotHttps)),
            ("https://user@shop.example/", Err(AuthorityFault::UserInfo)),
            ("https://:pass@shop.example/", Err(AuthorityFault::UserInfo)),
            ("https://localhost/", Err(AuthorityFault::FewLabels)),
            ("https://localhost./", Err(AuthorityFault::FewLabels)),
            ("https://shop..example/", Err(AuthorityFault::FewLabels)),
            ("https://127.0.0.1/", Err(AuthorityFault::Address)),
            ("https://0x7f.1/", Err(AuthorityFault::Address)),
            ("https://2130706433/", Err(AuthorityFault::Address)),
            ("https://8.8.8.8/", Err(AuthorityFault::Address)),
            ("https://[::1]/", Err(AuthorityFault::Address)),
            ("shop.example", Err(AuthorityFault::NoUrl)),
            ("", Err(AuthorityFault::NoUrl)),
        ];
        for (address, expected) in cases {
            assert_eq!(start(address).map(String::from), expected.map(str::to_owned), "{address}");
        }
    }

    #[test]
    fn a_redirect_stays_with_its_host_and_port() {
        let from = start("https://shop.example/a/b").unwrap();
        let refused = |fault| Err(Refusal::Address(fault));
        let cases = [
            ("c", Ok("https://shop.example/a/c")),
            ("/c", Ok("https://shop.example/c")),
            ("?d", Ok("https://shop.example/a/b?d")),
            ("https://shop.example:443/c#d", Ok("https://shop.example/c")),
            ("https://SHOP.example/c", Ok("https://shop.example/c")),
            ("//shop.example/c", Ok("https://shop.example/c")),
            ("https://shop.example:8443/c", Err(Refusal::Elsewhere)),
            ("https://www.shop.example/c", Err(Refusal::Elsewhere)),
            ("https://evil.example/c", Err(Refusal::Elsewhere)),
            ("//evil.example/c", Err(Refusal::Elsewhere)),
            ("\\\\evil.example/c", Err(Refusal::Elsewhere)),
            ("https://shop.example./c", Err(Refusal::Elsewhere)),
            ("http://shop.example/c", refused(AuthorityFault::NotHttps)),
            ("https://user@shop.example/c", refused(AuthorityFault::UserInfo)),
            ("https://127.0.0.1/c", refused(AuthorityFault::Address)),
            ("//[::1]/c", refused(AuthorityFault::Address)),
            ("https://", refused(AuthorityFault::NoUrl)),
        ];
        for (location, expected) in cases {
            let got = follow(&from, location).map(String::from);
            assert_eq!(got, expected.map(str::to_owned), "{location}");
        }
    }
}
