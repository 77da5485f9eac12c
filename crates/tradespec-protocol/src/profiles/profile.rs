//! A profile: what a business or a platform declares.
//!
//! In:  the bytes or the JSON of a profile.
//! Out: a [`Profile`], or everything that keeps it from being one.
//! Holds: what is wrong with one entry is that entry's alone; the rest of the profile counts. Work is bounded, whatever
//!        the document holds. Members that nothing is known about are ignored.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use serde_json::{Map, Value};
use tradespec_schema::{Pointer, Release, parse_json};

use super::entry::{self, Entry, Fault, Refused};
use super::form::{self, Kind, Layout, Registry};
use super::name::is_name;
use super::problem::{ProfileError, ProfileProblem};

/// A larger document is not read.
pub const MOST_BYTES: usize = 1 << 20;
/// As many names as a registry may have.
const MOST_NAMES: usize = 512;
/// As many entries as a registry may have under all its names.
const MOST_ENTRIES: usize = 2048;
/// As many other releases as a profile may point to.
const MOST_VERSIONS: usize = 64;

/// What a business or a platform declares.
///
/// ```
/// use tradespec_protocol::profiles::Profile;
///
/// let profile = Profile::read(br#"{"ucp": {
///     "version": "2026-04-08",
///     "services": {},
///     "capabilities": {"dev.ucp.shopping.checkout": [{"version": "2026-04-08"}]},
///     "payment_handlers": {}
/// }}"#)?;
/// assert_eq!(profile.version().as_str(), "2026-04-08");
///
/// let error = Profile::read(br#"{"ucp": {"version": "2026-04-31"}}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "/ucp/version: it must be a date such as 2026-04-08"
/// );
/// # Ok::<(), tradespec_protocol::profiles::ProfileError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    version: Release,
    supported_versions: Option<BTreeMap<Release, String>>,
    registries: BTreeMap<Kind, BTreeMap<String, Declared>>,
    signing_keys: Vec<Value>,
}

/// What stands under one name.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Declared {
    /// By version.
    pub(crate) entries: Vec<Entry>,
    /// In an order that is not that of the profile.
    pub(crate) refused: Vec<Refused>,
    /// Versions of which equal entries stand there more than once.
    pub(crate) repeated: Vec<Release>,
}

impl Profile {
    /// Reads the bytes of a profile.
    pub fn read(bytes: &[u8]) -> Result<Self, ProfileError> {
        if bytes.len() > MOST_BYTES {
            let message = format!("the document is larger than {MOST_BYTES} bytes, the most that is read");
            return Err(ProfileError::one(Pointer::root(), message));
        }
        let parsed = parse_json(bytes)
            .map_err(|error| ProfileError::one(Pointer::root(), format!("not JSON: {error}")))?;
        let twice = parsed.twice.into_iter().map(|at| ProfileProblem {
            at,
            message: "this member stands twice; which one is meant?".to_owned(),
        });
        ProfileError::check(twice.collect())?;
        Self::from_value(&parsed.value)
    }

    /// Reads a profile that has been parsed.
    pub fn from_value(value: &Value) -> Result<Self, ProfileError> {
        let root = Pointer::root();
        let object = |value: Option<&Value>| value.is_some_and(Value::is_object);
        if !value.is_object() {
            return Err(ProfileError::one(root, "a profile must be an object with the member ucp"));
        }
        if !object(value.get("ucp")) {
            let message = "it must be an object with version, services, capabilities and payment_handlers";
            return Err(ProfileError::one(root.join("ucp"), message));
        }
        let at = root.join("ucp").join("version");
        let stated = value.pointer(at.as_str()).and_then(Value::as_str);
        let Some(version) = stated.and_then(|stated| Release::new(stated).ok()) else {
            return Err(ProfileError::one(at, "it must be a date such as 2026-04-08"));
        };
        let mut reader = Reader::default();
        let supported_versions = reader.supported_versions(value);
        let signing_keys = reader.signing_keys(value);
        let registries = &form::of(version.as_str()).registries;
        let registries =
            registries.iter().map(|registry| (registry.kind, reader.registry(value, registry))).collect();
        ProfileError::check(reader.problems)?;
        Ok(Self { version, supported_versions, registries, signing_keys })
    }

    /// The release of the protocol that it is of.
    #[must_use]
    pub fn version(&self) -> &Release {
        &self.version
    }

    /// The addresses of its profiles for other releases, if it says anything about these.
    #[must_use]
    pub fn supported_versions(&self) -> Option<&BTreeMap<Release, String>> {
        self.supported_versions.as_ref()
    }

    /// The names of a kind, and the entries of each that can be used, oldest first.
    pub fn entries(&self, kind: Kind) -> impl Iterator<Item = (&str, &[Entry])> {
        self.declared(kind).iter().map(|(name, declared)| (name.as_str(), declared.entries.as_slice()))
    }

    /// The public keys, as they stand there.
    #[must_use]
    pub fn signing_keys(&self) -> &[Value] {
        &self.signing_keys
    }

    pub(crate) fn declared(&self, kind: Kind) -> &BTreeMap<String, Declared> {
        static NONE: BTreeMap<String, Declared> = BTreeMap::new();
        self.registries.get(&kind).unwrap_or(&NONE)
    }
}

/// The raw entries of each name.
type Raw<'v> = BTreeMap<&'v str, Vec<&'v Value>>;

#[derive(Default)]
struct Reader {
    problems: Vec<ProfileProblem>,
}

impl Reader {
    fn problem(&mut self, at: &Pointer, message: impl Into<String>) {
        self.problems.push(ProfileProblem { at: at.clone(), message: message.into() });
    }

