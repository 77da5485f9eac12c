//! Finding a document that tells two versions of a type apart, and letting validators judge it.
//!
//! In:  a [`Draft`]'s probes.
//! Out: a document that one side accepts, and that the other refuses at the place and for the reason of the draft.
//! Holds: what is returned really separates the two composed documents; formats are asserted, nothing is fetched.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft as Dialect, PatternOptions, ValidationError, Validator};
use serde_json::Value;
use tradespec_schema::{Code, Error, Place, Pointer};

use crate::change::{Side, Witness};
use crate::draft::{Draft, Probe, SEVERAL, Step, What};
use crate::edition::Edition;
use crate::pairing::Pairing;
use crate::probes;
use crate::sample::{Choice, Leaf, Sample, sample};
use crate::view::View;

/// The choices that documents are tried with, smallest first.
const CHOICES: [Choice; 8] = [
    Choice { form: 0, optional: 0 },
    Choice { form: 1, optional: 0 },
    Choice { form: 2, optional: 0 },
    Choice { form: 3, optional: 0 },
    Choice { form: 0, optional: 2 },
    Choice { form: 0, optional: 4 },
    Choice { form: 1, optional: 3 },
    Choice { form: 2, optional: 3 },
];
/// The most memory that one compiled pattern may take, in bytes.
const PATTERN_SIZE: usize = 1 << 20;
/// The most steps back that a pattern with look-around may take.
const PATTERN_STEPS: usize = 100_000;

/// The two names of one type.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Unit<'n> {
    pub(crate) old: &'n str,
    pub(crate) new: &'n str,
}

impl<'n> Unit<'n> {
    pub(crate) fn of(self, side: Side) -> &'n str {
        match side {
            Side::Old => self.old,
            Side::New => self.new,
        }
    }
}

pub(crate) struct Judge<'p, 'e> {
    pairing: &'p Pairing<'e>,
    validators: RefCell<BTreeMap<(Side, String), Rc<Validator>>>,
}

impl<'p, 'e> Judge<'p, 'e> {
    pub(crate) fn new(pairing: &'p Pairing<'e>) -> Self {
        Self { pairing, validators: RefCell::default() }
    }

    /// A document that the `accepting` side takes and the other one does not, for the reason that `probe` gives.
    pub(crate) fn separating(
        &self,
        unit: Unit<'_>,
        draft: &Draft<'e>,
        accepting: Side,
    ) -> Result<Option<Witness>, Error> {
        let probe = match accepting {
            Side::Old => &draft.shrinks,
            Side::New => &draft.grows,
        };
        match probe {
            Some(probe) => self.by_probe(unit, draft, accepting, probe),
            None => Ok(None),
        }
    }

    /// The same for one probe.
    pub(crate) fn by_probe(
        &self,
        unit: Unit<'_>,
        draft: &Draft<'e>,
        accepting: Side,
        probe: &Probe<'e>,
    ) -> Result<Option<Witness>, Error> {
        let (own, theirs) = (unit.of(accepting), unit.of(accepting.other()));
        let (accepts, refuses) =
            (self.validator(accepting, own)?, self.validator(accepting.other(), theirs)?);
        let (Some(view), Some(friend)) = (self.view(accepting, own), self.view(accepting.other(), theirs))
        else {
            return Ok(None);
        };
        let separates = |sample: &Sample| {
            accepts.is_valid(&sample.document)
                && refuses.iter_errors(&sample.document).any(|error| fits(&error, sample, &probe.what))
        };
        let found = candidates(&view, &friend, probe).find(separates);
        if let Some(found) = found {
            return Ok(Some(Witness { accepted_by: accepting, document: found.document }));
        }
        below_a_new_name(draft, accepting, probe, (&view, &friend), (&accepts, &refuses))
    }

    /// A document of a type that the other side does not have.
    pub(crate) fn example(&self, side: Side, name: &str) -> Result<Option<Witness>, Error> {
        let validator = self.validator(side, name)?;
        let Some(view) = self.view(side, name) else { return Ok(None) };
        let made = CHOICES.into_iter().filter_map(|choice| sample(&view, &[], &Leaf::Smallest, choice, None));
        let found = made.map(|sample| sample.document).find(|document| validator.is_valid(document));
        Ok(found.map(|document| Witness { accepted_by: side, document }))
    }

    fn edition(&self, side: Side) -> &'e Edition {
        match side {
            Side::Old => self.pairing.old,
            Side::New => self.pairing.new,
        }
    }

    fn view(&self, side: Side, name: &str) -> Option<View<'e>> {
        let edition = self.edition(side);
        Some(View::new(edition, vec![edition.schema(name)?]))
    }

    fn validator(&self, side: Side, name: &str) -> Result<Rc<Validator>, Error> {
        let key = (side, name.to_owned());
        if let Some(known) = self.validators.borrow().get(&key) {
            return Ok(Rc::clone(known));
        }
        let edition = self.edition(side);
        let validator = Rc::new(compile(edition, &edition.schema(name).into_iter().collect::<Vec<_>>())?);
        self.validators.borrow_mut().insert(key, Rc::clone(&validator));
        Ok(validator)
    }
}

