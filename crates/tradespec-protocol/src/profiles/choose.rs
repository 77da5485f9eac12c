//! Which capabilities are active.
//!
//! In:  what both sides declare, and the release of the protocol.
//! Out: the active entries by name, and a reason for every other name.
//! Holds: every active extension leads to an active root. Neither the order of names nor that of entries matters.
//!
//! Source: UCP, capability negotiation.

use std::collections::{BTreeMap, BTreeSet};

use tradespec_schema::Release;

use super::entry::Entry;
use super::form::Kind;
use super::name::is_name;
use super::party::Party;
use super::profile::{Declared, Profile};
use super::reason::Reason;

/// The entries that take part so far, by name: those of the business, which selects.
pub(crate) type Chosen<'p> = BTreeMap<&'p str, &'p Entry>;
/// Why the other names do not.
pub(crate) type Reasons<'p> = BTreeMap<&'p str, Reason>;

/// Finds the active capabilities.
pub(crate) fn choose<'p>(
    business: &'p Profile,
    platform: &'p Profile,
    protocol: &Release,
) -> (Chosen<'p>, Reasons<'p>) {
    let (mut chosen, mut reasons) =
        common(business.declared(Kind::Capability), platform.declared(Kind::Capability));
    loop {
        prune(&mut chosen, &mut reasons);
        let unmet: Vec<_> = chosen
            .iter()
            .filter_map(|(name, entry)| Some((*name, unmet(entry, &chosen, protocol)?)))
            .collect();
        if unmet.is_empty() {
            return (chosen, reasons);
        }
        for (name, reason) in unmet {
            chosen.remove(name);
            reasons.insert(name, reason);
        }
    }
}

/// The latest version that both declare, of each name that both declare.
fn common<'p>(
    business: &'p BTreeMap<String, Declared>,
    platform: &'p BTreeMap<String, Declared>,
) -> (Chosen<'p>, Reasons<'p>) {
    let (mut chosen, mut reasons) = (Chosen::new(), Reasons::new());
    for name in business.keys().chain(platform.keys()) {
        match latest(name, business.get(name), platform.get(name)) {
            Ok(entry) => drop(chosen.insert(name.as_str(), entry)),
            Err(reason) => drop(reasons.insert(name.as_str(), reason)),
        }
    }
    (chosen, reasons)
}

fn latest<'p>(
    name: &str,
    business: Option<&'p Declared>,
    platform: Option<&'p Declared>,
) -> Result<&'p Entry, Reason> {
    if !is_name(name) {
        return Err(Reason::BadName);
    }
    // Under a name without an entry, nothing is declared.
    let declared = |one: &&Declared| !one.entries.is_empty() || !one.refused.is_empty();
    let (business, platform) = (business.filter(declared), platform.filter(declared));
    for (declared, party) in [(business, Party::Business), (platform, Party::Platform)] {
        let refused = declared.filter(|declared| declared.entries.is_empty());
        if let Some(refused) = refused.and_then(|declared| declared.refused.first()) {
            return Err(Reason::refused(refused, party));
        }
    }
    let business = business.ok_or(Reason::NotCommon { missing: Party::Business })?;
    let platform = platform.ok_or(Reason::NotCommon { missing: Party::Platform })?;
    // Entries stand by version, so the last one that fits is the latest.
    let shared = |entry: &&Entry| platform.entries.iter().any(|other| other.version == entry.version);
    business.entries.iter().rev().find(shared).ok_or_else(|| {
        let versions =
            |declared: &Declared| declared.entries.iter().map(|entry| entry.version.clone()).collect();
        nearly(business, platform).unwrap_or_else(|| Reason::NoCommonVersion {
            business: versions(business),
            platform: versions(platform),
        })
    })
}

/// The reason of an entry that is left out, and without which a version would be in common.
fn nearly(business: &Declared, platform: &Declared) -> Option<Reason> {
    let missed = |own: &Declared, other: &Declared, party| {
        let refused = own.refused.iter().rev().find(|refused| other.has(refused.version.as_ref()))?;
        Some(Reason::refused(refused, party))
    };
    missed(business, platform, Party::Business).or_else(|| missed(platform, business, Party::Platform))
}

/// Drops every extension that leads to no root: those whose parents are all missing, and what is left of rings.
fn prune<'p>(chosen: &mut Chosen<'p>, reasons: &mut Reasons<'p>) {
    let rooted = rooted(chosen);
    let mut lost: Chosen<'p> = Chosen::new();
    chosen.retain(|name, entry| {
        let keep = rooted.contains(name);
        if !keep {
            lost.insert(name, entry);
        }
        keep
    });
    let orphans = orphans(&lost);
    for (name, entry) in lost {
        let orphan = orphans.contains(name);
        let reason = if orphan { Reason::Orphan { extends: entry.extends.clone() } } else { Reason::Ring };
        reasons.insert(name, reason);
    }
}

/// The roots, and everything that extends one of them, over any number of steps.
fn rooted<'p>(chosen: &Chosen<'p>) -> BTreeSet<&'p str> {
    let children = children(chosen);
    let mut waiting: Vec<&str> =
        chosen.iter().filter(|(_, entry)| entry.extends.is_empty()).map(|(name, _)| *name).collect();
    let mut reached: BTreeSet<&str> = waiting.iter().copied().collect();
    while let Some(name) = waiting.pop() {
        for child in children.get(name).into_iter().flatten() {
            if reached.insert(child) {
                waiting.push(child);
            }
        }
    }
    reached
}

fn children<'p>(chosen: &Chosen<'p>) -> BTreeMap<&'p str, Vec<&'p str>> {
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, entry) in chosen {
        for parent in &entry.extends {
            children.entry(parent).or_default().push(name);
        }
    }
    children
}

/// Of extensions that lead to no root: those that go, one after the other, because none of their parents is there. The
/// others keep each other in a ring.
fn orphans<'p>(lost: &Chosen<'p>) -> BTreeSet<&'p str> {
    let children = children(lost);
    let mut parents: BTreeMap<&str, usize> = lost
        .iter()
        .map(|(name, entry)| {
            (*name, entry.extends.iter().filter(|parent| lost.contains_key(parent.as_str())).count())
        })
        .collect();
    let mut waiting: Vec<&str> =
        parents.iter().filter(|(_, left)| **left == 0).map(|(name, _)| *name).collect();
    let mut orphans: BTreeSet<&str> = waiting.iter().copied().collect();
    while let Some(name) = waiting.pop() {
        for child in children.get(name).into_iter().flatten() {
            let Some(left) = parents.get_mut(child) else { continue };
            *left = left.saturating_sub(1);
            if *left == 0 && orphans.insert(child) {
                waiting.push(child);
            }
        }
    }
    orphans
}

/// What an entry needs and does not have. Of what it extends, only what is active counts: any one parent suffices.
fn unmet(entry: &Entry, chosen: &Chosen<'_>, protocol: &Release) -> Option<Reason> {
    let requires = &entry.requires;
    if let Some(range) = requires.protocol.as_ref().filter(|range| !range.contains(protocol)) {
        return Some(Reason::RequiresProtocol { range: range.clone(), version: protocol.clone() });
    }
    requires.capabilities.iter().find_map(|(name, range)| {
        let version = chosen.get(name.as_str()).map(|entry| entry.version.clone());
        let met = match &version {
            Some(version) => range.contains(version),
            None => entry.extends.contains(name),
        };
        (!met).then(|| Reason::RequiresCapability { name: name.clone(), range: range.clone(), version })
    })
}
