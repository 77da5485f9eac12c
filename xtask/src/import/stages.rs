//! What the stages make of a release: references, composition and types, all in memory.
//!
//! In:  the files of a release, third-party extensions, the policy.
//! Out: what is wrong or poor, as decisions.
//! Holds: a reference that leads nowhere does not hide what comes after it; nothing is written.

use std::collections::BTreeSet;

use anyhow::Result;
use tradespec_codegen::lower::lower;
use tradespec_codegen::lowered::{Dropped, LoweredSchema, Shape};
use tradespec_codegen::types_crate;
use tradespec_schema::{
    Code, Extension, ExtensionRef, Index, Pointer, Problem, SchemaSet, compose, load, select,
};

use super::contents::plural;
use super::decision::{Decision, Kind};
use super::{Workspace, keywords};

/// Takes a release through all stages.
pub(crate) fn decisions(set: &SchemaSet, workspace: &Workspace) -> Result<Vec<Decision>> {
    let mut found = Vec::new();
    for (file, content) in set.files() {
        found.extend(content.duplicates.iter().map(|at| {
            let message = "stands twice in one object; the last one counts";
            Decision::new(Kind::DuplicateMember, file, at.clone(), message)
        }));
    }
    for (keyword, places) in keywords::unknown(set) {
        let Some(first) = places.first() else { continue };
        let message = format!(
            "\"{keyword}\" is no keyword that the validator knows, in {}; see whether it is meant to constrain anything",
            plural(places.len(), "place")
        );
        found.push(Decision::new(Kind::UnknownKeyword, &first.file, first.pointer.join(&keyword), message));
    }
    if let Some(index) = indexed(set, &mut found)? {
        generated(&index, workspace, &mut found)?;
    }
    Ok(found)
}

/// The release with its references resolved; one that leads nowhere is noted and taken for any value.
fn indexed(set: &SchemaSet, found: &mut Vec<Decision>) -> Result<Option<Index>> {
    let error = match Index::new(set) {
        Ok(index) => return Ok(Some(index)),
        Err(error) => error,
    };
    let mut files: Vec<_> =
        set.files().iter().map(|(name, file)| (name.clone(), file.root.clone())).collect();
    for problem in error.problems() {
        let place = &problem.place;
        let is_dangling = matches!(problem.code, Code::UnresolvedRef | Code::AmbiguousRef);
        let kind = if is_dangling { Kind::DanglingRef } else { Kind::Schema };
        found.push(Decision::at(kind, place, problem.message.clone()));
        let holder = place.pointer().as_str().strip_suffix("/$ref").filter(|_| is_dangling);
        let file = files.iter_mut().find(|(name, _)| name == place.file_name());
        if let (Some(holder), Some((_, root))) = (holder, file)
            && let Some(schema) = root.pointer_mut(holder).and_then(|schema| schema.as_object_mut())
        {
            schema.shift_remove("$ref");
        }
    }
    let files = files.into_iter().map(|(name, root)| (name, root.to_string()));
    let mended = SchemaSet::from_files(set.protocol(), set.release().clone(), files)?;
    Ok(Index::new(&mended).ok())
}

