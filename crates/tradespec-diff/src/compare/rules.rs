//! Rules for single values: types, words, bounds, patterns, and what is only said for people.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Comparer, Effect};
use crate::change::Kind;
use crate::draft::Place;
use crate::types::Types;
use crate::view::{View, is_lower};

/// At most this many words of a vocabulary are named in a message.
const WORDS: usize = 100;

impl<'e> Comparer<'_, 'e> {
    pub(super) fn annotations(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        match (own(old, "deprecated"), own(new, "deprecated")) {
            (false, true) => {
                self.note(Kind::Deprecated, (old, new), place, Effect::none(), "is deprecated now");
            }
            (true, false) => {
                self.note(Kind::Undeprecated, (old, new), place, Effect::none(), "is no longer deprecated");
            }
            _ => {}
        }
        let (was, is) = (old.default(), new.default());
        if was != is {
            let text = |value: Option<&Value>| value.map_or_else(|| "none".to_owned(), Value::to_string);
            let message = format!("the default is {}, was {}", text(is), text(was));
            self.note(Kind::DefaultChanged, (old, new), place, Effect::none(), message);
        }
    }

    /// Compares types. Whether they have any type in common, so that there is more to compare.
    pub(super) fn types(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) -> bool {
        let (was, is) = (types(old), types(new));
        if was != is {
            let (lost, gained) = (!was.without(is).is_empty(), !is.without(was).is_empty());
            let effect =
                Effect::values((old, new), place, &["type", "falseSchema", "anyOf", "oneOf"], (lost, gained));
            let message = format!("is {}, was {}", is.words(), was.words());
            self.note(Kind::TypeChanged, (old, new), place, effect, message);
        }
        was.has(is)
    }

    pub(super) fn rules(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        self.words(old, new, place);
        self.range(old, new, place, ["minimum", "exclusiveMinimum"]);
        self.range(old, new, place, ["maximum", "exclusiveMaximum"]);
        for keyword in ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] {
            self.bound(old, new, place, keyword);
        }
        for keyword in ["pattern", "format"] {
            self.texts(old, new, place, keyword);
        }
        match (old.says("uniqueItems"), new.says("uniqueItems")) {
            (false, true) => {
                let effect = Effect::values((old, new), place, &["uniqueItems"], (true, false));
                self.note(Kind::Tightened, (old, new), place, effect, "elements must differ now");
            }
            (true, false) => {
                let effect = Effect::values((old, new), place, &["uniqueItems"], (false, true));
                self.note(Kind::Loosened, (old, new), place, effect, "elements need not differ any more");
            }
            _ => {}
        }
        match (old.items(), new.items()) {
            (None, Some(_)) if old.types().has(Types::ARRAY) => {
                let effect = Effect::values((old, new), place, &[], (true, false));
                self.note(Kind::Tightened, (old, new), place, effect, "elements are restricted now");
            }
            (Some(_), None) if new.types().has(Types::ARRAY) => {
                let effect = Effect::values((old, new), place, &[], (false, true));
                self.note(Kind::Loosened, (old, new), place, effect, "elements may be anything now");
            }
            _ => {}
        }
        self.others(old, new, place);
    }

    fn words(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        const KEYWORDS: &[&str] = &["enum", "const"];
        match (old.values(), new.values()) {
            (Some(was), Some(is)) => {
                let gone: Vec<Value> = was.iter().filter(|v| !is.contains(v)).map(|v| (*v).clone()).collect();
                let came: Vec<Value> = is.iter().filter(|v| !was.contains(v)).map(|v| (*v).clone()).collect();
                if !came.is_empty() {
                    let message = format!("may be {} too", listed(&came, "or"));
                    let effect = Effect::given((old, new), place, KEYWORDS, (None, Some(came)));
                    self.note(Kind::EnumGrown, (old, new), place, effect, message);
                }
                if !gone.is_empty() {
                    let message = format!("can no longer be {}", listed(&gone, "or"));
                    let effect = Effect::given((old, new), place, KEYWORDS, (Some(gone), None));
                    self.note(Kind::EnumShrunk, (old, new), place, effect, message);
                }
            }
            (Some(was), None) => {
                let effect = Effect::values((old, new), place, KEYWORDS, (false, true));
                let message = format!("may be any {}, was one of {}", new.types().words(), count(was.len()));
                self.note(Kind::Loosened, (old, new), place, effect, message);
            }
            (None, Some(is)) => {
                let is: Vec<Value> = is.into_iter().cloned().collect();
                let effect = Effect::values((old, new), place, KEYWORDS, (true, false));
                let message = format!("must be {}, was any {}", listed(&is, "or"), old.types().words());
                self.note(Kind::Tightened, (old, new), place, effect, message);
            }
            (None, None) => {}
        }
    }

    /// Compares one end of the range of numbers.
    fn range(
        &mut self,
        old: &View<'e>,
        new: &View<'e>,
        place: &Place<'e>,
        [within, beyond]: [&'static str; 2],
    ) {
        // Between whole numbers, "above 0" and "at least 1" are the same.
        let whole = old.types().both(new.types()).both(Types::NUMBER) == Types::INTEGER;
        let lower = is_lower(within);
        let end = |view: &View<'e>| -> Option<(f64, bool)> {
            let open = view.bound(beyond).map(|bound| match whole {
                true if lower => (bound.floor() + 1.0, false),
                true => (bound.ceil() - 1.0, false),
                false => (bound, true),
            });
            let closed = view.bound(within).map(|bound| match whole {
                true if lower => (bound.ceil(), false),
                true => (bound.floor(), false),
                false => (bound, false),
            });
            match (open, closed) {
                (Some(open), Some(closed)) if stricter(closed, open, lower) => Some(closed),
                (open, closed) => open.or(closed),
            }
        };
        let (was, is) = (end(old), end(new));
        let text = |end: Option<(f64, bool)>| match end {
            None => "any number".to_owned(),
            Some((bound, open)) => match (lower, open) {
                (true, false) => format!("at least {bound}"),
                (true, true) => format!("above {bound}"),
                (false, false) => format!("at most {bound}"),
                (false, true) => format!("below {bound}"),
            },
        };
        let tightened = match (was, is) {
            _ if was == is => return,
            (Some(was), Some(is)) => stricter(is, was, lower),
            (was, _) => was.is_none(),
        };
        let keywords: &'static [&'static str] =
            if lower { &["minimum", "exclusiveMinimum"] } else { &["maximum", "exclusiveMaximum"] };
        let effect = Effect::values((old, new), place, keywords, (tightened, !tightened));
        let kind = if tightened { Kind::Tightened } else { Kind::Loosened };
        let verb = if is.is_none() { "may" } else { "must" };
        self.note(kind, (old, new), place, effect, format!("{verb} be {}, was {}", text(is), text(was)));
    }

    fn bound(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>, keyword: &'static str) {
        // A lower bound of 0 is none.
        let end = |view: &View<'e>| view.bound(keyword).filter(|bound| !is_lower(keyword) || *bound > 0.0);
        let (was, is) = (end(old), end(new));
        let tightened = match (was, is) {
            _ if was == is => return,
            (Some(was), Some(is)) => (is > was) == is_lower(keyword),
            (was, _) => was.is_none(),
        };
        let text = |end: Option<f64>| end.map_or_else(|| "none".to_owned(), |bound| bound.to_string());
        let keywords: &'static [&'static str] = match keyword {
            "minLength" => &["minLength"],
            "maxLength" => &["maxLength"],
            "minItems" => &["minItems"],
            "maxItems" => &["maxItems"],
            "minProperties" => &["minProperties"],
            _ => &["maxProperties"],
        };
        let effect = Effect::values((old, new), place, keywords, (tightened, !tightened));
        let kind = if tightened { Kind::Tightened } else { Kind::Loosened };
        let message = format!("{keyword} is {}, was {}", text(is), text(was));
        self.note(kind, (old, new), place, effect, message);
    }

    fn texts(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>, keyword: &'static str) {
        let (was, is) = (old.texts(keyword), new.texts(keyword));
        if was == is {
            return;
        }
        let quoted = |texts: &BTreeSet<&str>| {
            let texts: Vec<_> = texts.iter().map(|text| format!("\"{text}\"")).collect();
            if texts.is_empty() { "none".to_owned() } else { texts.join(" and ") }
        };
        let message = format!("{keyword} is {}, was {}", quoted(&is), quoted(&was));
        let (shrinks, grows) = (!is.is_subset(&was), !was.is_subset(&is));
        let keywords: &'static [&'static str] = if keyword == "pattern" { &["pattern"] } else { &["format"] };
        let effect = Effect::values((old, new), place, keywords, (shrinks, grows));
        self.note(kind(shrinks, grows), (old, new), place, effect, message);
    }

    fn others(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        let (was, is) = (old.others(), new.others());
        let none = BTreeSet::new();
        for keyword in was.keys().chain(is.keys()).copied().collect::<BTreeSet<_>>() {
            let (was, is) = (was.get(keyword).unwrap_or(&none), is.get(keyword).unwrap_or(&none));
            if was == is {
                continue;
            }
            let (shrinks, grows) = (!is.is_subset(was), !was.is_subset(is));
            let what =
                if keyword == "if" { "a condition".to_owned() } else { format!("a rule by \"{keyword}\"") };
            let message = match (shrinks, grows) {
                (true, false) => format!("{what} is new"),
                (false, true) => format!("{what} is gone"),
                _ => format!("{what} is another one"),
            };
            let effect = Effect::values((old, new), place, &[], (shrinks, grows));
            self.note(kind(shrinks, grows), (old, new), place, effect, message);
        }
    }
}

