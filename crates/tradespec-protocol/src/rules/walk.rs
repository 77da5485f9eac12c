//! Every member of a message, at any depth, with the way to it.
//!
//! In:  a JSON value.
//! Out: one call a member, outer members first.
//! Holds: a pointer is only made where somebody asks for it.

use serde_json::{Map, Value};
use tradespec_schema::Pointer;

/// The way from the top of a message, as links towards it.
#[derive(Clone, Copy)]
pub(super) enum Place<'a> {
    Top,
    Member(&'a Place<'a>, &'a str),
    Element(&'a Place<'a>, usize),
}

impl Place<'_> {
    pub(super) fn pointer(&self) -> Pointer {
        match self {
            Self::Top => Pointer::root(),
            Self::Member(parent, name) => parent.pointer().join(name),
            Self::Element(parent, index) => parent.pointer().join(&index.to_string()),
        }
    }

    /// Whether the way goes through a member of one of these names, the place itself included.
    fn is_within(&self, names: &[&str]) -> bool {
        match self {
            Self::Top => false,
            Self::Member(parent, name) => names.contains(name) || parent.is_within(names),
            Self::Element(parent, _) => parent.is_within(names),
        }
    }
}

/// One member of an object of the message.
pub(super) struct Member<'a> {
    pub(super) place: &'a Place<'a>,
    pub(super) owner: &'a Map<String, Value>,
    pub(super) name: &'a str,
    pub(super) value: &'a Value,
}

impl Member<'_> {
    /// Whether the member stands where anybody may write anything: `metadata`, and the `config` of a payment handler.
    pub(super) fn is_free_form(&self) -> bool {
        self.place.is_within(&["metadata", "config"])
    }

    /// Whether the member says what a side can do, and not what it does.
    pub(super) fn is_capability(&self) -> bool {
        self.place.is_within(&["capabilities"])
    }
}

/// Calls `each` for every member of every object in `message`.
pub(super) fn members(message: &Value, each: &mut dyn FnMut(&Member<'_>)) {
    enter(message, &Place::Top, each);
}

fn enter(value: &Value, place: &Place<'_>, each: &mut dyn FnMut(&Member<'_>)) {
    match value {
        Value::Object(owner) => {
            for (name, value) in owner {
                let place = Place::Member(place, name);
                each(&Member { place: &place, owner, name, value });
                enter(value, &place, each);
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                enter(element, &Place::Element(place, index), each);
            }
        }
        _ => {}
    }
}

/// The elements of the list `name` of `value`, each with its place below `at`; none where there is no such list.
pub(super) fn elements<'v>(
    value: &'v Value,
    at: &Pointer,
    name: &str,
) -> impl Iterator<Item = (Pointer, &'v Value)> {
    let list = at.join(name);
    let elements = value.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    elements.iter().enumerate().map(move |(index, element)| (list.join(&index.to_string()), element))
}

/// The member `name` of `value`, where it is there and not `null`.
pub(super) fn given<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    value.get(name).filter(|value| !value.is_null())
}
