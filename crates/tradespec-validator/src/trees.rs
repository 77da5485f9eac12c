//! Trees, as the JSON Schema validator takes them.
//!
//! In:  a [`TreeNode`].
//! Out: an [`Instance`], which the validator goes through without a `serde_json::Value` being made.
//! Holds: numbers are compared as numbers, so `1` is `1.0`; lengths count characters.

use std::borrow::Cow;

use jsonschema::JsonType;
use jsonschema::json::{Array, Json, JsonNumber, Node, NodeIdentity, Object, cmp};
use serde_json::{Number, Value};
use tradespec_schema::{Elements, Members, Tree, TreeNode};

/// The representation.
pub(crate) struct Trees;

/// One value of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Instance<'t>(pub(crate) TreeNode<'t>);

impl Json for Trees {
    type Node<'a> = Instance<'a>;
    type PreparedKey = Box<str>;
    type StringBuffer = ();

    // A look-up goes through the members, so going through them once is never dearer than two look-ups.
    const KEYS_PER_LOOKUP: usize = 2;
    const ACYCLIC: bool = true;

    fn prepare_key(key: &str) -> Box<str> {
        key.into()
    }

    fn with_string_node<T>((): &mut (), string: &str, f: impl FnOnce(Instance<'_>) -> T) -> T {
        Tree::with_text(string, |node| f(Instance(node)))
    }
}

impl<'a> Node<'a, Trees> for Instance<'a> {
    type Object = Self;
    type Array = Self;
    type Number = Self;

    fn as_object(&self) -> Option<Self> {
        self.0.is_object().then_some(*self)
    }

    fn as_array(&self) -> Option<Self> {
        self.0.is_array().then_some(*self)
    }

    fn as_string(&self) -> Option<Cow<'a, str>> {
        self.0.as_str().map(Cow::Borrowed)
    }

    fn as_number(&self) -> Option<Self> {
        self.0.is_number().then_some(*self)
    }

    fn as_boolean(&self) -> Option<bool> {
        self.0.as_bool()
    }

    fn is_null(&self) -> bool {
        self.0.is_null()
    }

    fn is_number(&self) -> bool {
        self.0.is_number()
    }

    fn is_string(&self) -> bool {
        self.0.is_string()
    }

    fn json_type(&self) -> JsonType {
        match self.0 {
            node if node.is_string() => JsonType::String,
            node if node.is_object() => JsonType::Object,
            node if node.is_number() => JsonType::Number,
            node if node.is_array() => JsonType::Array,
            node if node.is_null() => JsonType::Null,
            _ => JsonType::Boolean,
        }
    }

    fn string_length_within(&self, min: u64, max: u64) -> Option<bool> {
        let text = self.0.as_str()?;
        // A character takes one to four bytes.
        let most = text.len() as u64;
        let fewest = most.div_ceil(4);
        if most < min || fewest > max {
            return Some(false);
        }
        if min <= fewest && most <= max {
            return Some(true);
        }
        Some((min..=max).contains(&(text.chars().count() as u64)))
    }

    fn equals_value(&self, expected: &Value) -> bool {
        match expected {
            Value::String(expected) => self.0.as_str() == Some(expected),
            Value::Null => self.0.is_null(),
            Value::Bool(expected) => self.0.as_bool() == Some(*expected),
            Value::Number(_) => self.0.is_number() && cmp::equal(&self.0.to_value(), expected),
            Value::Array(_) => self.0.is_array() && cmp::equal(&self.0.to_value(), expected),
            Value::Object(_) => self.0.is_object() && cmp::equal(&self.0.to_value(), expected),
        }
    }

    fn to_value(&self) -> Cow<'a, Value> {
        self.0.to_value()
    }

    fn identity(&self) -> Option<NodeIdentity> {
        Some(NodeIdentity::new(self.0.address()))
    }
}

impl JsonNumber for Instance<'_> {
    fn as_u64(&self) -> Option<u64> {
        self.0.as_u64()
    }

    fn as_i64(&self) -> Option<i64> {
        self.0.as_i64()
    }

    fn as_f64(&self) -> Option<f64> {
        self.0.as_f64()
    }

    fn as_str(&self) -> Cow<'_, str> {
        self.to_number().to_string().into()
    }

    fn to_number(&self) -> Cow<'_, Number> {
        match self.0.to_value() {
            Cow::Borrowed(Value::Number(number)) => Cow::Borrowed(number),
            Cow::Owned(Value::Number(number)) => Cow::Owned(number),
            // Only what is a number is given out as one.
            _ => Cow::Owned(Number::from(0)),
        }
    }

    fn is_integer(&self) -> bool {
        self.0.as_i64().is_some()
            || self.0.as_u64().is_some()
            || self.0.as_f64().is_some_and(|double| double.fract() == 0.0)
    }

    fn is_written_as_integer(&self) -> bool {
        self.to_number().is_written_as_integer()
    }
}

impl<'a> Object<'a, Trees> for Instance<'a> {
    type Node = Self;
    type MemberName = &'a str;
    type MembersIter = MembersIter<'a>;

    fn len(&self) -> usize {
        self.0.members().map_or(0, |members| members.len())
    }

    fn get(&self, key: &Box<str>) -> Option<Self> {
        self.0.get(key).map(Self)
    }

    fn members(&self) -> MembersIter<'a> {
        MembersIter(self.0.members())
    }
}

impl<'a> Array<'a, Trees> for Instance<'a> {
    type Node = Self;
    type ElementsIter = ElementsIter<'a>;

    fn len(&self) -> usize {
        self.0.elements().map_or(0, |elements| elements.len())
    }

    fn elements(&self) -> ElementsIter<'a> {
        ElementsIter(self.0.elements())
    }
}

pub(crate) struct MembersIter<'a>(Option<Members<'a>>);

impl<'a> Iterator for MembersIter<'a> {
    type Item = (&'a str, Instance<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next().map(|(name, node)| (name, Instance(node)))
    }
}

pub(crate) struct ElementsIter<'a>(Option<Elements<'a>>);

impl<'a> Iterator for ElementsIter<'a> {
    type Item = Instance<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.as_mut()?.next().map(Instance)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use jsonschema::json::conformance::{assert_conformance, document};

    use super::*;

    #[test]
    fn trees_are_what_the_validator_takes() {
        let document = document();
        assert_conformance::<Trees>(&Instance(Tree::of(&document).root()));
        let text = document.to_string();
        assert_conformance::<Trees>(&Instance(Tree::read(text.as_bytes()).unwrap().root()));
    }
}
