//! From two editions to a checked list of changes.
//!
//! In:  two [`Edition`]s, and the types that are asked for.
//! Out: a [`Diff`].
//! Holds: the result does not depend on the order of definitions and members; what is called breaking has a witness.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tradespec_schema::{Code, Error, Place, suggestion};

use crate::change::{Change, Kind, Side, Ways};
use crate::compare::{Compared, compare};
use crate::contain::contains;
use crate::draft::{Draft, pointer};
use crate::edition::Edition;
use crate::judge::{Judge, Unit};
use crate::pairing::Pairing;

/// What changed between two editions.
#[derive(Debug, Clone, PartialEq)]
pub struct Diff {
    /// What was.
    pub old: String,
    /// What is.
    pub new: String,
    /// Messages first, then their parts, each by name; then by place.
    pub changes: Vec<Change>,
}

impl Diff {
    /// The changes that break somebody.
    pub fn breaking(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.breaking == Some(true))
    }
}

/// Compares the messages of two editions and everything they are made of; only `types` and what they are made of, if there
/// are any.
///
/// ```
/// use serde_json::json;
/// use tradespec_diff::{Edition, Kind, diff};
///
/// let cart = |members: serde_json::Value| {
///     let cart = json!({"type": "object", "additionalProperties": false, "properties": members});
///     Edition::from_document("cart.json", json!({"$ref": "#/$defs/Basket", "$defs": {"Basket": cart}}))
/// };
/// let old = cart(json!({"items": {"type": "array", "items": {"type": "string"}}}))?;
/// let new = cart(json!({"line_items": {"type": "array", "items": {"type": "string"}}}))?;
/// let found = diff(&old, &new, &[])?;
/// assert_eq!(found.changes[0].kind, Kind::MemberRenamed);
/// assert_eq!(found.changes[0].message, "\"items\" is now \"line_items\"");
/// assert_eq!(found.changes[0].breaking, Some(true));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
pub fn diff(old: &Edition, new: &Edition, types: &[String]) -> Result<Diff, Error> {
    let pairing = Pairing::new(old, new);
    let wanted = wanted(&pairing, types)?;
    let units = Units::walk(&pairing, &wanted);
    let mut changes = type_changes(&pairing, &wanted)?;
    let judge = Judge::new(&pairing);
    for ((before, after), unit) in &units.compared {
        let ways = units.ways.get(&(before.clone(), after.clone())).copied().unwrap_or(Ways::BOTH);
        let type_name = pairing.shown(after, new);
        if pairing.renamed.iter().any(|(from, _)| from == before) {
            let was = pairing.shown(before, old);
            changes.push((!new.roots().contains_key(after), renamed(was, type_name.clone(), ways)));
        }
        for draft in &unit.drafts {
            let change = settle(&judge, Unit { old: before, new: after }, draft, &type_name, ways)?;
            changes.push((!new.roots().contains_key(after), change));
        }
    }
    changes.sort_by(|(a_part, a), (b_part, b)| {
        let key = |part: bool, change: &Change| {
            (part, change.type_name.clone(), change.pointer.clone(), change.kind, change.message.clone())
        };
        key(*a_part, a).cmp(&key(*b_part, b))
    });
    let mut changes: Vec<_> = changes.into_iter().map(|(_, change)| change).collect();
    changes.dedup_by(|a, b| {
        (&a.type_name, &a.pointer, a.kind, &a.message) == (&b.type_name, &b.pointer, b.kind, &b.message)
    });
    Ok(Diff { old: old.label().to_owned(), new: new.label().to_owned(), changes })
}

/// The types asked for, by their names on both sides. Empty where all messages are.
#[derive(Debug, Default)]
struct Wanted {
    old: BTreeSet<String>,
    new: BTreeSet<String>,
    all: bool,
}

fn wanted(pairing: &Pairing<'_>, types: &[String]) -> Result<Wanted, Error> {
    let mut wanted = Wanted { all: types.is_empty(), ..Wanted::default() };
    for name in types {
        let named = |edition: &Edition| -> Vec<String> {
            let full = edition.names().filter(|known| *known == name);
            let plain = || edition.names().filter(|known| edition.plain(known) == name);
            let main = || plain().filter(|known| edition.is_main(known)).cloned().collect::<Vec<_>>();
            let found: Vec<_> = full.cloned().collect();
            [found, main(), plain().cloned().collect()]
                .into_iter()
                .find(|found| !found.is_empty())
                .unwrap_or_default()
        };
        let (old, new) = (named(pairing.old), named(pairing.new));
        if let Some(several) = [&old, &new].into_iter().find(|found| found.len() > 1) {
            let message = format!("several files have a type \"{name}\": say {}", several.join(" or "));
            return Err(Error::new(Code::AmbiguousType, Place::none(), message));
        }
        if old.is_empty() && new.is_empty() {
            let known = pairing.old.names().chain(pairing.new.names());
            let plain: Vec<String> =
                known.map(|known| known.rsplit('.').next().unwrap_or(known).to_owned()).collect();
            let mut message = format!("neither side has a type \"{name}\"");
            if let Some(near) = suggestion(name, plain.iter()) {
                message.push_str(&format!("; did you mean \"{near}\"?"));
            }
            return Err(Error::new(Code::UnknownType, Place::none(), message));
        }
        wanted.old.extend(old);
        wanted.new.extend(new);
    }
    Ok(wanted)
}

