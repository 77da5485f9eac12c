//! The words for each kind of error that stands alone.
//!
//! In:  an error that is about one keyword.
//! Out: its code, a message in our own words, and help where the schema has some.

use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::{JsonType, ValidationError};
use serde_json::Value;

use super::trail::Trail;
use super::{Explainer, did_you_mean, near, pointer};
use crate::code::Code;
use crate::diagnostic::quoted;
use crate::render::counted;

/// The most allowed values that a message lists.
const LISTED: usize = 24;

impl Explainer<'_> {
    /// Adds what an error about one keyword says.
    pub(super) fn kind(&mut self, error: &ValidationError<'_>) {
        match error.kind() {
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                for name in unexpected {
                    self.unknown_member(error, name);
                }
            }
            Kind::PropertyNames { error: inner } => {
                let name = inner.instance().as_str().unwrap_or_default();
                let (_, why) = worded(inner);
                let message = format!("the name of member {} {why}", quoted(name));
                self.add(error, Code::WrongMemberName, message, None);
            }
            Kind::Type { kind } => self.wrong_type(error, &type_names(kind)),
            Kind::Enum { options } => {
                self.not_in_enum(error, options.as_array().map_or(&[], Vec::as_slice));
            }
            Kind::Format { format } => {
                let (code, message) = worded(error);
                self.add(
                    error,
                    code,
                    message,
                    written(format).map(|example| format!("it is written {example}")),
                );
            }
            Kind::Pattern { pattern } => {
                let (code, message) = worded(error);
                self.add(error, code, message, formed(pattern).map(|form| format!("it is {form}")));
            }
            Kind::Contains => {
                let (code, message) = worded(error);
                let at = error.schema_path().as_str();
                let list = at.rsplit_once('/').and_then(|(list, _)| self.document.pointer(list));
                self.add(error, code, message, list.and_then(wanted_elements));
            }
            _ => {
                let (code, message) = worded(error);
                self.add(error, code, message, None);
            }
        }
    }

    pub(super) fn wrong_type(&mut self, error: &ValidationError<'_>, expected: &[&str]) {
        let message = format!("expected {}, found {}", listed(expected), found(error.instance()));
        let help: Vec<_> = [rewritten(error.instance(), expected), self.meaning(error, expected)]
            .into_iter()
            .flatten()
            .collect();
        self.add(error, Code::WrongType, message, (!help.is_empty()).then(|| help.join("; ")));
    }

    /// How a value that the place is meant for is written, where that is more than its type.
    fn meaning(&self, error: &ValidationError<'_>, expected: &[&str]) -> Option<String> {
        if expected.contains(&"integer") && !error.instance().is_null() && self.is_money(error) {
            let help = "an amount is a whole number of minor units, such as cents: twelve and a half dollars are 1250";
            return Some(help.to_owned());
        }
        if !expected.contains(&"string") || !error.instance().is_number() {
            return None;
        }
        let trail = Trail::new(self.document, error.evaluation_path().as_str());
        trail.format().and_then(written).map(|example| format!("it is written {example}"))
    }

    /// Whether the place holds an amount of money: its schema or its name says so.
    fn is_money(&self, error: &ValidationError<'_>) -> bool {
        let trail = Trail::new(self.document, error.evaluation_path().as_str());
        let place = pointer(error.instance_path());
        let name = place.segments().last().unwrap_or_default();
        trail.describes("minor unit") || name == "amount" || name.ends_with("_amount")
    }

    pub(super) fn not_in_enum(&mut self, error: &ValidationError<'_>, allowed: &[Value]) {
        let texts: Vec<_> = allowed.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let value = error.instance().as_str();
        let help = value.and_then(|value| did_you_mean(value, &texts));
        let allowed = value.map_or_else(|| allowed.to_vec(), |value| nearest_first(value, allowed));
        self.add(error, Code::NotInEnum, format!("must be {}", one_of(&allowed)), help);
    }
}

