//! Documentation of generated items, from what the schema says.

use serde_json::Value;

use crate::lowered::{Field, LoweredSchema, LoweredType, Shape, TypeRef, VariantOf};

/// The documentation of a type.
pub(crate) fn of_type(
    schema: &LoweredSchema,
    module: &str,
    lowered: &LoweredType,
    source: &str,
) -> Vec<String> {
    let what = lowered.description.as_deref().unwrap_or("A type that the schema does not describe.");
    let mut docs = Vec::new();
    if let Some(sentence) =
        lowered.variant_of.as_ref().and_then(|variant| variant_of(schema, module, variant))
    {
        docs.extend(wrapped(&sentence).map(|line| format!(" {line}")));
        docs.push(String::new());
    }
    docs.extend(lines(what));
    let mut text = String::new();
    if let Some(sentence) = operations(&lowered.operations) {
        text.push_str(&format!("\n\n{sentence}"));
    }
    let is_update = |field: &Field| field.patch && !matches!(field.holds, TypeRef::Nullable(_));
    if matches!(&lowered.shape, Shape::Struct(object) if object.fields.iter().any(is_update)) {
        text.push_str("\n\nA member that is absent leaves its field as it is; one that is `null` clears it.");
    }
    if let Shape::Untagged(variants) = &lowered.shape
        && variants.iter().all(|variant| is_struct(schema, &variant.holds))
    {
        text.push_str(
            "\n\nNothing but their members tells these apart: the first that fits is the one that is read.",
        );
    }
    text.push_str(&format!("\n\nSource: {source}"));
    docs.push(String::new());
    docs.extend(lines(&text));
    if let (Some(example), Some(path)) = (&lowered.example, &schema.path) {
        let mut json = String::new();
        write_json(&mut json, example, 0, 0);
        docs.push(String::new());
        docs.extend(example_lines(&format!("{path}::{module}::{}", lowered.name), &lowered.name, &json));
    }
    docs
}

fn is_struct(schema: &LoweredSchema, holds: &TypeRef) -> bool {
    let TypeRef::Named(location) = holds else { return false };
    schema.named(location).is_some_and(|(_, lowered)| matches!(lowered.shape, Shape::Struct(_)))
}

/// The documentation of a field.
pub(crate) fn of_field(field: &Field) -> Vec<String> {
    let mut parts = vec![field.description.clone().unwrap_or_default(), field.constraints.join(" ")];
    parts.extend(field.extension.as_ref().map(|extension| format!("Extension: `{extension}`.")));
    parts.extend(field.extended_by.as_ref().map(|extension| format!("Extended by `{extension}`.")));
    parts.retain(|part| !part.is_empty());
    lines(&parts.join("\n\n"))
}

/// Lines of a doc comment, wrapped; each but an empty one starts with a space.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let lines = text.lines().flat_map(|line| {
        // Without its indentation a line is never taken for code, and so for a test.
        wrapped(&plain(line.trim())).collect::<Vec<_>>()
    });
    lines.map(|line| if line.is_empty() { line } else { format!(" {line}") }).collect()
}

fn wrapped(line: &str) -> impl Iterator<Item = String> {
    let lines = textwrap::wrap(line, textwrap::Options::new(96).break_words(false));
    lines.into_iter().map(std::borrow::Cow::into_owned).collect::<Vec<_>>().into_iter()
}

/// "[`Checkout`] as a request to create has it.": what this type is another one of.
fn variant_of(schema: &LoweredSchema, module: &str, variant: &VariantOf) -> Option<String> {
    let (home, plain) = schema.named(&variant.plain)?;
    let path = if home == module { String::new() } else { format!("(super::{home}::{})", plain.name) };
    let mut asked = variant.operations.clone();
    let last = asked.pop();
    let asked = match (asked.as_slice(), last) {
        (_, None) => String::new(),
        ([], Some(only)) => format!(" to {only}"),
        (before, Some(last)) => format!(" to {} or {last}", before.join(", ")),
    };
    Some(format!("[`{}`]{path} as a {}{asked} has it.", plain.name, variant.direction))
}