fn kind(shrinks: bool, grows: bool) -> Kind {
    match (shrinks, grows) {
        (true, false) => Kind::Tightened,
        (false, true) => Kind::Loosened,
        _ => Kind::RuleChanged,
    }
}

/// Whether the schemas themselves say so, not a type that they refer to.
fn own(view: &View<'_>, keyword: &str) -> bool {
    view.whole.iter().any(|schema| schema.get(keyword) == Some(&Value::Bool(true)))
}

/// The types of values; a list of words has the types of its words.
fn types(view: &View<'_>) -> Types {
    let listed =
        view.values().map(|values| values.into_iter().map(Types::of_value).fold(Types::NONE, Types::or));
    match listed {
        Some(listed) if !view.is_typed() => listed,
        _ => view.types(),
    }
}

fn stricter((a, a_open): (f64, bool), (b, b_open): (f64, bool), lower: bool) -> bool {
    let same = a.to_bits() == b.to_bits();
    if same { a_open && !b_open } else { (a > b) == lower }
}

pub(super) fn listed(values: &[Value], last: &str) -> String {
    let shown: Vec<_> = values.iter().take(WORDS).map(Value::to_string).collect();
    let more = values.len().saturating_sub(WORDS);
    if more > 0 {
        return format!("{} {last} {more} more", shown.join(", "));
    }
    match shown.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{} {last} {end}", rest.join(", ")),
        _ => shown.concat(),
    }
}

fn count(number: usize) -> String {
    if number == 1 { "1 value".to_owned() } else { format!("{number} values") }
}
