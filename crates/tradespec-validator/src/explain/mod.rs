//! From the errors of a JSON Schema validator to diagnostics that name what to change.
//!
//! In:  the bundled document, a message, and the errors that validation found in it.
//! Out: [`Finding`]s, one for each thing that is wrong, by place, then code, then message.
//! Holds: no text contains a value of the message.

mod kinds;
mod trail;
mod unions;

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use serde_json::Value;
use tradespec_schema::{Pointer, suggestion};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, quoted};
use trail::Trail;

/// The most characters of a name for which a known one like it is looked for.
const COMPARED: usize = 64;

/// A diagnostic, and what other parts of this crate need to know of it.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) diagnostic: Diagnostic,
    /// The name of the member, where it is unknown.
    pub(crate) unknown_member: Option<String>,
    /// The extension that the field belongs to, as `name@date`.
    pub(crate) extension: Option<String>,
}

/// Explains `errors`, which validating a message against `document` gave.
pub(crate) fn explain<'i>(
    document: &Value,
    errors: impl Iterator<Item = ValidationError<'i>>,
) -> Vec<Finding> {
    let mut explainer = Explainer { document, findings: Vec::new() };
    for error in errors {
        explainer.error(&error);
    }
    explainer.finish()
}

struct Explainer<'d> {
    document: &'d Value,
    findings: Vec<Finding>,
}

impl Explainer<'_> {
    fn error(&mut self, error: &ValidationError<'_>) {
        match unions::branches(error) {
            Some(branches) => self.union(error, branches),
            None => self.kind(error),
        }
    }

    /// Adds what is wrong at the place of `error`.
    fn add(&mut self, error: &ValidationError<'_>, code: Code, message: String, help: Option<String>) {
        let instance_path = pointer(error.instance_path());
        let trail = Trail::new(self.document, error.evaluation_path().as_str());
        let mut diagnostic = Diagnostic::error(code, instance_path, pointer(error.schema_path()), message);
        diagnostic.help = help;
        let is_value =
            matches!(code, Code::WrongType | Code::NotInEnum | Code::WrongConst | Code::NoBranchMatches);
        if is_value && error.instance().is_null() {
            let name = diagnostic.instance_path.segments().last().unwrap_or_default();
            if trail.is_optional(&name) {
                diagnostic.code = Code::NullValue;
                diagnostic.help = Some(null_help(&name));
            }
        } else if code == Code::MissingMember && trail.is_conditional() {
            diagnostic.help = Some("a condition of the schema makes it required here".to_owned());
        }
        let extension = trail.extension().map(|(field, extension)| {
            let provenance = format!("{} is a field of extension {extension}", quoted(field));
            diagnostic.help = Some(match diagnostic.help.take() {
                Some(help) => format!("{help}; {provenance}"),
                None => provenance,
            });
            extension.to_owned()
        });
        self.findings.push(Finding { diagnostic, unknown_member: None, extension });
    }

    /// Adds a member that a closed object does not have.
    fn unknown_member(&mut self, error: &ValidationError<'_>, name: &str) {
        let at = error.schema_path().as_str();
        let object = at.rsplit_once('/').and_then(|(object, _)| self.document.pointer(object));
        let help = object.and_then(|object| {
            let present = error.instance().as_object();
            let absent: Vec<_> = trail::member_names(self.document, object)
                .into_iter()
                .filter(|known| present.is_none_or(|members| !members.contains_key(known)))
                .collect();
            did_you_mean(name, &absent)
        });
        self.add(error, Code::UnknownMember, format!("unknown member {}", quoted(name)), help);
        if let Some(finding) = self.findings.last_mut() {
            finding.unknown_member = Some(name.to_owned());
        }
    }

    fn finish(self) -> Vec<Finding> {
        let mut findings = self.findings;
        findings.sort_by_cached_key(|Finding { diagnostic, .. }| {
            let place = in_document(&diagnostic.instance_path);
            (place, diagnostic.code, diagnostic.message.clone(), diagnostic.schema_path.clone())
        });
        // The same thing found by several ways, as through an alias and an `allOf`.
        findings.dedup_by(|later, earlier| same(&later.diagnostic, &earlier.diagnostic));
        let place = |diagnostic: &Diagnostic| (diagnostic.instance_path.clone(), object_of(diagnostic));
        let of_type: BTreeSet<_> = findings
            .iter()
            .filter(|finding| matches!(finding.diagnostic.code, Code::WrongType | Code::NullValue))
            .map(|finding| place(&finding.diagnostic))
            .collect();
        // A value of another type is none of the allowed values anyway.
        findings.retain(|Finding { diagnostic, .. }| {
            !matches!(diagnostic.code, Code::NotInEnum | Code::WrongConst)
                || !of_type.contains(&place(diagnostic))
        });
        findings
    }
}

/// Whether two diagnostics, neighbours in the final order, say the same.
fn same(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.instance_path == b.instance_path
        && a.code == b.code
        && (a.message == b.message || a.code == Code::NullValue)
}

/// The schema object that holds the keyword.
fn object_of(diagnostic: &Diagnostic) -> Pointer {
    let at = diagnostic.schema_path.as_str();
    Pointer::from_text(at.rsplit_once('/').map_or("", |(object, _)| object))
}

/// The order of places: containers before what they hold, elements by their number, members by their name.
fn in_document(pointer: &Pointer) -> Vec<(Option<usize>, String)> {
    pointer.segments().map(|segment| (segment.parse().ok(), segment)).collect()
}

fn pointer(location: &jsonschema::paths::Location) -> Pointer {
    Pointer::from_text(location.as_str())
}

fn null_help(name: &str) -> String {
    format!(
        "leave {} out to leave it as it is; by the protocol's text null clears a member, but this release's schema \
         allows no null here",
        quoted(name)
    )
}

fn did_you_mean(wanted: &str, known: &[String]) -> Option<String> {
    if wanted.chars().nth(COMPARED).is_some() {
        return None;
    }
    suggestion(wanted, known.iter()).map(|near| format!("did you mean {}?", quoted(near)))
}
