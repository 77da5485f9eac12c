//! From the errors of a JSON Schema validator to diagnostics that name what to change.
//!
//! In:  the bundled document, a message, and the errors that validation found in it.
//! Out: [`Finding`]s, one for each thing that is wrong, by place, then code, then message.
//! Holds: no text contains a value of the message.

mod kinds;
mod meant;
pub(crate) mod trail;
mod unions;

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;
use serde_json::{Map, Value};
use tradespec_schema::{Pointer, suggestion};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, quoted};
use crate::strict::Unnamed;
pub(crate) use kinds::joined;
use meant::Meant;
use trail::Trail;

/// The most characters of a name for which a known one like it is looked for.
const COMPARED: usize = 64;

/// A diagnostic, and what other parts of this crate need to know of it.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) diagnostic: Diagnostic,
    /// Whether a receiver that goes by the protocol takes the message nevertheless: an unknown member of an object, or
    /// an unknown word of a vocabulary.
    pub(crate) tolerable: bool,
    /// The members that an unknown one was meant to be, or that it holds instead of the object around it.
    instead_of: Vec<String>,
    /// The names of missing members.
    missing: Vec<String>,
    /// The members to add where one of several ways will do, each way a list of names.
    ways: Vec<Vec<String>>,
    /// The extension that the field belongs to, as `name@date`.
    pub(crate) extension: Option<String>,
}

/// Explains `errors`, which validating a message against `document` gave. For a receiver, a form that only has what a
/// receiver tolerates is the one that was meant.
pub(crate) fn explain<'i>(
    document: &Value,
    errors: impl Iterator<Item = ValidationError<'i>>,
    receiver: bool,
) -> Vec<Finding> {
    explain_with(document, errors, &Value::Null, &[], receiver)
}

/// As [`explain`], with the members of `message` that nothing names.
pub(crate) fn explain_with<'i>(
    document: &Value,
    errors: impl Iterator<Item = ValidationError<'i>>,
    message: &Value,
    unnamed: &[Unnamed],
    receiver: bool,
) -> Vec<Finding> {
    let mut explainer = Explainer { document, receiver, findings: Vec::new() };
    for error in errors {
        explainer.error(&error);
    }
    for unnamed in unnamed {
        explainer.unnamed(message, unnamed);
    }
    explainer.finish()
}

struct Explainer<'d> {
    document: &'d Value,
    receiver: bool,
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
        let mut diagnostic = Diagnostic::new(code, instance_path, pointer(error.schema_path()), message);
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
            diagnostic.help = Some(with_note(diagnostic.help.take(), provenance));
            extension.to_owned()
        });
        let word = error.instance().is_string() || diagnostic.code == Code::UnknownTag;
        let tolerable = match diagnostic.code {
            Code::UnknownMember => true,
            Code::NotInEnum | Code::UnknownTag => word,
            _ => false,
        };
        let missing = match error.kind() {
            Kind::Required { property } => property.as_str().map(str::to_owned).into_iter().collect(),
            _ => Vec::new(),
        };
        diagnostic.member = missing.first().cloned();
        let (instead_of, ways) = (Vec::new(), Vec::new());
        self.findings.push(Finding { diagnostic, tolerable, instead_of, missing, ways, extension });
    }

    /// Adds a member that a closed object does not have.
    fn unknown_member(&mut self, error: &ValidationError<'_>, name: &str) {
        let at = error.schema_path().as_str();
        let object = at.rsplit_once('/').and_then(|(object, _)| self.document.pointer(object));
        let meant = object.zip(error.instance().as_object());
        let meant = meant.map(|(object, present)| self.meant(name, present, &[object]));
        let Meant { help, instead_of } = meant.unwrap_or_default();
        self.add(error, Code::UnknownMember, format!("unknown member {}", quoted(name)), help);
        if let Some(finding) = self.findings.last_mut() {
            finding.diagnostic.member = Some(name.to_owned());
            finding.instead_of = instead_of;
        }
    }

    /// Adds a member that an open object has, and that none of the schemas of the object names.
    fn unnamed(&mut self, message: &Value, unnamed: &Unnamed) {
        let Unnamed { at, name, schemas } = unnamed;
        let objects: Vec<_> = schemas.iter().filter_map(|schema| schema.resolve(self.document)).collect();
        let present = at.resolve(message).and_then(Value::as_object);
        let meant = present.map(|present| self.meant(name, present, &objects));
        let Meant { help, instead_of } = meant.unwrap_or_default();
        let schema_path = schemas.first().map_or_else(Pointer::root, |schema| schema.join("properties"));
        let message = format!("unknown member {}", quoted(name));
        let mut diagnostic = Diagnostic::new(Code::UnknownMember, at.clone(), schema_path, message);
        (diagnostic.help, diagnostic.member) = (help, Some(name.clone()));
        let (missing, ways) = (Vec::new(), Vec::new());
        self.findings.push(Finding {
            diagnostic,
            tolerable: true,
            instead_of,
            missing,
            ways,
            extension: None,
        });
    }

    /// What a member that none of the schemas of an object names was meant to be.
    fn meant(&self, name: &str, present: &Map<String, Value>, objects: &[&Value]) -> Meant {
        let mut known: Vec<String> = Vec::new();
        for other in objects.iter().flat_map(|object| trail::member_names(self.document, object)) {
            if !known.contains(&other) {
                known.push(other);
            }
        }
        known.retain(|known| !present.contains_key(known));
        let is_required = |known: &&String| {
            objects.iter().any(|object| trail::requires(self.document, object, known, &mut Vec::new()))
        };
        let missing: Vec<_> = known.iter().filter(is_required).cloned().collect();
        meant::meant(name, present, &known, &missing)
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
        fold_tags(&mut findings);
        if !self.receiver {
            fold_missing(&mut findings);
        }
        findings.dedup_by(join_missing);
        findings
    }
}

