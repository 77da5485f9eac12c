//! Random documents from a schema.
//!
//! In:  a bundled document: one `$ref`, everything else in `$defs`.
//! Out: documents that are meant to validate; a few do not, where a schema says what this does not look at.

use fastrand::Rng;
use proptest::strategy::{Strategy, ValueTree};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

use crate::holds::holds;
use crate::merge::{CLOSED, CONDITIONS, CONTAINED, UNIONS, merged};

/// How deep a document has members that may be left out, lists that may be empty, and anything at all.
const DEEP: usize = 5;
const DEEPER: usize = 4;
const DEEPEST: usize = 40;
/// The most elements that are drawn because a list needs so many.
const ELEMENTS: u64 = 64;

/// Draws documents from a schema. The same seed gives the same documents.
pub struct Draw<'d> {
    document: &'d Value,
    rng: Rng,
    runner: TestRunner,
    /// Whether objects have members that nothing names.
    open: bool,
    /// Where the value stands that is being drawn: the segments of a JSON pointer.
    at: Vec<String>,
    /// The places of objects that have members by the names that the schema gives, and none by others.
    naming: Vec<String>,
}

impl<'d> Draw<'d> {
    /// From `document`, a self-contained JSON Schema.
    #[must_use]
    pub fn new(document: &'d Value, seed: u64) -> Self {
        Self {
            document,
            rng: Rng::with_seed(seed),
            runner: TestRunner::deterministic(),
            open: true,
            at: Vec::new(),
            naming: Vec::new(),
        }
    }

    /// Draws only members that the schema names, or has a schema for.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_samples::Draw;
    ///
    /// let schema = json!({"type": "object", "properties": {"id": {"type": "string"}}});
    /// let mut draw = Draw::new(&schema, 1).named_only();
    /// for _ in 0..100 {
    ///     let document = draw.document();
    ///     assert!(document.as_object().unwrap().keys().all(|name| name == "id"));
    /// }
    /// ```
    #[must_use]
    pub fn named_only(mut self) -> Self {
        self.open = false;
        self
    }

    /// The next document.
    pub fn document(&mut self) -> Value {
        self.naming.clear();
        self.value(self.document, 0)
    }

    /// The JSON pointers of the objects in the last document whose schema gives the names of their members, and no schema for
    /// members by other names.
    ///
    /// ```
    /// use serde_json::json;
    /// use tradespec_samples::Draw;
    ///
    /// let schema = json!({"properties": {"item": {"properties": {"id": {}}}, "free": {"type": "object"}}, "required": ["item"]});
    /// let mut draw = Draw::new(&schema, 1);
    /// draw.document();
    /// assert_eq!(draw.naming(), ["", "/item"]);
    /// ```
    #[must_use]
    pub fn naming(&self) -> &[String] {
        &self.naming
    }

    /// Draws what stands below the place where the drawing is.
    fn below(&mut self, name: &str, schema: &Value, depth: usize) -> Value {
        self.at.push(format!("/{}", name.replace('~', "~0").replace('/', "~1")));
        let value = self.value(schema, depth + 1);
        self.at.pop();
        value
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        let mut schema = merged(self.document, schema);
        if depth > DEEPEST {
            return Value::Null;
        }
        // A condition between members may be a union too: the object with what one branch asks for.
        for _ in 0..DEEPEST {
            let Some(Value::Array(mut unions)) = schema.remove(UNIONS) else { break };
            let branch = unions.pop().and_then(|union| self.one(union.as_array()?).cloned());
            schema.insert(UNIONS.to_owned(), unions.into());
            schema = merged(self.document, &json!({"allOf": [schema, branch.unwrap_or_default()]}));
        }
        if let Some(value) = schema.get("const") {
            return value.clone();
        }
        if let Some(value) = schema.get("enum").and_then(Value::as_array).and_then(|values| self.one(values))
        {
            return value.clone();
        }
        let of_schema = match schema.get("type") {
            Some(Value::String(name)) => Some(name.clone()),
            Some(Value::Array(names)) => self.one(names).and_then(Value::as_str).map(str::to_owned),
            _ if schema.get("properties").is_some() => Some("object".to_owned()),
            _ => None,
        };
        let any = ["string", "boolean", "integer", "null"][self.rng.usize(..4)];
        match of_schema.as_deref().unwrap_or(any) {
            "object" => self.object(&schema, depth),
            "array" => self.array(&schema, depth),
            "string" => self.string(&schema).into(),
            "integer" => self.integer(&schema).into(),
            "number" => self.number(&schema),
            "boolean" => self.rng.bool().into(),
            _ => Value::Null,
        }
    }

