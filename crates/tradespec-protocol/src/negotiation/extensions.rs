//! Which extensions are active.
//!
//! In:  the names that the agent declares, and what the seller offers.
//! Out: the active ones, each name in one version, and why the others are not.
//! Holds: what an active one depends on is active too; the order of the lists does not matter.

use std::collections::{BTreeMap, BTreeSet};

use tradespec_schema::{ExtensionId, ExtensionRef};

use super::agent::Asked;
use super::outcome::Dropped;
use super::policy::{Maturity, Offer};

/// An extension that the seller offers, its names read.
#[derive(Debug, Clone)]
pub(crate) struct Offered {
    pub(crate) id: ExtensionId,
    pub(crate) depends_on: Vec<ExtensionRef>,
    pub(crate) offer: Offer,
}

/// An active extension, and how it came in.
#[derive(Debug)]
pub(crate) struct Active<'o> {
    pub(crate) offered: &'o Offered,
    /// The agent's wish; none if only another extension depends on it.
    asked: Option<&'o Asked>,
}

impl Active<'_> {
    pub(crate) fn is_pulled(&self) -> bool {
        self.asked.is_none()
    }
}

/// By name, so that each has one version and the result one order.
pub(crate) type Actives<'o> = BTreeMap<&'o str, Active<'o>>;

/// Finds the active extensions.
pub(crate) fn choose<'o>(
    asked: &'o [Asked],
    offers: &'o [Offered],
    pull: bool,
    dropped: &mut Vec<Dropped>,
) -> Actives<'o> {
    let mut active = declared(asked, offers, dropped);
    if pull {
        pull_dependencies(&mut active, offers);
    }
    prune(&mut active, offers, dropped);
    drop_unneeded(&mut active);
    active
}

/// The ones that both sides name: for each name the newest of the versions that fit.
fn declared<'o>(asked: &'o [Asked], offers: &'o [Offered], dropped: &mut Vec<Dropped>) -> Actives<'o> {
    let mut fitting: BTreeMap<&str, Vec<Active<'o>>> = BTreeMap::new();
    for wish in asked {
        match fit(wish, offers) {
            Ok(offered) => {
                let same_name = fitting.entry(offered.id.name.as_str()).or_default();
                same_name.push(Active { offered, asked: Some(wish) });
            }
            Err(reason) => drop_wish(wish, reason, dropped),
        }
    }
    let mut active = Actives::new();
    for (name, found) in fitting {
        let newest = found.iter().map(|one| &one.offered.id).max().cloned();
        for one in found {
            if Some(&one.offered.id) == newest.as_ref() {
                active.entry(name).or_insert(one);
            } else if let (Some(wish), Some(newest)) = (one.asked, &newest) {
                drop_wish(wish, format!("{newest} is newer and also declared"), dropped);
            }
        }
    }
    active
}

fn drop_wish(wish: &Asked, reason: impl Into<String>, dropped: &mut Vec<Dropped>) {
    dropped.push(Dropped { what: wish.text(), at: wish.at.clone(), reason: reason.into() });
}

fn named<'o>(name: &str, offers: &'o [Offered]) -> Vec<&'o Offered> {
    offers.iter().filter(|offered| offered.id.name == name).collect()
}

fn listed(offers: &[&Offered]) -> String {
    let mut ids: Vec<_> = offers.iter().map(|offered| offered.id.to_string()).collect();
    ids.sort();
    ids.join(", ")
}

/// The offer that a wish gets: the version it names, else the newest stable one.
fn fit<'o>(wish: &Asked, offers: &'o [Offered]) -> Result<&'o Offered, String> {
    let known = named(&wish.name, offers);
    if known.is_empty() {
        return Err("the seller does not offer it".to_owned());
    }
    let Some(version) = &wish.version else {
        return newest_stable(&known).ok_or_else(|| {
            format!(
                "no version of it is stable; the seller offers {}, to be named with the date",
                listed(&known)
            )
        });
    };
    match known.iter().find(|offered| offered.id.version.as_ref() == Some(version)) {
        Some(offered) if offered.offer.status == Maturity::Retired => {
            Err("this version is retired".to_owned())
        }
        Some(offered) => Ok(*offered),
        None => Err(format!("the seller does not offer this version; it offers {}", listed(&known))),
    }
}

