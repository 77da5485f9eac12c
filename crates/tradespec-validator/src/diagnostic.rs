//! What is said about one place of a message.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use tradespec_schema::{ExtensionId, Pointer};

use crate::code::{Code, Severity};
use crate::kind::Kind;
use crate::span::{Excerpt, Origin, Span};

/// One thing that is wrong with a message, or worth knowing about it.
///
/// Neither `message` nor `help` contains a value of the message: they name members, JSON types, and what the schema
/// allows. Only `value` does, and `excerpt`, where values were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic<C = Code> {
    /// What kind of thing it is.
    pub code: C,
    /// How much it weighs.
    pub severity: Severity,
    /// Where it is in the message. For an unknown or missing member, the object that has or lacks it.
    #[serde(serialize_with = "text", deserialize_with = "pointer")]
    pub instance_path: Pointer,
    /// The keyword that says so, in the document that `Validator::document` gives.
    #[serde(serialize_with = "text", deserialize_with = "pointer")]
    pub schema_path: Pointer,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// Where it is in the file; none for a message that never was a text, as in `Validator::check_value`.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// The value at `instance_path`, where values were asked for; what is secret in it is masked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The line it is in.
    #[serde(skip)]
    pub excerpt: Option<Excerpt>,
    /// The member of the object at `instance_path` that this is about, where it is unknown or missing.
    #[serde(skip)]
    pub(crate) member: Option<String>,
    /// The active extension whose field this is about.
    #[serde(skip)]
    pub extension: Option<ExtensionId>,
    /// For an unknown member: the extension that is known, not active, and would add this member here.
    #[serde(skip)]
    pub inactive_extension: Option<ExtensionId>,
}

impl<C: Kind> Diagnostic<C> {
    /// A diagnostic of any kind about a place, as severe as its kind usually is.
    #[must_use]
    pub fn of(code: C, at: Pointer, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: code.severity(),
            instance_path: at,
            schema_path: Pointer::root(),
            message: message.into(),
            help: None,
            span: None,
            value: None,
            excerpt: None,
            member: None,
            extension: None,
            inactive_extension: None,
        }
    }
}

impl Diagnostic {
    /// A diagnostic about a place of a message, as severe as its code usually is.
    #[must_use]
    pub fn new(code: Code, instance_path: Pointer, schema_path: Pointer, message: impl Into<String>) -> Self {
        Self { schema_path, ..Self::of(code, instance_path, message) }
    }

    /// The same about a message that stands at a place of a document.
    pub(crate) fn within(mut self, at: &Pointer) -> Self {
        self.instance_path = at.below(&self.instance_path);
        self
    }

    /// The name of the member, where it is unknown.
    pub(crate) fn unknown_member(&self) -> Option<&str> {
        self.member.as_deref().filter(|_| self.code == Code::UnknownMember)
    }

    /// What to say where a document cannot be read.
    #[must_use]
    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::input(Code::Unreadable, Origin::default(), message)
    }

    /// What to say where reading a file goes wrong at `place`.
    #[must_use]
    pub fn input(code: Code, place: Origin, message: impl Into<String>) -> Self {
        let Origin { line, column, offset } = place;
        let span = Span { line, column, end_line: line, end_column: column, offset, length: 0 };
        Self { span: Some(span), ..Self::new(code, Pointer::root(), Pointer::root(), message) }
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

fn pointer<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Pointer, D::Error> {
    String::deserialize(deserializer).map(|text| Pointer::from_text(&text))
}
