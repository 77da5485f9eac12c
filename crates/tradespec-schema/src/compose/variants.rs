//! One schema of the messages of every operation: what differs from message to message gets types of its own.
//!
//! In:  a release composed for each [`Variant`] of its messages.
//! Out: one [`ComposedSchema`]: a definition is what responses have, and beside it stands what requests have where that is
//!      something else, such as `CheckoutCreateRequest` beside `Checkout`.
//! Holds: a type of the result accepts for its message what the release resolved for that message alone accepts.
//!
//! Two variants of a definition are one type if they say the same and refer to what is the same; so types are told apart
//! as the states of two machines are, by refining until nothing more differs.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{ComposedField, ComposedSchema};
use crate::error::{Code, Error, Problem};
use crate::index::Index;
use crate::messages::{self, Direction};
use crate::names::{self, TypeId};
use crate::pointer::{Location, Pointer};
use crate::resolve::{Variant, annotated_operations, type_name};
use crate::walk;

/// The operation whose response is what a type is when nothing more is said.
pub(super) const PLAIN: &str = "read";

/// The type of each message that has one of its own, by the type that it is a variant of.
pub(super) type Variants = BTreeMap<TypeId, BTreeMap<Variant, TypeId>>;

/// A message, and the release composed for it. What annotations do not tell apart is composed once.
pub(super) type Composed = (Variant, Arc<ComposedSchema>);

/// Composes every message of a release by `compose`, the plain response first.
pub(super) fn each(
    index: &Index,
    compose: impl Fn(&Variant) -> Result<ComposedSchema, Error>,
) -> Result<Vec<Composed>, Error> {
    let plain = Variant::new(Direction::Response, PLAIN);
    let first = Arc::new(compose(&plain)?);
    let mut all = vec![(plain, first)];
    for direction in [Direction::Response, Direction::Request] {
        let Some(named) = annotated_operations(index, direction) else { continue };
        // All operations that no annotation names see the same.
        let mut others = all.first().filter(|(variant, _)| variant.direction == direction).cloned();
        others = others.filter(|_| !named.contains(PLAIN));
        for operation in named.iter().cloned().chain(unnamed(index, direction, &named)) {
            let is_named = named.contains(&operation);
            let variant = Variant::new(direction, operation);
            if all.iter().any(|(other, _)| *other == variant) {
                continue;
            }
            let composed = match &others {
                Some((_, composed)) if !is_named => Arc::clone(composed),
                _ => Arc::new(compose(&variant)?),
            };
            if !is_named {
                others = Some((variant.clone(), Arc::clone(&composed)));
            }
            all.push((variant, composed));
        }
    }
    Ok(all)
}

/// The operations that have a message of that direction, and that no annotation names.
fn unnamed(index: &Index, direction: Direction, named: &BTreeSet<String>) -> BTreeSet<String> {
    let known = messages::operations(index.protocol()).iter();
    let known = known.filter(|known| direction == Direction::Request && known.request.is_some());
    let shapes = names::definitions(&index.files).filter_map(|id| shape_of(&index.files, &id));
    let shapes = shapes.filter(|shape| direction == Direction::Request && shape.direction == direction);
    let all =
        known.filter_map(|known| known.action).map(str::to_owned).chain(shapes.map(|shape| shape.operation));
    all.filter(|operation| !named.contains(operation)).collect()
}

/// The message that a definition is by its name: a capability that is several messages has the shapes `<operation>_request`
/// and `<operation>_response`.
///
/// Source: UCP, container capabilities.
fn shape_of(files: &BTreeMap<String, Value>, id: &TypeId) -> Option<Variant> {
    files.get(&id.file)?.get("name")?;
    let request = || Some((Direction::Request, id.name.strip_suffix("_request")?));
    let response = || Some((Direction::Response, id.name.strip_suffix("_response")?));
    let (direction, operation) = request().or_else(response)?;
    Some(Variant::new(direction, operation))
}