/// What to do about a value that is of another type only by how it is written.
fn rewritten(value: &Value, expected: &[&str]) -> Option<String> {
    let is_expected = |value: &Value| {
        let number = value.is_number() && expected.contains(&"number");
        number || expected.contains(&found(value))
    };
    let help = match value {
        Value::String(text) if serde_json::from_str(text).is_ok_and(|inner| is_expected(&inner)) => {
            "write it without quotes around it"
        }
        Value::Array(list) if matches!(list.as_slice(), [only] if is_expected(only)) => {
            "write it without [ ] around it"
        }
        Value::Null | Value::Array(_) => return None,
        _ if expected == ["array"] => "a list of one is written with [ ] around it",
        _ => return None,
    };
    Some(help.to_owned())
}

/// What a text of a pattern is, for patterns that many schemas have.
fn formed(pattern: &str) -> Option<&'static str> {
    Some(match pattern {
        "^[A-Z]{3}$" => "three capital letters, such as USD",
        "^[a-z]{3}$" => "three small letters, such as usd",
        "^[A-Z]{2}$" => "two capital letters, such as US",
        r"^\d{4}-\d{2}-\d{2}$" => "a date, such as 2026-04-17",
        _ => return None,
    })
}

/// Which elements a list is to hold, and how many, where they are told by what their members are.
fn wanted_elements(list: &Value) -> Option<String> {
    let members = list.pointer("/contains/properties")?.as_object()?;
    let kinds = members
        .iter()
        .filter_map(|(name, member)| Some(format!("{} is {}", quoted(name), shown(member.get("const")?))));
    let kinds: Vec<_> = kinds.collect();
    if kinds.is_empty() {
        return None;
    }
    let count = |keyword: &str| list.get(keyword).and_then(Value::as_u64);
    let many = match (count("minContains").unwrap_or(1), count("maxContains")) {
        (1, Some(1)) => "exactly one element".to_owned(),
        (least, Some(most)) => format!("{least} to {most} elements"),
        (1, None) => "an element".to_owned(),
        (least, None) => format!("at least {least} elements"),
    };
    Some(format!("it needs {many} whose {}", joined(&kinds, "and")))
}

/// How a text of a format is written.
fn written(format: &str) -> Option<&'static str> {
    Some(match format {
        "date-time" => "2026-04-17T09:30:00Z, with the offset from UTC in the end",
        "date" => "2026-04-17",
        "time" => "09:30:00Z, with the offset from UTC in the end",
        "duration" => "P3DT12H",
        "email" => "name@example.com",
        "uri" => "https://example.com/path, with its scheme",
        "uuid" => "2eb8aa08-aa98-11ea-b4aa-73b441d16380",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        _ => return None,
    })
}

