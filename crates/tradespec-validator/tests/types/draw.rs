//! Random documents from a schema.
//!
//! In:  a bundled document: one `$ref`, everything else in `$defs`.
//! Out: documents that are meant to validate; a few do not, where a schema says what this does not look at.

use fastrand::Rng;
use proptest::strategy::{Strategy, ValueTree};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

pub(crate) struct Draw<'d> {
    document: &'d Value,
    rng: Rng,
    runner: TestRunner,
}

impl<'d> Draw<'d> {
    pub(crate) fn new(document: &'d Value, seed: u64) -> Self {
        Self { document, rng: Rng::with_seed(seed), runner: TestRunner::deterministic() }
    }

    pub(crate) fn document(&mut self) -> Value {
        let root = self.document.clone();
        self.value(&root, 0)
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        let schema = self.merged(schema);
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(values) = schema.get("enum").and_then(Value::as_array) {
            return values[self.rng.usize(..values.len())].clone();
        }
        for keyword in ["oneOf", "anyOf"] {
            let Some(branches) = schema.get(keyword).and_then(Value::as_array) else {
                continue;
            };
            let branch = &branches[self.rng.usize(..branches.len())];
            if schema.get("properties").is_none() {
                return self.value(branch, depth);
            }
            // A condition between members: the object with what one branch asks for.
            let both = self.merged(&json!({"allOf": [without(&schema, keyword), branch]}));
            return self.object(&both, depth);
        }
        let name = match schema.get("type") {
            Some(Value::String(name)) => name.clone(),
            Some(Value::Array(names)) => names[self.rng.usize(..names.len())].as_str().unwrap().to_owned(),
            _ if schema.get("properties").is_some() => "object".to_owned(),
            _ => ["string", "boolean", "integer", "null"][self.rng.usize(..4)].to_owned(),
        };
        match name.as_str() {
            "object" => self.object(&schema, depth),
            "array" => self.array(&schema, depth),
            "string" => self.string(&schema).into(),
            "integer" => self.integer(&schema).into(),
            "number" => self.number(&schema),
            "boolean" => self.rng.bool().into(),
            _ => Value::Null,
        }
    }

