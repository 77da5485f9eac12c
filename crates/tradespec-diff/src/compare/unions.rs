//! Forms of unions: which came, which went, and what changed in those that stayed.

use serde_json::Value;

use super::{Comparer, Effect};
use crate::change::{Kind, Side};
use crate::draft::{Place, Probe, SEVERAL, Step, What};
use crate::likeness;
use crate::view::{Union, View, canonical};

/// From here on two forms without a name or a tag are one.
const SHAPE: f64 = 0.7;

/// Whether two forms are one.
type Rule<'r, 'e> = dyn Fn(&View<'e>, &View<'e>) -> bool + 'r;

/// One form: a branch, or what stood there before there was a union.
#[derive(Clone)]
struct Form<'e> {
    view: View<'e>,
    step: Option<Step<'e>>,
}

impl<'e> Comparer<'_, 'e> {
    /// Compares a union with what was or is no union: `X` and `X or Y`. Whether it was so.
    pub(super) fn forms(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) -> bool {
        let whole = |view: &View<'e>| vec![Form { view: view.clone(), step: None }];
        match (old.pure_union(), new.pure_union()) {
            (Some(was), None) => {
                self.branches((old, new), place, (&branches(old, &was), &whole(new)), was.keyword);
            }
            (None, Some(is)) => {
                self.branches((old, new), place, (&whole(old), &branches(new, &is)), is.keyword);
            }
            (Some(was), Some(is)) => self.union((old, new), place, (&was, &is)),
            (None, None) => return false,
        }
        true
    }

    /// Compares unions that stand beside other rules.
    pub(super) fn unions(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        let (was, is) = (in_order(old.unions()), in_order(new.unions()));
        for (left, right) in was.iter().zip(&is) {
            self.union((old, new), place, (left, right));
        }
        for _ in is.iter().skip(was.len()) {
            let effect = Effect::values((old, new), place, &["anyOf", "oneOf"], (true, false));
            self.note(Kind::Tightened, (old, new), place, effect, "must be of one of several forms now");
        }
        for _ in was.iter().skip(is.len()) {
            let effect = Effect::values((old, new), place, &["anyOf", "oneOf"], (false, true));
            self.note(
                Kind::Loosened,
                (old, new),
                place,
                effect,
                "need not be of one of several forms any more",
            );
        }
    }

    fn union(
        &mut self,
        (old, new): (&View<'e>, &View<'e>),
        place: &Place<'e>,
        (was, is): (&Union<'e>, &Union<'e>),
    ) {
        if was.keyword != is.keyword {
            let loosened = is.keyword == "anyOf";
            let effect = Effect::values((old, new), place, &["oneOf"], (!loosened, loosened));
            let (kind, message) = if loosened {
                (Kind::Loosened, "may be of several forms at the same time now")
            } else {
                (Kind::Tightened, "must be of exactly one form now")
            };
            self.note(kind, (old, new), place, effect, message);
        }
        self.branches((old, new), place, (&branches(old, was), &branches(new, is)), is.keyword);
    }

    fn branches(
        &mut self,
        (old, new): (&View<'e>, &View<'e>),
        place: &Place<'e>,
        (was, is): (&[Form<'e>], &[Form<'e>]),
        keyword: &str,
    ) {
        let several = |side: Side| {
            let (steps, refusing) = match side {
                Side::Old => (&place.old, new),
                Side::New => (&place.new, old),
            };
            let refusing = Box::new(refusing.clone());
            let what = What::Value { keywords: &[SEVERAL], refusing, given: Vec::new() };
            (keyword == "oneOf").then(|| (side, Probe { steps: steps.clone(), what }))
        };
        let pairs = self.matched(was, is);
        for (left, right) in &pairs {
            if let (Some(left), Some(right)) = (was.get(*left), is.get(*right)) {
                let mut at = place.clone();
                at.old.extend(left.step.clone());
                at.new.extend(right.step.clone());
                let partners = left.view.alias().is_some() && right.view.alias().is_some();
                let at = if partners { at } else { at.note(label(&right.view)) };
                self.place(&left.view, &right.view, &at);
            }
        }
        for (_, form) in was.iter().enumerate().filter(|(n, _)| !pairs.iter().any(|(left, _)| left == n)) {
            let mut at = place.clone();
            at.old.extend(form.step.clone());
            let effect = Effect::values((old, new), &at, &[], (true, false));
            let message = format!("can no longer be of the form {}", label(&form.view));
            self.note(Kind::UnionBranchRemoved, (old, new), &at, effect, message);
            self.besides(several(Side::New));
        }
        for (_, form) in is.iter().enumerate().filter(|(n, _)| !pairs.iter().any(|(_, right)| right == n)) {
            let mut at = place.clone();
            at.new.extend(form.step.clone());
            let effect = Effect::values((old, new), &at, &[], (false, true));
            let message = format!("may be of the form {} too", label(&form.view));
            self.note(Kind::UnionBranchAdded, (old, new), &at, effect, message);
            self.besides(several(Side::Old));
        }
    }

    /// Says of the last draft what it may do against its nature.
    fn besides(&mut self, probe: Option<(Side, Probe<'e>)>) {
        if let Some(last) = self.done.drafts.last_mut() {
            last.besides = probe;
        }
    }

    /// Which form is which: by name, by tag, by what it says, and last by likeness.
    fn matched(&self, was: &[Form<'e>], is: &[Form<'e>]) -> Vec<(usize, usize)> {
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let named = |a: &View<'e>, b: &View<'e>| match (a.alias(), b.alias()) {
            (Some(a), Some(b)) => self.pairing.are_partners(&a, &b),
            _ => false,
        };
        let tagged = |a: &View<'e>, b: &View<'e>| {
            let theirs = tags(b);
            tags(a).iter().any(|tag| theirs.contains(tag))
        };
        let same = |a: &View<'e>, b: &View<'e>| text(a) == text(b);
        let rules: [&Rule<'_, 'e>; 3] = [&named, &tagged, &same];
        for rule in rules {
            for (n, left) in was.iter().enumerate() {
                let free = |m: usize| !pairs.iter().any(|(a, b)| *a == n || *b == m);
                let found =
                    is.iter().enumerate().find(|(m, right)| free(*m) && rule(&left.view, &right.view));
                if let Some((m, _)) = found {
                    pairs.push((n, m));
                }
            }
        }
        let names = |forms: &[Form<'e>], taken: &dyn Fn(usize) -> bool| -> Vec<String> {
            (0..forms.len()).filter(|n| !taken(*n)).map(|n| n.to_string()).collect()
        };
        let left = names(was, &|n| pairs.iter().any(|(a, _)| *a == n));
        let right = names(is, &|n| pairs.iter().any(|(_, b)| *b == n));
        let (left, right): (Vec<_>, Vec<_>) =
            (left.iter().map(String::as_str).collect(), right.iter().map(String::as_str).collect());
        let form = |forms: &[Form<'e>], n: &str| n.parse::<usize>().ok().and_then(|n| forms.get(n).cloned());
        let alike = likeness::pairs(&left, &right, |a, b| match (form(was, a), form(is, b)) {
            // Forms with different tags are different forms.
            (Some(a), Some(b)) if tags(&a.view).is_empty() || tags(&b.view).is_empty() => {
                Some(likeness::shapes(&a.view, &b.view)).filter(|shape| *shape >= SHAPE).unwrap_or(0.0)
            }
            _ => 0.0,
        });
        pairs.extend(alike.into_iter().filter_map(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))));
        pairs.sort_unstable();
        pairs
    }
}

