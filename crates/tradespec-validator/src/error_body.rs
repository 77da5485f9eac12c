//! The answer to a request that is not valid, as the protocol has it.
//!
//! In:  a [`Report`].
//! Out: the flat `Error` of ACP about the first error, with the place as a `JSONPath`.
//! Holds: no value of the request is in it; the place is a query of RFC 9535.
//!
//! Source: ACP, messages and operations (any 4xx is an `Error`, never wrapped in `{"error": …}`).

use serde::Serialize;
use tradespec_schema::Pointer;

use crate::code::Severity;
use crate::diagnostic::Diagnostic;
use crate::report::Report;

/// The most characters of a name that a path has. A longer one, and what is below it, is left out.
const LONGEST: usize = 80;

/// The most digits of an index: RFC 9535 has no index beyond 2^53.
const DIGITS: usize = 15;

/// The body of a 400 response: the `Error` type of ACP.
///
/// ```
/// use serde_json::json;
/// use tradespec_validator::Validator;
///
/// let validator = Validator::builder().message_type("CheckoutSessionCreateRequest").build()?;
/// let report = validator.check(br#"{"line_items": [{"id": 7}], "currency": "usd", "capabilities": {}}"#);
/// assert_eq!(
///     serde_json::to_value(report.error_body()).ok(),
///     Some(json!({
///         "type": "invalid_request",
///         "code": "wrong_type",
///         "message": "expected string, found integer",
///         "param": "$.line_items[0].id",
///     })),
/// );
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorBody {
    /// Always `invalid_request`: the request is to blame.
    pub r#type: &'static str,
    /// The code of the diagnostic, with `_` for `-`. The protocol leaves the choice of codes to the seller and writes
    /// its own with `_`.
    pub code: String,
    /// What is wrong, without the diagnostic's help: that is for whoever runs the validator.
    pub message: String,
    /// Where: a path that RFC 9535 calls singular. It leads to the value, to the unknown member, or to the place of the
    /// missing one. None for a request that is not JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
}

impl Report {
    /// What to answer to the request that this report is about: its first error; none if it is valid.
    #[must_use]
    pub fn error_body(&self) -> Option<ErrorBody> {
        self.iter().find(|diagnostic| diagnostic.severity == Severity::Error).map(ErrorBody::of)
    }
}

impl ErrorBody {
    fn of(diagnostic: &Diagnostic) -> Self {
        Self {
            r#type: "invalid_request",
            code: diagnostic.code.as_str().replace('-', "_"),
            message: diagnostic.message.clone(),
            param: (!diagnostic.code.is_input()).then(|| param(diagnostic)),
        }
    }
}

fn param(diagnostic: &Diagnostic) -> String {
    match &diagnostic.member {
        Some(name) => query(&diagnostic.instance_path.join(name)),
        None => query(&diagnostic.instance_path),
    }
}

/// A pointer as a query. A pointer does not say whether a number is an index or a name; lists are far more common, so
/// it is taken for an index.
fn query(pointer: &Pointer) -> String {
    let mut query = "$".to_owned();
    for segment in pointer.segments().take_while(|segment| segment.chars().nth(LONGEST).is_none()) {
        if is_index(&segment) {
            query.push_str(&format!("[{segment}]"));
        } else if is_plain(&segment) {
            query.push_str(&format!(".{segment}"));
        } else {
            query.push_str(&format!("['{}']", escaped(&segment)));
        }
    }
    query
}

fn is_index(segment: &str) -> bool {
    let digits = segment.bytes().all(|byte| byte.is_ascii_digit());
    digits && (1..=DIGITS).contains(&segment.len()) && (segment == "0" || !segment.starts_with('0'))
}

/// Whether a name may stand after a point.
fn is_plain(segment: &str) -> bool {
    let mut characters = segment.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|other| other.is_ascii_alphanumeric() || other == '_')
}

/// A name as it stands between single quotes in a normalized path (RFC 9535, section 2.7).
fn escaped(segment: &str) -> String {
    let mut escaped = String::new();
    for character in segment.chars() {
        match character {
            '\'' | '\\' => escaped.extend(['\\', character]),
            '\u{8}' => escaped.push_str("\\b"),
            '\t' => escaped.push_str("\\t"),
            '\n' => escaped.push_str("\\n"),
            '\u{c}' => escaped.push_str("\\f"),
            '\r' => escaped.push_str("\\r"),
            '\0'..='\u{1f}' => escaped.push_str(&format!("\\u{:04x}", u32::from(character))),
            other => escaped.push(other),
        }
    }
    escaped
}
