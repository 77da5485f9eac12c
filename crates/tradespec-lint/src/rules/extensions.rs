//! Extensions that do not compose, and documents that show them at work only because the core has their fields already.

use std::slice;

use serde_json::Value;
use tradespec_schema::{Error, Extension, Location, compose};

use crate::code::Code;
use crate::compose::Composition;
use crate::conjuncts::{called, conjuncts, is_closed, is_within};
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let Some(Composition { index, extension }) = &tree.composition else { return Vec::new() };
    let mut faults = Vec::new();
    let mut documents = Vec::new();
    match extension {
        Some((declaration, Err(error))) => faults.extend(problems(tree, declaration, error)),
        Some((declaration, Ok(extension))) => {
            documents.extend(extension.document_file().map(str::to_owned));
            if let Err(error) = compose(index, slice::from_ref(extension)) {
                faults.extend(problems(tree, declaration, &error));
            }
        }
        None => match Extension::core(index) {
            Err(error) => faults.extend(problems(tree, "", &error)),
            Ok(core) => {
                for extension in core {
                    documents.push(extension.file());
                    if let Err(error) = compose(index, slice::from_ref(&extension)) {
                        faults.extend(problems(tree, extension.declaration().file_name(), &error));
                    }
                }
            }
        },
    }
    for document in documents {
        faults.extend(adds_what_is_there(tree, &document));
    }
    faults
}

/// What composition says, where it says it; at the declaration if that is in a file that is not looked at.
fn problems(tree: &Tree, declaration: &str, error: &Error) -> Vec<Fault> {
    let fault = |problem: &tradespec_schema::Problem| {
        let file = problem.place.file_name();
        let is_here = tree.files.get(file).is_some_and(|file| file.linted);
        let place = Location { file: file.to_owned(), pointer: problem.place.pointer().clone() };
        let at = if is_here {
            place
        } else {
            Location { file: declaration.to_owned(), pointer: tradespec_schema::Pointer::root() }
        };
        Fault::new(Code::ExtensionDoesNotCompose, at, format!("{} ({})", problem.message, problem.code))
    };
    error.problems().iter().map(fault).collect()
}

/// Types of an extension's document that put a member beside a closed type which has it.
fn adds_what_is_there(tree: &Tree, document: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (at, _) in tree.schemas().filter(|(at, schema)| at.file == document && schema.get("allOf").is_some())
    {
        let parts = conjuncts(tree, at);
        for part in parts.iter().filter(|part| is_within(&part.at, at)) {
            for (name, _) in part.properties() {
                let has = |schema: &Value| {
                    schema.get("properties").is_some_and(|properties| properties.get(name).is_some())
                };
                let closed = parts
                    .iter()
                    .find(|other| other.at.file != at.file && is_closed(other.schema) && has(other.schema));
                faults.extend(closed.map(|closed| {
                    let message = format!(
                        "adds \"{name}\" to {}, which is closed; a document can have it only because {} has a \"{name}\" of its own",
                        called(&closed.at),
                        called(&closed.at)
                    );
                    let at = part.at.join("properties").join(name);
                    Fault::new(Code::AddsWhatIsThere, at, message)
                        .help("beside a closed type nothing can be added; composition has to put the field into the closed type")
                }));
            }
        }
    }
    faults
}
