//! Small random releases and extensions, drawn from bytes so that a failure shrinks to something readable.

use serde_json::{Map, Value, json};
use tradespec_schema::{Error, Extension, Index, Location, Protocol, Release, SchemaSet, Step, walk};

const MAIN: &str = "schema.agentic_checkout.json";
const CART: &str = "schema.cart.json";
const TYPES: [&str; 6] = ["Base", "Item", "Session", "Order", "Either", "Cart"];
const MEMBERS: [&str; 4] = ["a", "b", "c", "d"];
/// Names that no release of ours uses.
pub(crate) const NEW_FIELDS: [&str; 3] = ["x", "y", "z"];

/// Choices, read off a list of bytes; when it ends, the first choice is always taken.
pub(crate) struct Draw<'b>(pub(crate) std::slice::Iter<'b, u8>);

impl Draw<'_> {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % count
    }

    fn one<'c, T>(&mut self, choices: &'c [T]) -> &'c T {
        &choices[self.below(choices.len())]
    }

    fn often(&mut self) -> bool {
        self.below(4) != 3
    }
}

/// A release of six types in two files: objects, aliases, compositions and unions that refer to each other.
pub(crate) fn release(draw: &mut Draw<'_>) -> Vec<(String, String)> {
    let homes: Vec<&str> = TYPES.iter().map(|_| if draw.often() { MAIN } else { CART }).collect();
    let mut files = [(MAIN, Map::new()), (CART, Map::new())];
    for (at, name) in TYPES.iter().enumerate() {
        // What applies to the same value comes from earlier types only, so that nothing is made of itself.
        let earlier = |draw: &mut Draw<'_>| reference(&homes, draw.below(at.max(1)));
        let schema = match if at == 0 { 0 } else { draw.below(6) } {
            0..=2 => object(draw, &homes),
            3 => match draw.below(2) {
                0 => json!({"description": "Another name.", "allOf": [earlier(draw)]}),
                _ => earlier(draw),
            },
            4 => {
                let own = json!({"properties": members(draw, &homes)});
                json!({"allOf": [earlier(draw), own]})
            }
            _ => json!({"oneOf": [earlier(draw), object(draw, &homes)]}),
        };
        let file = files.iter_mut().find(|(file, _)| *file == homes[at]).unwrap();
        file.1.insert((*name).to_owned(), schema);
    }
    files.map(|(file, defs)| (file.to_owned(), json!({"$defs": defs}).to_string())).into()
}

pub(crate) fn index(files: Vec<(String, String)>) -> Result<Index, Error> {
    Index::new(&SchemaSet::from_files(Protocol::Acp, Release::new("2026-04-17")?, files)?)
}

fn reference(homes: &[&str], at: usize) -> Value {
    json!({"$ref": format!("{}#/$defs/{}", homes[at], TYPES[at])})
}

fn object(draw: &mut Draw<'_>, homes: &[&str]) -> Value {
    let mut schema = json!({"type": "object", "properties": members(draw, homes)});
    if draw.often() {
        schema["additionalProperties"] = false.into();
    }
    if draw.below(3) == 2 {
        schema["required"] = json!([schema["properties"].as_object().unwrap().keys().next()]);
    }
    schema
}

fn members(draw: &mut Draw<'_>, homes: &[&str]) -> Value {
    let count = 1 + draw.below(3);
    let members = (0..count).map(|_| (draw.one(&MEMBERS).to_string(), member(draw, homes, 2)));
    members.collect::<Map<_, _>>().into()
}

fn member(draw: &mut Draw<'_>, homes: &[&str], depth: usize) -> Value {
    let target = |draw: &mut Draw<'_>| reference(homes, draw.below(TYPES.len()));
    match draw.below(if depth == 0 { 4 } else { 8 }) {
        0 => target(draw),
        1 => json!({"type": "string"}),
        2 => {
            let mut described = target(draw);
            described["description"] = "What it is here.".into();
            described
        }
        3 => json!({"type": "integer"}),
        4 | 5 => json!({"type": "array", "items": member(draw, homes, depth - 1)}),
        6 => json!({"type": "object", "additionalProperties": false,
            "properties": {"a": member(draw, homes, depth - 1)}}),
        _ => json!({"oneOf": [target(draw), {"type": "string"}]}),
    }
}

/// Up to four extensions of a release, some of which conflict.
pub(crate) fn extensions(draw: &mut Draw<'_>, index: &Index) -> Vec<Extension> {
    let names = ["com.example.a", "com.example.b", "com.example.c", "com.example.d"];
    let count = 1 + draw.below(4);
    names[..count].iter().map(|name| extension(draw, index, name, &names[..count])).collect()
}

