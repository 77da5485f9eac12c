//! Vocabularies that may grow.

/// Declares a string enumeration whose last variant takes every value that it does not list, so that a new value
/// breaks nobody and is written as it was read.
///
/// ```
/// tradespec_runtime::string_enum! {
///     /// Where a parcel is.
///     pub enum Status {
///         Packed = "packed",
///         Sent = "sent",
///         ..Unknown
///     }
/// }
///
/// assert_eq!(Status::from("sent"), Status::Sent);
/// let later: Status = serde_json::from_str(r#""held_by_customs""#)?;
/// assert!(!later.is_known());
/// assert_eq!(later.to_string(), "held_by_customs");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[macro_export]
macro_rules! string_enum {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($variant:ident = $value:literal,)*
            ..$unknown:ident
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = concat!("`", $value, "`")]
                $variant,
            )*
            /// A value that this release does not define, kept as it was read.
            $unknown(String),
        }

        impl $name {
            /// The value as it stands in JSON.
            #[must_use]
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $value,)*
                    Self::$unknown(text) => text,
                }
            }

            /// Whether this release defines the value.
            #[must_use]
            pub fn is_known(&self) -> bool {
                !matches!(self, Self::$unknown(_))
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                match text {
                    $($value => Self::$variant,)*
                    _ => Self::$unknown(text.to_owned()),
                }
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                match text.as_str() {
                    $($value => Self::$variant,)*
                    _ => Self::$unknown(text),
                }
            }
        }

        impl std::str::FromStr for $name {
            type Err = std::convert::Infallible;

            fn from_str(text: &str) -> std::result::Result<Self, std::convert::Infallible> {
                Ok(Self::from(text))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                self.as_str()
            }
        }

        impl $crate::private::serde::Serialize for $name {
            fn serialize<S: $crate::private::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> $crate::private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::private::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::private::text(deserializer)
            }
        }
    };
}

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserializer, Error, Visitor};

/// Reads a string into something made of one, without a copy where the input can be borrowed.
#[doc(hidden)]
pub fn text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: From<String> + for<'t> From<&'t str>,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(Text(PhantomData))
}

struct Text<T>(PhantomData<T>);

impl<T: From<String> + for<'t> From<&'t str>> Visitor<'_> for Text<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        Ok(T::from(text))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<T, E> {
        Ok(T::from(text))
    }
}
