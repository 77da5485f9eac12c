//! What is said about one place of a message.

use serde::{Serialize, Serializer};
use tradespec_schema::{ExtensionId, JsonError, Pointer};

use crate::code::{Code, Severity};

/// One thing that is wrong with a message, or worth knowing about it.
///
/// Neither `message` nor `help` contains a value of the message: they name members, JSON types, and what the schema
/// allows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What kind of thing it is.
    pub code: Code,
    /// How much it weighs.
    pub severity: Severity,
    /// Where it is in the message. For an unknown or missing member, the object that has or lacks it.
    #[serde(serialize_with = "text")]
    pub instance_path: Pointer,
    /// The keyword that says so, in the document that `Validator::document` gives.
    #[serde(serialize_with = "text")]
    pub schema_path: Pointer,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The active extension whose field this is about.
    #[serde(skip)]
    pub extension: Option<ExtensionId>,
    /// For an unknown member: the extension that is known, not active, and would add this member here.
    #[serde(skip)]
    pub inactive_extension: Option<ExtensionId>,
}

impl Diagnostic {
    /// An error about a place of a message.
    #[must_use]
    pub fn error(
        code: Code,
        instance_path: Pointer,
        schema_path: Pointer,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: Severity::Error,
            instance_path,
            schema_path,
            message: message.into(),
            help: None,
            extension: None,
            inactive_extension: None,
        }
    }

    /// What to say where a document cannot be read.
    #[must_use]
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::error(Code::Unreadable, Pointer::root(), Pointer::root(), message)
    }

    /// What to say where a document is not JSON.
    #[must_use]
    pub fn not_json(error: &JsonError) -> Self {
        Self::error(Code::NotJson, Pointer::root(), Pointer::root(), format!("not JSON: {error}"))
    }

    /// What to say where a document has the member at `at` twice.
    #[must_use]
    pub fn duplicate_member(at: Pointer) -> Self {
        let name = at.segments().last().unwrap_or_default();
        let message = format!("{} stands twice in one object; keep one of them", quoted(&name));
        Self::error(Code::DuplicateMember, at, Pointer::root(), message)
    }
}

/// The most characters of a member's name that a message shows.
const SHOWN: usize = 80;

/// A name in quotes, made safe to show: no control characters, not too long.
pub(crate) fn quoted(name: &str) -> String {
    let mut shown: String = name.chars().take(SHOWN).collect();
    if name.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    format!("{shown:?}")
}

fn text<S: Serializer>(pointer: &Pointer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(pointer.as_str())
}