/// Leaves out that a member is outside its vocabulary where a union has said already that it names no form.
fn fold_tags(findings: &mut Vec<Finding>) {
    let of_unions =
        findings.iter().map(|finding| &finding.diagnostic).filter(|other| other.code == Code::UnknownTag);
    let told: BTreeSet<_> =
        of_unions.filter_map(|other| Some(other.instance_path.join(other.member.as_deref()?))).collect();
    findings.retain(|Finding { diagnostic, .. }| {
        !matches!(diagnostic.code, Code::NotInEnum | Code::WrongConst)
            || !told.contains(&diagnostic.instance_path)
    });
}

/// Leaves out that a member is missing where an unknown one was meant to be it. (A receiver passes over the unknown one,
/// and then it is just missing.)
fn fold_missing(findings: &mut Vec<Finding>) {
    let told: BTreeSet<_> = findings
        .iter()
        .flat_map(|finding| {
            finding.instead_of.iter().map(|name| (finding.diagnostic.instance_path.clone(), name.clone()))
        })
        .collect();
    findings.retain(|finding| {
        let place = &finding.diagnostic.instance_path;
        let is_told = |name: &String| told.contains(&(place.clone(), name.clone()));
        let is_missing = finding.diagnostic.code == Code::MissingMember;
        let told = (is_missing && finding.missing.first().is_some_and(is_told))
            || finding.ways.iter().any(|way| way.iter().all(is_told));
        !told
    });
}

/// Makes one finding of two members that one object lacks, neighbours in the final order.
fn join_missing(later: &mut Finding, earlier: &mut Finding) -> bool {
    let (a, b) = (&later.diagnostic, &earlier.diagnostic);
    let alike = a.code == Code::MissingMember
        && a.code == b.code
        && (&a.instance_path, &a.schema_path, &a.help) == (&b.instance_path, &b.schema_path, &b.help);
    let is_plain = |finding: &Finding| {
        finding.missing.first().is_some_and(|name| finding.diagnostic.message.ends_with(&quoted(name)))
    };
    if !alike || !(is_plain(later) && (earlier.missing.len() > 1 || is_plain(earlier))) {
        return false;
    }
    earlier.missing.append(&mut later.missing);
    let names: Vec<_> = earlier.missing.iter().map(|name| quoted(name)).collect();
    earlier.diagnostic.message = format!("missing members {}", kinds::joined(&names, "and"));
    true
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
pub(crate) fn in_document(pointer: &Pointer) -> Vec<(Option<usize>, String)> {
    pointer.segments().map(|segment| (segment.parse().ok(), segment)).collect()
}

fn pointer(location: &jsonschema::paths::Location) -> Pointer {
    Pointer::from_text(location.as_str())
}

fn null_help(name: &str) -> String {
    format!("leave {} out; this release's schema allows no null here", quoted(name))
}

/// Help with a note behind it.
fn with_note(help: Option<String>, note: String) -> String {
    match help {
        Some(help) if help.ends_with('?') => format!("{help} ({note})"),
        Some(help) => format!("{help}; {note}"),
        None => note,
    }
}

fn did_you_mean(wanted: &str, known: &[String]) -> Option<String> {
    near(wanted, known).map(|near| format!("did you mean {}?", quoted(near)))
}

/// The known name that is near enough to be what was meant.
fn near<'n>(wanted: &str, known: &'n [String]) -> Option<&'n str> {
    if wanted.chars().nth(COMPARED).is_some() {
        return None;
    }
    suggestion(wanted, known.iter())
}
