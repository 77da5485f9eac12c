//! Types that contain themselves: where a box has to stand, and which aliases have to be types.
//!
//! A struct or union that holds itself by value, directly or through others, has no size; one use on the ring gets a
//! box. An alias whose ring consists of aliases alone (`Tree` is a list of `Tree`) becomes a type of its own.

use std::collections::{BTreeMap, BTreeSet};

use tradespec_schema::Location;

use crate::lowered::{LoweredModule, LoweredType, Shape, TypeRef};

/// Breaks every ring of `modules`.
pub(super) fn break_rings(modules: &mut [LoweredModule]) {
    for location in endless_aliases(modules) {
        for lowered in modules.iter_mut().flat_map(|module| &mut module.types) {
            if lowered.location == location
                && let Shape::Alias(holds) = &lowered.shape
            {
                lowered.shape = Shape::Newtype(holds.clone());
            }
        }
    }
    let mut by_value: BTreeMap<Location, Vec<Location>> = BTreeMap::new();
    for lowered in modules.iter().flat_map(|module| &module.types) {
        let mut uses = Vec::new();
        each_use(&lowered.shape, &mut |holds| uses.extend(held(holds)));
        by_value.insert(lowered.location.clone(), uses);
    }
    let boxed = back_edges(&by_value);
    for lowered in modules.iter_mut().flat_map(|module| &mut module.types) {
        let from = lowered.location.clone();
        box_uses(lowered, &|to| boxed.contains(&(from.clone(), to.clone())));
    }
}

/// Aliases that lead back to themselves through aliases, however deep in lists and maps.
fn endless_aliases(modules: &[LoweredModule]) -> BTreeSet<Location> {
    let mut uses: BTreeMap<Location, Vec<Location>> = BTreeMap::new();
    for lowered in modules.iter().flat_map(|module| &module.types) {
        if let Shape::Alias(holds) = &lowered.shape {
            uses.insert(lowered.location.clone(), anywhere(holds));
        }
    }
    let known: BTreeSet<_> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|used| used.retain(|location| known.contains(location)));
    back_edges(&uses).into_iter().map(|(_, to)| to).collect()
}

/// The uses that close a ring, found depth first in a fixed order.
fn back_edges(graph: &BTreeMap<Location, Vec<Location>>) -> BTreeSet<(Location, Location)> {
    let mut found = BTreeSet::new();
    let mut ended = BTreeSet::new();
    for start in graph.keys() {
        // (type, how many of its uses have been followed): a stack of our own, since rings may be long.
        let mut open: Vec<(&Location, usize)> = vec![(start, 0)];
        while let Some((at, next)) = open.pop() {
            if next == 0 && ended.contains(at) {
                continue;
            }
            let Some(used) = graph.get(at).and_then(|uses| uses.get(next)) else {
                ended.insert(at);
                continue;
            };
            open.push((at, next + 1));
            if open.iter().any(|(on_the_way, _)| *on_the_way == used) {
                found.insert((at.clone(), used.clone()));
            } else {
                open.push((used, 0));
            }
        }
    }
    found
}

fn each_use(shape: &Shape, visit: &mut impl FnMut(&TypeRef)) {
    match shape {
        Shape::Struct(object) => object.fields.iter().for_each(|field| visit(&field.holds)),
        Shape::Tagged { variants, .. } => variants.iter().for_each(|variant| visit(&variant.holds)),
        Shape::Untagged(variants) => variants.iter().for_each(|variant| visit(&variant.holds)),
        Shape::Alias(holds) | Shape::Newtype(holds) => visit(holds),
        Shape::StringEnum(_) => {}
    }
}

/// The type that a use holds by value: not one in a list or a map, which keep their elements elsewhere.
fn held(holds: &TypeRef) -> Option<Location> {
    match holds {
        TypeRef::Named(location) => Some(location.clone()),
        TypeRef::Nullable(inner) => held(inner),
        _ => None,
    }
}

fn anywhere(holds: &TypeRef) -> Vec<Location> {
    match holds {
        TypeRef::Named(location) => vec![location.clone()],
        TypeRef::Nullable(inner) | TypeRef::List(inner) | TypeRef::Map(inner) | TypeRef::Boxed(inner) => {
            anywhere(inner)
        }
        _ => Vec::new(),
    }
}

fn box_uses(lowered: &mut LoweredType, closes: &impl Fn(&Location) -> bool) {
    let change = |holds: &mut TypeRef| box_use(holds, closes);
    match &mut lowered.shape {
        Shape::Struct(object) => object.fields.iter_mut().for_each(|field| change(&mut field.holds)),
        Shape::Tagged { variants, .. } => variants.iter_mut().for_each(|variant| change(&mut variant.holds)),
        Shape::Untagged(variants) => variants.iter_mut().for_each(|variant| change(&mut variant.holds)),
        Shape::Alias(holds) | Shape::Newtype(holds) => change(holds),
        Shape::StringEnum(_) => {}
    }
}

fn box_use(holds: &mut TypeRef, closes: &impl Fn(&Location) -> bool) {
    match holds {
        TypeRef::Named(location) if closes(location) => *holds = TypeRef::Boxed(Box::new(holds.clone())),
        TypeRef::Nullable(inner) => box_use(inner, closes),
        _ => {}
    }
}
