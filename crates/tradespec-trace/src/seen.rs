//! One exchange, with everything that is read out of it once.

use serde_json::Value;
use tradespec_schema::messages::Operation;
use tradespec_schema::parse_json;

use crate::recording::{Body, Exchange};

/// An exchange of the protocol.
#[derive(Debug)]
pub(crate) struct Seen<'e> {
    pub(crate) exchange: &'e Exchange,
    pub(crate) operation: &'static Operation,
    /// The id in the path.
    pub(crate) id: Option<&'e str>,
    /// What the bodies say; `Null` where there is none, or it is not JSON.
    pub(crate) request: Value,
    pub(crate) response: Value,
}

/// What kind of thing an operation is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Subject {
    Session,
    Cart,
    /// Something that has no life that is followed.
    Other,
}

impl<'e> Seen<'e> {
    pub(crate) fn new(exchange: &'e Exchange, operation: &'static Operation, id: Option<&'e str>) -> Self {
        Self {
            exchange,
            operation,
            id,
            request: value(exchange.request.body.as_ref()),
            response: value(exchange.response.body.as_ref()),
        }
    }

    pub(crate) fn succeeded(&self) -> bool {
        (200..=299).contains(&self.exchange.status)
    }

    pub(crate) fn subject(&self) -> Subject {
        match self.resource() {
            "checkout_sessions" => Subject::Session,
            "carts" => Subject::Cart,
            _ => Subject::Other,
        }
    }

    /// The first word of the operation's path.
    fn resource(&self) -> &'static str {
        let path = self.operation.name.split_once(" /").map_or("", |(_, path)| path);
        path.split('/').next().unwrap_or_default()
    }

    /// Whether anybody may ask, without saying who they are or which release they speak.
    pub(crate) fn is_public(&self) -> bool {
        self.resource().starts_with('.')
    }

    /// What is asked of a checkout session.
    pub(crate) fn session_operation(&self) -> Option<tradespec_protocol::session::Operation> {
        use tradespec_protocol::session::Operation;
        (self.subject() == Subject::Session).then_some(())?;
        match (self.exchange.method.as_str(), self.operation.name.rsplit('/').next()?) {
            ("GET", _) => Some(Operation::Get),
            (_, "complete") => Some(Operation::Complete),
            (_, "cancel") => Some(Operation::Cancel),
            (_, "{id}") => Some(Operation::Update),
            _ => Some(Operation::Create),
        }
    }

    /// The code of the error that the answer is.
    pub(crate) fn error_code(&self) -> &str {
        self.response.get("code").and_then(Value::as_str).unwrap_or_default()
    }
}

fn value(body: Option<&Body>) -> Value {
    body.and_then(|body| parse_json(&body.bytes).ok()).map(|parsed| parsed.value).unwrap_or_default()
}