/// Composes and lowers a release.
fn generated(index: &Index, workspace: &Workspace, found: &mut Vec<Decision>) -> Result<()> {
    let mut known = match Extension::core(index) {
        Ok(core) => core,
        Err(error) => {
            found.extend(error.problems().iter().map(|problem| of_extension("the registry", problem)));
            Vec::new()
        }
    };
    let wanted = workspace.extensions(index.release());
    for core in known.iter().filter(|core| !wanted.contains(&core.id().name)) {
        let message = format!(
            "the core extension {} is composed into no types; list it under [{}.releases.\"{}\"] or in \
             default_extensions in codegen.toml if it should be",
            core.id().name,
            index.protocol(),
            index.release()
        );
        found.push(Decision::at(Kind::ExtensionPolicy, core.declaration(), message));
    }
    known.extend(load::extensions(&workspace.schemas)?);
    for extension in &known {
        let composed = ExtensionRef::new(&extension.id().to_string())
            .and_then(|wanted| select(&[wanted], &known))
            .and_then(|active| compose(index, &active));
        if let Err(error) = composed {
            let name = extension.id().to_string();
            found.extend(error.problems().iter().map(|problem| of_extension(&name, problem)));
        }
    }
    let wanted: Vec<_> =
        wanted.iter().filter(|name| known.iter().any(|extension| extension.id().name == **name)).collect();
    let wanted = wanted.into_iter().map(|name| ExtensionRef::new(name)).collect::<Result<Vec<_>, _>>();
    // What does not compose is noted already: types without it say more than none.
    let active = wanted.and_then(|wanted| select(&wanted, &known)).unwrap_or_default();
    let composed = compose(index, &active).or_else(|_| compose(index, &[]))?;
    let lowered = lower(&composed, &workspace.policy).and_then(|lowered| {
        found.extend(of_types(&lowered));
        types_crate(index.protocol(), &[lowered], &workspace.policy)
    });
    if let Err(error) = lowered {
        let problems = error.problems().iter();
        found.extend(
            problems.map(|problem| Decision::at(Kind::Generation, &problem.place, &*problem.message)),
        );
    }
    Ok(())
}

fn of_extension(name: &str, problem: &Problem) -> Decision {
    Decision::at(Kind::Extension, &problem.place, format!("{name} does not compose: {}", problem.message))
}

/// Keywords that no type says, and poor names.
fn of_types(lowered: &LoweredSchema) -> Vec<Decision> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for dropped in lowered.dropped.iter().filter(|dropped| dropped.reason == Dropped::UNKNOWN) {
        let at = Pointer::from_text(&dropped.pointer);
        let keyword = at.segments().last().unwrap_or_default();
        if keywords::is_known(&keyword) && seen.insert(keyword.clone()) {
            let message = format!("\"{keyword}\" is a keyword that lowering has no row for; no type says it");
            found.push(Decision::new(Kind::KeywordNotInTypes, &dropped.file, at, message));
        }
    }
    for module in &lowered.modules {
        let names: BTreeSet<&str> = module.types.iter().map(|lowered| lowered.name.as_str()).collect();
        for lowered in &module.types {
            let mut poor: Vec<&str> = Vec::new();
            let wire = lowered.id.as_ref().map_or("", |id| id.name.as_str());
            poor.extend(Some(lowered.name.as_str()).filter(|name| is_numbered(name, wire, &names)));
            let inner = inner_names(&lowered.shape);
            let own: BTreeSet<&str> = inner.iter().map(|(name, _)| *name).collect();
            poor.extend(
                inner.iter().filter(|(name, wire)| is_numbered(name, wire, &own)).map(|(name, _)| *name),
            );
            found.extend(poor.into_iter().map(|name| {
                let message = format!(
                    "{}: the Rust name {name} is a number away from another one; give it a name in codegen.toml",
                    lowered.name
                );
                let at = &lowered.location;
                Decision::new(Kind::PoorName, &at.file, at.pointer.clone(), message)
            }));
        }
    }
    found
}

/// The names of fields or variants, each with what it is called in JSON, where it is.
fn inner_names(shape: &Shape) -> Vec<(&str, &str)> {
    match shape {
        Shape::Struct(object) => object.fields.iter().map(|field| (&*field.name, &*field.wire)).collect(),
        Shape::StringEnum(values) => values.iter().map(|value| (&*value.variant, &*value.wire)).collect(),
        Shape::Tagged { variants, .. } => variants.iter().map(|of| (&*of.variant, &*of.value)).collect(),
        Shape::Untagged(variants) => variants.iter().map(|of| (&*of.variant, "")).collect(),
        Shape::Alias(_) | Shape::Newtype(_) => Vec::new(),
    }
}

/// Whether a name is another one with a number (or "Too") after it, as names are made that would else be taken, and the
/// number does not come from JSON.
fn is_numbered(name: &str, wire: &str, names: &BTreeSet<&str>) -> bool {
    let is_digit = |last: char| last.is_ascii_digit();
    let stem = name.trim_end_matches(is_digit);
    let twin = stem.strip_suffix("Too").unwrap_or(stem).trim_end_matches('_');
    twin != name && !wire.ends_with(is_digit) && names.contains(twin)
}
