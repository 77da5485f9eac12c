//! The schemas that were applied on the way to an error.
//!
//! In:  the document and an evaluation path, such as `/$ref/properties/buyer/$ref/type`.
//! Out: a [`Trail`]: the schemas of the place and of its parent, and the extension the way leads through.

use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use tradespec_schema::Pointer;

/// The way to a keyword, through references, one level for each step into the message.
#[derive(Debug)]
pub(crate) struct Trail<'s> {
    document: &'s Value,
    /// The schemas applied to the object that holds the place as a member; empty where it is no member.
    holder: Vec<&'s Value>,
    /// The schemas applied to the place.
    here: Vec<&'s Value>,
    /// The innermost extension field on the way: its name, and the extension as `name@date`.
    extension: Option<(String, String)>,
    /// Whether a condition (`if`) made the keyword count.
    conditional: bool,
}

impl<'s> Trail<'s> {
    pub(crate) fn new(document: &'s Value, evaluation_path: &str) -> Self {
        let mut trail =
            Self { document, holder: Vec::new(), here: vec![document], extension: None, conditional: false };
        let path = Pointer::from_text(evaluation_path);
        let mut segments = path.segments();
        let mut schema = Some(document);
        while let (Some(at), Some(keyword)) = (schema, segments.next()) {
            schema = trail.step(at, &keyword, &mut segments);
        }
        trail
    }

    /// Whether the place is a member that its object may leave out.
    pub(crate) fn is_optional(&self, name: &str) -> bool {
        let mut seen = Vec::new();
        !self.holder.is_empty()
            && self.holder.iter().all(|schema| !requires(self.document, schema, name, &mut seen))
    }

    /// Whether a schema of the place is described with `words`.
    pub(crate) fn describes(&self, words: &str) -> bool {
        self.here.iter().any(|schema| {
            let description = schema.get("description").and_then(Value::as_str);
            description.is_some_and(|text| text.to_lowercase().contains(words))
        })
    }

    /// The format of texts in the place.
    pub(crate) fn format(&self) -> Option<&'s str> {
        self.here.iter().find_map(|schema| schema.get("format")).and_then(Value::as_str)
    }

    /// Whether a condition of the schema made the keyword count.
    pub(crate) fn is_conditional(&self) -> bool {
        self.conditional
    }

    /// The innermost extension field on the way and its extension.
    pub(crate) fn extension(&self) -> Option<(&str, &str)> {
        self.extension.as_ref().map(|(field, extension)| (field.as_str(), extension.as_str()))
    }

    /// Follows one keyword; `None` at the end of the way.
    fn step(
        &mut self,
        schema: &'s Value,
        keyword: &str,
        segments: &mut impl Iterator<Item = String>,
    ) -> Option<&'s Value> {
        let value = schema.get(keyword)?;
        let named = |segment: Option<String>| {
            let segment = segment?;
            let next = match value {
                Value::Array(list) => list.get(segment.parse::<usize>().ok()?),
                _ => value.get(&segment),
            };
            next.map(|next| (segment, next))
        };
        let next = match keyword {
            "$ref" => target(self.document, value)?,
            "allOf" | "anyOf" | "oneOf" | "dependentSchemas" => named(segments.next())?.1,
            "if" | "then" | "else" => {
                self.conditional = true;
                value
            }
            "not" => value,
            "properties" | "patternProperties" => {
                let (name, next) = named(segments.next())?;
                if let Some(extension) = next.get("x-extension").and_then(added_by) {
                    self.extension = Some((name, extension));
                }
                self.enter_member();
                next
            }
            "additionalProperties" | "unevaluatedProperties" => {
                self.enter_member();
                value
            }
            "prefixItems" => {
                self.enter_element();
                named(segments.next())?.1
            }
            "items" | "unevaluatedItems" | "contains" => {
                self.enter_element();
                value
            }
            _ => return None,
        };
        self.here.push(next);
        Some(next)
    }

    fn enter_member(&mut self) {
        self.holder = std::mem::take(&mut self.here);
    }

    fn enter_element(&mut self) {
        self.enter_member();
        self.holder.clear();
    }
}

/// `name@date` of the extension that added a field; none where the type had the field already.
fn added_by(mark: &Value) -> Option<String> {
    if mark.get("folded").is_some() || mark.get("values").is_some() {
        return None;
    }
    let name = mark.get("name")?.as_str()?;
    match mark.get("version").and_then(Value::as_str) {
        Some(version) => Some(format!("{name}@{version}")),
        None => Some(name.to_owned()),
    }
}

/// What an internal reference leads to.
pub(crate) fn target<'s>(document: &'s Value, reference: &Value) -> Option<&'s Value> {
    let fragment = reference.as_str()?.strip_prefix('#')?;
    document.pointer(&percent_decode_str(fragment).decode_utf8_lossy())
}

/// The schema that `schema` refers to, through any number of lone references; itself where it refers to none.
pub(crate) fn resolved<'s>(document: &'s Value, schema: &'s Value) -> &'s Value {
    let mut schema = schema;
    // More steps than there are definitions would be a loop.
    for _ in 0..=document.get("$defs").and_then(Value::as_object).map_or(0, Map::len) {
        match schema.get("$ref").and_then(|reference| target(document, reference)) {
            Some(next) => schema = next,
            None => break,
        }
    }
    schema
}

/// Whether `schema` requires `name`, itself or through what it includes.
pub(crate) fn requires<'s>(
    document: &'s Value,
    schema: &'s Value,
    name: &str,
    seen: &mut Vec<&'s Value>,
) -> bool {
    each_included(document, schema, seen, &mut |part| {
        part.get("required").and_then(Value::as_array).is_some_and(|names| names.iter().any(|n| n == name))
    })
}

/// The schema of member `name` that stands directly in `schema` or in what it includes.
pub(crate) fn member<'s>(document: &'s Value, schema: &'s Value, name: &str) -> Option<&'s Value> {
    let mut found = None;
    each_included(document, schema, &mut Vec::new(), &mut |part| {
        found = part.get("properties").and_then(|members| members.get(name));
        found.is_some()
    });
    found
}

/// The members that `schema` and what it includes name.
pub(crate) fn member_names(document: &Value, schema: &Value) -> Vec<String> {
    let mut names = Vec::new();
    each_included(document, schema, &mut Vec::new(), &mut |part| {
        let members = part.get("properties").and_then(Value::as_object);
        names.extend(members.into_iter().flat_map(Map::keys).cloned());
        false
    });
    names
}

/// Calls `stop` on `schema` and what its `$ref` and `allOf` include, each once, until it says yes.
fn each_included<'s>(
    document: &'s Value,
    schema: &'s Value,
    seen: &mut Vec<&'s Value>,
    stop: &mut impl FnMut(&'s Value) -> bool,
) -> bool {
    if seen.iter().any(|other| std::ptr::eq(*other, schema)) {
        return false;
    }
    seen.push(schema);
    if stop(schema) {
        return true;
    }
    let reference = schema.get("$ref").and_then(|reference| target(document, reference));
    let parts = schema.get("allOf").and_then(Value::as_array);
    reference
        .into_iter()
        .chain(parts.into_iter().flatten())
        .any(|part| each_included(document, part, seen, stop))
}
