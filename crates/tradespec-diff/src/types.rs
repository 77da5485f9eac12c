//! Sets of JSON types. A whole number is a number, so the numbers that are not whole are counted on their own.

use serde_json::Value;

/// A set of JSON types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Types(u8);

const NAMED: [(&str, Types); 7] = [
    ("null", Types(1)),
    ("boolean", Types(2)),
    ("integer", Types::INTEGER),
    ("number", Types(4 | 8)),
    ("string", Types::STRING),
    ("array", Types::ARRAY),
    ("object", Types::OBJECT),
];

impl Types {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(127);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(2);
    pub(crate) const INTEGER: Self = Self(4);
    pub(crate) const NUMBER: Self = Self(4 | 8);
    pub(crate) const STRING: Self = Self(16);
    pub(crate) const ARRAY: Self = Self(32);
    pub(crate) const OBJECT: Self = Self(64);

    /// What the value of a `type` keyword allows.
    pub(crate) fn of(keyword: &Value) -> Self {
        let one = |name: &Value| {
            NAMED.iter().find(|(known, _)| name.as_str() == Some(known)).map_or(Self(0), |(_, types)| *types)
        };
        match keyword {
            Value::Array(list) => list.iter().map(one).fold(Self(0), |all, next| Self(all.0 | next.0)),
            name => one(name),
        }
    }

    /// The type of a value.
    pub(crate) fn of_value(value: &Value) -> Self {
        Self(match value {
            Value::Null => 1,
            Value::Bool(_) => 2,
            Value::Number(number) if number.as_f64().is_some_and(|n| n.fract() == 0.0) => 4,
            Value::Number(_) => 8,
            Value::String(_) => 16,
            Value::Array(_) => 32,
            Value::Object(_) => 64,
        })
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn both(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// What is in this set and not in the other.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn has(self, other: Self) -> bool {
        !self.both(other).is_empty()
    }

    /// The types in words.
    pub(crate) fn words(self) -> String {
        if self == Self::ALL {
            return "anything".to_owned();
        }
        let whole = |types: Self| self.both(types) == types;
        let names: Vec<_> = NAMED
            .iter()
            .filter(|(name, types)| whole(*types) && !(*name == "integer" && whole(Self(12))))
            .map(|(name, _)| *name)
            .collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" or ") }
    }
}
