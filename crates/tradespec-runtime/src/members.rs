//! Members that a type does not name.

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::{Map, Value};

/// An object with a member whose value is fixed, such as `"type": "info"`. The member is always written and is no
/// field of the type.
pub trait Fixed {
    /// The member.
    const MEMBER: &'static str;
    /// Its value.
    const VALUE: &'static str;
}

/// Reads the members that a type with a [`Fixed`] member does not name, for `#[serde(flatten, deserialize_with = "…")]`.
/// The fixed member is none of them, and must have its value where it is present.
pub fn members_of<'de, T: Fixed, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Map<String, Value>, D::Error> {
    let mut members: Map<String, Value> = Map::deserialize(deserializer)?;
    match members.remove(T::MEMBER) {
        None => Ok(members),
        Some(value) if value == T::VALUE => Ok(members),
        Some(_) => Err(D::Error::custom(format_args!("`{}` is not {:?}", T::MEMBER, T::VALUE))),
    }
}
