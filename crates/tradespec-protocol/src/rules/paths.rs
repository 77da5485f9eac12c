//! Paths in messages are JSON paths (RFC 9535), and point at something in the document they are about.
//!
//! - `messages[].param` is about the session or cart it stands in, `allocations[].path` about the session;
//! - `param` of an error is about the request, where that is known.
//!
//! An error is often about what is *not* there (`$.authentication_result` where it is required), so a path of an error
//! may end at a member that its object lacks. The text gives `$.totals.<type>` as the path of a total, although
//! `totals` is a list: as the path of an allocation it is taken.

use serde_json::Value;
use tradespec_schema::Pointer;

use super::Rule;
use super::breaches::Breaches;
use super::jsonpath::{End, Path, Step, follow, parse};
use super::walk::elements;

/// The document that a path is about.
struct Subject<'v> {
    document: Option<&'v Value>,
    called: &'static str,
    /// Whether the path may lead to a member that is not there.
    may_be_absent: bool,
}

pub(super) fn check(message: &Value, breaches: &mut Breaches<'_>) {
    check_notes(message, breaches);
    check_allocations(message, breaches);
    // The feed's text calls `param` a parameter or a field, and not a path.
    if breaches.context.is_named("Error") && !breaches.context.is_in_file("feed") {
        let document = breaches.context.request;
        let subject = Subject { document, called: "the request", may_be_absent: true };
        check_path(message.get("param"), &Pointer::root().join("param"), &subject, breaches);
    }
}

fn check_notes(message: &Value, breaches: &mut Breaches<'_>) {
    for (at, note) in elements(message, &Pointer::root(), "messages") {
        let may_be_absent = note.get("type").and_then(Value::as_str) == Some("error");
        let subject = Subject { document: Some(message), called: "this document", may_be_absent };
        check_path(note.get("param"), &at.join("param"), &subject, breaches);
    }
}

fn check_allocations(message: &Value, breaches: &mut Breaches<'_>) {
    let Some(discounts) = message.get("discounts") else { return };
    let subject = Subject { document: Some(message), called: "this document", may_be_absent: false };
    for (at, discount) in elements(discounts, &Pointer::root().join("discounts"), "applied") {
        for (at, allocation) in elements(discount, &at, "allocations") {
            let path = allocation.get("path");
            if !path.and_then(Value::as_str).is_some_and(|path| is_total(path, message)) {
                check_path(path, &at.join("path"), &subject, breaches);
            }
        }
    }
}

/// Whether a path is `$.totals.<type>` in a document whose totals are a list.
fn is_total(path: &str, message: &Value) -> bool {
    let Path::Single(steps) = parse(path) else { return false };
    let [Step::Member(first), Step::Member(_)] = steps.as_slice() else { return false };
    first == "totals" && message.get("totals").is_some_and(Value::is_array)
}

fn check_path(path: Option<&Value>, at: &Pointer, subject: &Subject<'_>, breaches: &mut Breaches<'_>) {
    let Some(text) = path.and_then(Value::as_str) else { return };
    let message = match parse(text) {
        Path::Invalid => "is no JSONPath as RFC 9535 defines it",
        Path::TooDeep => "is a path with brackets deeper inside each other than is read",
        Path::Single(steps) => return check_end(&steps, at, subject, breaches),
        Path::Other => return,
    };
    let help = "write the way from the top of the document, such as $.line_items[0].id";
    breaches.add(Rule::NotAJsonPath, at.clone(), message, help);
}

fn check_end(steps: &[Step], at: &Pointer, subject: &Subject<'_>, breaches: &mut Breaches<'_>) {
    let Some(document) = subject.document else { return };
    let (step, lacking) = match follow(steps, document) {
        End::Value => return,
        End::AbsentMember(_) if subject.may_be_absent => return,
        End::AbsentMember(step) => (step, "names a member that is not there"),
        End::Nowhere(step) => (step, "goes to nothing"),
    };
    let message = format!("leads nowhere in {}: step {step} of the path {lacking}", subject.called);
    let help = "point at the part that is meant, as it stands in the document";
    breaches.add(Rule::PathLeadsNowhere, at.clone(), message, help);
}
