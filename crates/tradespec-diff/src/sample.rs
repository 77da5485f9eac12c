//! Small valid documents, made up from a schema.
//!
//! In:  a [`View`], a way into it, and what shall stand at the end of the way.
//! Out: a document: required members only, smallest values, one form of each union.
//! Holds: it ends on recursive types; whether the document really is valid is for a validator to say.

use serde_json::{Map, Value, json};
use tradespec_schema::Pointer;

use crate::draft::Step;
use crate::text;
use crate::types::Types;
use crate::view::View;

/// How deep documents may be.
const DEPTH: usize = 40;
/// The most elements that are made to fill a list.
const ELEMENTS: usize = 200;

/// The most values that a document may have.
const VALUES: usize = 5_000;

/// What stands at the end of the way.
#[derive(Debug, Clone)]
pub(crate) enum Leaf {
    /// This value.
    Value(Value),
    /// The smallest value, whatever it is.
    Smallest,
    /// An object with this member.
    Present(String),
    /// An object without this member.
    Absent(String),
}

/// How to choose where there is a choice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    /// Which form of a union is taken where the way does not say it.
    pub(crate) form: usize,
    /// Whether the members that may be left out are there too, as far as this deep.
    pub(crate) optional: usize,
}

/// The document, and the place in it at the end of the way.
#[derive(Debug, Clone)]
pub(crate) struct Sample {
    pub(crate) document: Value,
    pub(crate) place: String,
}

pub(crate) fn sample<'e>(
    view: &View<'e>,
    way: &[Step<'e>],
    leaf: &Leaf,
    choice: Choice,
    friend: Option<&View<'_>>,
) -> Option<Sample> {
    let mut maker = Maker { choice, place: Pointer::root(), left: VALUES };
    let document = maker.value(view, way, leaf, friend, DEPTH)?;
    Some(Sample { document, place: maker.place.to_string() })
}

struct Maker {
    choice: Choice,
    place: Pointer,
    /// How many more values may be made.
    left: usize,
}

