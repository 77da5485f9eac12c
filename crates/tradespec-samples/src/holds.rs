//! Whether a condition holds for a value: as much of JSON Schema as conditions in schemas use.

use serde_json::Value;

/// Whether `value` is what `schema` asks for by `type`, `const`, `enum`, `required`, `properties`, `not`, `allOf` and
/// `anyOf`. Other keywords are taken to hold.
pub(crate) fn holds(schema: &Value, value: &Value) -> bool {
    let Some(members) = schema.as_object() else { return *schema != Value::Bool(false) };
    members.iter().all(|(keyword, said)| match keyword.as_str() {
        "type" => said.as_str().is_none_or(|name| is_of(name, value)),
        "const" => said == value,
        "enum" => said.as_array().is_none_or(|list| list.contains(value)),
        "not" => !holds(said, value),
        "allOf" => said.as_array().is_none_or(|list| list.iter().all(|branch| holds(branch, value))),
        "anyOf" => said.as_array().is_none_or(|list| list.iter().any(|branch| holds(branch, value))),
        "required" => value.as_object().is_none_or(|object| {
            said.as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .all(|name| object.contains_key(name))
        }),
        "properties" => said
            .as_object()
            .into_iter()
            .flatten()
            .all(|(name, member)| value.get(name).is_none_or(|value| holds(member, value))),
        _ => true,
    })
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        _ => value.is_null(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn conditions_hold_or_do_not() {
        let of_discounts = json!({"properties": {"type": {"enum": ["discount"]}}, "required": ["type"]});
        let of_others = json!({"properties": {"type": {"not": {"const": "discount"}}}});
        let cases = [
            (&of_discounts, json!({"type": "discount"}), true),
            (&of_discounts, json!({"type": "tax"}), false),
            (&of_discounts, json!({}), false),
            (&of_discounts, json!([]), true),
            (&of_others, json!({"type": "tax"}), true),
            (&of_others, json!({"type": "discount"}), false),
            (&of_others, json!({}), true),
            (&json!({"type": "integer"}), json!(1), true),
            (&json!({"type": "integer"}), json!("1"), false),
            (&json!({"anyOf": [{"const": 1}, {"const": 2}]}), json!(3), false),
            (&json!({"allOf": [{"type": "string"}, {"const": "a"}]}), json!("a"), true),
            (&json!(false), json!(1), false),
        ];
        for (schema, value, wanted) in cases {
            assert_eq!(holds(schema, &value), wanted, "{schema} {value}");
        }
    }
}
