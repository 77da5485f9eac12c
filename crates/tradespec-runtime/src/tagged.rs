//! Objects told apart by a member.
//!
//! The member usually comes first. Members before it are kept aside; the rest is read straight into the variant.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde_json::{Map, Value};

/// A union whose variants a member tells apart. Implemented by [`tagged_union!`](crate::tagged_union).
#[doc(hidden)]
pub trait Tagged: Sized {
    /// The member.
    const TAG: &'static str;

    /// Reads the variant that `value` names from its members without the tag; `None` where no variant has that value.
    fn read<'de, A: MapAccess<'de>>(value: &str, members: Rest<A>) -> Result<Self, Unread<A, A::Error>>;

    /// The variant for everything else.
    fn unknown(object: Map<String, Value>) -> Self;
}

/// Why no variant was read.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unread<A, E> {
    /// No variant has the tag's value; here are the members.
    Unknown(Rest<A>),
    /// The members do not make the variant.
    Failed(E),
}

/// Reads a tagged union.
#[doc(hidden)]
pub fn tagged<'de, T: Tagged, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_map(Object(PhantomData))
}

/// Reads a variant.
#[doc(hidden)]
pub fn variant<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    members: Rest<A>,
) -> Result<T, Unread<A, A::Error>> {
    T::deserialize(MapAccessDeserializer::new(members)).map_err(Unread::Failed)
}

struct Object<T>(PhantomData<T>);

impl<'de, T: Tagged> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with a member `{}`", T::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<T, A::Error> {
        let mut before: Vec<(String, Value)> = Vec::new();
        while let Some(name) = access.next_key::<String>()? {
            let value: Value = access.next_value()?;
            if name != T::TAG {
                before.push((name, value));
                continue;
            }
            let Value::String(tag) = value else {
                before.push((name, value));
                break;
            };
            let place = before.len();
            return match T::read(&tag, Rest { before: before.into_iter(), value: None, access }) {
                Ok(variant) => Ok(variant),
                Err(Unread::Failed(error)) => Err(error),
                Err(Unread::Unknown(mut rest)) => {
                    let mut object = Map::new();
                    object.extend(rest.before.by_ref().take(place));
                    object.insert(name, Value::String(tag));
                    collect(object, &mut rest.access).map(T::unknown)
                }
            };
        }
        collect(before.into_iter().collect(), &mut access).map(T::unknown)
    }
}

/// Adds the members that are left to an object.
fn collect<'de, A: MapAccess<'de>>(
    mut object: Map<String, Value>,
    access: &mut A,
) -> Result<Map<String, Value>, A::Error> {
    while let Some((name, value)) = access.next_entry()? {
        object.insert(name, value);
    }
    Ok(object)
}

/// The members of an object without its tag: those that came before it, then those that are still to be read.
#[doc(hidden)]
#[derive(Debug)]
pub struct Rest<A> {
    before: std::vec::IntoIter<(String, Value)>,
    value: Option<Value>,
    access: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rest<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.before.next() {
            Some((name, value)) => {
                self.value = Some(value);
                seed.deserialize(name.into_deserializer()).map(Some)
            }
            None => self.access.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(A::Error::custom),
            None => self.access.next_value_seed(seed),
        }
    }
}

/// Declares a union of objects that a member tells apart. The member is no field of the objects: each writes it by
/// `#[serde(tag = "…", rename = "…")]`. An object with another value of the member, or without it, is
/// kept whole in the last variant, so that it is written as it was read.
///
/// ```
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
/// #[serde(tag = "kind", rename = "card")]
/// struct Card { last4: String }
///
/// tradespec_runtime::tagged_union! {
///     /// How to pay.
///     pub enum Method by "kind" {
///         /// With a card.
///         Card(Card) = "card",
///         ..Unknown
///     }
/// }
///
/// let card: Method = serde_json::from_str(r#"{"last4":"4242","kind":"card"}"#)?;
/// assert!(matches!(card, Method::Card(_)));
/// assert_eq!(serde_json::to_string(&card)?, r#"{"kind":"card","last4":"4242"}"#);
/// let cash: Method = serde_json::from_str(r#"{"kind":"cash","coins":[2,1]}"#)?;
/// assert_eq!(serde_json::to_string(&cash)?, r#"{"kind":"cash","coins":[2,1]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! tagged_union {
    (
        $(#[$meta:meta])*
        pub enum $name:ident by $tag:literal {
            $($(#[$variant_meta:meta])* $variant:ident($holds:ty) = $value:literal,)*
            ..$unknown:ident
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $(
                $(#[$variant_meta])*
                #[doc = concat!("`\"", $tag, "\": \"", $value, "\"`")]
                $variant($holds),
            )*
            #[doc = concat!("An object whose `", $tag, "` this release does not define, kept whole.")]
            $unknown($crate::private::serde_json::Map<String, $crate::private::serde_json::Value>),
        }

        impl $crate::private::serde::Serialize for $name {
            fn serialize<S: $crate::private::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$variant(object) => object.serialize(serializer),)*
                    Self::$unknown(object) => object.serialize(serializer),
                }
            }
        }

        impl $crate::private::Tagged for $name {
            const TAG: &'static str = $tag;

            fn read<'de, A: $crate::private::serde::de::MapAccess<'de>>(
                value: &str,
                members: $crate::private::Rest<A>,
            ) -> Result<Self, $crate::private::Unread<A, A::Error>> {
                match value {
                    $($value => $crate::private::variant(members).map(Self::$variant),)*
                    _ => Err($crate::private::Unread::Unknown(members)),
                }
            }

            fn unknown(object: $crate::private::serde_json::Map<String, $crate::private::serde_json::Value>) -> Self {
                Self::$unknown(object)
            }
        }

        impl<'de> $crate::private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::private::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::private::tagged(deserializer)
            }
        }

        $(
            impl From<$holds> for $name {
                fn from(object: $holds) -> Self {
                    Self::$variant(object)
                }
            }
        )*
    };
}
