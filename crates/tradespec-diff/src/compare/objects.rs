//! Members: which came, which went, which have another name, and which must be there.

use std::collections::BTreeSet;

use super::{Comparer, Effect, drafted};
use crate::change::Kind;
use crate::draft::{Place, Probe, Step, What, pointer};
use crate::likeness;
use crate::types::Types;
use crate::view::{EXTRA, Rest, View};

impl<'e> Comparer<'_, 'e> {
    pub(super) fn objects(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        let before = named(old);
        let after = named(new);
        let removed: Vec<&str> = before.iter().copied().filter(|name| !after.contains(name)).collect();
        let added: Vec<&str> = after.iter().copied().filter(|name| !before.contains(name)).collect();
        let renamed = likeness::pairs(&removed, &added, |was, is| alike(old, new, was, is));
        let moved = self.moves(old, new, place, (&removed, &added), &renamed);

        for name in before.iter().filter(|name| after.contains(name)) {
            self.member(old, new, place, (name, name));
        }
        for (was, is) in &renamed {
            self.renamed(old, new, place, (was, is));
            self.member(old, new, place, (was, is));
        }
        for name in removed {
            if !renamed.iter().any(|(was, _)| *was == name) && !moved.contains(&(name, true)) {
                self.removed(old, new, place, name);
            }
        }
        for name in added {
            if !renamed.iter().any(|(_, is)| *is == name) && !moved.contains(&(name, false)) {
                self.added(old, new, place, name);
            }
        }
        // What is required without being described, as in the forms of a union.
        let known = |name: &&str| before.contains(name) || after.contains(name);
        let (was, is) = (old.required(), new.required());
        for name in was.union(&is).copied().filter(|name| !known(name)).collect::<BTreeSet<_>>() {
            self.required(old, new, place, (name, name), (was.contains(name), is.contains(name)));
        }
        self.rest(old, new, place);
    }

    /// Compares a member that both sides have, maybe under two names.
    fn member(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>, (was, is): (&str, &str)) {
        let required = (old.required().contains(was), new.required().contains(is));
        self.required(old, new, place, (was, is), required);
        if let (Some(before), Some(after)) = (old.member(was), new.member(is)) {
            self.place(&before, &after, &place.member(was, is));
        }
    }

    fn required(
        &mut self,
        old: &View<'e>,
        new: &View<'e>,
        place: &Place<'e>,
        (was, is): (&str, &str),
        required: (bool, bool),
    ) {
        let at = place.member(was, is);
        match required {
            (false, true) => {
                let shrinks = Probe { steps: place.old.clone(), what: What::Absent(is.to_owned()) };
                let effect = Effect { shrinks: Some(shrinks), ..Effect::none() };
                self.member_note(
                    Kind::RequiredAdded,
                    (old, new),
                    &at,
                    effect,
                    format!("\"{is}\" must be there now"),
                );
            }
            (true, false) => {
                let grows = Probe { steps: place.new.clone(), what: What::Absent(was.to_owned()) };
                let effect = Effect { grows: Some(grows), ..Effect::none() };
                let message = format!("\"{is}\" may be left out now");
                self.member_note(Kind::RequiredRemoved, (old, new), &at, effect, message);
            }
            _ => {}
        }
    }

    fn renamed(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>, (was, is): (&str, &str)) {
        let at = place.member(was, is);
        let mut draft = drafted(Kind::MemberRenamed, (old, new), &at, format!("\"{was}\" is now \"{is}\""));
        draft.at.clone_from(&at.old);
        draft.to = Some(at.new.clone());
        draft.shrinks = Some(Probe { steps: place.old.clone(), what: What::Present(was.to_owned()) });
        draft.grows = Some(Probe { steps: place.new.clone(), what: What::Present(is.to_owned()) });
        self.push(draft);
    }

    fn added(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>, name: &str) {
        let must = new.required().contains(name);
        let of = belongs(new, name);
        let message = if old.names().contains(&name) {
            format!("\"{name}\" may stand here now; a closed object refused it before")
        } else {
            format!("{} member \"{name}\"{of} is new", if must { "required" } else { "optional" })
        };
        let at = place.member(name, name);
        let named = newly_named(
            new,
            old,
            name,
            &at.old,
            Probe { steps: place.new.clone(), what: What::Present(name.to_owned()) },
        );
        let effect = Effect { grows: named.more, shrinks: named.less, mild: named.mild };
        self.member_note(Kind::MemberAdded, (old, new), &at, effect, message + named.remark);
        self.required(old, new, place, (name, name), (old.required().contains(name), must));
    }

    fn removed(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>, name: &str) {
        let must = old.required().contains(name);
        let of = belongs(old, name);
        let message = if new.names().contains(&name) {
            format!("\"{name}\" can no longer stand here; a closed object refuses it")
        } else {
            format!("{} member \"{name}\"{of} is gone", if must { "required" } else { "optional" })
        };
        let at = place.member(name, name);
        let named = newly_named(
            old,
            new,
            name,
            &at.new,
            Probe { steps: place.old.clone(), what: What::Present(name.to_owned()) },
        );
        let mut draft = drafted(Kind::MemberRemoved, (old, new), &at, message + named.remark);
        draft.at.clone_from(&at.old);
        (draft.shrinks, draft.grows, draft.mild) = (named.more, named.less, named.mild);
        // Of a member that was moved the place says it all.
        if !self.moved.iter().any(|(was, _)| *was == pointer(&at.old)) {
            self.push(draft);
        }
        if must && !new.required().contains(name) {
            let message = format!("\"{name}\" had to be there and is gone");
            let mut draft = drafted(Kind::RequiredRemoved, (old, new), &at, message);
            draft.at.clone_from(&at.old);
            draft.grows = Some(Probe { steps: place.new.clone(), what: What::Absent(name.to_owned()) });
            self.push(draft);
        }
    }

    /// Compares what may stand in an object beside its named members.
    fn rest(&mut self, old: &View<'e>, new: &View<'e>, place: &Place<'e>) {
        let extra = || What::Present(EXTRA.to_owned());
        match (old.rest(), new.rest()) {
            (Rest::Closed, Rest::Open(_)) => {
                let grows = Some(Probe { steps: place.new.clone(), what: extra() });
                let effect = Effect { grows, ..Effect::none() };
                self.note(Kind::Loosened, (old, new), place, effect, "other members may stand here now");
            }
            (Rest::Open(_), Rest::Closed) => {
                let shrinks = Some(Probe { steps: place.old.clone(), what: extra() });
                let effect = Effect { shrinks, ..Effect::none() };
                self.note(
                    Kind::Tightened,
                    (old, new),
                    place,
                    effect,
                    "other members can no longer stand here",
                );
            }
            (Rest::Open(was), Rest::Open(is)) => {
                let (was, is) = (View::new(old.edition, was), View::new(new.edition, is));
                self.place(&was, &is, &place.same(&Step::Rest));
            }
            (Rest::Closed, Rest::Closed) => {}
        }
    }

    fn member_note(
        &mut self,
        kind: Kind,
        views: (&View<'e>, &View<'e>),
        place: &Place<'e>,
        effect: Effect<'e>,
        message: String,
    ) {
        // Of a member that was moved the place says it all.
        if self.moved.iter().any(|(_, new)| kind == Kind::MemberAdded && *new == pointer(&place.new)) {
            return;
        }
        let mut draft = drafted(kind, views, place, message);
        draft.shrinks = effect.shrinks;
        draft.grows = effect.grows;
        draft.mild = effect.mild;
        self.push(draft);
    }
}

