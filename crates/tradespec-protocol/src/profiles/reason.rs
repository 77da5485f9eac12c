//! Why something is left out of a negotiation, and what else there is to say about what was declared.
//!
//! Holds: no reason depends on where in a profile an entry stands.

use std::collections::BTreeSet;
use std::fmt;

use serde::Serialize;
use tradespec_schema::Release;

use super::authority::AuthorityFault;
use super::entry::{Fault, Range, Refused};
use super::form::Kind;
use super::party::Party;

/// Something declared that does not take part.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dropped {
    /// Its name, as it was declared.
    pub name: String,
    /// What it was declared as.
    pub kind: Kind,
    /// Why it does not take part.
    pub reason: Reason,
}

/// Something worth knowing that drops nothing.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// The name that it is about.
    pub name: String,
    /// What there is to know.
    pub message: String,
}

/// Why something does not take part. Its text starts with [its code](Self::code) and a colon.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Its name is no reverse-domain name.
    BadName,
    /// No entry of it can be used, because its schema is not on a domain that owns the name.
    Authority {
        /// Whose entry it is.
        party: Party,
        /// What is wrong with the address.
        fault: AuthorityFault,
    },
    /// Its version is `draft`.
    Draft(Party),
    /// Its version is no date.
    BadDate(Party),
    /// Its entry is not one.
    Malformed {
        /// Whose entry it is.
        party: Party,
        /// What would be right.
        message: String,
    },
    /// Entries of one version disagree about what it extends or requires.
    Duplicate(Party),
    /// Only one side declares it.
    NotCommon {
        /// The side that does not.
        missing: Party,
    },
    /// Both sides declare it, and no version of it in common.
    NoCommonVersion {
        /// The versions of the business.
        business: Vec<Release>,
        /// The versions of the platform.
        platform: Vec<Release>,
    },
    /// It extends only what is not active.
    Orphan {
        /// What it extends.
        extends: BTreeSet<String>,
    },
    /// What it extends leads back to itself, and never to a root.
    Ring,
    /// It needs another release of the protocol.
    RequiresProtocol {
        /// What it needs.
        range: Range,
        /// What there is.
        version: Release,
    },
    /// It needs another release of a capability, or one that is not active.
    RequiresCapability {
        /// The capability.
        name: String,
        /// What it needs.
        range: Range,
        /// What there is, if it is active.
        version: Option<Release>,
    },
}

impl Reason {
    /// The word that programs go by. It does not change.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadName => "bad_name",
            Self::Authority { .. } => "authority",
            Self::Draft(_) => "draft",
            Self::BadDate(_) => "bad_date",
            Self::Malformed { .. } => "malformed",
            Self::Duplicate(_) => "duplicate",
            Self::NotCommon { .. } => "not_common",
            Self::NoCommonVersion { .. } => "no_common_version",
            Self::Orphan { .. } => "orphan",
            Self::Ring => "ring",
            Self::RequiresProtocol { .. } => "requires_protocol",
            Self::RequiresCapability { .. } => "requires_capability",
        }
    }

    /// Every code, in the order in which reasons are looked for.
    pub const CODES: [&'static str; 12] = [
        "bad_name",
        "authority",
        "draft",
        "bad_date",
        "malformed",
        "duplicate",
        "not_common",
        "no_common_version",
        "orphan",
        "ring",
        "requires_protocol",
        "requires_capability",
    ];

    pub(crate) fn refused(refused: &Refused, party: Party) -> Self {
        match refused.fault.clone() {
            Fault::Authority(fault) => Self::Authority { party, fault },
            Fault::Draft => Self::Draft(party),
            Fault::BadDate => Self::BadDate(party),
            Fault::Malformed(message) => Self::Malformed { party, message },
            Fault::Duplicate => Self::Duplicate(party),
        }
    }

    /// What the text says after the code.
    fn explain(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName => {
                f.write_str("a name must be labels joined by dots, such as dev.ucp.shopping.checkout")
            }
            Self::Authority { party, fault } => {
                write!(f, "the schema of {party} is not the owner's: {fault}")
            }
            Self::Draft(party) => {
                write!(f, "{party} declares a draft, and only dated versions can be compared")
            }
            Self::BadDate(party) => {
                write!(f, "its version at {party} is no date; a version is a date such as 2026-04-08")
            }
            Self::Malformed { party, message } => write!(f, "the entry of {party} cannot be used: {message}"),
            Self::Duplicate(party) => {
                write!(
                    f,
                    "{party} declares one version twice, with different extends or requires; declare it once"
                )
            }
            Self::NotCommon { missing } => write!(f, "{missing} does not declare it"),
            Self::NoCommonVersion { business, platform } => {
                write!(f, "the business has {}, the platform {}", listed(business), listed(platform))
            }
            Self::Orphan { extends } => {
                let extends: Vec<_> = extends.iter().collect();
                write!(f, "it extends {}, and that is not active", or(&extends))
            }
            Self::Ring => f.write_str("what it extends leads back to itself, and never to a root capability"),
            Self::RequiresProtocol { range, version } => {
                write!(f, "it needs the protocol of {range}, and this is {version}")
            }
            Self::RequiresCapability { name, range, version: Some(version) } => {
                write!(f, "it needs {name} of {range}, and {version} is active")
            }
            Self::RequiresCapability { name, range, version: None } => {
                write!(f, "it needs {name} of {range}, which is not active")
            }
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        self.explain(f)
    }
}

impl Serialize for Reason {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As many items as a text lists; what is left is counted.
const SHOWN: usize = 4;

fn listed(items: &[impl fmt::Display]) -> String {
    let mut texts: Vec<_> = items.iter().take(SHOWN).map(ToString::to_string).collect();
    if let Some(left) = items.len().checked_sub(SHOWN).filter(|left| *left > 0) {
        texts.push(format!("{left} more"));
    }
    texts.join(", ")
}

fn or(items: &[impl fmt::Display]) -> String {
    listed(items).replace(", ", " or ")
}
