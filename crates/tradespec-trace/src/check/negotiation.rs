//! Negotiation: what an answer says is mutual is what the agent declared, and what is always required is asked for.
//!
//! In:  an answer with `capabilities`, and what the agent declared when it created or last updated the session.
//! Out: what is wrong with the answer.
//!
//! Source: ACP, capability negotiation.

use std::collections::BTreeSet;

use serde_json::Value;
use tradespec_schema::{Extension, Pointer};

use crate::findings::{Findings, Side};
use crate::rule::Rule;

/// What only agents state, and what only sellers state, of interventions.
const OF_AGENTS: &[&str] = &["display_context", "redirect_context", "max_redirects", "max_interaction_depth"];
const OF_SELLERS: &[&str] = &["required", "enforcement"];
/// The statuses in which a session may be although something is missing that is always required.
const HELD_BACK: &[&str] = &["not_ready_for_payment", "canceled", "expired"];

/// What an agent declared.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    interventions: BTreeSet<String>,
    /// Names, with their dates where they have some.
    extensions: BTreeSet<String>,
}

impl Declared {
    /// What the `capabilities` of a request declare; nothing where they have not the right shape.
    pub(crate) fn of(request: &Value) -> Self {
        let texts = |at: &str| -> BTreeSet<String> {
            let list = request.pointer(at).and_then(Value::as_array).into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        Self {
            interventions: texts("/capabilities/interventions/supported"),
            extensions: texts("/capabilities/extensions"),
        }
    }
}

/// What only the other side states.
pub(crate) fn check_request(request: &Value, findings: &mut Findings<'_>) {
    foreign(request, Side::Request, OF_SELLERS, findings);
}

/// The answer to an agent that declared `declared`. `known` are the extensions of which it is known what they depend on.
pub(crate) fn check_response(
    response: &Value,
    declared: &Declared,
    known: &[Extension],
    findings: &mut Findings<'_>,
) {
    foreign(response, Side::Response, OF_AGENTS, findings);
    let at = Pointer::from_text("/capabilities/interventions/supported");
    for (at, intervention) in elements(response, &at) {
        if intervention.as_str().is_some_and(|name| !declared.interventions.contains(name)) {
            let message = "the answer supports an intervention that the agent does not";
            let help = "answer with what both sides can do";
            findings.add(Rule::InterventionNotMutual, Side::Response.in_body(&at), message, help);
        }
    }
    for (at, extension) in elements(response, &Pointer::from_text("/capabilities/extensions")) {
        if let Some(name) = extension.get("name").or(Some(extension)).and_then(Value::as_str) {
            check_extension(name, &at, declared, known, findings);
        }
    }
}

fn check_extension(
    name: &str,
    at: &Pointer,
    declared: &Declared,
    known: &[Extension],
    findings: &mut Findings<'_>,
) {
    let (bare, date) = parts(name);
    let mut versions =
        declared.extensions.iter().map(|name| parts(name)).filter(|(other, _)| *other == bare).peekable();
    if versions.peek().is_none() {
        // What a declared extension needs comes with it.
        let is_needed = known.iter().any(|extension| {
            let is_declared = declared.extensions.iter().any(|name| parts(name).0 == extension.id().name);
            is_declared && extension.depends_on().iter().any(|needed| parts(needed).0 == bare)
        });
        if !is_needed {
            let message = "an extension is active that the agent did not declare";
            let help = "activate what both sides declare, and what that depends on";
            findings.add(Rule::ExtensionNotDeclared, Side::Response.in_body(at), message, help);
        }
        return;
    }
    let fits = |(_, wanted): (&str, Option<&str>)| wanted.is_none() || date.is_none() || wanted == date;
    if !versions.any(fits) {
        let message = "an extension is active in another version than the agent declared";
        let help = "activate a version that both sides declare, or leave the extension out";
        findings.add(Rule::ExtensionVersion, Side::Response.in_body(at), message, help);
    }
}

/// Whether a session goes on although the agent cannot do what is always required.
pub(crate) fn check_enforcement(response: &Value, findings: &mut Findings<'_>) {
    let Some(interventions) = response.pointer("/capabilities/interventions") else { return };
    let words = |name: &str| -> BTreeSet<&str> {
        let list = interventions.get(name).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).collect()
    };
    let is_met = words("required").is_subset(&words("supported"));
    if is_met || interventions.get("enforcement").and_then(Value::as_str) != Some("always") {
        return;
    }
    let status = response.get("status").and_then(Value::as_str).unwrap_or_default();
    let told = response.get("messages").and_then(Value::as_array).into_iter().flatten().any(|message| {
        let is = |name: &str, word: &str| message.get(name).and_then(Value::as_str) == Some(word);
        is("type", "error") && is("code", "intervention_required")
    });
    let (at, what) = match (HELD_BACK.contains(&status), told) {
        (false, _) => ("/status", "the session goes on"),
        (true, false) if status == "not_ready_for_payment" => ("/messages", "no message says so"),
        _ => return,
    };
    let message = format!("the agent cannot do what is always required, and {what}");
    let help = "answer not_ready_for_payment with a message of type error and code intervention_required";
    findings.add(Rule::InterventionNotEnforced, Side::Response.in_body(at), message, help);
}

fn foreign(message: &Value, side: Side, names: &[&str], findings: &mut Findings<'_>) {
    let at = Pointer::from_text("/capabilities/interventions");
    let Some(interventions) = at.resolve(message).and_then(Value::as_object) else { return };
    for name in names.iter().filter(|name| interventions.contains_key(**name)) {
        let at = side.in_body(at.join(name));
        let (rule, owner) = match side {
            Side::Request => (Rule::SellerFieldSent, "sellers"),
            Side::Response => (Rule::AgentFieldReturned, "agents"),
        };
        findings.add(rule, at, format!("{name} is for {owner} to state"), "leave it out");
    }
}

fn elements<'v>(message: &'v Value, at: &Pointer) -> Vec<(Pointer, &'v Value)> {
    let list = at.resolve(message).and_then(Value::as_array).into_iter().flatten();
    list.enumerate().map(|(index, element)| (at.join(&index.to_string()), element)).collect()
}

/// The name of an extension, and its date where it has one.
fn parts(name: &str) -> (&str, Option<&str>) {
    name.split_once('@').map_or((name, None), |(name, date)| (name, Some(date)))
}
