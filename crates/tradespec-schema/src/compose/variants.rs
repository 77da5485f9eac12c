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

/// Every message that the annotations of a release tell apart, the plain response first.
pub(super) fn of(index: &Index) -> Vec<Variant> {
    let mut all = vec![Variant::new(Direction::Response, PLAIN)];
    for direction in [Direction::Response, Direction::Request] {
        let Some(mut operations) = annotated_operations(index, direction) else { continue };
        if direction == Direction::Request {
            let known = messages::operations(index.protocol()).iter().filter(|known| known.request.is_some());
            operations.extend(known.filter_map(|known| known.action).map(str::to_owned));
            let of_containers = names::definitions(&index.files).filter_map(|id| shape_of(&index.files, &id));
            operations.extend(
                of_containers.filter(|shape| shape.direction == direction).map(|shape| shape.operation),
            );
        }
        all.extend(operations.into_iter().map(|operation| Variant::new(direction, operation)));
    }
    all.dedup();
    all
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
pub(super) fn merge(composed: &[(Variant, ComposedSchema)]) -> Result<ComposedSchema, Error> {
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
        let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
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

    let mut merged = plain.clone();
    merged.variants = messages.table(&names);
    for made in &made {
        let settled = |target: &Location| {
            let (unit, below) = target.within();
            let id = unit.as_definition().map(|name| TypeId { file: unit.file.clone(), name });
            let own = id.and_then(|id| names.get(&(made.variant, id)));
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
    composed: &'c [(Variant, ComposedSchema)],
    capabilities: BTreeSet<TypeId>,
    /// What each message can hold: the definitions that its root refers to, at any depth.
    reached: BTreeSet<(TypeId, usize)>,
}

impl<'c> Messages<'c> {
    fn new(composed: &'c [(Variant, ComposedSchema)]) -> Self {
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

/// Which definitions say the same in which variants.
struct Classes(HashMap<(usize, TypeId), usize>);

impl Classes {
    fn new(composed: &[(Variant, ComposedSchema)]) -> Self {
        let mut texts: HashMap<String, usize> = HashMap::new();
        let mut classes = HashMap::new();
        let mut targets: HashMap<(usize, TypeId), Vec<TypeId>> = HashMap::new();
        for (variant, (_, schema)) in composed.iter().enumerate() {
            for id in schema.definitions() {
                let Some(body) = schema.schema(&id.location()) else { continue };
                let next = texts.len();
                let class = *texts.entry(body.to_string()).or_insert(next);
                targets.insert((variant, id.clone()), references(body));
                classes.insert((variant, id), class);
            }
        }
        loop {
            let mut seen: HashMap<(usize, Vec<Option<usize>>), usize> = HashMap::new();
            let mut refined = HashMap::new();
            for ((variant, id), class) in &classes {
                let below = targets.get(&(*variant, id.clone())).map(Vec::as_slice).unwrap_or_default();
                let below =
                    below.iter().map(|target| classes.get(&(*variant, target.clone())).copied()).collect();
                let next = seen.len();
                refined.insert((*variant, id.clone()), *seen.entry((*class, below)).or_insert(next));
            }
            let is_settled = count(&classes) == seen.len();
            classes = refined;
            if is_settled {
                return Self(classes);
            }
        }
    }

    fn of(&self, variant: usize, id: &TypeId) -> usize {
        self.0.get(&(variant, id.clone())).copied().unwrap_or(usize::MAX)
    }
}

fn count(classes: &HashMap<(usize, TypeId), usize>) -> usize {
    classes.values().collect::<BTreeSet<_>>().len()
}

/// The definitions that a schema refers to.
fn references(body: &Value) -> Vec<TypeId> {
    let mut found = Vec::new();
    walk::each(body, &Pointer::root(), &mut |_, schema| {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let (unit, _) = Location::from_resolved(target).within();
            found.extend(unit.as_definition().map(|name| TypeId { file: unit.file, name }));
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
