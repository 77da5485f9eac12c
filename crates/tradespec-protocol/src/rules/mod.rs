//! Message rules: what the text of a protocol asks of one message and no schema states.
//!
//! In:  a message as a JSON value of any shape, and the [`Context`] it stands in.
//! Out: the [`Breach`]es, by place and then by rule.
//! Holds: nothing panics, whatever the message is; no text of a breach has a value of the message in it; what has not
//! the shape that a rule is about is left to the schema.
//!
//! A rule may say of a place what the schema says of it too (an amount of `12.5`). Who runs both keeps the finding of the
//! schema.

mod amount;
mod breaches;
mod currency;
mod discounts;
mod discovery;
mod jsonpath;
mod markdown;
mod paths;
mod rule;
mod session;
mod walk;
mod write_only;

use serde_json::Value;
use tradespec_schema::messages::Direction;
use tradespec_schema::{Pointer, Release};

use breaches::Breaches;
pub use rule::{Rule, Severity, Source};

/// What is known of a message apart from its text.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    release: &'a Release,
    type_name: &'a str,
    direction: Direction,
    request: Option<&'a Value>,
}

impl<'a> Context<'a> {
    /// A message of this release, type (such as `agentic_checkout.CheckoutSession`) and direction.
    #[must_use]
    pub fn new(release: &'a Release, type_name: &'a str, direction: Direction) -> Self {
        Self { release, type_name, direction, request: None }
    }

    /// The same, for a response to this request.
    #[must_use]
    pub fn answering(self, request: &'a Value) -> Self {
        Self { request: Some(request), ..self }
    }

    /// Whether the type stands in the schema file of that name (`schema.<file>.json`).
    fn is_in_file(&self, file: &str) -> bool {
        self.type_name.split_once('.').is_some_and(|(in_file, _)| in_file == file)
    }

    /// Whether the type has that name, in whichever file.
    fn is_named(&self, name: &str) -> bool {
        self.type_name.rsplit('.').next() == Some(name)
    }

    fn is_response(&self) -> bool {
        self.direction == Direction::Response
    }
}

/// One place where a message breaks a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The rule.
    pub rule: Rule,
    /// The place in the message.
    pub at: Pointer,
    /// What is wrong, without any value of the message.
    pub message: String,
    /// What to do about it, where there is something to say.
    pub help: Option<String>,
}

/// Where a message breaks the rules of its release.
///
/// ```
/// use serde_json::json;
/// use tradespec_protocol::rules::{Context, Rule, check};
/// use tradespec_schema::Release;
/// use tradespec_schema::messages::Direction;
///
/// let release = Release::new("2026-04-17")?;
/// let context = Context::new(&release, "agentic_checkout.CheckoutSession", Direction::Response);
/// let session = json!({
///     "currency": "usd",
///     "fulfillment_options": [{ "id": "parcel" }],
///     "selected_fulfillment_options": [{ "option_id": "pigeon" }],
///     "totals": [{ "type": "total", "amount": 1250 }]
/// });
///
/// let breaches = check(&session, &context);
/// assert_eq!(breaches.len(), 1);
/// assert_eq!(breaches[0].rule, Rule::UnknownFulfillmentOption);
/// assert_eq!(breaches[0].at.as_str(), "/selected_fulfillment_options/0/option_id");
///
/// // A value that is no message at all breaks no rule: that is for the schema to say.
/// assert!(check(&json!([null, 7]), &context).is_empty());
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
///
/// Some rules know more with the request at hand:
///
/// ```
/// use serde_json::json;
/// use tradespec_protocol::rules::{Context, Rule, check};
/// use tradespec_schema::Release;
/// use tradespec_schema::messages::Direction;
///
/// let release = Release::new("2026-04-17")?;
/// let request = json!({ "line_items": [{ "id": "mug" }] });
/// let context =
///     Context::new(&release, "agentic_checkout.Error", Direction::Response).answering(&request);
/// let error = json!({ "type": "invalid_request", "param": "$.line_items[3].id" });
/// assert_eq!(check(&error, &context)[0].rule, Rule::PathLeadsNowhere);
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[must_use]
pub fn check(message: &Value, context: &Context<'_>) -> Vec<Breach> {
    let mut breaches = Breaches::new(context);
    let is_discovery = context.is_named(discovery::TYPE);
    walk::members(message, &mut |member| {
        amount::check(member, &mut breaches);
        currency::check(member, &mut breaches);
        markdown::check(member, &mut breaches);
        write_only::check(member, &mut breaches);
        if is_discovery {
            discovery::check_member(member, &mut breaches);
        }
    });
    session::check(message, &mut breaches);
    paths::check(message, &mut breaches);
    discounts::check(message, &mut breaches);
    if is_discovery {
        discovery::check(message, &mut breaches);
    }
    breaches.sorted()
}