/// Below a member that was renamed, a document of one side never gets as far on the other: the values at the place
/// are judged by themselves, and the document has one that separates them.
fn below_a_new_name<'e>(
    draft: &Draft<'e>,
    accepting: Side,
    probe: &Probe<'e>,
    (view, friend): (&View<'e>, &View<'e>),
    (accepts, refuses): (&Validator, &Validator),
) -> Result<Option<Witness>, Error> {
    let (Some((before, after)), true) = (&draft.scope, draft.renamed) else { return Ok(None) };
    let (own, theirs) = match accepting {
        Side::Old => (before, after),
        Side::New => (after, before),
    };
    let (takes, turns_away) = (compile(own.edition, &own.whole)?, compile(theirs.edition, &theirs.whole)?);
    let here = Probe { steps: Vec::new(), what: probe.what.clone() };
    for value in candidates(own, theirs, &here) {
        let told = takes.is_valid(&value.document)
            && turns_away.iter_errors(&value.document).any(|error| fits(&error, &value, &probe.what));
        if !told {
            continue;
        }
        for choice in CHOICES {
            let leaf = Leaf::Value(value.document.clone());
            let Some(made) = sample(view, &probe.steps, &leaf, choice, Some(friend)) else { continue };
            if accepts.is_valid(&made.document) && !refuses.is_valid(&made.document) {
                return Ok(Some(Witness { accepted_by: accepting, document: made.document }));
            }
        }
    }
    Ok(None)
}

/// The documents to try for a probe.
fn candidates<'v, 'e>(
    view: &'v View<'e>,
    friend: &'v View<'e>,
    probe: &'v Probe<'e>,
) -> Box<dyn Iterator<Item = Sample> + 'v> {
    let leaves: Vec<Leaf> = match &probe.what {
        What::Value { refusing, given, .. } => {
            let Some(here) = at(view, &probe.steps) else { return Box::new(std::iter::empty()) };
            probes::values(&here, refusing, given).into_iter().map(Leaf::Value).collect()
        }
        What::Present(name) | What::Moved(name) => vec![Leaf::Present(name.clone())],
        What::Absent(name) => vec![Leaf::Absent(name.clone())],
    };
    Box::new(CHOICES.into_iter().flat_map(move |choice| {
        let made = leaves.iter().map(|leaf| sample(view, &probe.steps, leaf, choice, Some(friend)));
        // Where one value finds no document around it, the others do not either.
        let made: Vec<_> = made.map_while(|sample| sample).collect();
        made
    }))
}

/// What stands at the end of a way.
fn at<'e>(view: &View<'e>, way: &[Step<'e>]) -> Option<View<'e>> {
    let nothing = || View::new(view.edition, Vec::new());
    let mut here = view.clone();
    for step in way {
        here = match step {
            Step::Form(form) => here.with(form),
            Step::Member(name) => here.member(name)?,
            Step::Element => here.items().unwrap_or_else(nothing),
            Step::Rest => here.member(crate::view::EXTRA)?,
        };
    }
    Some(here)
}

/// Whether an error is about the place and the reason of a probe.
fn fits(error: &ValidationError<'_>, sample: &Sample, what: &What<'_>) -> bool {
    let at = error.instance_path().as_str();
    let here = match what {
        What::Value { keywords: [], .. } => below(at, &sample.place),
        What::Value { keywords, .. } => {
            let several = matches!(error.kind(), ValidationErrorKind::OneOfMultipleValid { .. });
            let keyword = error.kind().keyword();
            at == sample.place && (keywords.contains(&keyword) || (several && keywords.contains(&SEVERAL)))
        }
        What::Present(name) => {
            let member = format!("{}{}", sample.place, Pointer::root().join(name));
            let named = match error.kind() {
                ValidationErrorKind::AdditionalProperties { unexpected }
                | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected.contains(name),
                _ => false,
            };
            (named && at == sample.place) || below(at, &member)
        }
        What::Moved(name) => {
            let member = format!("{}{}", sample.place, Pointer::root().join(name));
            let refused = match error.kind() {
                ValidationErrorKind::AdditionalProperties { unexpected }
                | ValidationErrorKind::UnevaluatedProperties { unexpected } => unexpected.as_slice(),
                _ => &[],
            };
            let holds = |name: &String| below(&member, &format!("{at}{}", Pointer::root().join(name)));
            refused.iter().any(holds) || below(at, &member)
        }
        What::Absent(name) => {
            at == sample.place
                && matches!(error.kind(), ValidationErrorKind::Required { property } if property.as_str() == Some(name))
        }
    };
    let inner = match error.kind() {
        ValidationErrorKind::AnyOf { context }
        | ValidationErrorKind::OneOfNotValid { context }
        | ValidationErrorKind::OneOfMultipleValid { context } => context.as_slice(),
        _ => &[],
    };
    here || inner.iter().flatten().any(|error| fits(error, sample, what))
}

fn below(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn compile(edition: &Edition, schemas: &[&Value]) -> Result<Validator, Error> {
    let document = edition.document(schemas);
    let options =
        || jsonschema::options().with_draft(Dialect::Draft202012).should_validate_formats(true).offline();
    let linear = PatternOptions::regex().size_limit(PATTERN_SIZE).dfa_size_limit(PATTERN_SIZE);
    let backtracking = PatternOptions::fancy_regex()
        .size_limit(PATTERN_SIZE)
        .dfa_size_limit(PATTERN_SIZE)
        .backtrack_limit(PATTERN_STEPS);
    // The linear-time engine has no look-around.
    let linear = options().with_pattern_options(linear).build(&document);
    linear.or_else(|_| options().with_pattern_options(backtracking).build(&document)).map_err(|error| {
        let place = Place::at(edition.label(), Pointer::from_text(error.schema_path().as_str()));
        Error::new(Code::NotASchema, place, format!("cannot be compiled: {}", error.masked()))
    })
}
