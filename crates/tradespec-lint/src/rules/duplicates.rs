//! Members that stand twice in one object.

use tradespec_schema::Location;

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let twice = |(key, at): (&String, &tradespec_schema::Pointer)| {
        let name = at.segments().last().unwrap_or_default();
        let at = Location { file: key.clone(), pointer: at.clone() };
        let message = format!("\"{name}\" stands twice in one object");
        Fault::new(Code::DuplicateMember, at, message)
            .help("most readers keep the last one, some the first; leave one of them out")
    };
    tree.linted().flat_map(|(key, file)| file.twice.iter().map(move |at| (key, at))).map(twice).collect()
}
