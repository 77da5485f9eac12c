//! One entry of a registry.
//!
//! In:  the JSON of an entry, and the name under which it stands.
//! Out: an [`Entry`], or the [`Fault`] for which it is left out.
//! Holds: nothing else of an entry is read before its schema's address is bound to its name. An entry that is faulty
//!        is left out, and takes nothing else with it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde_json::{Map, Value};
use tradespec_schema::Release;

use super::authority::{AuthorityFault, bind};
use super::form::{Kind, Registry};
use super::name::is_name;

/// As many parents, or as many required capabilities, as an entry may have.
const MOST_NAMED: usize = 64;

/// One version of a capability, a service or a payment handler.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The version.
    pub version: Release,
    /// What it extends; nothing if it is a root.
    pub extends: BTreeSet<String>,
    /// What it needs of the protocol and of other capabilities.
    pub requires: Requires,
    /// What tells it from others of the same name.
    pub id: Option<String>,
    /// Where people read about it.
    pub spec: Option<String>,
    /// Where its JSON Schema is. Bound to the name.
    pub schema: Option<String>,
    /// Its settings.
    pub config: Option<Map<String, Value>>,
}

impl Entry {
    /// Whether both mean the same in a negotiation.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        self.extends == other.extends && self.requires == other.requires
    }
}

/// The releases that an entry needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Requires {
    /// Of the protocol.
    pub protocol: Option<Range>,
    /// Of other capabilities.
    pub capabilities: BTreeMap<String, Range>,
}

/// Releases from one to another, both included.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Range {
    /// The oldest that will do.
    pub min: Release,
    /// The newest that will do; if there is none, every later one does.
    pub max: Option<Release>,
}

impl Range {
    /// Whether a release will do.
    #[must_use]
    pub fn contains(&self, release: &Release) -> bool {
        self.min <= *release && self.max.as_ref().is_none_or(|max| release <= max)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.max {
            Some(max) => write!(f, "{} to {max}", self.min),
            None => write!(f, "{} or later", self.min),
        }
    }
}

/// Why an entry is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    Authority(AuthorityFault),
    Draft,
    BadDate,
    Malformed(String),
    Duplicate,
}

/// An entry that is left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Refused {
    pub(crate) version: Option<Release>,
    pub(crate) fault: Fault,
}

/// Reads an entry.
pub(crate) fn read(value: &Value, name: &str, registry: &Registry) -> Result<Entry, Refused> {
    let version = value.get("version").and_then(Value::as_str);
    let version = version.and_then(|version| Release::new(version).ok());
    let refused = |fault| Refused { version: version.clone(), fault };
    let members = value.as_object().ok_or_else(|| refused(malformed("it must be an object")))?;
    for path in registry.schemas {
        bound(value, path, name).map_err(refused)?;
    }
    entry(members, registry.kind).map_err(refused)
}

/// Whether every address at `path` is bound to the name.
fn bound(value: &Value, path: &[&str], name: &str) -> Result<(), Fault> {
    let Some(found) = path.iter().try_fold(value, |value, member| value.get(*member)) else { return Ok(()) };
    let addresses = found.as_array().map_or(std::slice::from_ref(found), Vec::as_slice);
    addresses.iter().try_for_each(|address| {
        let text = address
            .as_str()
            .ok_or_else(|| malformed(&format!("its {} must be an address", path.join("."))))?;
        bind(text, name).map_err(Fault::Authority)
    })
}

/// Whether the address for people is where the owner of the name is, or why not.
pub(crate) fn spec_elsewhere(entry: &Entry, name: &str) -> Option<AuthorityFault> {
    entry.spec.as_ref().and_then(|spec| bind(spec, name).err())
}

fn entry(members: &Map<String, Value>, kind: Kind) -> Result<Entry, Fault> {
    let (mut extends, mut requires) = (BTreeSet::new(), Requires::default());
    if kind == Kind::Capability {
        extends = members.get("extends").map(parents).transpose()?.unwrap_or_default();
        requires = members.get("requires").map(required).transpose()?.unwrap_or_default();
    }
    let version =
        members.get("version").ok_or_else(|| malformed("it needs a version, a date such as 2026-04-08"))?;
    Ok(Entry {
        version: date(version)?,
        extends,
        requires,
        id: text(members, "id")?,
        spec: text(members, "spec")?,
        schema: text(members, "schema")?,
        config: match members.get("config") {
            Some(Value::Object(config)) => Some(config.clone()),
            Some(_) => return Err(malformed("its config must be an object")),
            None => None,
        },
    })
}

fn malformed(message: &str) -> Fault {
    Fault::Malformed(message.to_owned())
}

/// A date, told apart from a draft, whose order among dates nobody could tell.
fn date(value: &Value) -> Result<Release, Fault> {
    let text = value.as_str().ok_or_else(|| malformed("its version must be a date such as 2026-04-08"))?;
    Release::new(text).map_err(|_| if text == "draft" { Fault::Draft } else { Fault::BadDate })
}

fn text(members: &Map<String, Value>, member: &str) -> Result<Option<String>, Fault> {
    match members.get(member) {
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(malformed(&format!("its {member} must be a text"))),
        None => Ok(None),
    }
}

fn parents(value: &Value) -> Result<BTreeSet<String>, Fault> {
    let wrong = || malformed("its extends must be the name of a capability, or a list of one name or more");
    let listed = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    if listed.is_empty() || listed.len() > MOST_NAMED {
        return Err(wrong());
    }
    let name =
        |value: &Value| value.as_str().filter(|text| is_name(text)).map(str::to_owned).ok_or_else(wrong);
    listed.iter().map(name).collect()
}

fn required(value: &Value) -> Result<Requires, Fault> {
    let wrong = || malformed("its requires must be an object with protocol, capabilities or both");
    let members = value.as_object().ok_or_else(wrong)?;
    let mut capabilities = BTreeMap::new();
    if let Some(listed) = members.get("capabilities") {
        let listed = listed.as_object().filter(|listed| listed.len() <= MOST_NAMED).ok_or_else(wrong)?;
        for (name, value) in listed {
            if !is_name(name) {
                return Err(malformed(
                    "its requires.capabilities must be an object from names of capabilities to ranges",
                ));
            }
            capabilities.insert(name.clone(), range(value)?);
        }
    }
    Ok(Requires { protocol: members.get("protocol").map(range).transpose()?, capabilities })
}

fn range(value: &Value) -> Result<Range, Fault> {
    let end = |member: &str| {
        let text = value.get(member).map(|end| end.as_str().and_then(|text| Release::new(text).ok()));
        match text {
            Some(None) => Err(malformed(&format!("a range in its requires has a {member} that is no date"))),
            Some(date) => Ok(date),
            None => Ok(None),
        }
    };
    let min = end("min")?
        .ok_or_else(|| malformed("a range in its requires needs a min, a date such as 2026-04-08"))?;
    Ok(Range { min, max: end("max")? })
}