fn newest_stable<'o>(known: &[&'o Offered]) -> Option<&'o Offered> {
    let stable = known.iter().copied().filter(|offered| offered.offer.status == Maturity::Stable);
    stable.max_by_key(|offered| &offered.id)
}

/// The version that a dependency gets: the one it names, else the newest stable one.
fn fit_dependency<'o>(reference: &ExtensionRef, offers: &'o [Offered]) -> Option<&'o Offered> {
    let fitting: Vec<_> = offers
        .iter()
        .filter(|offered| reference.matches(&offered.id) && offered.offer.status != Maturity::Retired)
        .collect();
    let pinned = reference.to_string().contains('@');
    if pinned { fitting.first().copied() } else { newest_stable(&fitting) }
}

/// Adds what active extensions depend on, in rounds, so that of two versions that are needed the newer one comes in.
fn pull_dependencies<'o>(active: &mut Actives<'o>, offers: &'o [Offered]) {
    loop {
        let mut needed: BTreeMap<&str, &Offered> = BTreeMap::new();
        for reference in active.values().flat_map(|one| &one.offered.depends_on) {
            let Some(offered) = fit_dependency(reference, offers) else { continue };
            let name = offered.id.name.as_str();
            if !active.contains_key(name) {
                let newest = needed.entry(name).or_insert(offered);
                if newest.id < offered.id {
                    *newest = offered;
                }
            }
        }
        if needed.is_empty() {
            return;
        }
        active.extend(needed.into_iter().map(|(name, offered)| (name, Active { offered, asked: None })));
    }
}

/// Drops extensions that depend on what is not active, until none is left.
fn prune(active: &mut Actives<'_>, offers: &[Offered], dropped: &mut Vec<Dropped>) {
    let mut gone = BTreeSet::new();
    loop {
        let lacking = active.iter().find_map(|(name, one)| {
            let lacks = one.offered.depends_on.iter().find(|reference| !is_active(reference, active))?;
            Some((*name, lacks))
        });
        let Some((name, reference)) = lacking else { return };
        let wanted = reference.to_string();
        let dependency = wanted.split('@').next().unwrap_or_default();
        let why = match active.get(dependency) {
            Some(other) => format!("and {} is active", other.offered.id),
            None if gone.contains(dependency) => "which is dropped itself".to_owned(),
            None if fit_dependency(reference, offers).is_none() => {
                "which the seller does not offer".to_owned()
            }
            None => "which the agent does not declare".to_owned(),
        };
        gone.insert(name.to_owned());
        let Some(one) = active.remove(name) else { return };
        if let Some(wish) = one.asked {
            drop_wish(wish, format!("it depends on {wanted}, {why}"), dropped);
        }
    }
}

fn is_active(reference: &ExtensionRef, active: &Actives<'_>) -> bool {
    active.values().any(|one| reference.matches(&one.offered.id))
}

/// The active extensions that depend on `id`.
pub(crate) fn dependents<'a>(
    id: &'a ExtensionId,
    active: &'a Actives<'_>,
) -> impl Iterator<Item = &'a Offered> {
    let dependents = active.values().map(|one| one.offered);
    dependents.filter(|offered| offered.depends_on.iter().any(|reference| reference.matches(id)))
}

/// Drops what was pulled in for extensions that are gone.
fn drop_unneeded(active: &mut Actives<'_>) {
    let mut needed: BTreeSet<&str> =
        active.iter().filter(|(_, one)| !one.is_pulled()).map(|(name, _)| *name).collect();
    loop {
        let more: Vec<_> = active
            .iter()
            .filter(|(name, one)| {
                !needed.contains(*name)
                    && dependents(&one.offered.id, active)
                        .any(|other| needed.contains(other.id.name.as_str()))
            })
            .map(|(name, _)| *name)
            .collect();
        if more.is_empty() {
            break;
        }
        needed.extend(more);
    }
    active.retain(|name, _| needed.contains(name));
}
