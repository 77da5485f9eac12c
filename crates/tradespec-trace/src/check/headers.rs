//! Headers: the release that is asked for, what answers repeat, and what bodies are said to be.
//!
//! Source: ACP, operations (`API-Version`); the checkout specification's headers.

use tradespec_schema::Release;
use tradespec_validator::Checker;

use crate::findings::{Findings, Side};
use crate::recording::Message;
use crate::rule::Rule;
use crate::seen::Seen;

pub(crate) const API_VERSION: &str = "API-Version";
/// What an answer repeats, where the request has it.
const ECHOED: &[&str] = &["Idempotency-Key", "Request-Id"];

pub(crate) fn check(seen: &Seen<'_>, checker: &Checker<'_>, findings: &mut Findings<'_>) {
    version(seen, checker, findings);
    echoes(seen, findings);
    content_type(Side::Request, &seen.exchange.request, findings);
    content_type(Side::Response, &seen.exchange.response, findings);
}

fn version(seen: &Seen<'_>, checker: &Checker<'_>, findings: &mut Findings<'_>) {
    let at = Side::Request.header(API_VERSION);
    let Some(asked) = seen.exchange.request.headers.get(API_VERSION) else {
        if seen.succeeded() && !seen.is_public() {
            let message = "the request does not say by which release it goes, and succeeds";
            findings.add(
                Rule::ApiVersionMissing,
                at,
                message,
                "send API-Version with the date of the release",
            );
        }
        return;
    };
    let (releases, stated_at) = (checker.releases(), checker.protocol().stated_release());
    if !releases.iter().any(|release| release.as_str() == asked) {
        let known: Vec<_> = releases.iter().map(Release::as_str).collect();
        let message = "the release that the request names is not known, so the bodies are not checked";
        findings.add(Rule::ApiVersionUnknown, at, message, &format!("known releases: {}", known.join(", ")));
        return;
    }
    let stated = seen.response.pointer(stated_at).and_then(serde_json::Value::as_str);
    if seen.succeeded() && !seen.is_public() && stated.is_some_and(|stated| stated != asked) {
        let at = Side::Response.in_body(stated_at);
        let message = format!("the answer goes by another release than {asked}, which the request asks for");
        findings.add(Rule::VersionOfBody, at, message, "answer by the release of API-Version, or refuse it");
    }
}

/// A header that only some recordings have cannot be missed in the others: an answer without any headers says nothing.
fn echoes(seen: &Seen<'_>, findings: &mut Findings<'_>) {
    let (request, response) = (&seen.exchange.request.headers, &seen.exchange.response.headers);
    if response.is_empty() {
        return;
    }
    for name in ECHOED {
        let Some(sent) = request.get(name) else { continue };
        let what = match response.get(name) {
            Some(found) if found == sent => continue,
            Some(_) => "the answer has another value than the request",
            None => "the answer does not have it",
        };
        let help = format!("repeat the {name} of the request");
        findings.add(Rule::HeaderNotEchoed, Side::Response.header(name), format!("{name}: {what}"), &help);
    }
}

fn content_type(side: Side, message: &Message, findings: &mut Findings<'_>) {
    let Some(stated) = message.headers.get("Content-Type").filter(|_| message.body.is_some()) else { return };
    let essence = stated.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if essence != "application/json" && !essence.ends_with("+json") {
        let message = format!("the body of the {} is said to be something else than JSON", side.name());
        findings.add(Rule::ContentType, side.header("Content-Type"), message, "say application/json");
    }
}
