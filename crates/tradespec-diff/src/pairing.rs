//! Which type of the old side is which of the new one.
//!
//! In:  two [`Edition`]s.
//! Out: a [`Pairing`]: by name, and where a name is gone and another one came, by likeness.
//! Holds: each type has one partner at most; the result does not depend on the order of definitions.

use std::collections::{BTreeMap, BTreeSet};

use crate::edition::Edition;
use crate::likeness;
use crate::view::View;

/// From here on two types are one under two names, whatever they are called.
const SAME_SHAPE: f64 = 0.95;
/// A type of fewer members is like many others.
const TELLING: usize = 3;

#[derive(Debug)]
pub(crate) struct Pairing<'e> {
    pub(crate) old: &'e Edition,
    pub(crate) new: &'e Edition,
    to_new: BTreeMap<String, String>,
    /// The types that have a partner of another name.
    pub(crate) renamed: Vec<(String, String)>,
    old_reach: BTreeSet<String>,
    new_reach: BTreeSet<String>,
}

impl<'e> Pairing<'e> {
    pub(crate) fn new(old: &'e Edition, new: &'e Edition) -> Self {
        let (old_reach, new_reach) = (reached(old), reached(new));
        let mut to_new: BTreeMap<String, String> =
            old.names().filter(|name| new.has(name)).map(|name| (name.clone(), name.clone())).collect();
        let mut renamed = Vec::new();
        if let (Some(left), Some(right)) = (old.single_root(), new.single_root())
            && left != right
            && !to_new.contains_key(left)
            && !old.has(right)
        {
            to_new.insert(left.to_owned(), right.to_owned());
            if old.plain(left) != new.plain(right) {
                renamed.push((left.to_owned(), right.to_owned()));
            }
        }
        let mut pairing = Self { old, new, to_new, renamed, old_reach, new_reach };
        pairing.by_plain_name();
        pairing.by_likeness();
        pairing
    }

    pub(crate) fn partner(&self, old: &str) -> Option<&String> {
        self.to_new.get(old)
    }

    pub(crate) fn are_partners(&self, old: &str, new: &str) -> bool {
        self.partner(old).is_some_and(|partner| partner == new)
    }

    /// The messages and their parts that have no partner on the new side.
    pub(crate) fn removed(&self) -> impl Iterator<Item = &String> {
        self.old_reach.iter().filter(|name| !self.to_new.contains_key(*name))
    }

    /// The messages and their parts that have no partner on the old side.
    pub(crate) fn added(&self) -> impl Iterator<Item = &String> {
        let taken: BTreeSet<_> = self.to_new.values().collect();
        self.new_reach.iter().filter(move |name| !taken.contains(name))
    }

    /// The name that outputs use: the plain one where no other type has it, or the type is of the main file.
    pub(crate) fn shown(&self, name: &str, edition: &Edition) -> String {
        let plain = edition.plain(name);
        let rivals = self.old.names().chain(self.new.names()).any(|other| {
            let theirs = if self.old.has(other) { self.old.plain(other) } else { self.new.plain(other) };
            theirs == plain
                && other != name
                && !self.are_partners(name, other)
                && !self.are_partners(other, name)
        });
        if !rivals || edition.is_main(name) { plain.to_owned() } else { name.to_owned() }
    }

    /// A release says `cart.Cart` where a composed document says `Cart`.
    fn by_plain_name(&mut self) {
        let left: Vec<_> =
            self.old.names().filter(|name| !self.to_new.contains_key(*name)).cloned().collect();
        let taken: BTreeSet<_> = self.to_new.values().cloned().collect();
        for name in left {
            let plain = self.old.plain(&name);
            let like = |edition: &Edition, other: &String| edition.plain(other) == plain;
            let free: Vec<_> =
                self.new.names().filter(|other| !taken.contains(*other) && like(self.new, other)).collect();
            let main = free.iter().find(|other| self.new.is_main(other));
            let rivals = self.old.names().filter(|other| like(self.old, other)).count();
            let partner = match (free.as_slice(), main) {
                ([one], _) if rivals == 1 => Some((*one).clone()),
                (_, Some(main)) if self.old.is_main(&name) || rivals == 1 => Some((*main).clone()),
                _ => None,
            };
            if let Some(partner) = partner {
                self.to_new.insert(name, partner);
            }
        }
    }

    fn by_likeness(&mut self) {
        let removed: Vec<String> = self.removed().cloned().collect();
        let added: Vec<String> = self.added().cloned().collect();
        let left: Vec<_> = removed.iter().map(String::as_str).collect();
        let right: Vec<_> = added.iter().map(String::as_str).collect();
        let pairs = likeness::pairs(&left, &right, |old, new| {
            // A message is known by its name to the operations that carry it.
            if self.old.is_message(old) || self.new.is_message(new) {
                return 0.0;
            }
            let (Some(a), Some(b)) = (self.old.schema(old), self.new.schema(new)) else { return 0.0 };
            let (a, b) = (View::new(self.old, vec![a]), View::new(self.new, vec![b]));
            let shape = likeness::shapes(&a, &b);
            let name = likeness::names(self.old.plain(old), self.new.plain(new));
            let telling = a.names().len() >= TELLING && shape >= SAME_SHAPE;
            let named = name >= likeness::NAMES && shape >= likeness::SHAPES;
            if telling || named { shape + name } else { 0.0 }
        });
        for (old, new) in pairs {
            self.to_new.insert(old.to_owned(), new.to_owned());
            self.renamed.push((old.to_owned(), new.to_owned()));
        }
    }
}

/// The messages and all that they are made of.
fn reached(edition: &Edition) -> BTreeSet<String> {
    let all = edition.roots().keys().flat_map(|root| edition.reach(root));
    all.filter(|name| !edition.is_a_part(name)).collect()
}
