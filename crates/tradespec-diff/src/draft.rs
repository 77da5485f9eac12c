//! A change before it is checked: what it claims, and where a witness for it would have to differ.

use serde_json::Value;
use tradespec_schema::Pointer;

use crate::change::{Kind, Side};
use crate::view::View;

/// One step from an object or list into what it holds.
#[derive(Debug, Clone)]
pub(crate) enum Step<'e> {
    Member(String),
    /// Every element of a list.
    Element,
    /// Every member that is not named.
    Rest,
    /// The same value, taken as one form of a union.
    Form(&'e Value),
}

/// A place in both versions of a type; the names on the way may differ.
#[derive(Debug, Clone, Default)]
pub(crate) struct Place<'e> {
    pub(crate) old: Vec<Step<'e>>,
    pub(crate) new: Vec<Step<'e>>,
    /// Whether a member on the way has another name now.
    pub(crate) renamed: bool,
    /// Of which form of a union the place is.
    pub(crate) notes: Vec<String>,
}

impl<'e> Place<'e> {
    pub(crate) fn join(&self, old: Step<'e>, new: Step<'e>) -> Self {
        let mut next = self.clone();
        next.renamed |= matches!((&old, &new), (Step::Member(was), Step::Member(is)) if was != is);
        next.old.push(old);
        next.new.push(new);
        next
    }

    pub(crate) fn same(&self, step: &Step<'e>) -> Self {
        self.join(step.clone(), step.clone())
    }

    pub(crate) fn member(&self, old: &str, new: &str) -> Self {
        self.join(Step::Member(old.to_owned()), Step::Member(new.to_owned()))
    }

    pub(crate) fn note(mut self, note: String) -> Self {
        self.notes.push(note);
        self
    }
}

/// A claim.
#[derive(Debug, Clone)]
pub(crate) struct Draft<'e> {
    pub(crate) kind: Kind,
    /// The place that is reported.
    pub(crate) at: Vec<Step<'e>>,
    pub(crate) to: Option<Vec<Step<'e>>>,
    pub(crate) message: String,
    /// How to find a document that only the old side accepts, if the claim is that there is one.
    pub(crate) shrinks: Option<Probe<'e>>,
    /// How to find a document that only the new side accepts, if the claim is that there is one.
    pub(crate) grows: Option<Probe<'e>>,
    /// How to find a document that the change refuses, or lets in, against its nature: a new form of a `oneOf` refuses what
    /// fits another form too.
    pub(crate) besides: Option<(Side, Probe<'e>)>,
    /// Whether it is only that one side describes a member that may be anything on the other one: nobody who uses the
    /// member as it is described is hurt.
    pub(crate) mild: bool,
    /// What stands at the place on both sides, to ask whether one contains the other.
    pub(crate) scope: Option<(View<'e>, View<'e>)>,
    /// Whether a member on the way has another name now.
    pub(crate) renamed: bool,
}

/// Where and how a document of one side has to be made so that the other side refuses it.
#[derive(Debug, Clone)]
pub(crate) struct Probe<'e> {
    pub(crate) steps: Vec<Step<'e>>,
    pub(crate) what: What<'e>,
}

/// Stands for a keyword: a value is refused because it fits several forms of a `oneOf`.
pub(crate) const SEVERAL: &str = "several forms";

#[derive(Debug, Clone)]
pub(crate) enum What<'e> {
    /// A value at the place, refused for one of these keywords (for any if there are none). The view is that of the side
    /// that is to refuse it.
    Value { keywords: &'static [&'static str], refusing: Box<View<'e>>, given: Vec<Value> },
    /// The object at the place has the member.
    Present(String),
    /// The object at the place has the member, and maybe it is the object that is refused.
    Moved(String),
    /// The object at the place lacks the member.
    Absent(String),
}

/// The pointer of a place in a document: `*` for every element and for every other member.
pub(crate) fn pointer(steps: &[Step<'_>]) -> String {
    let mut pointer = Pointer::root();
    for step in steps {
        match step {
            Step::Member(name) => pointer.push(name),
            Step::Element | Step::Rest => pointer.push("*"),
            Step::Form(_) => {}
        }
    }
    pointer.to_string()
}
