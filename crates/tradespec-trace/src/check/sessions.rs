//! Sessions and carts: their lifecycle, their id, and their total.
//!
//! In:  exchanges that did something, in the order in which they were recorded.
//! Out: what is wrong with them.
//! Holds: what the schema finds at a place is not said again.
//!
//! Source: ACP, agentic checkout.

use serde_json::Value;
use tradespec_protocol::session::{self, Exchange, Operation, Session, State};
use tradespec_validator::Severity;

use crate::check::negotiation::Declared;
use crate::findings::{Findings, Side, status};
use crate::rule::Rule;
use crate::seen::{Seen, Subject};

/// What is known of a session or a cart.
#[derive(Debug)]
pub(crate) struct Life {
    /// The lifecycle; none for a cart.
    pub(crate) session: Option<Session>,
    /// The active extensions, as `name@date`.
    pub(crate) extensions: Vec<String>,
    pub(crate) declared: Declared,
    total: Option<i64>,
}

impl Life {
    /// A cart, or a session of which nothing was seen yet.
    pub(crate) fn new(session: Option<Session>) -> Self {
        Self { session, extensions: Vec::new(), declared: Declared::default(), total: None }
    }

    /// The word for the status it has, where that is known.
    pub(crate) fn status(&self) -> Option<&'static str> {
        match self.session.as_ref()?.state() {
            State::Known(status) => Some(status.as_str()),
            State::Unseen | State::Uncertain => None,
        }
    }

    pub(crate) fn check(&mut self, seen: &Seen<'_>, findings: &mut Findings<'_>) {
        match seen.session_operation() {
            Some(operation) => self.step(operation, seen, findings),
            None => same_id(seen, findings),
        }
        if seen.succeeded() {
            self.compare_totals(seen, findings);
        }
    }

    fn step(&mut self, operation: Operation, seen: &Seen<'_>, findings: &mut Findings<'_>) {
        let Some(session) = &mut self.session else { return };
        let exchange = Exchange {
            operation,
            request: &seen.request,
            status: seen.exchange.status,
            response: &seen.response,
        };
        let Err(violation) = session.apply(&exchange) else { return };
        let at = Side::Response.in_body(&violation.at);
        let is_about_status =
            matches!(violation.rule, session::Rule::SuccessStatus | session::Rule::CancelOfEnded);
        let is_said = match violation.rule {
            // What a body lacks or has wrong by its schema.
            session::Rule::SessionUnreadable => findings.has_error_in(&Side::Response.body()),
            session::Rule::OrderMissing | session::Rule::AuthenticationMetadata => findings.has_error_at(&at),
            _ => false,
        };
        if !is_said {
            let at = if is_about_status { status() } else { at };
            findings.add(violation.rule, at, violation.message, "");
        }
    }

    /// The total of a session is the seller's word: it is another one only if something was asked, or a message says so.
    fn compare_totals(&mut self, seen: &Seen<'_>, findings: &mut Findings<'_>) {
        let now = total(&seen.response, "/totals");
        let operation = seen.session_operation();
        if let (Some(Operation::Complete | Operation::Get), Some(before), Some(after)) =
            (operation, self.total, now)
            && before != after
            && !explains_totals(&seen.response)
        {
            // To look at a session may show a new price; the agent should be told so.
            let severity =
                if operation == Some(Operation::Get) { Severity::Warning } else { Severity::Error };
            let message = "the total is another one than in the answer before, and no message says why";
            let help = "charge what the session said, or say what changed in a message about $.totals";
            findings.add_as(
                severity,
                Rule::TotalChanged,
                Side::Response.body().join("totals"),
                message,
                help,
            );
        }
        let ordered = total(&seen.response, "/order/totals");
        if let (Some(total), Some(ordered)) = (now, ordered)
            && total != ordered
            && operation == Some(Operation::Complete)
        {
            let message = "the total of the order is not the total of the session";
            let at = Side::Response.body().join("order").join("totals");
            findings.add(Rule::TotalChanged, at, message, "order what the session said");
        }
        if now.is_some() {
            self.total = now;
        }
    }
}

/// A cart is the one that was asked for.
fn same_id(seen: &Seen<'_>, findings: &mut Findings<'_>) {
    let (Some(asked), Some(found)) = (seen.id, seen.response.get("id").and_then(Value::as_str)) else {
        return;
    };
    if seen.succeeded() && seen.subject() == Subject::Cart && asked != found {
        let message = "the id is not the one in the path";
        findings.add(session::Rule::SessionId, Side::Response.body().join("id"), message, "");
    }
}

/// The amount of the one entry of the type `total`.
fn total(response: &Value, at: &str) -> Option<i64> {
    let totals = response.pointer(at)?.as_array()?;
    let mut amounts =
        totals.iter().filter(|total| total.get("type").and_then(Value::as_str) == Some("total"));
    let amount = amounts.next()?.get("amount")?.as_i64();
    if amounts.next().is_none() { amount } else { None }
}

fn explains_totals(response: &Value) -> bool {
    let messages = response.get("messages").and_then(Value::as_array).into_iter().flatten();
    messages.filter_map(|message| message.get("param")?.as_str()).any(|param| param.starts_with("$.totals"))
}
