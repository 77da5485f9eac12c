//! Documents as texts: what they say, and where they say it.
//!
//! In:  the bytes of one document, and where it stands in its file.
//! Out: a [`Document`]: its value, or the faults for which it has none; and, once something is wrong, the places.
//! Holds: a document without faults is read once; places are looked for only when there is something to point at.

mod excerpt;
mod lines;
mod number;
mod reader;
mod scalar;
mod scan;
mod string;
#[cfg(test)]
mod tests;
mod tree;
mod unexpected;

use serde_json::Value;
use tradespec_schema::{Pointer, Protocol, is_secret, parse_json};

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::named::SCHEMA;
use crate::rules::is_about_presence;
use crate::span::{Origin, Span};

pub(crate) use excerpt::Values;
pub(crate) use scan::Scan;

/// One document.
#[derive(Debug)]
pub(crate) struct Document<'b> {
    bytes: &'b [u8],
    origin: Origin,
    value: Option<Value>,
    /// Whether there is something to say of the text itself, although it has a value.
    odd: bool,
}

impl<'b> Document<'b> {
    pub(crate) fn read(bytes: &'b [u8], origin: Origin) -> Self {
        match parse_json(bytes) {
            Ok(parsed) => {
                let odd = parsed.odd_numbers || !parsed.twice.is_empty();
                Self { bytes, origin, value: Some(parsed.value), odd }
            }
            Err(_) => Self { bytes, origin, value: None, odd: true },
        }
    }

    /// What the document says; none if it is not JSON.
    pub(crate) fn value(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// Leaves out the `$schema`, which names the message's type and is no member of it.
    pub(crate) fn take_schema_hint(&mut self) {
        if let Some(Value::Object(members)) = &mut self.value {
            members.shift_remove(SCHEMA);
        }
    }

    /// The diagnostics of `found` with their places, and those that are about the text itself.
    pub(crate) fn placed(
        &self,
        mut found: Vec<Diagnostic>,
        protocol: Protocol,
        values: Values,
    ) -> Vec<Diagnostic> {
        if found.is_empty() && !self.odd {
            return found;
        }
        let scan = Scan::new(self.bytes, self.origin, |name: &str| is_secret(protocol, name));
        let about_text = scan.faults().iter().map(|fault| {
            let mut diagnostic =
                Diagnostic::new(fault.code, fault.at.clone(), Pointer::root(), fault.message.as_str());
            diagnostic.help.clone_from(&fault.help);
            diagnostic.span = Some(fault.span);
            diagnostic
        });
        let mut all: Vec<_> = about_text.collect();
        all.append(&mut found);
        for diagnostic in &mut all {
            if diagnostic.span.is_none() {
                diagnostic.span = Some(place(&scan, diagnostic));
            }
            diagnostic.excerpt = diagnostic.span.as_ref().map(|span| scan.excerpt(span, values));
            if values == Values::Shown && has_value(diagnostic.code) {
                diagnostic.value = self.shown(&diagnostic.instance_path, protocol);
            }
        }
        // What is alike comes in the order of the text.
        all.chunk_by_mut(|a, b| a.instance_path == b.instance_path && a.code == b.code)
            .for_each(|alike| alike.sort_by_key(|diagnostic| diagnostic.span.map(|span| span.offset)));
        all
    }

    /// The value at `pointer` with what is secret in it masked; none if all of it is.
    fn shown(&self, pointer: &Pointer, protocol: Protocol) -> Option<Value> {
        if pointer.segments().any(|name| is_secret(protocol, &name)) {
            return None;
        }
        let value = pointer.resolve(self.value.as_ref()?)?;
        Some(masked(value, protocol))
    }
}

/// Where a diagnostic points: the name of a member that should not be there, the value of an unknown tag, else the value.
fn place(scan: &Scan<'_>, diagnostic: &Diagnostic) -> Span {
    let path = &diagnostic.instance_path;
    let member = diagnostic.member.as_ref().map(|name| path.join(name));
    let found = match (diagnostic.code, &member) {
        (Code::UnknownTag, Some(member)) => scan.value(member),
        (_, Some(member)) => scan.name(member),
        (Code::Rule(rule), None) if is_about_presence(rule) => scan.name(path),
        (_, None) => None,
    };
    found.or_else(|| scan.value(path)).or_else(|| scan.value(&Pointer::root())).unwrap_or_default()
}

/// Whether the value at the place says more than the message does.
fn has_value(code: Code) -> bool {
    match code {
        Code::UnknownMember | Code::MissingMember => false,
        Code::Rule(rule) => !is_about_presence(rule),
        _ => !code.is_input(),
    }
}

const MASK: &str = "…";

fn masked(value: &Value, protocol: Protocol) -> Value {
    match value {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(name, member)| {
                    let secret = is_secret(protocol, name);
                    (name.clone(), if secret { MASK.into() } else { masked(member, protocol) })
                })
                .collect(),
        ),
        Value::Array(list) => list.iter().map(|element| masked(element, protocol)).collect(),
        plain => plain.clone(),
    }
}
