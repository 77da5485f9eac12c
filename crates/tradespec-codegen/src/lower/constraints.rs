//! What a type leaves to the validator, in words.

use serde_json::Value;

use crate::lowered::Dropped;

/// Why a keyword shows in no type.
pub(super) fn why_dropped(keyword: &str) -> &'static str {
    match keyword {
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength"
        | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "uniqueItems" => {
            "a bound: the validator checks it"
        }
        "pattern" | "format" => "the form of a string: the validator checks it",
        "default" => "a default: the type keeps absence apart from it",
        "const" | "enum" => "fixed values: the validator checks them",
        "if" | "then" | "else" | "allOf" | "anyOf" | "oneOf" | "not" | "dependentRequired"
        | "dependentSchemas" | "required" => "a condition between members: the validator checks it",
        "additionalProperties" | "patternProperties" | "propertyNames" | "unevaluatedProperties" => {
            "which further members may stand there: the type keeps them all, the validator checks them"
        }
        "type" => "several types at once: any JSON value, the validator checks it",
        _ => Dropped::UNKNOWN,
    }
}

/// The constraints of a field, a sentence each.
pub(super) fn sentences(schema: &Value) -> Vec<String> {
    let mut said = Vec::new();
    let number =
        |keyword: &str| schema.get(keyword).filter(|value| value.is_number()).map(ToString::to_string);
    said.extend(range(number("minimum"), number("maximum"), "", ""));
    if let Some(bound) = number("exclusiveMinimum") {
        said.push(format!("More than {bound}."));
    }
    if let Some(bound) = number("exclusiveMaximum") {
        said.push(format!("Less than {bound}."));
    }
    said.extend(range(number("minLength"), number("maxLength"), " character", " characters"));
    said.extend(range(number("minItems"), number("maxItems"), " element", " elements"));
    said.extend(range(number("minProperties"), number("maxProperties"), " member", " members"));
    if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
        said.push("No element stands twice.".to_owned());
    }
    if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
        said.push(format!("Matches `{pattern}`."));
    }
    match schema.get("format").and_then(Value::as_str) {
        // Types of their own say these.
        Some("date-time" | "uri") | None => {}
        Some("email") => said.push("Has the form of an e-mail address.".to_owned()),
        Some(format) => said.push(format!("Has the format `{format}`.")),
    }
    if let Some(default) = schema.get("default") {
        said.push(format!("Absent means `{default}`."));
    }
    if let Some(items) = schema.get("items") {
        said.extend(
            sentences(items).into_iter().map(|sentence| format!("Each element: {}", lower_first(&sentence))),
        );
    }
    said
}

fn lower_first(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters
        .next()
        .map(|first| first.to_lowercase().collect::<String>() + letters.as_str())
        .unwrap_or_default()
}

fn range(least: Option<String>, most: Option<String>, one: &str, many: &str) -> Option<String> {
    let unit = |bound: &str| if bound == "1" { one.to_owned() } else { many.to_owned() };
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(format!("Exactly {least}{}.", unit(&least))),
        (Some(least), Some(most)) => Some(format!("From {least} to {most}{}.", unit(&most))),
        (Some(least), None) => Some(format!("At least {least}{}.", unit(&least))),
        (None, Some(most)) => Some(format!("At most {most}{}.", unit(&most))),
        (None, None) => None,
    }
}
