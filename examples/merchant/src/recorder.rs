//! A recording of what goes over the wire: one line of JSON for each exchange.
//!
//! In:  requests and answers, as they pass an axum [`Router`].
//! Out: lines, in the order in which exchanges end; a line is written before its answer is sent.
//! Holds: a body that is JSON on one line is recorded byte for byte; any other is a JSON string.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;

/// The largest body that is recorded; one that is larger is not let through.
const LIMIT: usize = 2 << 20;

/// Where lines go. A clone is the same recorder.
#[derive(Clone)]
pub struct Recorder(Arc<Mutex<Sink>>);

struct Sink {
    out: Box<dyn Write + Send>,
    failed: Option<io::Error>,
}

/// A router whose exchanges are recorded.
pub fn recorded(router: Router, recorder: &Recorder) -> Router {
    router.layer(middleware::from_fn_with_state(recorder.clone(), pass))
}

impl Recorder {
    /// A recorder that writes to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(Sink { out: Box::new(out), failed: None })))
    }

    /// Writes out what is buffered. Fails if this or any line before could not be written.
    pub fn finish(&self) -> Result<(), Error> {
        let mut sink = self.sink();
        match sink.failed.take() {
            Some(error) => Err(error.into()),
            None => Ok(sink.out.flush()?),
        }
    }

    fn write(&self, exchange: &Exchange<'_>) {
        let mut sink = self.sink();
        let written = serde_json::to_vec(exchange).map_err(io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            sink.out.write_all(&line)
        });
        if let Err(error) = written {
            sink.failed.get_or_insert(error);
        }
    }

    fn sink(&self) -> std::sync::MutexGuard<'_, Sink> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Recorder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder").finish_non_exhaustive()
    }
}

#[derive(Serialize)]
struct Exchange<'e> {
    method: &'e str,
    path: &'e str,
    request: Message,
    status: u16,
    response: Message,
}

#[derive(Serialize)]
struct Message {
    headers: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<Recorded>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Recorded {
    Json(Box<RawValue>),
    Text(String),
}

async fn pass(State(recorder): State<Recorder>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, LIMIT).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let asked = Message::new(&head.headers, &body);
    let (method, path) = (head.method.clone(), head.uri.path().to_owned());
    let response = next.run(Request::from_parts(head, Body::from(body))).await;
    let (head, body) = response.into_parts();
    let Ok(body) = to_bytes(body, LIMIT).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let answered = Message::new(&head.headers, &body);
    let status = head.status.as_u16();
    recorder.write(&Exchange {
        method: method.as_str(),
        path: &path,
        request: asked,
        status,
        response: answered,
    });
    Response::from_parts(head, Body::from(body))
}

impl Message {
    fn new(headers: &HeaderMap, body: &Bytes) -> Self {
        let mut texts = BTreeMap::<String, String>::new();
        for (name, value) in headers {
            let value = String::from_utf8_lossy(value.as_bytes());
            texts
                .entry(name.as_str().to_owned())
                .and_modify(|all| *all = format!("{all}, {value}"))
                .or_insert_with(|| value.into_owned());
        }
        Self { headers: texts, body: (!body.is_empty()).then(|| Recorded::new(body)) }
    }
}

impl Recorded {
    /// A body that is a JSON string is recorded as text, quotes and all, so that it is not taken for what is in it.
    fn new(body: &[u8]) -> Self {
        let text = String::from_utf8_lossy(body).into_owned();
        if text.starts_with('"') || text.contains(['\n', '\r']) {
            return Self::Text(text);
        }
        match RawValue::from_string(text.clone()) {
            Ok(raw) if raw.get().len() == body.len() => Self::Json(raw),
            _ => Self::Text(text),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::Recorded;

    #[test]
    fn bodies_are_recorded_to_the_letter() {
        let recorded = |body: &[u8]| serde_json::to_string(&Recorded::new(body)).unwrap();
        assert_eq!(recorded(br#"{"b": 1.0, "a":"\u00e9", "b":2}"#), r#"{"b": 1.0, "a":"\u00e9", "b":2}"#);
        assert_eq!(recorded(b"{\"a\":\n1}"), r#""{\"a\":\n1}""#);
        assert_eq!(recorded(b"{\"a\":"), r#""{\"a\":""#);
        assert_eq!(recorded(b" 7"), r#"" 7""#);
        assert_eq!(recorded(b"\"seven\""), r#""\"seven\"""#);
        assert_eq!(recorded(&[0xff]), "\"\u{fffd}\"");
    }
}
