//! The reader.

#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use tradespec_protocol::profiles::{MOST_BYTES, ProfileReader, ReadFailure};
use ureq::http::header::LOCATION;
use ureq::http::{Response, StatusCode};
use ureq::tls::TlsConfig;
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::DefaultConnector;
use ureq::{Agent, Body};
use url::Url;

use crate::redirect::{follow, start};
use crate::resolver::PublicOnly;

/// As long as one read may take, with its redirects.
const LONGEST: Duration = Duration::from_secs(10);
/// As many redirects as are followed.
const MOST_REDIRECTS: usize = 3;
/// As large as the headers of an answer may be.
const MOST_HEADER_BYTES: usize = 16 << 10;

/// Reads profiles over https, from public addresses only.
///
/// A read takes at most ten seconds, follows at most three redirects, and gives at most
/// [`MOST_BYTES`](tradespec_protocol::profiles::MOST_BYTES) bytes. Certificates are checked against the roots of Mozilla
/// that come with the program, not against those of the system.
#[derive(Debug)]
pub struct Fetcher {
    agent: Agent,
    longest: Duration,
}

impl Default for Fetcher {
    fn default() -> Self {
        Self::new()
    }
}

impl Fetcher {
    /// A reader with the limits of this crate.
    #[must_use]
    pub fn new() -> Self {
        Self::public(DefaultResolver::default())
    }

    /// A reader with the limits of this crate, which looks names up so.
    fn public(lookup: impl Resolver) -> Self {
        Self::with(PublicOnly(lookup), TlsConfig::default(), LONGEST)
    }

    fn with(resolver: impl Resolver, tls: TlsConfig, longest: Duration) -> Self {
        let config = Agent::config_builder()
            .https_only(true)
            .tls_config(tls)
            // A proxy would look names up itself, past the resolver.
            .proxy(None)
            // Redirects are followed here, where they are checked.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .max_response_header_size(MOST_HEADER_BYTES)
            .max_idle_connections(0)
            .accept("application/json")
            .user_agent(concat!("tradespec/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: Agent::with_parts(config, DefaultConnector::default(), resolver), longest }
    }

    fn get(&self, url: &Url, left: Duration) -> Result<Response<Body>, ReadFailure> {
        let request = self.agent.get(url.as_str()).config().timeout_global(Some(left)).build();
        request.call().map_err(|error| unreachable(&error))
    }
}

impl ProfileReader for Fetcher {
    fn read(&self, uri: &str) -> Result<Vec<u8>, ReadFailure> {
        let began = Instant::now();
        let mut url = start(uri).map_err(|fault| ReadFailure::invalid_url(fault.to_string()))?;
        for _ in 0..=MOST_REDIRECTS {
            let response = self.get(&url, self.longest.saturating_sub(began.elapsed()))?;
            match response.status() {
                StatusCode::OK => return body(response),
                status if status.is_redirection() => {
                    let location = response.headers().get(LOCATION).and_then(|value| value.to_str().ok());
                    url = follow(&url, location.ok_or_else(|| said(status))?).map_err(|refusal| {
                        ReadFailure::unreachable(format!("a redirect is not followed: {refusal}"))
                    })?;
                }
                status => return Err(said(status)),
            }
        }
        Err(ReadFailure::unreachable(format!("there are more than {MOST_REDIRECTS} redirects")))
    }
}

fn body(response: Response<Body>) -> Result<Vec<u8>, ReadFailure> {
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX);
    response.into_body().into_with_config().limit(most).read_to_vec().map_err(|error| unreachable(&error))
}

fn said(status: StatusCode) -> ReadFailure {
    ReadFailure::unreachable(format!("the server answers with status {}", status.as_u16()))
}

fn unreachable(error: &ureq::Error) -> ReadFailure {
    ReadFailure::unreachable(match error {
        ureq::Error::BodyExceedsLimit(_) => {
            format!("it is larger than {MOST_BYTES} bytes, the most that is read")
        }
        error => format!("it cannot be read: {error}"),
    })
}
