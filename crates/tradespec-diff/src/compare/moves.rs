//! Members that stand one or two objects further out or in.
//!
//! A claim needs the same name (or the old name made of the names on the new way), a like schema, and no rival.

use super::{Comparer, drafted};
use crate::change::Kind;
use crate::draft::{Place, Probe, Step, What, pointer};
use crate::likeness::{self, words};
use crate::view::View;

/// How deep a member may have moved.
const DEPTH: usize = 2;
/// Schemas of moved members are alike from here on.
const SHAPE: f64 = 0.8;
/// Names that say nothing, because every object has such members.
const COMMON: [&str; 8] = ["id", "type", "name", "title", "description", "status", "value", "url"];

/// A member somewhere below an object, with the names on the way to it.
struct Below<'e> {
    path: Vec<String>,
    view: View<'e>,
}

impl<'e> Comparer<'_, 'e> {
    /// Notes moves between an object and the objects in it. The members that need no further word: the name, and whether it
    /// is one of the old side.
    pub(super) fn moves<'n>(
        &mut self,
        old: &View<'e>,
        new: &View<'e>,
        place: &Place<'e>,
        (removed, added): (&[&'n str], &[&'n str]),
        renamed: &[(&str, &str)],
    ) -> Vec<(&'n str, bool)> {
        let mut settled = Vec::new();
        let free = |name: &&&str| !renamed.iter().any(|(was, is)| was == *name || is == *name);
        let pair = |name: &str| {
            renamed.iter().find(|(was, _)| *was == name).map_or(name.to_owned(), |(_, is)| (*is).to_owned())
        };
        let back = |name: &str| {
            renamed.iter().find(|(_, is)| *is == name).map_or(name.to_owned(), |(was, _)| (*was).to_owned())
        };
        for name in removed.iter().filter(free) {
            let inner = below(new, old, &back, DEPTH);
            if let Some(found) = convincing(name, old.member(name).as_ref(), &inner) {
                let mut to = place.new.clone();
                to.extend(found.path.iter().cloned().map(Step::Member));
                let at = place.member(name, name);
                let message = format!("\"{name}\" is now at \"{}\"", pointer(&to));
                self.moved.push((pointer(&at.old), pointer(&to)));
                let mut draft = drafted(Kind::MemberMoved, (old, new), &at, message);
                draft.at.clone_from(&at.old);
                draft.shrinks =
                    Some(Probe { steps: place.old.clone(), what: What::Present((*name).to_owned()) });
                draft.grows = inside(&to);
                draft.to = Some(to);
                self.push(draft);
                if old.required().contains(name) && !new.required().contains(name) {
                    let message = format!("\"{name}\" had to be there and is gone");
                    let mut draft = drafted(Kind::RequiredRemoved, (old, new), &at, message);
                    draft.at.clone_from(&at.old);
                    draft.grows =
                        Some(Probe { steps: place.new.clone(), what: What::Absent((*name).to_owned()) });
                    self.push(draft);
                }
                settled.push((*name, true));
            }
        }
        for name in added.iter().filter(free) {
            let inner = below(old, new, &pair, DEPTH);
            if let Some(found) = convincing(name, new.member(name).as_ref(), &inner) {
                let mut from = place.old.clone();
                from.extend(found.path.iter().cloned().map(Step::Member));
                let to = place.member(name, name).new;
                let message = format!("\"{}\" is now at \"{}\"", pointer(&from), pointer(&to));
                self.moved.push((pointer(&from), pointer(&to)));
                let mut draft = drafted(Kind::MemberMoved, (old, new), place, message);
                draft.shrinks = inside(&from);
                draft.grows =
                    Some(Probe { steps: place.new.clone(), what: What::Present((*name).to_owned()) });
                draft.at = from;
                draft.to = Some(to);
                self.push(draft);
                if new.required().contains(name) && !old.required().contains(name) {
                    let at = place.member(name, name);
                    let mut draft = drafted(
                        Kind::RequiredAdded,
                        (old, new),
                        &at,
                        format!("\"{name}\" must be there now"),
                    );
                    draft.shrinks =
                        Some(Probe { steps: place.old.clone(), what: What::Absent((*name).to_owned()) });
                    self.push(draft);
                }
                settled.push((*name, false));
            }
        }
        settled
    }
}

/// A probe for a document that has the member at the end of the way.
fn inside<'e>(way: &[Step<'e>]) -> Option<Probe<'e>> {
    match way.split_last() {
        Some((Step::Member(name), steps)) => {
            Some(Probe { steps: steps.to_vec(), what: What::Moved(name.clone()) })
        }
        _ => None,
    }
}

/// The members of the objects in `here` that the same objects in `there` lack. `partner` gives the name over there.
fn below<'e>(
    here: &View<'e>,
    there: &View<'e>,
    partner: &dyn Fn(&str) -> String,
    depth: usize,
) -> Vec<Below<'e>> {
    let mut found = Vec::new();
    for name in here.names() {
        let Some(object) = here.member(name).filter(View::is_object) else { continue };
        let same =
            there.member(&partner(name)).filter(|view| there.has_member(&partner(name)) && view.is_object());
        for inner in object.names() {
            let Some(view) = object.member(inner) else { continue };
            if same.as_ref().is_none_or(|same| !same.has_member(inner)) {
                let path = vec![name.to_owned(), inner.to_owned()];
                found.push(Below { path, view });
            }
        }
        if depth > 1 {
            let nothing = View::new(there.edition, Vec::new());
            let deeper = below(&object, same.as_ref().unwrap_or(&nothing), &str::to_owned, depth - 1);
            found.extend(deeper.into_iter().map(|mut inner| {
                inner.path.insert(0, name.to_owned());
                inner
            }));
        }
    }
    found
}

/// The one of `candidates` that a member went to or came from, if there is no doubt.
fn convincing<'b, 'e>(
    name: &str,
    member: Option<&View<'e>>,
    candidates: &'b [Below<'e>],
) -> Option<&'b Below<'e>> {
    let member = member?;
    let fits = |candidate: &&Below<'e>| {
        let Some((last, way)) = candidate.path.split_last() else { return false };
        let same = last == name && !COMMON.contains(&name);
        // `fulfillment_address` is `address` in `fulfillment_details`.
        let rest = words(last);
        let composed = rest.is_subset(&words(name))
            && rest.len() < words(name).len()
            && words(name)
                .iter()
                .all(|word| rest.contains(word) || way.iter().any(|step| words(step).contains(word)));
        (same || composed) && likeness::shapes(member, &candidate.view) >= SHAPE
    };
    let mut fitting = candidates.iter().filter(fits);
    let first = fitting.next()?;
    // The same member two objects deep and one deep is one too many.
    fitting.next().is_none().then_some(first)
}