/// Code and message of an error; the message reads on after the name of what it is about.
fn worded(error: &ValidationError<'_>) -> (Code, String) {
    let keyword = error.schema_path().as_str().rsplit('/').next().unwrap_or_default();
    match error.kind() {
        Kind::Required { property } => {
            (Code::MissingMember, format!("missing member {}", quoted(property.as_str().unwrap_or_default())))
        }
        Kind::Type { kind } => {
            let expected = type_names(kind);
            (Code::WrongType, format!("expected {}, found {}", listed(&expected), found(error.instance())))
        }
        Kind::Enum { options } => {
            let allowed = options.as_array().map_or(&[][..], Vec::as_slice);
            (Code::NotInEnum, format!("must be {}", one_of(allowed)))
        }
        Kind::Constant { expected_value } => (Code::WrongConst, format!("must be {}", shown(expected_value))),
        Kind::Minimum { limit } => (Code::TooSmall, format!("must be at least {limit}")),
        Kind::ExclusiveMinimum { limit } => (Code::TooSmall, format!("must be greater than {limit}")),
        Kind::Maximum { limit } => (Code::TooLarge, format!("must be at most {limit}")),
        Kind::ExclusiveMaximum { limit } => (Code::TooLarge, format!("must be less than {limit}")),
        Kind::MultipleOf { multiple_of } => {
            (Code::NotAMultiple, format!("must be a multiple of {multiple_of}"))
        }
        Kind::MinLength { limit } => {
            (Code::TooShort, format!("must have at least {}", counted(*limit, "character")))
        }
        Kind::MaxLength { limit } => {
            (Code::TooLong, format!("must have at most {}", counted(*limit, "character")))
        }
        Kind::Pattern { pattern } => (Code::WrongPattern, format!("must match the pattern {pattern}")),
        Kind::Format { format } => (Code::WrongFormat, format!("must be a valid {format}")),
        Kind::ContentEncoding { content_encoding } => {
            (Code::WrongFormat, format!("must be encoded as {content_encoding}"))
        }
        Kind::ContentMediaType { content_media_type } => {
            (Code::WrongFormat, format!("must hold {content_media_type}"))
        }
        Kind::FromUtf8 { .. } => (Code::WrongFormat, "must hold UTF-8 text once decoded".to_owned()),
        Kind::MinItems { limit } => {
            (Code::TooFewItems, format!("must have at least {}", counted(*limit, "element")))
        }
        Kind::MaxItems { limit } => {
            (Code::TooManyItems, format!("must have at most {}", counted(*limit, "element")))
        }
        Kind::AdditionalItems { limit } => {
            (Code::TooManyItems, format!("must have at most {}", counted(*limit, "element")))
        }
        Kind::UnevaluatedItems { unexpected } => {
            let count = counted(unexpected.len(), "element");
            (Code::TooManyItems, format!("has {count} that the schema does not allow"))
        }
        Kind::UniqueItems => (Code::NotUnique, "must not hold the same element twice".to_owned()),
        Kind::Contains => {
            let what = match keyword {
                "maxContains" => "holds too many elements of one kind",
                "minContains" => "holds too few elements of one kind",
                _ => "must hold an element of the kind that the schema asks for",
            };
            (Code::WrongContents, what.to_owned())
        }
        Kind::MinProperties { limit } => {
            (Code::TooFewMembers, format!("must have at least {}", counted(*limit, "member")))
        }
        Kind::MaxProperties { limit } => {
            (Code::TooManyMembers, format!("must have at most {}", counted(*limit, "member")))
        }
        Kind::BacktrackLimitExceeded { .. } | Kind::RegexEngineFailure { .. } => (
            Code::NotChecked,
            "the pattern takes too long to match; write one without look-around or back references"
                .to_owned(),
        ),
        Kind::Referencing(_) => (Code::NotChecked, "a reference of the schema leads nowhere".to_owned()),
        Kind::Not { .. } => (Code::NotAllowed, "is of a form that the schema rules out".to_owned()),
        Kind::FalseSchema => {
            (Code::NotAllowed, "must be left out; the schema allows no value here".to_owned())
        }
        Kind::Custom { .. } => (Code::NotAllowed, "breaks a rule of the schema".to_owned()),
        // These have several findings each; here they only say why a member's name is wrong.
        Kind::AdditionalProperties { .. } | Kind::UnevaluatedProperties { .. } => {
            (Code::UnknownMember, "has unknown members".to_owned())
        }
        Kind::PropertyNames { .. } => (Code::WrongMemberName, "has a member with a wrong name".to_owned()),
        Kind::AnyOf { .. } | Kind::OneOfNotValid { .. } => {
            (Code::NoBranchMatches, "matches none of the allowed forms".to_owned())
        }
        Kind::OneOfMultipleValid { .. } => {
            (Code::SeveralBranchesMatch, "matches several forms where exactly one must fit".to_owned())
        }
    }
}

pub(super) fn type_names(kind: &TypeKind) -> Vec<&'static str> {
    match kind {
        TypeKind::Single(one) => vec![one.as_str()],
        TypeKind::Multiple(several) => several.iter().map(JsonType::as_str).collect(),
    }
}

/// The JSON type of a value.
pub(super) fn found(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "a number with a fraction",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A value of the schema, as a message shows it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

/// The allowed values, with the one that may have been meant in front.
fn nearest_first(value: &str, allowed: &[Value]) -> Vec<Value> {
    let texts: Vec<_> = allowed.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    let near = near(value, &texts);
    let mut sorted = allowed.to_vec();
    sorted.sort_by_key(|other| other.as_str() != near || near.is_none());
    sorted
}

pub(super) fn one_of(allowed: &[Value]) -> String {
    let mut names: Vec<_> = allowed.iter().take(LISTED).map(shown).collect();
    if allowed.len() > LISTED {
        names.push(format!("{} more", allowed.len() - LISTED));
    }
    let listed = listed(&names);
    if allowed.len() > 1 { format!("one of {listed}") } else { listed }
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn listed<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

/// Names with commas, and `word` before the last one.
pub(crate) fn joined<T: AsRef<str>>(names: &[T], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}