impl Maker {
    fn value<'e>(
        &mut self,
        view: &View<'e>,
        way: &[Step<'e>],
        leaf: &Leaf,
        friend: Option<&View<'_>>,
        depth: usize,
    ) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        self.left = self.left.checked_sub(1)?;
        let (view, way) = self.formed(view, way, depth)?;
        if view.never {
            return None;
        }
        match (way.split_first(), leaf) {
            (None, Leaf::Value(value)) => Some(value.clone()),
            (None, Leaf::Smallest) => self.smallest(&view, friend, depth),
            (None, Leaf::Present(name)) => {
                self.object(&view, Some((name, &[], &Leaf::Smallest)), None, friend, depth)
            }
            (None, Leaf::Absent(name)) => self.object(&view, None, Some(name), friend, depth),
            (Some((Step::Member(name), way)), leaf) => {
                self.place.push(name);
                self.object(&view, Some((name, way, leaf)), None, friend, depth)
            }
            (Some((Step::Rest, way)), leaf) => {
                let name = view.unnamed();
                self.place.push(&name);
                self.object(&view, Some((&name, way, leaf)), None, friend, depth)
            }
            (Some((Step::Element, way)), leaf) => {
                self.place.push("0");
                let items = view.items().unwrap_or_else(|| View::new(view.edition, Vec::new()));
                let theirs = friend.and_then(View::items);
                let first = self.value(&items, way, leaf, theirs.as_ref(), depth)?;
                let mut list = vec![first];
                self.fill(&mut list, &view, theirs.as_ref(), depth)?;
                Some(Value::Array(list))
            }
            (Some((Step::Form(_), _)), _) => None,
        }
    }

    /// The view with one form of each union, those of the way first.
    fn formed<'w, 'e>(
        &self,
        view: &View<'e>,
        mut way: &'w [Step<'e>],
        depth: usize,
    ) -> Option<(View<'e>, &'w [Step<'e>])> {
        let mut view = view.clone();
        let mut chosen: Vec<&Value> = Vec::new();
        while let Some((Step::Form(form), rest)) = way.split_first() {
            chosen.push(form);
            view = view.with(form);
            way = rest;
        }
        for _ in 0..depth {
            let next = view.unions().into_iter().find(|union| {
                !union.branches.iter().any(|branch| chosen.iter().any(|taken| std::ptr::eq(*taken, *branch)))
            });
            let Some(union) = next else { return Some((view, way)) };
            let possible: Vec<_> = union
                .branches
                .iter()
                .copied()
                .filter(|branch| {
                    let formed = view.with(branch);
                    let fits = match way.first() {
                        Some(Step::Member(_) | Step::Rest) => formed.types().has(Types::OBJECT),
                        Some(Step::Element) => formed.types().has(Types::ARRAY),
                        _ => true,
                    };
                    fits && !formed.never
                        && !formed.types().is_empty()
                        && formed.values().is_none_or(|v| !v.is_empty())
                })
                .collect();
            let form = possible.get(self.choice.form.checked_rem(possible.len())?)?;
            chosen.push(form);
            view = view.with(form);
        }
        None
    }

    fn smallest(&mut self, view: &View<'_>, friend: Option<&View<'_>>, depth: usize) -> Option<Value> {
        let types = view.types();
        if let Some(values) = view.values() {
            let fitting: Vec<_> =
                values.into_iter().filter(|value| types.has(Types::of_value(value))).collect();
            let theirs = friend.and_then(View::values);
            let shared =
                fitting.iter().find(|value| theirs.as_ref().is_some_and(|theirs| theirs.contains(value)));
            return shared.or(fitting.first()).map(|value| (*value).clone());
        }
        let speaks_of_members = !view.is_typed() && view.is_object();
        if speaks_of_members || (types.has(Types::OBJECT) && !types.has(Types::STRING)) {
            return self.object(view, None, None, friend, depth);
        }
        if types.has(Types::STRING) {
            return text::smallest(view, friend).map(Value::String);
        }
        if types.has(Types::NUMBER) {
            return Some(number(view));
        }
        if types.has(Types::ARRAY) {
            let mut list = Vec::new();
            self.fill(&mut list, view, friend.and_then(View::items).as_ref(), depth)?;
            return Some(Value::Array(list));
        }
        if types.has(Types::BOOLEAN) {
            return Some(Value::Bool(false));
        }
        types.has(Types::NULL).then_some(Value::Null)
    }

    fn object<'e>(
        &mut self,
        view: &View<'e>,
        wanted: Option<(&str, &[Step<'e>], &Leaf)>,
        absent: Option<&str>,
        friend: Option<&View<'_>>,
        depth: usize,
    ) -> Option<Value> {
        if !view.types().has(Types::OBJECT) {
            return None;
        }
        let mut names: Vec<String> = view.required().into_iter().map(str::to_owned).collect();
        // What the other side demands, too, so that it has less to complain of.
        let theirs = friend.map(View::required).unwrap_or_default();
        names.extend(theirs.into_iter().filter(|name| view.has_member(name)).map(str::to_owned));
        names.extend(wanted.map(|(name, _, _)| name.to_owned()));
        let least = view.bound("minProperties").unwrap_or(0.0);
        for name in view.names() {
            let few = f64::from(u32::try_from(names.len()).unwrap_or(u32::MAX)) < least;
            if (few || depth + self.choice.optional > DEPTH) && view.has_member(name) {
                names.push(name.to_owned());
            }
        }
        names.sort();
        names.dedup();
        names.retain(|name| Some(name.as_str()) != absent);
        let order = |name: &String| view.names().iter().position(|known| known == name);
        names.sort_by_key(|name| order(name).unwrap_or(usize::MAX));
        let mut members = Map::new();
        for name in names {
            let theirs = friend.and_then(|friend| friend.member(&name));
            let value = match wanted {
                Some((wanted, way, leaf)) if wanted == name => {
                    let member = view.member(&name).unwrap_or_else(|| View::new(view.edition, Vec::new()));
                    self.value(&member, way, leaf, theirs.as_ref(), depth)?
                }
                _ => {
                    let required = view.required().contains(name.as_str());
                    let member = view.member(&name)?;
                    let place = self.place.clone();
                    let made = self.value(&member, &[], &Leaf::Smallest, theirs.as_ref(), depth);
                    self.place = place;
                    match made {
                        Some(value) => value,
                        None if required => return None,
                        None => continue,
                    }
                }
            };
            members.insert(name, value);
        }
        Some(Value::Object(members))
    }

    /// Adds elements until there are enough.
    fn fill(
        &mut self,
        list: &mut Vec<Value>,
        view: &View<'_>,
        friend: Option<&View<'_>>,
        depth: usize,
    ) -> Option<()> {
        let least = view.bound("minItems").unwrap_or(0.0);
        let distinct = view.says("uniqueItems");
        let items = view.items().unwrap_or_else(|| View::new(view.edition, Vec::new()));
        for demand in view.contained() {
            if !list.iter().any(|element| is_like(element, demand)) {
                let place = self.place.clone();
                list.push(self.value(&items.with(demand), &[], &Leaf::Smallest, friend, depth)?);
                self.place = place;
            }
        }
        while f64::from(u32::try_from(list.len()).unwrap_or(u32::MAX)) < least {
            if list.len() >= ELEMENTS {
                return None;
            }
            let place = self.place.clone();
            let next = self.value(&items, &[], &Leaf::Smallest, friend, depth)?;
            self.place = place;
            list.push(if distinct && list.contains(&next) { another(&items, next, list)? } else { next });
        }
        Some(())
    }
}

/// Whether a value has the words in its members that a schema wants there.
fn is_like(value: &Value, schema: &Value) -> bool {
    let members = schema.get("properties").and_then(Value::as_object);
    let mut words = members
        .into_iter()
        .flatten()
        .filter_map(|(name, member)| Some((name, member.get("const")?)))
        .peekable();
    words.peek().is_some() && words.all(|(name, word)| value.get(name) == Some(word))
}

/// A value like `value` that is not in `list`.
fn another(items: &View<'_>, value: Value, list: &[Value]) -> Option<Value> {
    if let Some(values) = items.values() {
        return values.into_iter().find(|value| !list.contains(value)).cloned();
    }
    match value {
        Value::String(text) => Some(json!(format!("{text}{}", list.len()))),
        Value::Number(number) => {
            Some(as_number(number.as_f64()? + f64::from(u32::try_from(list.len()).ok()?)))
        }
        _ => None,
    }
}

/// The number nearest to zero.
fn number(view: &View<'_>) -> Value {
    let whole = !view.types().without(Types::INTEGER).has(Types::NUMBER);
    let step = if whole { 1.0 } else { 0.5 };
    let low = view
        .bound("minimum")
        .unwrap_or(f64::MIN)
        .max(view.bound("exclusiveMinimum").map_or(f64::MIN, |n| n + step));
    let high = view
        .bound("maximum")
        .unwrap_or(f64::MAX)
        .min(view.bound("exclusiveMaximum").map_or(f64::MAX, |n| n - step));
    let nearest = 0.0_f64.clamp(low.min(high), high);
    as_number(if whole { nearest.ceil() } else { nearest })
}

/// A number without a fraction where it has none.
#[allow(clippy::cast_possible_truncation, reason = "the range is checked")]
pub(crate) fn as_number(number: f64) -> Value {
    if number.fract() == 0.0 && number.abs() < 9.0e15 { json!(number as i64) } else { json!(number) }
}