fn branches<'e>(view: &View<'e>, union: &Union<'e>) -> Vec<Form<'e>> {
    let mut branches = union.branches.clone();
    branches.sort_by_cached_key(|branch| canonical(branch));
    let form = |branch: &'e Value| Form {
        view: View::new(view.edition, vec![branch]),
        step: Some(Step::Form(branch)),
    };
    branches.into_iter().map(form).collect()
}

fn in_order(mut unions: Vec<Union<'_>>) -> Vec<Union<'_>> {
    unions.sort_by_cached_key(|union| {
        let mut branches: Vec<_> = union.branches.iter().map(|branch| canonical(branch)).collect();
        branches.sort();
        (union.keyword, branches)
    });
    unions
}

/// Members that can have one value only.
fn tags<'e>(view: &View<'e>) -> Vec<(&'e str, &'e Value)> {
    let fixed = |name: &'e str| match view.member(name)?.values()?.as_slice() {
        [one] => Some((name, *one)),
        _ => None,
    };
    view.names().into_iter().filter_map(fixed).collect()
}

fn text(view: &View<'_>) -> String {
    view.whole.iter().map(|schema| canonical(schema)).collect::<Vec<_>>().join(" ")
}

/// What a form is called in messages.
fn label(view: &View<'_>) -> String {
    if let Some(name) = view.alias() {
        return view.edition.plain(&name).to_owned();
    }
    if let Some((name, value)) = tags(view).first() {
        return format!("\"{name}\" {value}");
    }
    let required: Vec<_> = view.required().into_iter().map(|name| format!("\"{name}\"")).collect();
    if !view.is_typed() && !required.is_empty() {
        return format!("with {}", required.join(" and "));
    }
    let types = view.types().words();
    match view.items() {
        Some(items) if types == "array" => format!("list of {}", label(&items)),
        _ => types,
    }
}