/// Puts the types of all messages into one schema; the first of `composed` is the plain one.
pub(super) fn merge(composed: &[Composed]) -> Result<ComposedSchema, Error> {
    let messages = Messages::new(composed);
    let classes = Classes::new(composed);
    let plain = &composed[0].1;
    let mut problems = Vec::new();
    let mut made: Vec<Made> = Vec::new();
    let mut names: HashMap<(usize, TypeId), TypeId> = HashMap::new();
    for id in plain.definitions() {
        let home = messages.home(&id);
        if home != 0 {
            made.push(Made { of: id.clone(), own: id.clone(), variant: home });
        }
        let mut groups: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for variant in messages.with(&id).filter(|variant| *variant != home) {
            let class = classes.of(variant, &id);
            if class != classes.of(home, &id) {
                groups.entry(class).or_default().push(variant);
            }
        }
        let mut groups: Vec<_> = groups.into_values().collect();
        groups.sort();
        for group in groups {
            let own = TypeId { file: id.file.clone(), name: messages.name(&id, &group) };
            if plain.schema(&own.location()).is_some() || made.iter().any(|other| other.own == own) {
                let message = format!("\"{}\" is taken, and is needed for a message's {}", own.name, id.name);
                problems.push(Problem::new(Code::NameClash, &own.location(), message));
            }
            names.extend(group.iter().map(|variant| ((*variant, id.clone()), own.clone())));
            made.push(Made { of: id.clone(), own, variant: group[0] });
        }
    }
    Error::check(problems)?;

    let mut merged = ComposedSchema::clone(plain);
    merged.variants = messages.table(&names);
    for made in &made {
        let settled = |target: &Location| {
            let (_, below) = target.within();
            let own = TypeId::of(target).and_then(|id| names.get(&(made.variant, id)));
            own.map_or_else(|| target.clone(), |own| own.location().below(below))
        };
        add(&mut merged, made, &composed[made.variant].1, settled);
    }
    put_beside(&mut merged.files, &made);
    Ok(merged)
}

/// A type that is made for a variant of another one, or of itself where it is always that variant.
struct Made {
    of: TypeId,
    own: TypeId,
    variant: usize,
}

/// Which definitions are in which messages. Variants go by their number.
struct Messages<'c> {
    composed: &'c [Composed],
    capabilities: BTreeSet<TypeId>,
    /// What each message can hold: the definitions that its root refers to, at any depth.
    reached: BTreeSet<(TypeId, usize)>,
}

impl<'c> Messages<'c> {
    fn new(composed: &'c [Composed]) -> Self {
        let capabilities = composed[0].1.capabilities().into_values().collect();
        let mut messages = Self { composed, capabilities, reached: BTreeSet::new() };
        for (number, (variant, schema)) in composed.iter().enumerate() {
            let roots =
                messages.capabilities.iter().filter(|root| is_message(schema, root, variant)).cloned();
            let mut queue: Vec<_> = roots.collect();
            queue.extend(schema.definitions().filter(|id| number != 0 && messages.home(id) == number));
            while let Some(id) = queue.pop() {
                if let Some(body) = schema.schema(&id.location())
                    && messages.reached.insert((id, number))
                {
                    queue.extend(references(body));
                }
            }
        }
        messages
    }

    /// The variant that a definition is by its name alone.
    fn home(&self, id: &TypeId) -> usize {
        let shape = shape_of(&self.composed[0].1.files, id);
        let home = shape.and_then(|shape| self.composed.iter().position(|(variant, _)| *variant == shape));
        home.unwrap_or_default()
    }

    /// The variants that a definition is reached in.
    fn with<'m>(&'m self, id: &'m TypeId) -> impl Iterator<Item = usize> + 'm {
        (0..self.composed.len()).filter(|variant| self.reached.contains(&(id.clone(), *variant)))
    }

    /// The name of a variant of a type: by its operations, but for a part that is the same in all operations that have it.
    fn name(&self, id: &TypeId, group: &[usize]) -> String {
        let direction = self.composed[group[0]].0.direction;
        let of_direction = self.with(id).filter(|variant| self.composed[*variant].0.direction == direction);
        let is_the_same_in_all = of_direction.count() == group.len();
        let operations: String = if is_the_same_in_all && !self.capabilities.contains(id) {
            String::new()
        } else {
            group.iter().map(|variant| type_name(&self.composed[*variant].0.operation)).collect()
        };
        format!("{}{operations}{}", id.name, type_name(direction.as_str()))
    }

    /// The type of each message: a variant of its own, or the plain one.
    fn table(&self, names: &HashMap<(usize, TypeId), TypeId>) -> Variants {
        let mut table = Variants::new();
        for (id, variant) in &self.reached {
            let own = names.get(&(*variant, id.clone())).unwrap_or(id);
            table.entry(id.clone()).or_default().insert(self.composed[*variant].0.clone(), own.clone());
        }
        // A capability that is several messages is one of these shapes in each, and nothing beside.
        let plain = &self.composed[0].1;
        let mut shapes = Variants::new();
        for shape in plain.definitions() {
            let capability = self.capabilities.iter().find(|capability| capability.file == shape.file);
            if let (Some(capability), Some(variant)) = (capability, shape_of(&plain.files, &shape)) {
                shapes.entry(capability.clone()).or_default().insert(variant, shape);
            }
        }
        table.extend(shapes);
        table
    }
}

