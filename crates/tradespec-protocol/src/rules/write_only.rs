//! What an agent only ever sends never comes back.
//!
//! Looked for at any depth, in free-form data too: a copy there is given away as well. `capabilities` say what a side
//! can do and carry no data. The outcome of a delegated authentication is the very answer of its operation.

use super::Rule;
use super::breaches::Breaches;
use super::walk::Member;

const NAMES: &[&str] =
    &["affiliate_attribution", "authentication_result", "intent_trace", "payment_data", "risk_signals"];

pub(super) fn check(member: &Member<'_>, breaches: &mut Breaches<'_>) {
    let is_answer =
        member.name == "authentication_result" && breaches.context.is_in_file("delegate_authentication");
    if !breaches.context.is_response()
        || !NAMES.contains(&member.name)
        || member.value.is_null()
        || is_answer
        || member.is_capability()
    {
        return;
    }
    let message = "is for requests only and stands in a response";
    breaches.add(Rule::WriteOnlyReturned, member.place.pointer(), message, "leave it out of every response");
}
