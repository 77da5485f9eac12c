//! The merchant as an HTTP service: from a request to the answer, through every step.
//!
//! In:  [`Options`].
//! Out: a [`Merchant`], and from it an axum router.
//! Holds: every answer is JSON, errors of paths and methods included.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::response::Response;
use tradespec_protocol::idempotency::{Begin, Request};

use crate::clock::Watch;
use crate::discovery;
use crate::error::Error;
use crate::faults::{Fault, Faults};
use crate::gate::Gate;
use crate::guard::Guard;
use crate::headers;
use crate::reply::{self, Reply};
use crate::routes::{Operation, Route, route};
use crate::shop::Shop;

/// How a merchant is.
#[derive(Debug, Clone)]
pub struct Options {
    /// The time.
    pub watch: Watch,
    /// The rule to break.
    pub fault: Option<Fault>,
    /// Where agents find the API, for the discovery document.
    pub base_url: String,
}

impl Default for Options {
    /// Honest, at `https://shop.example`, and with a clock that stands still.
    fn default() -> Self {
        Self { watch: Watch::stopped(), fault: None, base_url: "https://shop.example".to_owned() }
    }
}

/// A seller with all that it remembers. A clone is the same seller.
///
/// ```
/// use merchant::{Fault, Merchant, Options};
///
/// let router = Merchant::new(Options { fault: Some(Fault::WrappedError), ..Options::default() })?.router();
/// # let _: axum::Router = router;
/// # Ok::<(), merchant::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Merchant(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    base_url: String,
    shop: Mutex<Shop>,
    guard: Guard,
    gate: Gate,
    faults: Faults,
}

impl Merchant {
    /// A merchant that has sold nothing yet.
    pub fn new(options: Options) -> Result<Self, Error> {
        let Options { watch, fault, base_url } = options;
        Ok(Self(Arc::new(Inner {
            base_url,
            shop: Mutex::new(Shop::new(watch.clone())?),
            guard: Guard::new(watch, fault),
            gate: Gate::default(),
            faults: Faults::new(fault),
        })))
    }

    /// Its endpoints.
    pub fn router(&self) -> Router {
        // The paths are known to `routes`; the limit of axum on bodies (2 MB) holds here.
        Router::new().fallback(answer).with_state(self.clone())
    }

    pub(crate) fn gate(&self) -> Gate {
        self.0.gate.clone()
    }
}

async fn answer(
    State(merchant): State<Merchant>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let mut reply = match body {
        Ok(body) => merchant.0.decide(&method, uri.path(), &headers, &body).await,
        Err(unread) => {
            let message = "the body cannot be read, or is too large";
            reply::refused(unread.status().as_u16(), "unreadable", message)
        }
    };
    headers::complete(&mut reply, &headers);
    response(reply)
}

impl Inner {
    async fn decide(&self, method: &Method, path: &str, headers: &HeaderMap, body: &[u8]) -> Reply {
        let (route, nothing) = route(method.as_str(), path);
        let early = match self.guard.check_version(headers) {
            Err(refusal) if route.operation != Operation::Discovery => Some(refusal),
            _ => nothing,
        };
        if let Some(refusal) = early {
            return self.sent(route, body, refusal);
        }
        let request = Request {
            method: method.as_str(),
            identity: headers::text(headers, "authorization").unwrap_or_default(),
            path,
            key: headers::text(headers, "idempotency-key"),
            body,
        };
        match self.guard.begin(&request) {
            Ok(Begin::Answer(reply)) => self.sent(route, body, reply),
            Ok(Begin::Execute(execution)) => {
                self.gate.pass().await;
                // A fault is part of the answer: a retry gets it again.
                let reply = self.sent(route, body, self.execute(route, body));
                self.guard.note(&request, &reply);
                execution.finish(reply).unwrap_or_else(|unstored| unstored.response)
            }
            Err(_) => reply::unavailable("too_many_requests_kept", "the shop is busy; try again later"),
        }
    }

    fn execute(&self, route: Route<'_>, body: &[u8]) -> Reply {
        match route.operation {
            Operation::Discovery => reply::json(200, &discovery::document(&self.base_url)),
            operation => self.shop().handle(operation, route.id, body),
        }
    }

    /// The answer as it is sent, which is another one if the fault says so.
    fn sent(&self, route: Route<'_>, request: &[u8], reply: Reply) -> Reply {
        if !self.faults.concern(route.operation) {
            return reply;
        }
        let session = self.shop().session_json(route.id);
        self.faults.change(route.operation, request, session, reply)
    }

    fn shop(&self) -> std::sync::MutexGuard<'_, Shop> {
        self.shop.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn response(reply: Reply) -> Response {
    let mut response = Response::new(Body::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    for (name, value) in reply.headers {
        // All names are ours; a value that was echoed came in as a header.
        if let (Ok(name), Ok(value)) =
            (HeaderName::try_from(name.to_lowercase()), HeaderValue::try_from(value))
        {
            response.headers_mut().insert(name, value);
        }
    }
    response
}
