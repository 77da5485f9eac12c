//! Values that tell two schemas apart.
//!
//! In:  what a value must be on the accepting side, and on the refusing one.
//! Out: values at and just beyond the bounds of both, of every type, and of every form.
//! Holds: nothing is claimed of them; validators judge which of them separates the two sides.

use serde_json::{Value, json};
use tradespec_schema::pattern;

use crate::sample::{Choice, Leaf, as_number, sample};
use crate::text;
use crate::types::Types;
use crate::view::{EXTRA, View};

/// Longer lists are not made.
const ELEMENTS: usize = 60;
/// How many forms of unions are tried.
const FORMS: usize = 6;

pub(crate) fn values<'e>(accepting: &View<'e>, refusing: &View<'e>, given: &[Value]) -> Vec<Value> {
    let mut values = given.to_vec();
    for view in [accepting, refusing] {
        values.extend(view.values().into_iter().flatten().cloned());
    }
    for form in 0..FORMS {
        for optional in [0, 1] {
            let choice = Choice { form, optional };
            let made = [accepting, refusing].map(|view| sample(view, &[], &Leaf::Smallest, choice, None));
            values.extend(made.into_iter().flatten().map(|made| made.document));
        }
    }
    let types = accepting.types();
    if types.has(Types::NUMBER) {
        values.extend(numbers(accepting, refusing));
    }
    if types.has(Types::STRING) {
        values.extend(strings(accepting, refusing));
    }
    if types.has(Types::ARRAY) {
        values.extend(lists(accepting, refusing));
    }
    if types.has(Types::OBJECT) {
        values.extend(objects(accepting, refusing));
    }
    values.extend([json!(false), json!(null), json!("a"), json!(0), json!(0.5), json!([]), json!({})]);
    let mut distinct: Vec<Value> = Vec::new();
    for value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

fn numbers(accepting: &View<'_>, refusing: &View<'_>) -> Vec<Value> {
    let mut numbers = vec![0.0, 1.0, -1.0, 0.5, 1.5, -0.5];
    for keyword in ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"] {
        for bound in [accepting, refusing].into_iter().filter_map(|view| view.bound(keyword)) {
            numbers.extend([
                bound,
                bound + 1.0,
                bound - 1.0,
                bound + 0.5,
                bound - 0.5,
                bound + 0.01,
                bound - 0.01,
            ]);
        }
    }
    numbers.into_iter().map(as_number).collect()
}

fn strings(accepting: &View<'_>, refusing: &View<'_>) -> Vec<Value> {
    let mut strings: Vec<String> =
        vec![String::new(), "a".to_owned(), "0".to_owned(), "A".to_owned(), "a b".to_owned()];
    for view in [accepting, refusing] {
        strings.extend(view.texts("pattern").into_iter().filter_map(pattern::shortest));
        strings.extend(view.texts("format").into_iter().filter_map(text::of_format).map(str::to_owned));
        for keyword in ["minLength", "maxLength"] {
            let Some(length) = text::length(view, keyword) else { continue };
            for length in [length.saturating_sub(1), length, length.saturating_add(1)] {
                if length <= pattern::LONGEST {
                    strings.extend(["a".repeat(length), "0".repeat(length)]);
                    strings.extend(long_of_format(accepting, length));
                }
            }
        }
    }
    strings.into_iter().map(Value::String).collect()
}

/// A string of a format and of this length.
fn long_of_format(view: &View<'_>, length: usize) -> Option<String> {
    let format = view.texts("format").into_iter().next()?;
    let shortest = text::of_format(format)?;
    let more = length.checked_sub(shortest.len())?;
    match format {
        "uri" | "iri" | "uri-reference" => Some(format!("{shortest}/{}", "a".repeat(more.checked_sub(1)?))),
        _ => None,
    }
}

fn lists(accepting: &View<'_>, refusing: &View<'_>) -> Vec<Value> {
    let mut lengths = vec![0, 1, 2];
    for keyword in ["minItems", "maxItems"] {
        for length in [accepting, refusing].into_iter().filter_map(|view| text::length(view, keyword)) {
            lengths.extend([length.saturating_sub(1), length, length.saturating_add(1)]);
        }
    }
    let elements =
        [accepting, refusing].map(|view| view.items().unwrap_or_else(|| View::new(view.edition, Vec::new())));
    let [ours, theirs] = &elements;
    let mut lists = Vec::new();
    let choices = [ours, theirs].into_iter().flat_map(|view| {
        (0..FORMS).filter_map(|form| sample(view, &[], &Leaf::Smallest, Choice { form, optional: 0 }, None))
    });
    let plain = [json!("a"), json!(0), json!({}), json!(null)];
    for element in choices.map(|made| made.document).chain(plain) {
        for length in lengths.iter().copied().filter(|length| *length <= ELEMENTS) {
            lists.push(Value::Array(vec![element.clone(); length]));
            let distinct = (0..length).map(|n| match &element {
                Value::String(text) => json!(format!("{text}{n}")),
                Value::Number(_) => json!(n),
                other => other.clone(),
            });
            lists.push(Value::Array(distinct.collect()));
        }
    }
    lists
}

fn objects<'e>(accepting: &View<'e>, refusing: &View<'e>) -> Vec<Value> {
    let mut objects = Vec::new();
    let smallest = |view: &View<'_>, leaf: &Leaf, optional: usize| {
        sample(view, &[], leaf, Choice { form: 0, optional }, None).map(|made| made.document)
    };
    for view in [accepting, refusing] {
        for optional in [0, 1, 2, 4] {
            objects.extend(smallest(view, &Leaf::Smallest, optional));
        }
        let names = accepting.names().into_iter().chain(refusing.names()).chain([EXTRA]);
        for name in names {
            objects.extend(smallest(view, &Leaf::Present(name.to_owned()), 0));
            objects.extend(smallest(view, &Leaf::Absent(name.to_owned()), 1));
        }
    }
    // What a condition is about, with what it demands then and without it.
    for condition in accepting.conditions().into_iter().chain(refusing.conditions()) {
        for optional in [0, 1, 2, 4] {
            objects.extend(smallest(&accepting.with(condition), &Leaf::Smallest, optional));
        }
        for name in accepting.names() {
            objects.extend(smallest(&accepting.with(condition), &Leaf::Absent(name.to_owned()), 1));
        }
    }
    objects
}