/// Whether a capability's type is in messages of that kind. What no operation of the protocol has may be in any.
fn is_message(schema: &ComposedSchema, root: &TypeId, variant: &Variant) -> bool {
    let name = root.to_string();
    let operations = messages::operations(schema.protocol()).iter();
    let mut of_root = operations.filter(|known| known.response == Some(name.as_str())).peekable();
    let has_it = |known: &messages::Operation| {
        known.action == Some(variant.operation.as_str())
            && (variant.direction == Direction::Response || known.request.is_some())
    };
    of_root.peek().is_none() || of_root.any(has_it)
}

/// Which definitions say the same in which variants. Each definition of each variant has a number, and by it a class.
struct Classes {
    numbers: Vec<HashMap<TypeId, usize>>,
    classes: Vec<usize>,
}

impl Classes {
    fn new(composed: &[Composed]) -> Self {
        let (mut numbers, mut classes, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        let mut texts: HashMap<String, usize> = HashMap::new();
        for (variant, (_, schema)) in composed.iter().enumerate() {
            let earlier = composed[..variant].iter().position(|(_, other)| Arc::ptr_eq(other, schema));
            if let Some(same) = earlier {
                numbers.push(HashMap::clone(&numbers[same]));
                continue;
            }
            let mut own = HashMap::new();
            for id in schema.definitions() {
                let Some(body) = schema.schema(&id.location()) else { continue };
                let next = texts.len();
                own.insert(id, classes.len());
                classes.push(*texts.entry(body.to_string()).or_insert(next));
                targets.push((variant, references(body)));
            }
            numbers.push(own);
        }
        let below: Vec<Vec<Option<usize>>> = targets
            .into_iter()
            .map(|(variant, ids)| ids.iter().map(|id| numbers[variant].get(id).copied()).collect())
            .collect();
        let mut count = texts.len();
        loop {
            let mut seen: HashMap<(usize, Vec<Option<usize>>), usize> = HashMap::new();
            let refined = classes.iter().zip(&below).map(|(class, below)| {
                let below = below.iter().map(|number| number.map(|number| classes[number])).collect();
                let next = seen.len();
                *seen.entry((*class, below)).or_insert(next)
            });
            classes = refined.collect();
            if seen.len() == count {
                return Self { numbers, classes };
            }
            count = seen.len();
        }
    }

    fn of(&self, variant: usize, id: &TypeId) -> Option<usize> {
        self.numbers[variant].get(id).map(|number| self.classes[*number])
    }
}

/// The definitions that a schema refers to.
fn references(body: &Value) -> Vec<TypeId> {
    let mut found = Vec::new();
    walk::each(body, &Pointer::root(), &mut |_, schema| {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            found.extend(TypeId::of(&Location::from_resolved(target)));
        }
    });
    found
}

/// Adds a type for a variant, with what is known of its members.
fn add(
    merged: &mut ComposedSchema,
    made: &Made,
    from: &ComposedSchema,
    settled: impl Fn(&Location) -> Location,
) {
    let Some(mut body) = from.schema(&made.of.location()).cloned() else { return };
    walk::each_mut(&mut body, &mut |members| {
        if let Some(Value::String(reference)) = members.get_mut("$ref") {
            *reference = settled(&Location::from_resolved(reference)).to_string();
        }
    });
    let defs = merged.files.get_mut(&made.of.file).and_then(|file| file.get_mut("$defs"));
    if let Some(defs) = defs.and_then(Value::as_object_mut) {
        defs.insert(made.own.name.clone(), body);
    }
    if let Some(exclusion) = from.exclusions.get(&made.of) {
        merged.exclusions.insert(made.own.clone(), exclusion.clone());
    }
    let of_it = from.fields.iter().filter(|field| field.target.within().0 == made.of.location());
    let own = of_it.map(|field| {
        let (_, below) = field.target.within();
        ComposedField { target: made.own.location().below(below), ..field.clone() }
    });
    merged.fields.extend(own.filter(|_| made.own != made.of));
}

/// Puts each type that was made beside the one that it is a variant of.
fn put_beside(files: &mut BTreeMap<String, Value>, made: &[Made]) {
    let of: HashMap<&TypeId, (&TypeId, usize)> =
        made.iter().enumerate().map(|(number, made)| (&made.own, (&made.of, number))).collect();
    for (file, root) in files {
        let Some(Value::Object(defs)) = root.get_mut("$defs") else { continue };
        let places: HashMap<String, usize> =
            defs.keys().enumerate().map(|(place, name)| (name.clone(), place)).collect();
        let mut all: Vec<_> = std::mem::take(defs).into_iter().collect();
        all.sort_by_key(|(name, _)| {
            let id = TypeId { file: file.clone(), name: name.clone() };
            let (plain, number) = match of.get(&id) {
                Some((plain, number)) if **plain != id => (&plain.name, number + 1),
                _ => (name, 0),
            };
            (places.get(plain).copied(), number)
        });
        *defs = Map::from_iter(all);
    }
}
