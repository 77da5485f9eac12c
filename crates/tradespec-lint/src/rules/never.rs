//! Schemas by which no value can be valid.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use tradespec_schema::Location;

use crate::code::Code;
use crate::conjuncts::is_within;
use crate::finding::Fault;
use crate::solver::{Reason, Solver, unit};
use crate::tree::Tree;

/// `known`: places whose faults were told already and are reason enough.
pub(super) fn check(tree: &Tree, solver: &Solver<'_>, known: &BTreeSet<Location>) -> Vec<Fault> {
    let units: BTreeSet<_> =
        tree.schemas().filter(|(at, _)| tree.is_current_draft(&at.file)).map(|(at, _)| unit(at)).collect();
    // What refers to most first: the answer covers all that it refers to.
    let mut by_size: Vec<_> =
        units.iter().map(|unit| (Reverse(solver.closure([unit]).len()), unit)).collect();
    by_size.sort();
    let (mut covered, mut places) = (BTreeSet::new(), BTreeMap::new());
    for (_, unit) in by_size {
        if !covered.contains(unit) {
            let answer = solver.empty_places(unit);
            covered.extend(answer.covered);
            places.extend(answer.places);
        }
    }
    let mut faults = Vec::new();
    for (at, reason) in &places {
        // A `false` is meant so.
        let Reason::Own { keywords, parts } = reason else { continue };
        // What holds something without a value, or refers to it, is told of that.
        let holds = |(inner, reason): (&Location, &Reason)| {
            is_within(inner, at) && inner != at && *reason != Reason::Literal
        };
        if !units.contains(&unit(at))
            || places.iter().any(holds)
            || keywords.as_slice() == ["$ref"]
            || is_told(known, at)
        {
            continue;
        }
        let why = match keywords.as_slice() {
            [] => String::new(),
            [one] if *parts > 1 => format!(": what its parts say of \"{one}\" leaves none together"),
            [one] => format!(": \"{one}\" leaves none"),
            several => format!(": {} leave none together", quoted(several)),
        };
        faults.push(Fault::new(
            Code::NeverSatisfied,
            at.clone(),
            format!("no value is valid by this schema{why}"),
        ));
    }
    for unit in &units {
        let has_empty = || places.keys().any(|at| is_within(at, unit));
        if solver.holds_itself(unit)
            && !has_empty()
            && !is_told(known, unit)
            && solver.is_surely_empty(Solver::refer(unit), std::slice::from_ref(unit))
        {
            let message = "no value is valid by this schema: it requires itself in itself, without end";
            faults.push(Fault::new(Code::NeverSatisfied, unit.clone(), message));
        }
    }
    faults
}

/// Whether something in the schema at `at` was told that is reason enough.
fn is_told(known: &BTreeSet<Location>, at: &Location) -> bool {
    known.iter().any(|known| is_within(known, at))
}

fn quoted(keywords: &[String]) -> String {
    let quoted: Vec<_> = keywords.iter().map(|keyword| format!("\"{keyword}\"")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}
