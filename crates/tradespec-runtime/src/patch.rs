//! Members of an update request.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A member of an update: absence leaves the field alone, `null` clears it, a value replaces it.
///
/// A field of this type is declared with `#[serde(default, skip_serializing_if = "Patch::is_absent")]`.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tradespec_runtime::Patch;
///
/// #[derive(Serialize, Deserialize)]
/// struct Update {
///     #[serde(default, skip_serializing_if = "Patch::is_absent")]
///     note: Patch<String>,
/// }
///
/// for text in [r#"{}"#, r#"{"note":null}"#, r#"{"note":"ring twice"}"#] {
///     let update: Update = serde_json::from_str(text)?;
///     assert_eq!(serde_json::to_string(&update)?, text);
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Patch<T> {
    /// Leave the field alone.
    #[default]
    Absent,
    /// Clear the field.
    Null,
    /// Replace the field.
    Value(T),
}

impl<T> Patch<T> {
    /// Whether the field is left alone.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Whether the field is cleared.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The new value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// What the field holds after the update, given what it held before.
    ///
    /// ```
    /// use tradespec_runtime::Patch;
    ///
    /// assert_eq!(Patch::Absent.apply(Some(1)), Some(1));
    /// assert_eq!(Patch::Null.apply(Some(1)), None);
    /// assert_eq!(Patch::Value(2).apply(Some(1)), Some(2));
    /// ```
    pub fn apply(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Absent => before,
            Self::Null => None,
            Self::Value(value) => Some(value),
        }
    }
}

impl<T> From<T> for Patch<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl<T: Serialize> Serialize for Patch<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Value(value) => value.serialize(serializer),
            Self::Absent | Self::Null => serializer.serialize_none(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::Null, Self::Value))
    }
}