/// The members that an object describes and allows.
fn named<'e>(view: &View<'e>) -> Vec<&'e str> {
    view.names().into_iter().filter(|name| view.has_member(name)).collect()
}

/// How well a member that is gone fits one that came.
fn alike(old: &View<'_>, new: &View<'_>, was: &str, is: &str) -> f64 {
    let name = likeness::names(was, is);
    let (Some(before), Some(after)) = (old.member(was), new.member(is)) else { return 0.0 };
    let shape = likeness::shapes(&before, &after);
    if name >= likeness::NAMES && shape >= likeness::SHAPES { name + shape } else { 0.0 }
}

/// The extension that a member belongs to, for a message.
fn belongs(view: &View<'_>, name: &str) -> String {
    let extension = view.member(name).and_then(|member| member.extension());
    extension.map_or_else(String::new, |extension| format!(" of extension {extension}"))
}

/// What it does that one side names a member and the other does not.
struct Named<'e> {
    /// For what only the side that names it accepts.
    more: Option<Probe<'e>>,
    /// For what only the other side accepts.
    less: Option<Probe<'e>>,
    /// See [`Draft::mild`](crate::draft::Draft::mild).
    mild: bool,
    remark: &'static str,
}

fn newly_named<'e>(
    naming: &View<'e>,
    other: &View<'e>,
    name: &str,
    at: &[Step<'e>],
    present: Probe<'e>,
) -> Named<'e> {
    let Some(unnamed) = other.member(name) else {
        return Named { more: Some(present), less: None, mild: false, remark: "" };
    };
    let Some(member) = naming.member(name) else {
        return Named { more: None, less: None, mild: false, remark: "" };
    };
    let restricts = member.types() != Types::ALL || member.values().is_some() || !member.bounds().is_empty();
    let value = What::Value { keywords: &[], refusing: Box::new(member), given: Vec::new() };
    // Where other members are restricted themselves, either side may accept what the other refuses.
    let mild = unnamed.whole.is_empty();
    Named {
        more: (!mild).then_some(present),
        less: restricts.then(|| Probe { steps: at.to_vec(), what: value }),
        mild,
        remark: if mild {
            "; the object is open"
        } else {
            "; other members could stand in the object anyway"
        },
    }
}