    fn one<'v>(&mut self, values: &'v [Value]) -> Option<&'v Value> {
        (!values.is_empty()).then(|| &values[self.rng.usize(..values.len())])
    }

    fn object(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let mut object = Map::new();
        let least = bound(schema, "minProperties").unwrap_or(0);
        let named = schema.get("properties").and_then(Value::as_object);
        let place = self.at.concat();
        let has_others = schema.get("additionalProperties").is_some_and(is_schema);
        if named.is_some() && !has_others && !self.naming.contains(&place) {
            self.naming.push(place);
        }
        for (number, (name, member)) in named.into_iter().flatten().enumerate() {
            let is_required = list(schema, "required").any(|required| required == name);
            let left = named.map_or(0, |named| named.len() - number);
            let is_short = object.len() + left <= usize::try_from(least).unwrap_or_default();
            let is_wanted = is_required || is_short || (depth < DEEP && self.rng.u8(..3) > 0);
            let is_allowed = list(schema, CLOSED)
                .all(|names| names.as_array().is_some_and(|names| names.iter().any(|known| known == name)));
            if *member != false && is_allowed && is_wanted {
                object.insert(name.clone(), self.below(name, member, depth));
            }
        }
        self.others(schema, depth, least, &mut object);
        for name in list(schema, "required").filter_map(Value::as_str) {
            if !object.contains_key(name) {
                object.insert(name.to_owned(), "text".into());
            }
        }
        for condition in list(schema, CONDITIONS) {
            let applies = if holds(&condition["if"], &object.clone().into()) { "then" } else { "else" };
            self.meet(schema, &condition[applies], depth, &mut object);
        }
        object.into()
    }

    /// Adds members by names that the schema does not give.
    fn others(
        &mut self,
        schema: &Map<String, Value>,
        depth: usize,
        least: u64,
        object: &mut Map<String, Value>,
    ) {
        let names = schema.get("propertyNames");
        match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => {}
            Some(values) if is_schema(values) => {
                let short = usize::try_from(least).unwrap_or_default().saturating_sub(object.len());
                for _ in 0..short.max(self.rng.usize(..3)) {
                    let drawn = names.map(|names| self.value(names, depth + 1));
                    let name = drawn.as_ref().and_then(Value::as_str).map(str::to_owned);
                    let name = name.unwrap_or_else(|| self.text(1, 8));
                    if !object.contains_key(&name) {
                        let value = self.below(&name, values, depth);
                        object.insert(name, value);
                    }
                }
            }
            _ if self.open && names.is_none() && self.rng.u8(..3) == 0 => {
                object.insert(format!("x_{}", self.text(0, 4)), json!([null, {"deep": 1.5}]));
            }
            _ => {}
        }
    }

    /// Draws again what a condition says more of.
    fn meet(
        &mut self,
        schema: &Map<String, Value>,
        then: &Value,
        depth: usize,
        object: &mut Map<String, Value>,
    ) {
        let both = merged(self.document, &json!({"allOf": [{"properties": schema.get("properties")}, then]}));
        let of_condition = merged(self.document, then);
        let names = of_condition.get("properties").and_then(Value::as_object).into_iter().flatten();
        let present = names.map(|(name, _)| name.as_str()).filter(|name| object.contains_key(*name));
        let required = list(&of_condition, "required").filter_map(Value::as_str);
        for name in present.chain(required).map(str::to_owned).collect::<Vec<_>>() {
            let member = both.get("properties").and_then(|properties| properties.get(&name)).cloned();
            let value = self.below(&name, &member.unwrap_or_default(), depth);
            object.insert(name, value);
        }
    }

    fn array(&mut self, schema: &Map<String, Value>, depth: usize) -> Value {
        let items = schema.get("items").cloned().unwrap_or_default();
        let mut elements: Vec<Value> = Vec::new();
        for wanted in list(schema, CONTAINED) {
            let both = json!({"allOf": [items, wanted["of"]]});
            for _ in 0..wanted["least"].as_u64().unwrap_or(1).min(ELEMENTS) {
                let element = self.below(&elements.len().to_string(), &both, depth);
                elements.push(element);
            }
        }
        let least = bound(schema, "minItems").unwrap_or(0).min(ELEMENTS);
        let more = if depth < DEEPER { self.rng.u64(..3) } else { 0 };
        let most = bound(schema, "maxItems").unwrap_or(u64::MAX);
        for _ in 0..(least + more).min(most) {
            let element = self.below(&elements.len().to_string(), &items, depth);
            let is_repeated = schema.get("uniqueItems") == Some(&true.into()) && elements.contains(&element);
            let is_one_too_many = list(schema, CONTAINED).any(|wanted| {
                let count = elements.iter().filter(|element| holds(&wanted["of"], element)).count();
                holds(&wanted["of"], &element)
                    && wanted["most"].as_u64() <= u64::try_from(count).ok()
                    && !wanted["most"].is_null()
            });
            if !is_repeated && !is_one_too_many {
                elements.push(element);
            }
        }
        elements.into()
    }

    fn string(&mut self, schema: &Map<String, Value>) -> String {
        let pattern = schema.get("pattern").and_then(Value::as_str);
        if let Some(text) = pattern.and_then(|pattern| self.matching(pattern)) {
            return text;
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
            Some("date") => {
                format!("20{:02}-0{}-1{}", self.rng.u8(10..99), self.rng.u8(1..9), self.rng.u8(..9))
            }
            Some("uri") => {
                ["https://shop.example.com/a%20b?q=1#x", "HTTP://Example.com", "urn:isbn:0451450523"]
                    [self.rng.usize(..3)]
                .to_owned()
            }
            Some("email") => format!("{}@example.com", self.rng.alphabetic()),
            _ => {
                let least = length(schema, "minLength").unwrap_or(0);
                let most = length(schema, "maxLength").unwrap_or(least + 12);
                self.text(least, most.clamp(least, least + 12))
            }
        }
    }

    /// A text that a pattern matches. Each alternative of a published pattern is anchored; the strategy takes no anchors.
    fn matching(&mut self, pattern: &str) -> Option<String> {
        let alternatives: Vec<_> =
            pattern.trim_start_matches('^').trim_end_matches('$').split("$|^").collect();
        let pattern = alternatives[self.rng.usize(..alternatives.len())].replace("\\d", "[0-9]");
        Some(string_regex(&pattern).ok()?.new_tree(&mut self.runner).ok()?.current())
    }

    /// Text of between `least` and `most` characters, awkward ones among them.
    fn text(&mut self, least: usize, most: usize) -> String {
        let letters = ['a', 'Z', '7', ' ', '"', '\\', '/', 'é', '\u{2028}', '𝒳', '\u{1}', '.'];
        (0..self.rng.usize(least..=most)).map(|_| letters[self.rng.usize(..letters.len())]).collect()
    }

    fn integer(&mut self, schema: &Map<String, Value>) -> i64 {
        let whole = |keyword: &str| schema.get(keyword).and_then(Value::as_i64);
        let above = whole("exclusiveMinimum").and_then(|bound| bound.checked_add(1));
        let below = whole("exclusiveMaximum").and_then(|bound| bound.checked_sub(1));
        let least = whole("minimum").max(above).unwrap_or(i64::MIN);
        let most = whole("maximum").into_iter().chain(below).min().unwrap_or(i64::MAX).max(least);
        let usual = (least.max(0), most.min(100_000));
        match self.rng.u8(..8) {
            0 => least,
            1 => self.rng.i64(least..=most),
            _ if usual.0 <= usual.1 => self.rng.i64(usual.0..=usual.1),
            _ => self.rng.i64(least.max(most.saturating_sub(100_000))..=most),
        }
    }

    fn number(&mut self, schema: &Map<String, Value>) -> Value {
        let number = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
        let (least, most) = (number("minimum").unwrap_or(-1000.0), number("maximum").unwrap_or(1000.0));
        let drawn = (least + self.rng.f64() * (most - least)).max(least).min(most);
        // Whole numbers are written with and without a fraction, and come back so.
        match self.rng.u8(..3) {
            0 if drawn.trunc() >= least && !schema.contains_key("exclusiveMinimum") => json!(drawn.trunc()),
            1 => json!(schema.get("maximum").and_then(Value::as_i64).unwrap_or(1000)),
            _ => json!(drawn),
        }
    }
}

/// Whether a schema says anything about what it is for.
fn is_schema(schema: &Value) -> bool {
    schema.as_object().is_some_and(|members| !members.is_empty())
}

fn list<'s>(schema: &'s Map<String, Value>, keyword: &str) -> impl Iterator<Item = &'s Value> {
    schema.get(keyword).and_then(Value::as_array).into_iter().flatten()
}

fn bound(schema: &Map<String, Value>, keyword: &str) -> Option<u64> {
    schema.get(keyword).and_then(Value::as_u64)
}

fn length(schema: &Map<String, Value>, keyword: &str) -> Option<usize> {
    bound(schema, keyword).and_then(|bound| usize::try_from(bound).ok())
}
