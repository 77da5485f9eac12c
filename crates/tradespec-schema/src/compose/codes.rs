//! Message codes: the one kind of enum that an extension may add values to.
//!
//! In:  the schema of a `code`.
//! Out: its values, where it is an enum of strings and nothing else.

use serde_json::Value;

use crate::walk::Keyword;

/// The values of a schema that is an enum of strings and says nothing else.
pub(super) fn values(schema: &Value) -> Option<Vec<String>> {
    let values = schema.get("enum")?.as_array().filter(|_| says_only(schema, "enum"))?;
    values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

/// Whether a schema takes every string as a code.
pub(super) fn is_open(schema: &Value) -> bool {
    schema.get("type").is_some() && says_only(schema, "type")
}

/// Whether `keyword` is all that constrains a schema of strings.
fn says_only(schema: &Value, keyword: &str) -> bool {
    schema.as_object().is_some_and(|members| {
        members.iter().all(|(name, value)| {
            name == keyword
                || (name == "type" && value == "string")
                || Keyword::of(name) == Keyword::Annotation
        })
    })
}
