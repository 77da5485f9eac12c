//! What is found in one exchange, as it is found.
//!
//! In:  codes with places in the exchange; reports about bodies.
//! Out: diagnostics with places in the file, by place.
//! Holds: what is wrong with a request that is refused is a note: the seller has dealt with it.

use std::fmt;

use tradespec_schema::Pointer;
use tradespec_validator::{Diagnostic, Origin, Report, Severity, Span};

use crate::code::Code;
use crate::recording::{Body, Exchange};

/// One side of an exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Request,
    Response,
}

impl Side {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Response => "response",
        }
    }

    pub(crate) fn pointer(self) -> Pointer {
        Pointer::root().join(self.name())
    }

    /// Where its body is in an exchange.
    pub(crate) fn body(self) -> Pointer {
        self.pointer().join("body")
    }

    /// Where something in its body is, by the pointer from there.
    pub(crate) fn in_body(self, at: impl fmt::Display) -> Pointer {
        Pointer::from_text(&format!("{}{at}", self.body()))
    }

    /// Where a header of it is.
    pub(crate) fn header(self, name: &str) -> Pointer {
        self.pointer().join("headers").join(name)
    }
}

/// Where the status code of an exchange is.
pub(crate) fn status() -> Pointer {
    Pointer::root().join("status")
}

#[derive(Debug)]
pub(crate) struct Findings<'e> {
    exchange: &'e Exchange,
    found: Vec<Diagnostic<Code>>,
}

impl<'e> Findings<'e> {
    pub(crate) fn new(exchange: &'e Exchange) -> Self {
        Self { exchange, found: Vec::new() }
    }

    pub(crate) fn add(&mut self, code: impl Into<Code>, at: Pointer, message: impl Into<String>, help: &str) {
        let mut diagnostic = Diagnostic::of(code.into(), at, message);
        diagnostic.help = Some(help.to_owned()).filter(|help| !help.is_empty());
        diagnostic.span = Some(start(self.exchange.origin));
        self.found.push(diagnostic);
    }

    /// Adds what weighs less than its kind usually does.
    pub(crate) fn add_as(
        &mut self,
        severity: Severity,
        code: impl Into<Code>,
        at: Pointer,
        message: &str,
        help: &str,
    ) {
        self.add(code, at, message, help);
        if let Some(last) = self.found.last_mut() {
            last.severity = severity;
        }
    }

    /// Takes over what was found in a body: at the start of the body where the place in the file is not known.
    pub(crate) fn report(&mut self, side: Side, body: &Body, report: Report) {
        for diagnostic in report {
            let at = side.in_body(&diagnostic.instance_path);
            let mut taken = Diagnostic::of(Code::Message(diagnostic.code), at, diagnostic.message);
            taken.severity = diagnostic.severity;
            taken.schema_path = diagnostic.schema_path;
            taken.help = diagnostic.help;
            taken.value = diagnostic.value;
            taken.extension = diagnostic.extension;
            taken.span = diagnostic.span.filter(|_| body.verbatim).or(Some(start(body.origin)));
            taken.excerpt = diagnostic.excerpt.filter(|_| body.verbatim);
            self.found.push(taken);
        }
    }

    /// Whether an error was found at that place or in it.
    pub(crate) fn has_error_in(&self, at: &Pointer) -> bool {
        self.found.iter().any(|diagnostic| {
            let below = diagnostic.instance_path.as_str().strip_prefix(at.as_str());
            diagnostic.severity == Severity::Error
                && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
        })
    }

    /// Whether an error was found at that very place.
    pub(crate) fn has_error_at(&self, at: &Pointer) -> bool {
        self.found
            .iter()
            .any(|diagnostic| diagnostic.severity == Severity::Error && diagnostic.instance_path == *at)
    }

    pub(crate) fn done(mut self) -> Vec<Diagnostic<Code>> {
        if (400..=499).contains(&self.exchange.status) {
            for diagnostic in &mut self.found {
                if diagnostic.instance_path.as_str().starts_with("/request/") {
                    diagnostic.severity = Severity::Note;
                }
            }
        }
        self.found.sort_by_key(|diagnostic| diagnostic.span.map(|span| span.offset));
        self.found
    }
}

/// The place where something starts.
pub(crate) fn start(origin: Origin) -> Span {
    let Origin { line, column, offset } = origin;
    Span { line, column, end_line: line, end_column: column, offset, length: 0 }
}
