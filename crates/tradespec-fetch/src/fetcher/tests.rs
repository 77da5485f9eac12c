//! The reader against servers on this machine, over TLS. Only the lookup of names and the root of trust are not those of
//! [`Fetcher::new`]; the check of public addresses has tests of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use tradespec_protocol::profiles::FailureCode;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts};
use ureq::unversioned::resolver::ResolvedSocketAddrs;
use ureq::unversioned::transport::NextTimeout;

use super::*;
use crate::resolver::NOT_PUBLIC;

/// The domain of the server's certificate.
const HOST: &str = "shop.example";

/// Finds the same addresses for every name.
#[derive(Debug)]
struct Found(Vec<SocketAddr>);

impl Resolver for Found {
    fn resolve(&self, _: &Uri, _: &Config, _: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let mut found = self.empty();
        self.0.iter().for_each(|address| found.push(*address));
        Ok(found)
    }
}

/// A server that gives these answers, one a connection, and then tells what it was asked.
struct Server {
    address: SocketAddr,
    certificate: Certificate<'static>,
    asked: JoinHandle<Vec<String>>,
}

impl Server {
    fn new(answers: Vec<Vec<u8>>) -> Self {
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed([HOST.to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let config = Arc::new(config);
        let asked = thread::spawn(move || {
            answers.iter().map(|answer| answer_one(&listener, Arc::clone(&config), answer)).collect()
        });
        Self { address, certificate: Certificate::from_der(cert.der()).to_owned(), asked }
    }

    /// A reader that finds this server under every name, and trusts its certificate.
    fn fetcher(&self, longest: Duration) -> Fetcher {
        let roots = RootCerts::new_with_certs(std::slice::from_ref(&self.certificate));
        let tls = TlsConfig::builder().root_certs(roots).build();
        Fetcher::with(Found(vec![self.address]), tls, longest)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, ReadFailure> {
        self.fetcher(LONGEST).read(&format!("https://{HOST}{path}"))
    }

    fn asked(self) -> Vec<String> {
        self.asked.join().unwrap()
    }
}

/// What is asked on the next connection; nothing if the client leaves first.
fn answer_one(listener: &TcpListener, config: Arc<ServerConfig>, answer: &[u8]) -> String {
    let (stream, _) = listener.accept().unwrap();
    let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), stream);
    let mut request = Vec::new();
    let mut byte = [0];
    while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|read| read > 0) {
        request.push(byte[0]);
    }
    // The client may have gone when it has had enough, and it is the client that ends every connection.
    let _ = stream.write_all(answer);
    let _ = stream.read(&mut byte);
    String::from_utf8(request).unwrap()
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head =
        format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n", body.len());
    [head.as_bytes(), body].concat()
}

#[test]
fn a_profile_is_read_and_nothing_is_told_of_the_reader() {
    let server = Server::new(vec![answer("200 OK", "", b"{}")]);
    assert_eq!(server.read("/profile.json#part").unwrap(), b"{}");
    let asked = server.asked().remove(0).to_lowercase();
    let (first, headers) = asked.split_once("\r\n").unwrap();
    assert_eq!(first, "get /profile.json http/1.1");
    let mut names: Vec<_> =
        headers.lines().filter_map(|line| line.split_once(':').map(|(name, _)| name)).collect();
    names.sort_unstable();
    assert_eq!(names, ["accept", "host", "user-agent"]);
}

#[test]
fn a_redirect_is_followed_on_the_same_host_without_the_cookies_that_came_with_it() {
    let server = Server::new(vec![
        answer("302 Found", "location: /b\r\nset-cookie: a=b\r\n", b""),
        answer("200 OK", "", b"{}"),
    ]);
    assert_eq!(server.read("/a").unwrap(), b"{}");
    let asked = server.asked();
    assert!(asked[1].starts_with("GET /b "), "{asked:?}");
    assert!(!asked[1].to_lowercase().contains("cookie"), "{asked:?}");
}

