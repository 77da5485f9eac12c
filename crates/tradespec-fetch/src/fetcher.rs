//! The reader.

use std::time::Duration;

use tradespec_protocol::profiles::{MOST_BYTES, ProfileReader, ReadFailure};
use ureq::Agent;
use ureq::http::header::LOCATION;
use ureq::http::{Response, StatusCode};
use ureq::unversioned::transport::DefaultConnector;
use url::Url;

use crate::redirect::{Policy, Refusal, follow, start};
use crate::resolver::PublicResolver;

/// As long as one read may take, with its redirects counted each for itself.
const LONGEST: Duration = Duration::from_secs(10);
/// As many redirects as are followed.
const MOST_REDIRECTS: usize = 3;
/// As large as the headers of an answer may be.
const MOST_HEADER_BYTES: usize = 16 << 10;

/// Reads profiles over https, from public addresses only.
#[derive(Debug)]
pub struct Fetcher {
    agent: Agent,
    policy: Policy,
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
        Self::with(PublicResolver::new(), Policy::PUBLIC, LONGEST)
    }

    /// A reader that speaks http to this machine, and to nothing else.
    #[cfg(test)]
    pub(crate) fn on_loopback(longest: Duration) -> Self {
        let resolver = PublicResolver::allowing(|address| address.ip().is_loopback());
        Self::with(resolver, Policy { scheme: "http", any_host: true }, longest)
    }

    fn with(resolver: PublicResolver, policy: Policy, longest: Duration) -> Self {
        let config = Agent::config_builder()
            .https_only(policy.scheme == "https")
            // A proxy would look names up itself, past the resolver.
            .proxy(None)
            // Redirects are followed here, where they are checked.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .timeout_global(Some(longest))
            .max_response_header_size(MOST_HEADER_BYTES)
            .max_idle_connections(0)
            .accept("application/json")
            .user_agent(concat!("tradespec/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: Agent::with_parts(config, DefaultConnector::default(), resolver), policy }
    }

    fn get(&self, url: &Url) -> Result<Response<ureq::Body>, ReadFailure> {
        self.agent.get(url.as_str()).call().map_err(|error| unreachable(&error))
    }
}

impl ProfileReader for Fetcher {
    fn read(&self, uri: &str) -> Result<Vec<u8>, ReadFailure> {
        let invalid = |refusal: Refusal| ReadFailure::invalid_url(refusal.to_string());
        let mut url = start(uri, self.policy).map_err(invalid)?;
        for _ in 0..=MOST_REDIRECTS {
            let response = self.get(&url)?;
            match response.status() {
                StatusCode::OK => return body(response),
                status if status.is_redirection() => {
                    let location =
                        response.headers().get(LOCATION).and_then(|location| location.to_str().ok());
                    let location = location.ok_or_else(|| said(status))?;
                    url = follow(&url, location, self.policy).map_err(|refusal| {
                        ReadFailure::unreachable(format!("a redirect is not followed: {refusal}"))
                    })?;
                }
                status => return Err(said(status)),
            }
        }
        Err(ReadFailure::unreachable(format!("there are more than {MOST_REDIRECTS} redirects")))
    }
}

fn body(response: Response<ureq::Body>) -> Result<Vec<u8>, ReadFailure> {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

    use std::io::{Read, Write};
    use std::net::TcpListener;
    use std::thread::{self, JoinHandle};

    use tradespec_protocol::profiles::FailureCode;

    use super::*;

    /// A server that gives these answers, one a connection, and then tells what it was asked.
    fn server(answers: Vec<Vec<u8>>) -> (String, JoinHandle<Vec<String>>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let serve = move || {
            let mut asked = Vec::new();
            for answer in answers {
                let (mut stream, _) = listener.accept().unwrap();
                let mut request = Vec::new();
                let mut byte = [0];
                while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap() > 0 {
                    request.push(byte[0]);
                }
                asked.push(String::from_utf8(request).unwrap());
                // The client may have gone when it has had enough.
                let _ = stream.write_all(&answer);
            }
            asked
        };
        (address, thread::spawn(serve))
    }

    fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    }

    fn read(address: &str, path: &str) -> Result<Vec<u8>, ReadFailure> {
        Fetcher::on_loopback(LONGEST).read(&format!("{address}{path}"))
    }

    #[test]
    fn a_profile_is_read_and_nothing_is_told_of_the_reader() {
        let (address, server) = server(vec![answer("200 OK", "set-cookie: a=b\r\n", b"{}")]);
        assert_eq!(read(&address, "/profile.json").unwrap(), b"{}");
        let asked = server.join().unwrap().remove(0).to_lowercase();
        assert!(asked.starts_with("get /profile.json http/1.1\r\n"), "{asked}");
        assert!(!asked.contains("cookie") && !asked.contains("authorization"), "{asked}");
        assert!(!asked.contains("gzip"), "{asked}");
    }

    #[test]
    fn a_redirect_is_followed_on_the_same_host_without_the_cookies_that_came_with_it() {
        let (address, server) = server(vec![
            answer("302 Found", "location: /b\r\nset-cookie: a=b\r\n", b""),
            answer("200 OK", "", b"{}"),
        ]);
        assert_eq!(read(&address, "/a").unwrap(), b"{}");
        let asked = server.join().unwrap();
        assert!(asked[1].starts_with("GET /b "), "{asked:?}");
        assert!(!asked[1].to_lowercase().contains("cookie"), "{asked:?}");
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let large = vec![b' '; MOST_BYTES + 1];
        let cases = [
            (answer("404 Not Found", "", b"{}"), "the server answers with status 404"),
            (answer("204 No Content", "", b""), "the server answers with status 204"),
            (answer("302 Found", "", b""), "the server answers with status 302"),
            (
                answer("301 Moved", "location: http://127.0.0.2/x\r\n", b""),
                "a redirect is not followed: it leads to another host or port, where a profile is not looked for",
            ),
            (
                answer("301 Moved", "location: https://shop.example/x\r\n", b""),
                "a redirect is not followed: only https addresses are read",
            ),
            (answer("200 OK", "", &large), "it is larger than 1048576 bytes, the most that is read"),
        ];
        for (answer, message) in cases {
            let (address, server) = server(vec![answer]);
            let failure = read(&address, "/").unwrap_err();
            assert_eq!(
                (failure.code(), failure.to_string().as_str()),
                (FailureCode::ProfileUnreachable, message)
            );
            server.join().unwrap();
        }
    }

    #[test]
    fn a_profile_of_just_the_size_is_read() {
        let (address, _server) = server(vec![answer("200 OK", "", &vec![b' '; MOST_BYTES])]);
        assert_eq!(read(&address, "/").unwrap().len(), MOST_BYTES);
    }

    #[test]
    fn redirects_end() {
        let round = answer("302 Found", "location: /\r\n", b"");
        let (address, server) = server(vec![round; MOST_REDIRECTS + 1]);
        assert_eq!(read(&address, "/").unwrap_err().to_string(), "there are more than 3 redirects");
        assert_eq!(server.join().unwrap().len(), MOST_REDIRECTS + 1);
    }

    #[test]
    fn a_server_that_says_nothing_is_left() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let failure = Fetcher::on_loopback(Duration::from_millis(50)).read(&address).unwrap_err();
        assert_eq!(failure.code(), FailureCode::ProfileUnreachable);
        assert!(failure.to_string().contains("timeout"), "{failure}");
    }

    /// What resolves to this machine is not spoken to: the name is looked up here, without the network.
    #[test]
    fn an_address_that_is_not_public_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let policy = Policy { scheme: "http", any_host: true };
        let failure = Fetcher::with(PublicResolver::new(), policy, LONGEST).read(&address).unwrap_err();
        assert!(failure.to_string().contains(crate::resolver::NOT_PUBLIC), "{failure}");
        assert!(listener.accept().is_err(), "nobody has connected");
    }
}