/// Every pair of types that messages are made of, compared, with the directions of the messages.
struct Units<'e> {
    compared: BTreeMap<(String, String), Compared<'e>>,
    ways: BTreeMap<(String, String), Ways>,
}

impl<'e> Units<'e> {
    fn walk(pairing: &Pairing<'e>, wanted: &Wanted) -> Self {
        let (old, new) = (pairing.old.roots(), pairing.new.roots());
        let mut roots: BTreeMap<(String, String), Ways> = old
            .iter()
            .filter_map(|(name, ways)| {
                let partner = pairing.partner(name)?;
                Some(((name.clone(), partner.clone()), ways.and(*new.get(partner)?)))
            })
            .collect();
        let pair = |name: &String| pairing.partner(name).map(|partner| (name.clone(), partner.clone()));
        let asked: Vec<_> = wanted.old.iter().filter_map(pair).collect();
        let mut units = Self { compared: BTreeMap::new(), ways: BTreeMap::new() };
        units.spread(pairing, &roots);
        let unreached: Vec<_> =
            asked.iter().filter(|pair| !units.compared.contains_key(*pair)).cloned().collect();
        roots.extend(unreached.into_iter().map(|pair| (pair, Ways::BOTH)));
        units.spread(pairing, &roots);
        if !wanted.all {
            let kept = units.reach(asked);
            units.compared.retain(|pair, _| kept.contains(pair));
        }
        units
    }

    /// Compares what the roots are made of, and gives every part the directions of the messages that reach it.
    fn spread(&mut self, pairing: &Pairing<'e>, roots: &BTreeMap<(String, String), Ways>) {
        let mut queue: VecDeque<((String, String), Ways)> =
            roots.iter().map(|(pair, ways)| (pair.clone(), *ways)).collect();
        while let Some((pair, ways)) = queue.pop_front() {
            let known = self.ways.get(&pair).copied();
            let all = known.unwrap_or(Ways::NONE).and(ways);
            if known == Some(all) {
                continue;
            }
            self.ways.insert(pair.clone(), all);
            let unit =
                self.compared.entry(pair.clone()).or_insert_with(|| compare(pairing, &pair.0, &pair.1));
            queue.extend(unit.parts.iter().map(|part| (part.clone(), all)));
        }
    }

    fn reach(&self, from: Vec<(String, String)>) -> BTreeSet<(String, String)> {
        let mut reached = BTreeSet::new();
        let mut queue = from;
        while let Some(pair) = queue.pop() {
            if reached.insert(pair.clone()) {
                queue
                    .extend(self.compared.get(&pair).into_iter().flat_map(|unit| unit.parts.iter().cloned()));
            }
        }
        reached
    }
}

/// Types that one side has and the other has not, each with whether it is only a part.
fn type_changes(pairing: &Pairing<'_>, wanted: &Wanted) -> Result<Vec<(bool, Change)>, Error> {
    let judge = Judge::new(pairing);
    let mut changes = Vec::new();
    let asked = |edition: &Edition, names: &BTreeSet<String>| -> Option<BTreeSet<String>> {
        (!wanted.all).then(|| names.iter().flat_map(|name| edition.reach(name)).collect())
    };
    let (old, new) = (asked(pairing.old, &wanted.old), asked(pairing.new, &wanted.new));
    let is_wanted =
        |asked: &Option<BTreeSet<String>>, name: &String| asked.as_ref().is_none_or(|all| all.contains(name));
    for name in pairing.removed().filter(|name| is_wanted(&old, name)) {
        let message = pairing.old.roots().contains_key(name);
        let witness = if message { judge.example(Side::Old, name)? } else { None };
        let (breaking, text) = match (message, &witness) {
            (true, Some(_)) => (Some(true), "the message is gone"),
            (true, None) => (None, "the message is gone; no document of it was found"),
            (false, _) => (Some(false), "no message has a part of this type any more"),
        };
        changes.push((
            !message,
            of_type(pairing, (name, pairing.old), Kind::TypeRemoved, breaking, text, witness),
        ));
    }
    for name in pairing.added().filter(|name| is_wanted(&new, name)) {
        let message = pairing.new.roots().contains_key(name);
        let text = if message { "a new message" } else { "a new part of messages" };
        changes.push((
            !message,
            of_type(pairing, (name, pairing.new), Kind::TypeAdded, Some(false), text, None),
        ));
    }
    Ok(changes)
}

