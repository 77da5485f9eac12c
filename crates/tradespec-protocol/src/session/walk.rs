//! A session as its exchanges show it.
//!
//! In:  exchanges, in the order in which they happened.
//! Out: the state after each, or the rule that it breaks.
//! Holds: no input makes it fail in another way; after a violation the session goes on from what the response says, but
//! for its id, which stays the first one seen.

use std::sync::Arc;

use serde_json::Value;
use tradespec_schema::{Pointer, Release};

use super::exchange::{Exchange, Operation};
use super::rule::{Rule, Violation};
use super::status::Status::{self, AuthenticationRequired, Canceled, Completed};
use super::status::statuses;
use super::transition::{Transition, transitions};

/// What is known of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nothing was seen of it yet.
    Unseen,
    /// The last response said this.
    Known(Status),
    /// An operation failed on the server's side, so it may have happened or not.
    Uncertain,
}

/// A session of which some exchanges were seen, maybe not the first ones.
///
/// ```
/// use serde_json::{Value, json};
/// use tradespec_protocol::session::{Exchange, Operation, Rule, Session, State, Status};
/// use tradespec_schema::Release;
///
/// let mut session = Session::new(&Release::new("2026-04-17")?);
/// let (request, response) = (json!({}), json!({"id": "cs_1", "status": "ready_for_payment"}));
/// let create = Exchange { operation: Operation::Create, request: &request, status: 201, response: &response };
/// assert_eq!(session.apply(&create), Ok(State::Known(Status::ReadyForPayment)));
///
/// let response = json!({"id": "cs_1", "status": "completed"});
/// let complete = Exchange { operation: Operation::Complete, request: &request, status: 200, response: &response };
/// assert_eq!(session.apply(&complete).map_err(|violation| violation.rule), Err(Rule::OrderMissing));
///
/// let cancel = Exchange { operation: Operation::Cancel, request: &Value::Null, status: 409, response: &Value::Null };
/// let violation = session.apply(&cancel).unwrap_err();
/// assert_eq!(violation.to_string(), "canceling a completed session is answered by 409; answer 405 [cancel-of-ended]");
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Session {
    known: &'static [Status],
    steps: Arc<[Transition]>,
    id: Option<String>,
    state: State,
    /// The statuses that it may have now.
    possible: Vec<Status>,
}

impl Session {
    /// A session of that release of which nothing was seen yet.
    #[must_use]
    pub fn new(release: &Release) -> Self {
        let known = statuses(release);
        let steps = transitions(release).collect();
        Self { known, steps, id: None, state: State::Unseen, possible: known.to_vec() }
    }

    /// The same session, whose id is known, from the path of a request for instance.
    #[must_use]
    pub fn with_id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// What is known now.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// Takes an exchange in.
    pub fn apply(&mut self, exchange: &Exchange<'_>) -> Result<State, Violation> {
        let refused = self.refusals(exchange);
        match exchange.status {
            400..=499 => return refused.map(|()| self.state),
            500..=599 => {
                self.doubt(exchange.operation);
                return Ok(self.state);
            }
            _ => {}
        }
        let before = self.clone();
        let seen = self.take(exchange.response);
        refused?;
        let success = exchange.operation.success();
        if exchange.status != success {
            let (operation, status) = (exchange.operation, exchange.status);
            let message =
                format!("{operation} is answered by {status}; a success is {success}, a failure 4xx or 5xx");
            return Err(violation(Rule::SuccessStatus, Pointer::root(), message));
        }
        let to = seen?;
        before.identity(exchange)?;
        before.step(exchange, to)?;
        contents(exchange, to)?;
        Ok(self.state)
    }

    /// What must be refused, and how.
    fn refusals(&self, exchange: &Exchange<'_>) -> Result<(), Violation> {
        let State::Known(now) = self.state else { return Ok(()) };
        let status = exchange.status;
        if (500..=599).contains(&status) || is_about_the_request(exchange) {
            return Ok(());
        }
        if exchange.operation == Operation::Cancel && matches!(now, Completed | Canceled) && status != 405 {
            let message = format!("canceling a {now} session is answered by {status}; answer 405");
            return Err(violation(Rule::CancelOfEnded, Pointer::root(), message));
        }
        let result = exchange.request.get("authentication_result");
        let lacks_result = result.is_none_or(Value::is_null);
        if exchange.operation == Operation::Complete && now == AuthenticationRequired && lacks_result {
            return wants_authentication(exchange);
        }
        Ok(())
    }

    /// After a failure of the server, nobody knows whether the operation happened.
    fn doubt(&mut self, operation: Operation) {
        if operation == Operation::Get {
            return;
        }
        let reached: Vec<_> = self
            .steps
            .iter()
            .filter(|step| {
                step.operation == operation && step.from.is_some_and(|from| self.possible.contains(&from))
            })
            .map(|step| step.to)
            .filter(|to| !self.possible.contains(to))
            .collect();
        if !reached.is_empty() {
            self.possible.extend(reached);
            self.possible.sort();
            self.possible.dedup();
            self.state = State::Uncertain;
        }
    }

