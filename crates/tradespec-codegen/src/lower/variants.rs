//! Types of which each message has a variant of its own, such as `CheckoutCreateRequest` beside `Checkout`.

use std::collections::{BTreeMap, BTreeSet};

use tradespec_schema::messages::Direction;
use tradespec_schema::{ComposedSchema, TypeId};

use crate::lowered::VariantOf;

/// What is a variant of another type, and of which messages.
pub(super) fn of(composed: &ComposedSchema) -> BTreeMap<TypeId, VariantOf> {
    let mut found = BTreeMap::new();
    for plain in composed.definitions() {
        let mut groups: BTreeMap<(&TypeId, Direction), BTreeSet<String>> = BTreeMap::new();
        // A capability that is several messages has other types for them, which are no variants of it.
        let is_variant = |own: &TypeId| own.file == plain.file && own.name.starts_with(&plain.name);
        for (message, own) in composed.messages(&plain).filter(|(_, own)| is_variant(own)) {
            groups.entry((own, message.direction)).or_default().insert(message.operation.clone());
        }
        for ((own, direction), operations) in &groups {
            if **own == plain {
                continue;
            }
            let in_all = groups.keys().filter(|(_, other)| other == direction).count() == 1;
            let every = in_all && operations.len() > 1;
            let operations = if every { BTreeSet::new() } else { operations.clone() };
            let variant = VariantOf {
                plain: plain.location(),
                direction: *direction,
                operations: operations.into_iter().collect(),
            };
            found.insert((*own).clone(), variant);
        }
    }
    found
}
