//! The rules: each finds one kind of fault, or a few that are found together.
//!
//! In:  a [`Tree`], and a [`Solver`] for what its schemas accept.
//! Out: [`Fault`]s in any order.

mod anything;
mod dead_members;
mod descriptions;
mod duplicates;
mod enums;
mod examples;
mod extensions;
mod keywords;
mod loosening;
mod metaschema;
mod names;
mod never;
mod overlap;
mod patterns;
mod references;
mod required;
mod unreachable;
mod versions;

use std::collections::BTreeSet;

use tradespec_schema::Location;
use tradespec_validator::Severity;

use crate::code::Code;
use crate::finding::Fault;
use crate::solver::Solver;
use crate::tree::Tree;

/// What the rules find in a tree, of the kinds that are wanted.
pub(crate) fn all(tree: &Tree, wants: &dyn Fn(Code) -> bool) -> Vec<Fault> {
    let mut faults = metaschema::check(tree);
    faults.extend(patterns::check(tree));
    let faulty: BTreeSet<Location> = faults.iter().map(|fault| fault.at.clone()).collect();
    let solver = Solver::new(tree, &faulty);
    faults.extend(duplicates::check(tree));
    faults.extend(references::check(tree));
    faults.extend(examples::check(tree, &solver));
    faults.extend(dead_members::check(tree, &solver));
    faults.extend(loosening::check(tree));
    faults.extend(required::check(tree));
    let reasons = faults.iter().filter(|fault| fault.severity == Severity::Error);
    let reasons = reasons.map(|fault| fault.at.clone()).collect();
    faults.extend(never::check(tree, &solver, &reasons));
    faults.extend(overlap::check(tree, &solver));
    faults.extend(extensions::check(tree));
    faults.extend(names::check(tree));
    faults.extend(unreachable::check(tree));
    faults.extend(enums::check(tree));
    faults.extend(anything::check(tree));
    faults.extend(keywords::check(tree));
    faults.extend(versions::check(tree));
    if wants(Code::MissingDescription) {
        faults.extend(descriptions::check(tree));
    }
    faults
}