/// Text of a schema as rustdoc shows it unchanged: what would be a link, a tag or a fence outside code is escaped, and a
/// bare URL becomes a link.
fn plain(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let parts: Vec<_> = line.split('`').collect();
    // An odd backtick, or a fence, is no code.
    let code = parts.len() % 2 == 1 && !line.contains("```");
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            out.push_str(if code { "`" } else { "\\`" });
        }
        if code && number % 2 == 1 {
            out.push_str(part);
            continue;
        }
        for (at, word) in part.split(' ').enumerate() {
            if at > 0 {
                out.push(' ');
            }
            out.push_str(&escaped(word));
        }
    }
    out
}

fn escaped(word: &str) -> String {
    let is_url = |text: &str| text.starts_with("https://") || text.starts_with("http://");
    if word.strip_prefix('<').is_some_and(is_url) && word.contains('>') {
        return word.to_owned();
    }
    let bare = word.trim_start_matches('(').trim_end_matches(['.', ',', ';', ':', ')']);
    if is_url(bare) && !bare.contains(['<', '>']) {
        return word.replacen(bare, &format!("<{bare}>"), 1);
    }
    word.replace('[', "\\[").replace(']', "\\]").replace('<', "\\<")
}

/// "Request of `POST /carts`.", or a list where there are several.
fn operations(operations: &[String]) -> Option<String> {
    let (first, rest) = operations.split_first()?;
    let mut letters = first.chars();
    let first = letters.next()?.to_uppercase().collect::<String>() + letters.as_str();
    Some(match rest.split_last() {
        None => format!("{first}."),
        Some((last, middle)) => {
            let all: Vec<_> =
                std::iter::once(first.as_str()).chain(middle.iter().map(String::as_str)).collect();
            format!("{} and {last}.", all.join(", "))
        }
    })
}

/// Writes JSON with what fits on one line on one line.
fn write_json(out: &mut String, value: &Value, depth: usize, column: usize) {
    const WIDTH: usize = 90;
    let compact = spaced(value);
    if column + compact.len() <= WIDTH {
        out.push_str(&compact);
        return;
    }
    let indent = "  ".repeat(depth + 1);
    let close = |out: &mut String, bracket: char| {
        out.push('\n');
        out.push_str(&"  ".repeat(depth));
        out.push(bracket);
    };
    match value {
        Value::Array(elements) => {
            out.push('[');
            for (number, element) in elements.iter().enumerate() {
                out.push_str(if number == 0 { "\n" } else { ",\n" });
                out.push_str(&indent);
                write_json(out, element, depth + 1, indent.len());
            }
            close(out, ']');
        }
        Value::Object(members) => {
            out.push('{');
            for (number, (name, member)) in members.iter().enumerate() {
                let key = format!("{indent}{}: ", Value::from(name.as_str()));
                out.push_str(if number == 0 { "\n" } else { ",\n" });
                out.push_str(&key);
                write_json(out, member, depth + 1, key.len());
            }
            close(out, '}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// JSON on one line, with a space where a person would put one.
fn spaced(value: &Value) -> String {
    match value {
        Value::Array(elements) => format!("[{}]", elements.iter().map(spaced).collect::<Vec<_>>().join(", ")),
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, member)| format!("{}: {}", Value::from(name.as_str()), spaced(member)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        plain => plain.to_string(),
    }
}

/// A doc test that reads a message and writes it again.
fn example_lines(path: &str, name: &str, json: &str) -> Vec<String> {
    let hashes = "#".repeat(1 + json.matches("\"#").count());
    let mut docs = vec![
        " # Example".to_owned(),
        String::new(),
        " ```".to_owned(),
        format!(" use {path};"),
        String::new(),
        format!(" let text = r{hashes}\"{}", json.lines().next().unwrap_or_default()),
    ];
    let last = json.lines().count().saturating_sub(1);
    for (number, line) in json.lines().enumerate().skip(1) {
        docs.push(if number == last { format!(" {line}\"{hashes};") } else { format!(" {line}") });
    }
    if last == 0
        && let Some(line) = docs.last_mut()
    {
        line.push_str(&format!("\"{hashes};"));
    }
    docs.extend([
        format!(" let message: {name} = serde_json::from_str(text)?;"),
        " # let value: serde_json::Value = serde_json::from_str(text)?;".to_owned(),
        " # assert_eq!(serde_json::to_value(&message)?, value);".to_owned(),
        " # Ok::<(), serde_json::Error>(())".to_owned(),
        " ```".to_owned(),
    ]);
    docs
}
