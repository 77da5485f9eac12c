//! Who may speak for a name: the owner of the domain that the name begins with.
//!
//! In:  the `schema` of an entry, and the reverse-domain name under which it stands.
//! Out: nothing if the host of the one is bound to the other, else an [`AuthorityFault`].
//! Holds: nothing is fetched. It shows who speaks, not that they can be trusted.

use std::fmt;

use url::{Host, Url};

/// Why an address does not show that its owner speaks for a name, or why no profile is read from it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AuthorityFault {
    /// It is no address.
    NoUrl,
    /// It is not fetched over https.
    NotHttps,
    /// It carries a user or a password.
    UserInfo,
    /// Its host is an IP address, which nobody's name begins with.
    Address,
    /// Its host has fewer than two labels, or an empty one.
    FewLabels,
    /// Its host does not own the name.
    Elsewhere {
        /// The host, in lower case and A-labels, without a dot at its end.
        host: String,
    },
}

impl std::error::Error for AuthorityFault {}

impl fmt::Display for AuthorityFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoUrl => f.write_str("it is no address; an https address on a domain would do"),
            Self::NotHttps => f.write_str("it is not an https address"),
            Self::UserInfo => {
                f.write_str("it carries a user or a password; an address without them would do")
            }
            Self::Address => f.write_str("its host is an IP address; a domain would do"),
            Self::FewLabels => f.write_str("its host is no domain of two labels or more"),
            Self::Elsewhere { host } => write!(f, "it is on {host}, which does not own the name"),
        }
    }
}

/// Whether the owner of this address may speak for this name.
///
/// The host is lower-cased, freed of a dot at its end, put into A-labels and reversed; the name must equal that, or go
/// on after it with a dot.
///
/// ```
/// use tradespec_protocol::profiles::{AuthorityFault, bind};
///
/// assert!(bind("https://shopping.ucp.dev/checkout.json", "dev.ucp.shopping.checkout").is_ok());
/// assert!(bind("https://ucp.dev/checkout.json", "dev.ucp.shopping.checkout").is_ok());
/// assert_eq!(
///     bind("https://example.com/pay.json", "com.examplecorp.pay"),
///     Err(AuthorityFault::Elsewhere { host: "example.com".to_owned() })
/// );
/// ```
pub fn bind(address: &str, name: &str) -> Result<(), AuthorityFault> {
    let url = Url::parse(address).map_err(|_| AuthorityFault::NoUrl)?;
    let host = domain(&url)?;
    let owner = host.rsplit('.').collect::<Vec<_>>().join(".");
    match name.strip_prefix(&owner) {
        Some(rest) if rest.is_empty() || rest.starts_with('.') => Ok(()),
        _ => Err(AuthorityFault::Elsewhere { host }),
    }
}

/// The domain of an https address without userinfo. The parser has lower-cased it and put it into A-labels.
fn domain(url: &Url) -> Result<String, AuthorityFault> {
    if url.scheme() != "https" {
        return Err(AuthorityFault::NotHttps);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(AuthorityFault::UserInfo);
    }
    let Some(Host::Domain(host)) = url.host() else { return Err(AuthorityFault::Address) };
    let host = host.strip_suffix('.').unwrap_or(host);
    if !host.contains('.') || host.split('.').any(str::is_empty) {
        return Err(AuthorityFault::FewLabels);
    }
    Ok(host.to_owned())
}

/// An address that a profile may be read from: https, on a domain, without a user.
///
/// ```
/// use tradespec_protocol::profiles::{AuthorityFault, profile_address};
///
/// assert_eq!(profile_address("https://bücher.example")?.as_str(), "https://xn--bcher-kva.example/");
/// assert_eq!(profile_address("https://127.0.0.1/ucp"), Err(AuthorityFault::Address));
/// # Ok::<(), AuthorityFault>(())
/// ```
pub fn profile_address(address: &str) -> Result<Url, AuthorityFault> {
    let url = Url::parse(address).map_err(|_| AuthorityFault::NoUrl)?;
    domain(&url)?;
    Ok(url)
}