    fn supported_versions(&mut self, profile: &Value) -> Option<BTreeMap<Release, String>> {
        let at = Pointer::root().join("ucp").join("supported_versions");
        let value = profile.pointer(at.as_str())?;
        let Some(members) = value.as_object().filter(|members| members.len() <= MOST_VERSIONS) else {
            let message =
                format!("it must be an object of at most {MOST_VERSIONS} members, from dates to addresses");
            self.problem(&at, message);
            return None;
        };
        let mut versions = BTreeMap::new();
        for (version, address) in members {
            match (Release::new(version), address.as_str()) {
                (Ok(version), Some(address)) => drop(versions.insert(version, address.to_owned())),
                (Err(_), _) => self.problem(&at.join(version), "its name must be a date such as 2026-01-23"),
                (_, None) => self.problem(&at.join(version), "it must be the address of a profile"),
            }
        }
        Some(versions)
    }

    fn signing_keys(&mut self, profile: &Value) -> Vec<Value> {
        let at = Pointer::root().join("signing_keys");
        match profile.get("signing_keys") {
            None => Vec::new(),
            Some(Value::Array(keys)) if keys.iter().all(Value::is_object) => keys.clone(),
            Some(_) => {
                self.problem(&at, "it must be a list of JSON web keys");
                Vec::new()
            }
        }
    }

    fn registry(&mut self, profile: &Value, registry: &Registry) -> BTreeMap<String, Declared> {
        let at = registry.path.iter().fold(Pointer::root(), |at, member| at.join(member));
        let raw = match profile.pointer(at.as_str()) {
            None => Raw::new(),
            Some(Value::Object(members)) if !registry.is_list_only() => self.by_name(members, registry, &at),
            Some(Value::Array(list)) if registry.allows(Layout::List) => self.listed(list, &at),
            Some(_) => {
                let expected = if registry.is_list_only() {
                    "a list of entries with their names"
                } else {
                    "an object from names to lists of entries, one a version"
                };
                self.problem(&at, format!("it must be {expected}"));
                Raw::new()
            }
        };
        if raw.len() > MOST_NAMES || raw.values().map(Vec::len).sum::<usize>() > MOST_ENTRIES {
            self.problem(
                &at,
                format!(
                    "there are more than {MOST_NAMES} names or {MOST_ENTRIES} entries, the most that are read"
                ),
            );
            return BTreeMap::new();
        }
        raw.into_iter().map(|(name, entries)| (name.to_owned(), declared(name, &entries, registry))).collect()
    }

    fn by_name<'v>(&mut self, members: &'v Map<String, Value>, registry: &Registry, at: &Pointer) -> Raw<'v> {
        let mut raw = Raw::new();
        for (name, value) in members {
            let entries = match value {
                Value::Array(list) => list.iter().collect(),
                Value::Object(_) if registry.allows(Layout::Singles) => vec![value],
                _ => {
                    self.problem(&at.join(name), "it must be a list of entries, one a version");
                    continue;
                }
            };
            raw.insert(name, entries);
        }
        raw
    }

    fn listed<'v>(&mut self, list: &'v [Value], at: &Pointer) -> Raw<'v> {
        let mut raw = Raw::new();
        for (n, value) in list.iter().enumerate() {
            match value.get("name").and_then(Value::as_str) {
                Some(name) => raw.entry(name).or_default().push(value),
                None => {
                    let message = "it must be a text, such as dev.ucp.shopping.checkout";
                    self.problem(&at.join(&n.to_string()).join("name"), message);
                }
            }
        }
        raw
    }
}

/// The entries of one name. Under a name that is none, nothing is read.
fn declared(name: &str, raw: &[&Value], registry: &Registry) -> Declared {
    let mut declared = Declared::default();
    if !is_name(name) {
        return declared;
    }
    for value in raw {
        match entry::read(value, name, registry) {
            Ok(entry) => declared.entries.push(entry),
            Err(refused) => declared.refused.push(refused),
        }
    }
    declared.entries.sort_by_cached_key(order);
    if registry.kind == Kind::Capability {
        declared.one_a_version();
    }
    declared.refused.sort();
    declared.refused.dedup();
    declared
}

/// By version; what else counts is only that it is not the order of the profile.
fn order(entry: &Entry) -> impl Ord + use<> {
    let Entry { version, id, schema, spec, config, .. } = entry;
    let config = config.as_ref().map(|config| Value::Object(config.clone()).to_string());
    (version.clone(), id.clone(), schema.clone(), spec.clone(), config)
}

impl Declared {
    /// Whether there is an entry of this version, usable or not.
    pub(crate) fn has(&self, version: Option<&Release>) -> bool {
        let usable = self.entries.iter().map(|entry| Some(&entry.version));
        let refused = self.refused.iter().map(|refused| refused.version.as_ref());
        version.is_some() && usable.chain(refused).any(|other| other == version)
    }

    /// Keeps one entry of each version; none of a version that has entries which disagree, because the order in which
    /// they stand must not decide between them.
    fn one_a_version(&mut self) {
        let mut kept: BTreeMap<Release, (Entry, bool)> = BTreeMap::new();
        for entry in std::mem::take(&mut self.entries) {
            match kept.entry(entry.version.clone()) {
                Slot::Vacant(slot) => drop(slot.insert((entry, true))),
                Slot::Occupied(mut slot) => {
                    let (first, agree) = slot.get_mut();
                    *agree &= first.agrees(&entry);
                    self.repeated.push(entry.version);
                }
            }
        }
        for (version, (entry, agree)) in kept {
            if agree {
                self.entries.push(entry);
            } else {
                self.repeated.retain(|repeated| *repeated != version);
                self.refused.push(Refused { version: Some(version), fault: Fault::Duplicate });
            }
        }
        self.repeated.sort();
        self.repeated.dedup();
    }
}
