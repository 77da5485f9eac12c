//! What is said about one place of a schema file.

use serde::{Serialize, Serializer};
use tradespec_schema::{Location, Pointer};
use tradespec_validator::{Excerpt, Severity, Span};

use crate::code::Code;

/// One fault of a schema file, or something worth knowing about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What kind of fault it is.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// The release the file belongs to, where it is one of a dated release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// The path of the file.
    pub file: String,
    /// Where it is in the file: of a member, where its name stands.
    #[serde(flatten, serialize_with = "start")]
    pub span: Span,
    /// Where it is in the document.
    #[serde(serialize_with = "text")]
    pub pointer: Pointer,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The line it is in.
    #[serde(skip)]
    pub excerpt: Option<Excerpt>,
}

/// What a rule says; the file's path and the line are added in the end, in one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) code: Code,
    pub(crate) severity: Severity,
    pub(crate) at: Location,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Fault {
    /// A fault as severe as its code usually is.
    pub(crate) fn new(code: Code, at: Location, message: impl Into<String>) -> Self {
        Self { code, severity: code.severity(), at, message: message.into(), help: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    pub(crate) fn severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }
}

/// Only where it starts: scripts ask for `line` and `column`.
fn start<S: Serializer>(span: &Span, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Start {
        line: usize,
        column: usize,
    }
    Start { line: span.line, column: span.column }.serialize(serializer)
}

fn text<S: Serializer>(pointer: &Pointer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(pointer.as_str())
}