    /// Goes on from what a response says, whatever it says.
    fn take(&mut self, response: &Value) -> Result<Status, Violation> {
        let unreadable = |member: &str, what: String| {
            let at =
                if response.get(member).is_some() { Pointer::root().join(member) } else { Pointer::root() };
            violation(Rule::SessionUnreadable, at, what)
        };
        let id = response.get("id").and_then(Value::as_str);
        // Whoever answers with another id is told so each time: it stays the session that it was.
        if self.id.is_none() {
            self.id = id.map(str::to_owned);
        }
        let word = response.get("status").and_then(Value::as_str);
        let Some(status) = word.and_then(Status::from_word).filter(|status| self.known.contains(status))
        else {
            let words: Vec<_> = self.known.iter().map(|status| status.as_str()).collect();
            let message = format!("a session has a status, one of {}", words.join(", "));
            return Err(unreadable("status", message));
        };
        self.state = State::Known(status);
        self.possible = vec![status];
        if id.is_none() {
            return Err(unreadable("id", "a session has an id, which is a text".to_owned()));
        }
        Ok(status)
    }

    /// Whether it is the same session still.
    fn identity(&self, exchange: &Exchange<'_>) -> Result<(), Violation> {
        if exchange.operation == Operation::Create && self.state != State::Unseen {
            let message = "a session is created that was there before; a new session has an id of its own";
            return Err(violation(Rule::CreatedAgain, Pointer::root().join("id"), message));
        }
        let now = exchange.response.get("id").and_then(Value::as_str);
        if self.id.is_some() && self.id.as_deref() != now {
            let message = "the id is not what it was; a session keeps its id";
            return Err(violation(Rule::SessionId, Pointer::root().join("id"), message));
        }
        Ok(())
    }

    /// Whether the operation leads there.
    fn step(&self, exchange: &Exchange<'_>, to: Status) -> Result<(), Violation> {
        let operation = exchange.operation;
        let allowed = self.steps.iter().any(|step| {
            step.operation == operation
                && step.to == to
                && step.from.is_none_or(|from| self.possible.contains(&from))
        });
        if allowed {
            return Ok(());
        }
        let at = Pointer::root().join("status");
        match self.state {
            State::Known(from) if from.is_final() => {
                let message =
                    format!("{operation} succeeds with {to} after the session was {from}, which is an end");
                Err(violation(Rule::ChangedAfterEnd, at, message))
            }
            State::Known(from) if operation != Operation::Create => {
                let message = format!("{operation} does not lead from {from} to {to}");
                Err(violation(Rule::IllegalTransition, at, message))
            }
            _ => Err(violation(Rule::IllegalTransition, at, format!("{operation} does not lead to {to}"))),
        }
    }
}

fn violation(rule: Rule, at: Pointer, message: impl Into<String>) -> Violation {
    Violation { rule, at, message: message.into() }
}

/// Whether a refusal has nothing to do with the session: nobody is let in, too many requests, or the idempotency key.
fn is_about_the_request(exchange: &Exchange<'_>) -> bool {
    let code = exchange.response.get("code").and_then(Value::as_str).unwrap_or_default();
    let refused = (400..=499).contains(&exchange.status);
    matches!(exchange.status, 401 | 403 | 429) || (refused && code.starts_with("idempotency_"))
}

/// The answer to completing without the authentication that is required.
fn wants_authentication(exchange: &Exchange<'_>) -> Result<(), Violation> {
    let wrong = |at: Pointer, what: &str| {
        let message = format!(
            "a session that requires authentication is completed without authentication_result, and {what}; \
             answer 4xx with type invalid_request, code requires_3ds and param $.authentication_result"
        );
        Err(violation(Rule::AuthenticationResult, at, message))
    };
    if !(400..=499).contains(&exchange.status) {
        return wrong(Pointer::root(), &format!("the answer is {}", exchange.status));
    }
    for (member, wanted) in
        [("type", "invalid_request"), ("code", "requires_3ds"), ("param", "$.authentication_result")]
    {
        match exchange.response.get(member) {
            None => return wrong(Pointer::root(), &format!("the error has no {member}")),
            Some(found) if found != wanted => {
                return wrong(Pointer::root().join(member), &format!("the error has another {member}"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// What a session must carry because of its status.
fn contents(exchange: &Exchange<'_>, to: Status) -> Result<(), Violation> {
    let session = exchange.response;
    if to == AuthenticationRequired && !session.get("authentication_metadata").is_some_and(Value::is_object) {
        let message = "authentication_required comes without authentication_metadata; the agent needs it";
        return Err(violation(Rule::AuthenticationMetadata, Pointer::root(), message));
    }
    let completes = exchange.operation == Operation::Complete;
    let to_be_paid = matches!(to, Status::Incomplete | Status::NotReadyForPayment | Status::ReadyForPayment);
    if completes && to_be_paid && !names_an_error(session) {
        let message = format!(
            "complete is answered by {to} without a message of type error; answer completed, or say what went wrong"
        );
        return Err(violation(Rule::NotCompleted, Pointer::root().join("status"), message));
    }
    let at = Pointer::root().join("order");
    let order = session.get("order");
    if completes && to == Completed {
        for member in ["id", "checkout_session_id", "permalink_url"] {
            if !order.and_then(|order| order.get(member)).is_some_and(Value::is_string) {
                let place = if order.is_some() { at } else { Pointer::root() };
                let message = format!("the completed session has no order with {member}");
                return Err(violation(Rule::OrderMissing, place, message));
            }
        }
    }
    match order.and_then(|order| order.get("checkout_session_id")) {
        Some(from) if Some(from) != session.get("id") => {
            let message = "checkout_session_id of the order is not the id of the session";
            Err(violation(Rule::OrderOfOther, at.join("checkout_session_id"), message))
        }
        _ => Ok(()),
    }
}

fn names_an_error(session: &Value) -> bool {
    let messages = session.get("messages").and_then(Value::as_array);
    messages.into_iter().flatten().any(|message| message.get("type").is_some_and(|kind| kind == "error"))
}
