//! The protocols Tradespec knows, and the dates that name their releases.

use std::fmt;
use std::str::FromStr;

use crate::error::{Code, Error, Place};

/// A protocol whose schemas Tradespec reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Protocol {
    /// The Agentic Commerce Protocol.
    Acp,
    /// The Universal Commerce Protocol.
    Ucp,
}

impl Protocol {
    /// Every protocol, in the order in which they are listed.
    pub const ALL: [Self; 2] = [Self::Acp, Self::Ucp];

    /// The lower-case name that folders, flags and outputs use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Acp => "acp",
            Self::Ucp => "ucp",
        }
    }

    /// The file whose definitions may be named without saying which file they stand in.
    #[must_use]
    pub fn main_file(self) -> &'static str {
        match self {
            Self::Acp => "schema.agentic_checkout.json",
            Self::Ucp => "schemas/shopping/checkout.json",
        }
    }

    /// Where a message lists its extensions: names in requests, declarations in responses.
    ///
    /// Source: ACP, extensions; UCP, the registries of a profile.
    #[must_use]
    pub fn extension_list(self) -> &'static str {
        match self {
            Self::Acp => "/capabilities/extensions",
            Self::Ucp => "/ucp/capabilities",
        }
    }

    /// Where a message says of which release it is, if it does.
    ///
    /// Source: ACP, the checkout session and the discovery document (`protocol.version`); UCP, `ucp.version`.
    #[must_use]
    pub fn stated_release(self) -> &'static str {
        match self {
            Self::Acp => "/protocol/version",
            Self::Ucp => "/ucp/version",
        }
    }

    /// Where extensions may add values to an enum that exists: the code vocabularies of messages.
    pub(crate) fn open_vocabularies(self) -> &'static [&'static str] {
        match self {
            Self::Acp => &["$.MessageError.code", "$.MessageInfo.code", "$.MessageWarning.code"],
            Self::Ucp => &[],
        }
    }

    /// The file and pointer of the registry of core extensions, where there is one.
    pub(crate) fn core_extension_registry(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Acp => Some(("schema.extension.json", "/$defs/core_extensions/properties")),
            Self::Ucp => None,
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The date that names a release, as `YYYY-MM-DD`. Releases order by age.
///
/// ```
/// use tradespec_schema::Release;
///
/// assert!(Release::new("2026-01-30")? < Release::new("2026-04-17")?);
/// assert!(Release::new("2026-13-01").is_err());
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release(String);

impl Release {
    /// Reads a date.
    pub fn new(date: &str) -> Result<Self, Error> {
        if is_date(date) {
            Ok(Self(date.to_owned()))
        } else {
            Err(Error::new(
                Code::BadRelease,
                Place::none(),
                format!("\"{date}\" is not a release; a release is a date such as 2026-04-17"),
            ))
        }
    }

    /// The date as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Release {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::new(text)
    }
}

/// Whether `text` is a calendar date written as `YYYY-MM-DD`.
fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10
        && bytes.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if !shape {
        return false;
    }
    let number = |range: std::ops::Range<usize>| text[range].parse::<u32>().unwrap_or(0);
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}