    /// The schema with its reference followed and its `allOf` in one.
    fn merged(&self, schema: &Value) -> Value {
        let mut merged = Map::new();
        let mut parts = vec![schema.clone()];
        while let Some(part) = parts.pop() {
            for (keyword, value) in part.as_object().cloned().unwrap_or_default() {
                match keyword.as_str() {
                    "$ref" => parts.push(
                        self.document
                            .pointer(value.as_str().unwrap().trim_start_matches('#'))
                            .unwrap()
                            .clone(),
                    ),
                    "allOf" => parts.extend(value.as_array().unwrap().iter().cloned()),
                    "properties" => {
                        let known =
                            merged.entry("properties").or_insert_with(|| json!({})).as_object_mut().unwrap();
                        for (name, member) in value.as_object().unwrap() {
                            let both = match known.get(name) {
                                Some(other) => json!({"allOf": [other, member]}),
                                None => member.clone(),
                            };
                            known.insert(name.clone(), both);
                        }
                    }
                    "required" => {
                        let known =
                            merged.entry("required").or_insert_with(|| json!([])).as_array_mut().unwrap();
                        known.extend(value.as_array().unwrap().iter().cloned());
                    }
                    "additionalProperties" if value == true => {}
                    "additionalProperties" | "items" => {
                        let both = match merged.get(&keyword) {
                            Some(other) if other.is_object() && value.is_object() => {
                                json!({"allOf": [other, value]})
                            }
                            Some(Value::Bool(false)) => json!(false),
                            _ => value,
                        };
                        merged.insert(keyword, both);
                    }
                    // What a condition requires does no harm where the condition does not hold.
                    "then" => parts.push(json!({"required": value.get("required").unwrap_or(&json!([]))})),
                    // Several parts may each ask for an element.
                    "contains" => {
                        let known = merged.entry("contains").or_insert_with(|| json!([])).as_array_mut();
                        let known = known.unwrap();
                        if !known.contains(&value) {
                            known.push(value);
                        }
                    }
                    _ => {
                        merged.insert(keyword, value);
                    }
                }
            }
        }
        merged.into()
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let required: Vec<_> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut object = Map::new();
        let dead = |name: &str| {
            name == "authentication_result" && schema["properties"].get("authentication_session_id").is_some()
        };
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let wanted = required.contains(&name.as_str()) || (depth < 5 && self.rng.u8(..3) > 0);
            if wanted && !dead(name) {
                object.insert(name.clone(), self.value(member, depth + 1));
            }
        }
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            Some(values) => {
                for _ in 0..self.rng.usize(..3) {
                    let name = match schema.get("propertyNames") {
                        Some(names) => self.value(&names.clone(), depth).as_str().unwrap().to_owned(),
                        None => self.text(1, 8),
                    };
                    object.insert(name, self.value(values, depth + 1));
                }
            }
            None if schema.get("propertyNames").is_none() && self.rng.u8(..3) == 0 => {
                object.insert(format!("x_{}", self.text(0, 4)), json!([null, {"deep": 1.5}]));
            }
            None => {}
        }
        object.into()
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Value {
        let least = usize::try_from(schema["minItems"].as_u64().unwrap_or(0)).unwrap();
        let more = if depth < 4 { self.rng.usize(..3) } else { 0 };
        let mut elements: Vec<Value> = Vec::new();
        for wanted in schema["contains"].as_array().into_iter().flatten() {
            let both = json!({"allOf": [schema.get("items").unwrap_or(&json!({})), wanted]});
            elements.push(self.value(&both, depth + 1));
        }
        for _ in 0..least + more {
            let element = self.value(schema.get("items").unwrap_or(&Value::Null), depth + 1);
            if schema["uniqueItems"] != true || !elements.contains(&element) {
                elements.push(element);
            }
        }
        elements.into()
    }

    fn string(&mut self, schema: &Value) -> String {
        if let Some(pattern) = schema.get("pattern").and_then(Value::as_str) {
            // Each alternative of a published pattern is anchored; the strategy takes no anchors.
            let alternatives: Vec<_> =
                pattern.trim_start_matches('^').trim_end_matches('$').split("$|^").collect();
            let pattern = alternatives[self.rng.usize(..alternatives.len())].replace("\\d", "[0-9]");
            return string_regex(&pattern).unwrap().new_tree(&mut self.runner).unwrap().current();
        }
        match schema.get("format").and_then(Value::as_str) {
            Some("date-time") => {
                let offset = ["Z", "+02:00", "-07:30", "+00:00"][self.rng.usize(..4)];
                let fraction = ["", ".1", ".000", ".123456789"][self.rng.usize(..4)];
                format!(
                    "20{:02}-0{}-1{}T0{}:30:00{fraction}{offset}",
                    self.rng.u8(10..99),
                    self.rng.u8(1..9),
                    self.rng.u8(..9),
                    self.rng.u8(..9)
                )
            }
            Some("uri") => {
                ["https://shop.example.com/a%20b?q=1#x", "HTTP://Example.com", "urn:isbn:0451450523"]
                    [self.rng.usize(..3)]
                .to_owned()
            }
            Some("email") => format!("{}@example.com", self.rng.alphabetic()),
            Some(other) => panic!("no text for the format {other}"),
            None => {
                let bound = |keyword: &str| schema[keyword].as_u64().map(|n| usize::try_from(n).unwrap());
                let least = bound("minLength").unwrap_or(0);
                self.text(least, bound("maxLength").unwrap_or(least + 12).min(least + 12))
            }
        }
    }

    /// Text of between `least` and `most` characters, awkward ones among them.
    fn text(&mut self, least: usize, most: usize) -> String {
        let letters = ['a', 'Z', '7', ' ', '"', '\\', '/', 'é', '\u{2028}', '𝒳', '\u{1}', '.'];
        (0..self.rng.usize(least..=most)).map(|_| letters[self.rng.usize(..letters.len())]).collect()
    }

    fn integer(&mut self, schema: &Value) -> i64 {
        let least = schema["minimum"].as_i64().unwrap_or(i64::MIN);
        let most = schema["maximum"].as_i64().unwrap_or(i64::MAX);
        match self.rng.u8(..8) {
            0 => least,
            1 => self.rng.i64(least..=most),
            _ => self.rng.i64(least.max(0)..=most.min(100_000).max(least.max(0))),
        }
    }

    fn number(&mut self, schema: &Value) -> Value {
        let least = schema["minimum"].as_f64().unwrap_or(-1000.0);
        let most = schema["maximum"].as_f64().unwrap_or(1000.0);
        let drawn = (least + self.rng.f64() * (most - least)).clamp(least, most);
        // Whole numbers are written with and without a fraction, and come back so.
        match self.rng.u8(..3) {
            0 if drawn.trunc() >= least && schema.get("exclusiveMinimum").is_none() => json!(drawn.trunc()),
            1 => json!(schema["maximum"].as_i64().unwrap_or(1000)),
            _ => json!(drawn),
        }
    }
}

fn without(schema: &Value, keyword: &str) -> Value {
    let mut rest = schema.clone();
    rest.as_object_mut().unwrap().shift_remove(keyword);
    rest
}