fn of_type(
    pairing: &Pairing<'_>,
    (name, edition): (&str, &Edition),
    kind: Kind,
    breaking: Option<bool>,
    message: &str,
    witness: Option<crate::Witness>,
) -> Change {
    let users =
        edition.roots().iter().filter(|(root, _)| edition.reach(root).iter().any(|part| part == name));
    let ways = users.fold(Ways::NONE, |all, (_, ways)| all.and(*ways));
    Change {
        type_name: pairing.shown(name, edition),
        pointer: String::new(),
        to: None,
        kind,
        ways,
        breaking,
        breaks: if breaking == Some(true) { ways } else { Ways::NONE },
        message: message.to_owned(),
        witness,
    }
}

fn renamed(was: String, is: String, ways: Ways) -> Change {
    Change {
        message: format!("\"{was}\" is now \"{is}\"; no document shows it"),
        type_name: was,
        pointer: String::new(),
        to: Some(is),
        kind: Kind::TypeRenamed,
        ways,
        breaking: Some(false),
        breaks: Ways::NONE,
        witness: None,
    }
}

/// Checks what a draft claims and says for whom it counts.
fn settle<'e>(
    judge: &Judge<'_, 'e>,
    unit: Unit<'_>,
    draft: &Draft<'e>,
    type_name: &str,
    ways: Ways,
) -> Result<Change, Error> {
    let mut change = Change {
        type_name: type_name.to_owned(),
        pointer: pointer(&draft.at),
        to: draft.to.as_deref().map(pointer),
        kind: draft.kind,
        ways,
        breaking: None,
        breaks: Ways::NONE,
        message: draft.message.clone(),
        witness: None,
    };
    // A sender is hurt by what is no longer accepted, a strict reader by what was not possible before.
    let mut hurts = Vec::new();
    let mut harmless = Vec::new();
    for (probe, side, counts) in
        [(&draft.shrinks, Side::Old, ways.request), (&draft.grows, Side::New, ways.response)]
    {
        if probe.is_some() {
            if counts { hurts.push(side) } else { harmless.push(side) }
        }
    }
    for side in &hurts {
        if let Some(witness) = judge.separating(unit, draft, *side)? {
            change.breaking = Some(true);
            change.breaks.request |= *side == Side::Old;
            change.breaks.response |= *side == Side::New;
            change.witness.get_or_insert(witness);
        }
    }
    if let Some((side, probe)) = &draft.besides
        && (if *side == Side::Old { ways.request } else { ways.response })
        && let Some(witness) = judge.by_probe(unit, draft, *side, probe)?
    {
        change.breaking = Some(true);
        change.breaks.request |= *side == Side::Old;
        change.breaks.response |= *side == Side::New;
        change.message.push_str(match side {
            Side::Old => "; what fits another form, too, is refused",
            Side::New => "; what fits another form, too, was refused",
        });
        change.witness.get_or_insert(witness);
    }
    if draft.mild {
        change.breaking = Some(false);
        change.breaks = Ways::NONE;
    }
    if change.breaking.is_some() {
        return Ok(change);
    }
    if let Some(side) = hurts.first() {
        change.message.push_str(match contained(draft, *side) {
            _ if judge.example(*side, unit.of(*side))?.is_none() => no_document(*side),
            Some(true) => {
                "; no document shows it, and by their canonical forms the two sides do not differ so"
            }
            Some(false) => {
                "; no document was found that shows it, though by their canonical forms there is one"
            }
            None => "; no document was found that shows it, and the canonical forms do not tell",
        });
        return Ok(change);
    }
    for side in &harmless {
        if let Some(witness) = judge.separating(unit, draft, *side)? {
            change.breaking = Some(false);
            change.witness = Some(witness);
            return Ok(change);
        }
    }
    // No document shows the change, so only the canonical forms can tell that nobody is hurt.
    let counting = [(Side::Old, ways.request), (Side::New, ways.response)];
    let contained = || counting.iter().all(|(side, counts)| !counts || contained(draft, *side) == Some(true));
    let silent = harmless.is_empty() && !matches!(draft.kind, Kind::MemberAdded | Kind::MemberRemoved);
    if silent || contained() {
        change.breaking = Some(false);
    } else if let Some(side) = harmless.first()
        && judge.example(*side, unit.of(*side))?.is_none()
    {
        change.message.push_str(no_document(*side));
    } else {
        change.message.push_str("; no document was found that shows it, and the canonical forms do not tell");
    }
    Ok(change)
}

/// What to say where no document of one side is known.
fn no_document(side: Side) -> &'static str {
    match side {
        Side::Old => "; no document of the old type was found, so this cannot be shown",
        Side::New => "; no document of the new type was found, so this cannot be shown",
    }
}

/// Whether all that `side` accepts at the draft's place is accepted by the other side.
fn contained(draft: &Draft<'_>, side: Side) -> Option<bool> {
    let (old, new) = draft.scope.as_ref()?;
    match side {
        Side::Old => contains(new, old),
        Side::New => contains(old, new),
    }
}
