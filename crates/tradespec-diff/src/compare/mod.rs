//! Comparing the two versions of one type.
//!
//! In:  the two versions, and the [`Pairing`] of all types.
//! Out: [`Draft`]s of what changed in the type itself, and the pairs of types that it refers to.
//! Holds: it ends on recursive types, because a pair of types is compared by itself and only once.

mod moves;
mod objects;
mod rules;
mod unions;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::change::Kind;
use crate::draft::{Draft, Place, Probe, Step, What};
use crate::pairing::Pairing;
use crate::view::View;

/// How many types that are not partners are compared in place inside one another.
const INLINE: usize = 12;
/// How many are compared in place in one type.
const INLINE_IN_ALL: usize = 2_000;

/// What became of one type.
#[derive(Debug, Default)]
pub(crate) struct Compared<'e> {
    pub(crate) drafts: Vec<Draft<'e>>,
    pub(crate) parts: BTreeSet<(String, String)>,
}

pub(crate) fn compare<'e>(pairing: &Pairing<'e>, old: &str, new: &str) -> Compared<'e> {
    let (Some(before), Some(after)) = (pairing.old.schema(old), pairing.new.schema(new)) else {
        return Compared::default();
    };
    let mut comparer = Comparer {
        pairing,
        done: Compared::default(),
        within: Vec::new(),
        left: INLINE_IN_ALL,
        moved: Vec::new(),
    };
    let (before, after) = (View::new(pairing.old, vec![before]), View::new(pairing.new, vec![after]));
    comparer.annotations(&before, &after, &Place::default());
    comparer.contents(&before, &after, &Place::default());
    comparer.done
}

struct Comparer<'p, 'e> {
    pairing: &'p Pairing<'e>,
    done: Compared<'e>,
    /// The types that are being compared in place.
    within: Vec<(String, String)>,
    /// How many more may be compared in place.
    left: usize,
    /// Members that are reported as moved, by their pointers: those of the old side, those of the new one.
    moved: Vec<(String, String)>,
}

/// What a change does to the documents that are accepted.
struct Effect<'e> {
    shrinks: Option<Probe<'e>>,
    grows: Option<Probe<'e>>,
    /// See [`Draft::mild`].
    mild: bool,
}

impl<'e> Comparer<'_, 'e> {
    /// Compares what stands at a place; types that are partners are left to a comparison of their own.
    fn place(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        self.annotations(old, new, place);
        let pair = match (old.alias(), new.alias()) {
            (Some(left), Some(right)) => Some((left, right)),
            _ => None,
        };
        match pair {
            Some((left, right)) if self.pairing.are_partners(&left, &right) => {
                self.done.parts.insert((left, right));
            }
            Some(pair) => {
                if !self.within.contains(&pair) && self.within.len() < INLINE && self.left > 0 {
                    self.left -= 1;
                    self.within.push(pair);
                    self.contents(old, new, place);
                    self.within.pop();
                }
            }
            None => self.contents(old, new, place),
        }
    }

    fn contents(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        if old.never && new.never {
            return;
        }
        if self.forms(old, new, place) {
            return;
        }
        if !self.types(old, new, place) {
            return;
        }
        self.rules(old, new, place);
        if let (Some(left), Some(right)) = (old.items(), new.items()) {
            self.place(&left, &right, &place.same(&Step::Element));
        }
        if old.is_object() && new.is_object() {
            self.objects(old, new, place);
        }
        self.unions(old, new, place);
    }

    /// Notes a change of what stands at a place.
    fn note(
        &mut self,
        kind: Kind,
        (old, new): (&View<'e>, &View<'e>),
        place: &Place<'e>,
        effect: Effect<'e>,
        message: impl Into<String>,
    ) {
        let mut draft = drafted(kind, (old, new), place, message.into());
        if kind == Kind::UnionBranchRemoved {
            draft.at.clone_from(&place.old);
        }
        draft.shrinks = effect.shrinks;
        draft.grows = effect.grows;
        draft.mild = effect.mild;
        self.push(draft);
    }

    fn push(&mut self, draft: Draft<'e>) {
        self.done.drafts.push(draft);
    }
}

/// A claim without proof yet.
fn drafted<'e>(
    kind: Kind,
    (old, new): (&View<'e>, &View<'e>),
    place: &Place<'e>,
    message: String,
) -> Draft<'e> {
    Draft {
        kind,
        at: place.new.clone(),
        to: None,
        message: told(message, place),
        shrinks: None,
        grows: None,
        besides: None,
        mild: false,
        scope: Some((old.clone(), new.clone())),
        renamed: place.renamed,
    }
}

/// The message with the form of a union that it is about.
fn told(message: String, place: &Place<'_>) -> String {
    if place.notes.is_empty() {
        message
    } else {
        format!("{message} (in the form {})", place.notes.join(", in "))
    }
}

impl<'e> Effect<'e> {
    fn none() -> Self {
        Self { shrinks: None, grows: None, mild: false }
    }

    /// Some values are refused now, some are new, for one of these keywords.
    fn values(
        (old, new): (&View<'e>, &View<'e>),
        place: &Place<'e>,
        keywords: &'static [&'static str],
        (shrinks, grows): (bool, bool),
    ) -> Self {
        Self::given((old, new), place, keywords, (shrinks.then(Vec::new), grows.then(Vec::new)))
    }

    /// These values are refused now, these are new.
    fn given(
        (old, new): (&View<'e>, &View<'e>),
        place: &Place<'e>,
        keywords: &'static [&'static str],
        (shrinks, grows): (Option<Vec<Value>>, Option<Vec<Value>>),
    ) -> Self {
        let probe = |steps: &[Step<'e>], refusing: &View<'e>, given| Probe {
            steps: steps.to_vec(),
            what: What::Value { keywords, refusing: Box::new(refusing.clone()), given },
        };
        Self {
            shrinks: shrinks.map(|given| probe(&place.old, new, given)),
            grows: grows.map(|given| probe(&place.new, old, given)),
            mild: false,
        }
    }
}
