//! A bundled document and the compiled form of it.
//!
//! In:  a [`ComposedSchema`] and one of its types.
//! Out: a [`Compiled`] validator, or what is wrong with the schemas, each fault with its file and pointer.
//! Holds: nothing is fetched, formats are asserted, and a pattern takes linear time or a bounded number of steps.

use std::sync::Arc;

use jsonschema::json::{Json, SerdeJson};
use jsonschema::{Draft, PatternOptions, Retrieve, ValidationError, ValidationOptions};
use serde_json::Value;
use tradespec_schema::{
    Code, ComposedField, ComposedSchema, Error, Location, Outcome, Place, Pointer, Problem, Tree, TreeNode,
    TypeId,
};

use crate::explain::{self, Finding};
use crate::strict::{Unnamed, unnamed};
use crate::trees::{Instance, Trees};

/// The most memory that one compiled pattern may take, in bytes.
const PATTERN_SIZE: usize = 1 << 20;
/// The most steps back that a pattern with look-around or back references may take.
const PATTERN_STEPS: usize = 100_000;

#[derive(Debug)]
pub(crate) struct Compiled {
    document: Value,
    validator: jsonschema::Validator<Trees>,
    /// Whether members that the schema does not name are wrong even where it allows them.
    strict: bool,
}

impl Compiled {
    pub(crate) fn new(composed: &ComposedSchema, type_id: &TypeId) -> Result<Self, Error> {
        if composed.schema(&type_id.location()).is_none() {
            let message = format!("no type \"{type_id}\" in this composed schema");
            return Err(Error::new(Code::UnknownType, Place::none(), message));
        }
        let document = composed.bundle_type(type_id);
        let validator = compiled(&document).map_err(|error| faults(composed, type_id, &document, &error))?;
        Ok(Self { document, validator, strict: false })
    }

    /// The same, which allows no member that the schema does not name.
    pub(crate) fn strict(mut self) -> Self {
        self.strict = true;
        self
    }

    pub(crate) fn document(&self) -> &Value {
        &self.document
    }

    /// Whether members that the schema does not name are wrong even where it allows them.
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Whether the schema allows `instance`. A strict one may still have something against its members.
    pub(crate) fn allows(&self, instance: TreeNode<'_>) -> bool {
        self.validator.is_valid(Instance(instance))
    }

    pub(crate) fn is_valid(&self, instance: &Value) -> bool {
        let tree = Tree::of(instance);
        self.allows(tree.root()) && self.unnamed(&tree, instance).is_empty()
    }

    /// What is wrong with `instance`, in a fixed order.
    pub(crate) fn findings(&self, instance: &Value, receiver: bool) -> Vec<Finding> {
        let tree = Tree::of(instance);
        let unnamed = self.unnamed(&tree, instance);
        // Asking whether there is an error is much faster than going through all that there may be.
        if unnamed.is_empty() && self.allows(tree.root()) {
            return Vec::new();
        }
        let errors = self.validator.iter_errors(Instance(tree.root()));
        explain::explain_with(&self.document, errors, instance, &unnamed, receiver)
    }

    /// For a strict one, the members that nothing names.
    fn unnamed(&self, tree: &Tree<'_>, instance: &Value) -> Vec<Unnamed> {
        if self.strict { unnamed(&self.document, &self.validator, tree, instance) } else { Vec::new() }
    }
}

/// The linear-time engine has no look-around. No published pattern needs it; one of a third party may.
fn compiled(document: &Value) -> Result<jsonschema::Validator<Trees>, ValidationError<'static>> {
    linear(document).or_else(|_| backtracking(document))
}

fn linear(document: &Value) -> Result<jsonschema::Validator<Trees>, ValidationError<'static>> {
    let patterns = PatternOptions::regex().size_limit(PATTERN_SIZE).dfa_size_limit(PATTERN_SIZE);
    options().with_pattern_options(patterns).build(document)
}

fn backtracking(document: &Value) -> Result<jsonschema::Validator<Trees>, ValidationError<'static>> {
    let patterns = PatternOptions::fancy_regex()
        .size_limit(PATTERN_SIZE)
        .dfa_size_limit(PATTERN_SIZE)
        .backtrack_limit(PATTERN_STEPS);
    options().with_pattern_options(patterns).build(document)
}

fn options<'i, F: Json>() -> ValidationOptions<'i, Arc<dyn Retrieve>, F> {
    jsonschema::options_for().with_draft(Draft::Draft202012).should_validate_formats(true).offline()
}

/// Why `document` cannot be compiled: the faults of the files it was made from, by the rules for schemas, or else
/// the one that compilation met.
fn faults(
    composed: &ComposedSchema,
    type_id: &TypeId,
    document: &Value,
    error: &ValidationError<'_>,
) -> Error {
    let mut problems = Vec::new();
    if let Ok(meta) = options::<SerdeJson>()
        .build(&serde_json::json!({"$ref": "https://json-schema.org/draft/2020-12/schema"}))
    {
        for (file, root) in composed.files() {
            for finding in explain::explain(&Value::Null, meta.iter_errors(root), false) {
                let location = Location { file: file.clone(), pointer: finding.diagnostic.instance_path };
                // What an extension added is at fault where the extension has it.
                if composed.fields().iter().any(|field| added(field, &location)) {
                    continue;
                }
                let place = Place::from(&location);
                let message = format!("not a JSON Schema: {}", finding.diagnostic.message);
                problems.push(Problem { code: Code::NotASchema, place, message });
            }
        }
    }
    if problems.is_empty() {
        let at = Pointer::from_text(error.schema_path().as_str());
        let place = published_place(composed, document, &at)
            .map_or_else(|| Place::at(type_id.file.clone(), at.clone()), |found| Place::from(&found));
        problems.push(Problem {
            code: Code::NotASchema,
            place,
            message: format!("cannot be compiled: {error}"),
        });
    }
    match Error::check(problems) {
        Err(error) => error,
        Ok(()) => Error::new(Code::NotASchema, Place::file(type_id.file.clone()), "cannot be compiled"),
    }
}

/// Whether `location` is, or is in, the schema of a field that an extension added.
fn added(field: &ComposedField, location: &Location) -> bool {
    let below = location.pointer.as_str().strip_prefix(field.target.pointer.as_str());
    field.outcome == Outcome::Added
        && field.target.file == location.file
        && below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
}

/// The place in the composed files that stands at `at` in the bundled document.
fn published_place(composed: &ComposedSchema, document: &Value, at: &Pointer) -> Option<Location> {
    let mut segments = at.segments();
    let (defs, name) = (segments.next()?, segments.next()?);
    let below = segments.fold(Pointer::root(), |pointer, segment| pointer.join(&segment));
    let wanted = at.resolve(document)?;
    composed
        .definitions()
        .filter(|id| defs == "$defs" && (id.name == name || id.to_string() == name))
        .map(|id| {
            let location = id.location();
            Location {
                pointer: Pointer::from_text(&format!("{}{below}", location.pointer)),
                file: location.file,
            }
        })
        .find(|location| composed.schema(location) == Some(wanted))
}