fn extension(draw: &mut Draw<'_>, index: &Index, name: &str, all: &[&str]) -> Extension {
    let mut defs = json!({"Gift": gift(draw)});
    let mut extends = Vec::new();
    for _ in 0..=draw.below(2) {
        let type_name = *draw.one(&TYPES);
        let (path, steps, holder) = way(draw, index, type_name);
        let existing = draw.below(8) == 7;
        let field = if existing { draw.one(&MEMBERS) } else { draw.one(&NEW_FIELDS) };
        extends.push(format!("$.{type_name}{path}.{field}"));
        let schema = field_schema(draw, &holder, field);
        let mut direct = json!({"properties": {*field: schema}});
        if draw.below(16) == 15 {
            direct["required"] = json!([field]);
        }
        let nested = steps.iter().rev().fold(direct.clone(), |below, step| match step {
            Step::Field(member) => json!({"properties": {member.as_str(): below}}),
            Step::Elements => json!({"items": below}),
        });
        match (draw.below(4), holder.name) {
            (0, Some(holder)) if !steps.is_empty() => merge(&mut defs, &json!({holder: direct})),
            (1, _) => {
                let home = home(index, type_name);
                let carrier = json!({"allOf": [{"$ref": format!("{home}#/$defs/{type_name}")}, nested]});
                defs[format!("with_{field}_{}", extends.len())] = carrier;
            }
            _ => merge(&mut defs, &json!({type_name: nested})),
        }
    }
    let depends_on: Vec<_> = all.iter().filter(|other| **other != name && draw.below(3) == 2).collect();
    let declaration = json!({"name": format!("{name}@2026-06-01"), "extends": extends, "schema": "schema.json",
        "depends_on": depends_on});
    let schema = json!({"$defs": defs}).to_string();
    let shown = format!("{name}/extension.json");
    Extension::from_text(&shown, &declaration.to_string(), |_| Ok((format!("{name}/schema.json"), schema)))
        .unwrap()
}

fn gift(draw: &mut Draw<'_>) -> Value {
    match draw.below(8) {
        0..7 => {
            json!({"type": "object", "additionalProperties": false, "properties": {"note": {"type": "string"}}})
        }
        _ => json!({"type": "object", "properties": {"note": {"type": "integer"}}}),
    }
}

/// Where a random walk through a release has come to.
struct Holder<'i> {
    schema: &'i Value,
    name: Option<String>,
}

fn field_schema(draw: &mut Draw<'_>, holder: &Holder<'_>, field: &str) -> Value {
    let existing = holder.schema.get("properties").and_then(|properties| properties.get(field));
    // One field mostly has one meaning, so that extensions agree as often as they do not.
    match (draw.below(8), existing, field) {
        (1..8, Some(existing), _) => existing.clone(),
        (0, _, _) => json!({"type": "integer"}),
        (1, _, _) => Value::Bool(true),
        (_, _, "x") => json!({"$ref": "#/$defs/Gift"}),
        (_, _, "y") => json!({"type": "array", "items": {"$ref": "#/$defs/Gift"}}),
        _ => json!({"type": "string"}),
    }
}

/// A path to an object in a type, most of the time.
fn way<'i>(draw: &mut Draw<'_>, index: &'i Index, type_name: &str) -> (String, Vec<Step>, Holder<'i>) {
    let start = Location::definition(&home(index, type_name), type_name);
    let mut at = index.schema(&start).unwrap();
    let mut steps = Vec::new();
    let mut holder = Holder { schema: at, name: None };
    let mut length = 0;
    let mut seen = vec![at];
    for _ in 0..draw.below(5) {
        let mut choices = ways(index, at);
        choices.retain(|(_, next)| !seen.iter().any(|seen| std::ptr::eq(*seen, behind(index, next))));
        if choices.is_empty() {
            break;
        }
        let (step, next) = draw.one(&choices).clone();
        steps.push(step);
        at = behind(index, next);
        seen.push(at);
        if at.get("items").is_none() && at["type"] != "string" && at["type"] != "integer" {
            let target = walk::alias_target(next).map(Location::from_resolved);
            holder = Holder { schema: at, name: target.and_then(|target| target.as_definition()) };
            length = steps.len();
        }
    }
    if draw.below(16) != 15 {
        steps.truncate(length);
    }
    if draw.below(8) == 7 {
        steps.push(Step::Field((*draw.one(&NEW_FIELDS)).to_owned()));
    }
    let path = steps.iter().map(|step| match step {
        Step::Field(member) => format!(".{member}"),
        Step::Elements => "[*]".to_owned(),
    });
    (path.collect(), steps, holder)
}

/// The steps that a schema allows.
fn ways<'i>(index: &'i Index, schema: &'i Value) -> Vec<(Step, &'i Value)> {
    let schema = behind(index, schema);
    let mut found = Vec::new();
    for (member, below) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
        found.push((Step::Field(member.clone()), below));
    }
    found.extend(schema.get("items").map(|items| (Step::Elements, items)));
    for keyword in ["allOf", "oneOf"] {
        for branch in schema.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            found.extend(ways(index, branch));
        }
    }
    found
}

pub(crate) fn behind<'i>(index: &'i Index, schema: &'i Value) -> &'i Value {
    let mut schema = schema;
    while let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        schema = index.schema(&Location::from_resolved(target)).unwrap();
    }
    schema
}

pub(crate) fn home(index: &Index, type_name: &str) -> String {
    let mut files = index.files().iter();
    files.find(|(_, root)| root["$defs"].get(type_name).is_some()).unwrap().0.clone()
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                // A field has one schema; a second one for it would only contradict the first.
                if !(NEW_FIELDS.contains(&name.as_str()) && into.contains_key(name)) {
                    merge(into.entry(name.clone()).or_insert(Value::Null), value);
                }
            }
        }
        (into, from) => *into = from.clone(),
    }
}