#[test]
fn what_cannot_be_read_is_said() {
    let large = vec![b' '; MOST_BYTES + 1];
    let endless = format!("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{}", " ".repeat(MOST_BYTES + 1));
    let elsewhere =
        "a redirect is not followed: it leads to another host or port, where a profile is not looked for";
    let too_large = "it is larger than 1048576 bytes, the most that is read";
    let cases = [
        (answer("404 Not Found", "", b"{}"), "the server answers with status 404"),
        (answer("204 No Content", "", b""), "the server answers with status 204"),
        (answer("302 Found", "", b""), "the server answers with status 302"),
        (answer("301 Moved", "location: https://evil.example/x\r\n", b""), elsewhere),
        (answer("301 Moved", "location: https://shop.example:8443/x\r\n", b""), elsewhere),
        (
            answer("301 Moved", "location: http://shop.example/x\r\n", b""),
            "a redirect is not followed: it is not an https address",
        ),
        (
            answer("301 Moved", "location: https://169.254.169.254/x\r\n", b""),
            "a redirect is not followed: its host is an IP address; a domain would do",
        ),
        (answer("200 OK", "", &large), too_large),
        (endless.into_bytes(), too_large),
    ];
    for (answer, message) in cases {
        let server = Server::new(vec![answer]);
        let failure = server.read("/").unwrap_err();
        assert_eq!(
            (failure.code(), failure.to_string().as_str()),
            (FailureCode::ProfileUnreachable, message)
        );
        server.asked();
    }
}

#[test]
fn headers_without_end_are_not_read() {
    let header = format!("x: {}\r\n", "x".repeat(1000));
    let server = Server::new(vec![answer("200 OK", &header.repeat(17), b"{}")]);
    assert_eq!(server.read("/").unwrap_err().code(), FailureCode::ProfileUnreachable);
}

#[test]
fn a_profile_of_just_the_size_is_read() {
    let server = Server::new(vec![answer("200 OK", "", &vec![b' '; MOST_BYTES])]);
    assert_eq!(server.read("/").unwrap().len(), MOST_BYTES);
}

#[test]
fn redirects_end() {
    let round = answer("302 Found", "location: /\r\n", b"");
    let server = Server::new(vec![round; MOST_REDIRECTS + 1]);
    assert_eq!(server.read("/").unwrap_err().to_string(), "there are more than 3 redirects");
    assert_eq!(server.asked().len(), MOST_REDIRECTS + 1);
}

#[test]
fn a_server_that_says_nothing_is_left() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let found = Found(vec![listener.local_addr().unwrap()]);
    let fetcher = Fetcher::with(found, TlsConfig::default(), Duration::from_millis(50));
    let failure = fetcher.read("https://shop.example/").unwrap_err();
    assert_eq!(failure.code(), FailureCode::ProfileUnreachable);
    assert!(failure.to_string().contains("timeout"), "{failure}");
}

/// The answer begins and promises more, and the connection stays open.
#[test]
fn a_server_that_never_ends_is_left() {
    let unfinished = b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{".to_vec();
    let server = Server::new(vec![unfinished]);
    let failure = server.fetcher(Duration::from_millis(300)).read("https://shop.example/").unwrap_err();
    assert_eq!(failure.code(), FailureCode::ProfileUnreachable);
    assert!(failure.to_string().contains("timeout"), "{failure}");
    server.asked();
}

#[test]
fn a_certificate_of_another_domain_is_refused() {
    let server = Server::new(vec![answer("200 OK", "", b"{}")]);
    let failure = server.fetcher(LONGEST).read("https://other.example/").unwrap_err();
    assert_eq!(failure.code(), FailureCode::ProfileUnreachable);
    assert!(failure.to_string().contains("certificate"), "{failure}");
    assert_eq!(server.asked(), [""], "nothing is asked before the certificate is checked");
}

#[test]
fn a_certificate_that_nobody_vouches_for_is_refused() {
    let server = Server::new(vec![answer("200 OK", "", b"{}")]);
    let fetcher = Fetcher::with(Found(vec![server.address]), TlsConfig::default(), LONGEST);
    let failure = fetcher.read("https://shop.example/").unwrap_err();
    assert!(failure.to_string().contains("UnknownIssuer"), "{failure}");
    assert_eq!(server.asked(), [""]);
}

#[test]
fn a_name_that_also_leads_to_this_machine_is_not_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let here = listener.local_addr().unwrap();
    let public = SocketAddr::from(([1, 1, 1, 1], 443));
    for found in [vec![here], vec![public, here], vec![here, public]] {
        let failure = Fetcher::public(Found(found)).read("https://shop.example/").unwrap_err();
        assert_eq!(failure.code(), FailureCode::ProfileUnreachable);
        assert!(failure.to_string().contains(NOT_PUBLIC), "{failure}");
    }
    assert!(listener.accept().is_err(), "nobody has connected");
}
