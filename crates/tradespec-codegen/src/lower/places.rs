//! Where a member's schema stands, and which of several schemas of one member says most.

use serde_json::Value;
use tradespec_schema::{Exclusion, Location, Pointer, TypeId, walk};

use super::members::{Members, is_typed};
use super::{Context, Lowering};

impl<'c> Lowering<'c> {
    /// The context of the object that a member at `place` belongs to: what a type includes keeps the names that it has by
    /// itself.
    pub(super) fn owner(&self, place: &Location, context: &Context) -> Context {
        let mut segments = place.pointer.segments();
        let (Some(_), Some(name)) = (segments.next().filter(|first| first == "$defs"), segments.next())
        else {
            return context.clone();
        };
        let own = TypeId { file: place.file.clone(), name };
        let own = match self.composed.exclusions().get(&own) {
            Some(Exclusion::Base(of)) => of,
            Some(_) => return context.clone(),
            None => &own,
        };
        let is_variant = self.variants.get(&context.id).is_some_and(|of| of.plain == own.location());
        match self.named.get(&own.location()) {
            Some(id) if *id != context.id && !is_variant => Context { id: id.clone(), members: Vec::new() },
            _ => context.clone(),
        }
    }

    /// Where the release has the schema that stands at `place` of the composed schema: composition makes definitions of
    /// whole files, and several of one where messages differ.
    pub(super) fn published(&self, place: &Location) -> Location {
        let Some(own) = definition(place) else { return place.clone() };
        let below = place.pointer.segments().skip(2);
        let mut of = own.clone();
        if let Some(variant) = self.variants.get(&of) {
            of = definition(&variant.plain).unwrap_or(of);
        }
        if let Some(Exclusion::Base(joined)) = self.composed.exclusions().get(&of) {
            of = joined.clone();
        }
        let root = if of.is_whole_file() {
            Location { file: of.file.clone(), pointer: Pointer::root() }
        } else {
            of.location()
        };
        below.fold(root, |at, segment| at.join(&segment))
    }

    /// The place, of those that describe one member, whose type has all that the types at the others have.
    pub(super) fn narrowest<'p>(&self, places: &'p [(Location, &'c Value)]) -> &'p (Location, &'c Value) {
        let mut best = &places[0];
        for place in &places[1..] {
            if self.says_more(place.1, &place.0, best.1) {
                best = place;
            }
        }
        best
    }

    /// Whether the type of `new` has all that the type of `old` has, and more.
    fn says_more(&self, new: &'c Value, at: &Location, old: &'c Value) -> bool {
        for keyword in ["items", "additionalProperties"] {
            if let (Some(new), Some(old)) = (part(new, keyword), part(old, keyword)) {
                return self.says_more(new, &at.join(keyword), old);
            }
        }
        if !is_typed(old) {
            return is_typed(new);
        }
        if is_open(old) {
            return self.is_struct(new) || part(new, "items").is_some() || new.get("$ref").is_some();
        }
        let Some(target) = walk::alias_target(old).or_else(|| old.get("$ref")?.as_str()) else {
            return false;
        };
        Members::of(self.composed, new, at).includes(&Location::from_resolved(target))
            && walk::alias_target(new) != Some(target)
    }
}

/// The definition that a place is in.
pub(super) fn definition(place: &Location) -> Option<TypeId> {
    let mut segments = place.pointer.segments();
    segments.next().filter(|first| first == "$defs")?;
    Some(TypeId { file: place.file.clone(), name: segments.next()? })
}

fn part<'v>(schema: &'v Value, keyword: &str) -> Option<&'v Value> {
    schema.get(keyword).filter(|part| part.is_object())
}

/// Whether a schema says of a value no more than that it is an object, or nothing.
fn is_open(schema: &Value) -> bool {
    let is_said = |keyword: &String| walk::Keyword::of(keyword) != walk::Keyword::Annotation;
    let mut said = schema.as_object().into_iter().flatten().filter(|(keyword, _)| is_said(keyword));
    said.all(|(keyword, value)| match keyword.as_str() {
        "type" => value == "object",
        "additionalProperties" => *value == Value::Bool(true),
        "minProperties" | "maxProperties" => true,
        _ => false,
    })
}
