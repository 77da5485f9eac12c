//! An agent: a small HTTP client that numbers what it sends.
//!
//! In:  the address of a merchant, and calls.
//! Out: answers.
//! Holds: what is sent depends on the scenario and nothing else; the host is a made-up one, because the port is not
//! always the same.

use std::net::SocketAddr;

use serde_json::Value;
use ureq::http::Request;

use crate::error::Error;
use crate::gate::Gate;
use crate::headers::RELEASE;

/// The agent, connected to a merchant.
#[derive(Debug, Clone)]
pub(crate) struct Agent {
    http: ureq::Agent,
    address: SocketAddr,
    gate: Gate,
}

/// The agent within one scenario.
#[derive(Debug, Clone)]
pub(crate) struct Caller {
    agent: Agent,
    scenario: &'static str,
    calls: u32,
}

/// A request, as it is sent.
#[derive(Debug, Clone)]
pub(super) struct Call {
    method: &'static str,
    path: String,
    request_id: String,
    pub(super) version: Option<&'static str>,
    pub(super) key: Option<String>,
    pub(super) body: Option<String>,
}

/// An answer, as far as an agent looks at it.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) status: u16,
    body: Value,
}

impl Agent {
    pub(crate) fn new(address: SocketAddr, gate: Gate) -> Self {
        let config = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .proxy(None)
            .user_agent("scenarios/1")
            .accept("application/json")
            .build();
        Self { http: config.new_agent(), address, gate }
    }

    pub(super) fn caller(&self, scenario: &'static str) -> Caller {
        Caller { agent: self.clone(), scenario, calls: 0 }
    }
}

impl Caller {
    /// The gate before the shop.
    pub(super) fn gate(&self) -> &Gate {
        &self.agent.gate
    }

    /// A call that is right: with a version, and with a key if it is a POST.
    pub(super) fn call(&mut self, method: &'static str, path: impl Into<String>) -> Call {
        self.calls += 1;
        let request_id = format!("{}-{}", self.scenario, self.calls);
        let key = (method == "POST").then(|| format!("key-{request_id}"));
        Call { method, path: path.into(), request_id, version: Some(RELEASE), key, body: None }
    }

    /// The same call once more: only the `Request-Id` is another.
    pub(super) fn again(&mut self, call: &Call) -> Call {
        let Call { request_id, .. } = self.call(call.method, &*call.path);
        Call { request_id, ..call.clone() }
    }

    pub(super) fn get(&mut self, path: &str) -> Result<Answer, Error> {
        let call = self.call("GET", path);
        self.send(&call)
    }

    pub(super) fn post(&mut self, path: &str, body: &Value) -> Result<Answer, Error> {
        let call = self.call("POST", path).with(body);
        self.send(&call)
    }

    pub(super) fn send(&self, call: &Call) -> Result<Answer, Error> {
        let address = self.agent.address;
        let mut request = Request::builder()
            .method(call.method)
            .uri(format!("http://{address}{}", call.path))
            .header("host", "shop.example")
            .header("authorization", "Bearer agent-of-maren")
            .header("request-id", &call.request_id);
        if let Some(version) = call.version {
            request = request.header("api-version", version);
        }
        if let Some(key) = &call.key {
            request = request.header("idempotency-key", key);
        }
        let sent = match &call.body {
            Some(body) => {
                let request = request.header("content-type", "application/json");
                request
                    .body(body.as_str())
                    .map_err(ureq::Error::from)
                    .and_then(|all| self.agent.http.run(all))
            }
            None => request.body(()).map_err(ureq::Error::from).and_then(|all| self.agent.http.run(all)),
        };
        let failed = |error: ureq::Error| Error::new(format!("{} {}: {error}", call.method, call.path));
        let mut response = sent.map_err(failed)?;
        let text = response.body_mut().read_to_string().map_err(failed)?;
        Ok(Answer {
            status: response.status().as_u16(),
            body: serde_json::from_str(&text).unwrap_or_default(),
        })
    }
}

impl Call {
    pub(super) fn with(self, body: &Value) -> Self {
        Self { body: Some(body.to_string()), ..self }
    }
}

impl Answer {
    /// The path of the session or cart that was created.
    pub(super) fn path(&self, resource: &str) -> String {
        let id = self.body.get("id").and_then(Value::as_str).unwrap_or_default();
        format!("/{resource}/{id}")
    }

    /// The status of the session.
    pub(super) fn is(&self, status: &str) -> bool {
        self.body.get("status").is_some_and(|own| own == status)
    }
}
