//! All stages, for every release of a catalogue.

use std::collections::BTreeMap;

use tradespec_schema::{
    Catalogue, ComposedSchema, Extension, ExtensionRef, Index, Place, Protocol, Release, TypeId, compose,
    is_of_an_extension, select,
};

use crate::emit;
use crate::error::{Error, Problem};
use crate::lower::lower;
use crate::lowered::{Dropped, LoweredSchema};
use crate::output::Output;
use crate::policy::{Policy, ProtocolPolicy};

/// What was generated, and what a reader should know about it.
#[derive(Debug)]
pub struct Generated {
    /// The files.
    pub output: Output,
    /// One report a release.
    pub releases: Vec<ReleaseReport>,
}

/// What became of one release.
#[derive(Debug, Clone)]
pub struct ReleaseReport {
    /// The protocol.
    pub protocol: Protocol,
    /// The release.
    pub release: Release,
    /// The extensions composed into the types, as `name@date`.
    pub extensions: Vec<String>,
    /// How many definitions the files have, those of composed extensions included.
    pub definitions: usize,
    /// How many types were written, by Rust module.
    pub types: BTreeMap<String, usize>,
    /// Definitions that no type was made of, each with the reason.
    pub excluded: Vec<(TypeId, String)>,
    /// Keywords that no type expresses.
    pub dropped: Vec<Dropped>,
}

/// Generates types and composed documents for every release of `catalogue`.
///
/// Everything that is wrong in any release is reported together.
pub fn generate(catalogue: &Catalogue, policy: &Policy) -> Result<Generated, Error> {
    let mut output = Output::default();
    let mut reports = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    for protocol in Protocol::ALL {
        let Some(rules) = policy.of(protocol) else {
            continue;
        };
        let mut lowered: Vec<LoweredSchema> = Vec::new();
        for release in catalogue.releases().filter(|(of, _)| *of == protocol).map(|(_, release)| release) {
            match one_release(catalogue, policy, rules, protocol, release) {
                Ok((composed, schema)) => {
                    emit::bundles(&mut output, &composed, &schema);
                    reports.push(report(&composed, &schema));
                    lowered.push(schema);
                }
                Err(error) => problems.extend(error.problems().iter().cloned()),
            }
        }
        let nameable = lowered.iter().flat_map(|schema| schema.nameable.iter().cloned()).collect();
        if problems.is_empty() {
            problems.extend(policy.stale(protocol, &nameable));
        }
        if problems.is_empty() && !lowered.is_empty() {
            match emit::crate_files(&mut output, &rules.crate_name, policy.runtime_path(), &lowered) {
                Ok(()) => {}
                Err(error) => problems.extend(error.problems().iter().cloned()),
            }
        }
    }
    Error::check(problems)?;
    Ok(Generated { output, releases: reports })
}

/// The crate of types from releases that are lowered already, such as one that stands in no catalogue.
pub fn types_crate(protocol: Protocol, lowered: &[LoweredSchema], policy: &Policy) -> Result<Output, Error> {
    let mut output = Output::default();
    if let Some(rules) = policy.of(protocol) {
        emit::crate_files(&mut output, &rules.crate_name, policy.runtime_path(), lowered)?;
    }
    Ok(output)
}

fn one_release(
    catalogue: &Catalogue,
    policy: &Policy,
    rules: &ProtocolPolicy,
    protocol: Protocol,
    release: &Release,
) -> Result<(ComposedSchema, LoweredSchema), Error> {
    let of_release = |file: &str| !is_of_an_extension(file);
    let index = catalogue
        .release(protocol, Some(release))
        .map_err(|error| in_release(error, protocol, release, of_release))?;
    let known = catalogue.extensions(&index)?;
    let names: Vec<_> = known.iter().map(|extension| extension.id().name.clone()).collect();
    let active = chosen(&rules.extensions(release, &names), &known)
        .map_err(|error| in_release(error, protocol, release, of_release))?;
    composed_and_lowered(&index, &active, policy)
}

/// The extensions with these names, each `name` or `name@date`.
pub(crate) fn chosen(
    names: &[String],
    known: &[Extension],
) -> Result<Vec<Extension>, tradespec_schema::Error> {
    let wanted = names.iter().map(|name| ExtensionRef::new(name)).collect::<Result<Vec<_>, _>>()?;
    select(&wanted, known)
}

/// Composes the extensions into a release and lowers the result.
pub(crate) fn composed_and_lowered(
    index: &Index,
    active: &[Extension],
    policy: &Policy,
) -> Result<(ComposedSchema, LoweredSchema), Error> {
    let of_release = |file: &str| index.files().contains_key(file);
    let placed = |error: Error| in_release(error, index.protocol(), index.release(), of_release);
    let composed = compose(index, active).map_err(|error| placed(error.into()))?;
    let schema = lower(&composed, policy).map_err(placed)?;
    Ok((composed, schema))
}

/// File names are the same in every release, so an error says which release it is about.
fn in_release(
    error: impl Into<Error>,
    protocol: Protocol,
    release: &Release,
    of_release: impl Fn(&str) -> bool,
) -> Error {
    let problems = error.into().problems().to_vec().into_iter().map(|problem| {
        let file = problem.place.file_name();
        let place = if of_release(file) && !file.is_empty() {
            problem.place.clone().in_file(format!("{protocol}/{release}/{file}"))
        } else {
            problem.place
        };
        Problem { place, message: problem.message }
    });
    match Error::check(problems.collect()) {
        Err(error) => error,
        Ok(()) => Error::new(Place::none(), format!("release {release} of {protocol} failed")),
    }
}

fn report(composed: &ComposedSchema, schema: &LoweredSchema) -> ReleaseReport {
    ReleaseReport {
        protocol: composed.protocol(),
        release: composed.release().clone(),
        extensions: composed.extensions().iter().map(ToString::to_string).collect(),
        definitions: composed.definitions().count(),
        types: schema.modules.iter().map(|module| (module.name.clone(), module.types.len())).collect(),
        excluded: schema.excluded.clone(),
        dropped: schema.dropped.clone(),
    }
}
