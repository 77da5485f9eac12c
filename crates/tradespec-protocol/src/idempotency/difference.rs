//! Where two bodies differ.
//!
//! In:  two bodies.
//! Out: the places, as JSON pointers, with what kind of difference there is, and no values.
//! Holds: there is no difference exactly if the bodies are equal; names come in canonical order; what is only on one
//! side is one difference, whatever is in it.

use std::cmp::Ordering;

use tradespec_schema::Pointer;

use super::body::{Body, Value};

/// One place where two bodies differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The place, in whichever body has it.
    pub at: Pointer,
    /// How they differ there.
    pub kind: DifferenceKind,
}

/// How two bodies differ at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// Both have a value of one type, but not the same.
    Value,
    /// Both have a value, of two types; `null` is a type of its own.
    Type,
    /// Only the first body has something here.
    OnlyFirst,
    /// Only the second body has something here.
    OnlySecond,
}

impl DifferenceKind {
    /// The name of the kind, for programs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Value => "value",
            Self::Type => "type",
            Self::OnlyFirst => "only-first",
            Self::OnlySecond => "only-second",
        }
    }
}

impl Body<'_> {
    /// The places where two bodies differ, `limit` at most: pointers can be much longer than the bodies.
    ///
    /// ```
    /// use tradespec_protocol::idempotency::{Body, DifferenceKind};
    ///
    /// let (old, new) = (Body::parse(br#"{"a": [1, 2], "b": null}"#)?, Body::parse(br#"{"a": [1], "c": 0}"#)?);
    /// let found: Vec<_> = old.differences(&new, 10).into_iter().map(|it| (it.at.to_string(), it.kind)).collect();
    /// assert_eq!(found, [
    ///     ("/a/1".to_owned(), DifferenceKind::OnlyFirst),
    ///     ("/b".to_owned(), DifferenceKind::OnlyFirst),
    ///     ("/c".to_owned(), DifferenceKind::OnlySecond),
    /// ]);
    /// # Ok::<_, tradespec_protocol::idempotency::BodyError>(())
    /// ```
    #[must_use]
    pub fn differences(&self, other: &Body<'_>, limit: usize) -> Vec<Difference> {
        let mut walk = Walk { path: Vec::new(), found: Vec::new(), limit };
        walk.compare(&self.0, &other.0);
        walk.found
    }
}

enum Step<'v> {
    Member(&'v str),
    Element(usize),
}

struct Walk<'v> {
    path: Vec<Step<'v>>,
    found: Vec<Difference>,
    limit: usize,
}

impl<'v> Walk<'v> {
    fn compare(&mut self, a: &'v Value<'_>, b: &'v Value<'_>) {
        match (a, b) {
            (Value::List(a), Value::List(b)) => {
                for index in 0..a.len().max(b.len()) {
                    self.pair(Step::Element(index), a.get(index), b.get(index));
                }
            }
            (Value::Object(a), Value::Object(b)) => self.members(a, b),
            _ if a == b => {}
            (Value::Bool(_), Value::Bool(_))
            | (Value::Number(_), Value::Number(_))
            | (Value::String(_), Value::String(_)) => self.add(DifferenceKind::Value),
            _ => self.add(DifferenceKind::Type),
        }
    }

    /// Goes through the members of both sides, which are in order.
    fn members<N: AsRef<str>>(&mut self, a: &'v [(N, Value<'_>)], b: &'v [(N, Value<'_>)]) {
        let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (None, None) => return,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some((a, _)), Some((b, _))) => a.as_ref().encode_utf16().cmp(b.as_ref().encode_utf16()),
            };
            let first = if order.is_le() { a.next() } else { None };
            let second = if order.is_ge() { b.next() } else { None };
            if let Some((name, _)) = first.or(second) {
                let step = Step::Member(name.as_ref());
                self.pair(step, first.map(|(_, value)| value), second.map(|(_, value)| value));
            }
        }
    }

    fn pair(&mut self, step: Step<'v>, a: Option<&'v Value<'_>>, b: Option<&'v Value<'_>>) {
        if self.found.len() >= self.limit {
            return;
        }
        self.path.push(step);
        match (a, b) {
            (Some(a), Some(b)) => self.compare(a, b),
            (Some(_), None) => self.add(DifferenceKind::OnlyFirst),
            (None, Some(_)) => self.add(DifferenceKind::OnlySecond),
            (None, None) => {}
        }
        self.path.pop();
    }

    fn add(&mut self, kind: DifferenceKind) {
        if self.found.len() >= self.limit {
            return;
        }
        let mut at = Pointer::root();
        for step in &self.path {
            match step {
                Step::Member(name) => at.push(name),
                Step::Element(index) => at.push(&index.to_string()),
            }
        }
        self.found.push(Difference { at, kind });
    }
}
