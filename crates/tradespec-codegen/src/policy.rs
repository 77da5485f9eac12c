//! `codegen.toml`: what is generated, and every naming or typing decision, as data.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use tradespec_schema::{Place, Protocol, Release, is_of_an_extension, suggestion};

use crate::error::{Error, Problem};
use crate::rust::{is_identifier, is_reserved};

/// The policy for all protocols. The default one is Tradespec's own `schemas/codegen.toml`.
#[derive(Debug, Clone)]
pub struct Policy {
    protocols: BTreeMap<Protocol, ProtocolPolicy>,
    runtime_path: String,
    /// The file it was read from; `None` for the built-in one.
    shown: Option<String>,
}

/// The policy for one protocol.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProtocolPolicy {
    /// The crate that the types go to.
    #[serde(rename = "crate")]
    pub(crate) crate_name: String,
    /// File → module; a name that ends in `*` means every file that begins so, and the longest name counts. A file that
    /// is not listed gets a module of its own, named after it.
    #[serde(default)]
    pub(crate) modules: BTreeMap<String, String>,
    /// Where a name would be poor: `<file>.<Name>` for a definition, `<file>#<pointer>` for a schema inside one.
    #[serde(default)]
    pub(crate) names: BTreeMap<String, String>,
    /// Wire value → variant of a string enum, where the derived one would be poor.
    #[serde(default)]
    pub(crate) variants: BTreeMap<String, String>,
    /// `<file>.<Name>` → why no type is made of it.
    #[serde(default)]
    pub(crate) exclude: BTreeMap<String, String>,
    /// Types whose members tell `null` from absence, as `<file>.<Name>`.
    #[serde(default)]
    pub(crate) patch: Vec<String>,
    /// Whether closed objects too keep members that they do not name. Open ones always do.
    #[serde(default = "yes")]
    pub(crate) keep_unknown_members: bool,
    /// What differs from release to release.
    #[serde(default)]
    pub(crate) releases: BTreeMap<String, ReleasePolicy>,
    /// Extensions that are composed into a release that `releases` does not list, where it has them.
    #[serde(default)]
    pub(crate) default_extensions: Vec<String>,
}

/// The policy for one release.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReleasePolicy {
    /// The extensions composed into the generated types.
    pub(crate) extensions: Vec<String>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    acp: Option<ProtocolPolicy>,
    ucp: Option<ProtocolPolicy>,
}

impl Policy {
    /// Reads the text of a `codegen.toml`; `shown` is what error messages call it.
    pub fn from_toml(shown: &str, text: &str) -> Result<Self, Error> {
        let file: File = toml::from_str(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let before = &text[..start.min(text.len())];
            let line = before.matches('\n').count() + 1;
            let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            Error::new(Place::line(shown, line, column), error.message().to_owned())
        })?;
        let listed = [(Protocol::Acp, file.acp), (Protocol::Ucp, file.ucp)];
        let protocols = listed.into_iter().filter_map(|(protocol, rules)| Some((protocol, rules?)));
        let mut policy = Self::new(protocols.collect());
        if policy.protocols.is_empty() {
            return Err(Error::new(
                Place::file(shown),
                "says nothing of a protocol; expected [acp] or [ucp]",
            ));
        }
        policy.check_names(shown)?;
        policy.shown = Some(shown.to_owned());
        Ok(policy)
    }

    /// Entries that name nothing in any of the releases, which `nameable` has all names of. None are stale in the built-in
    /// policy, which also serves folders that lack some releases.
    pub(crate) fn stale(&self, protocol: Protocol, nameable: &BTreeSet<String>) -> Vec<Problem> {
        let (Some(rules), Some(shown)) = (self.of(protocol), &self.shown) else {
            return Vec::new();
        };
        let tables = [
            ("names", rules.names.keys().collect::<Vec<_>>()),
            ("exclude", rules.exclude.keys().collect()),
            ("patch", rules.patch.iter().collect()),
        ];
        let mut problems = Vec::new();
        for (table, keys) in tables {
            for key in keys.into_iter().filter(|key| !nameable.contains(*key)) {
                let near = suggestion(key, nameable.iter());
                let hint = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
                let message = format!("{protocol}.{table}: \"{key}\" names nothing in any release{hint}");
                problems.push(Problem { place: Place::file(shown), message });
            }
        }
        problems
    }

    /// What the policy names must be names in Rust, and the crate a name of a package.
    fn check_names(&self, shown: &str) -> Result<(), Error> {
        let mut problems = Vec::new();
        for (protocol, rules) in &self.protocols {
            let mut wrong = |key: String, name: &str, what: &str| {
                let message = format!("{key}: \"{name}\" is not {what}");
                problems.push(Problem { place: Place::file(shown), message });
            };
            let package = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
            let starts_well = rules.crate_name.starts_with(|c: char| c.is_ascii_lowercase());
            if !starts_well || !rules.crate_name.chars().all(package) {
                wrong(format!("{protocol}.crate"), &rules.crate_name, "the name of a package");
            }
            for (file, module) in
                rules.modules.iter().filter(|(_, module)| crate::rust::snake(module) != **module)
            {
                wrong(format!("{protocol}.modules.\"{file}\""), module, "a module name, such as checkout");
            }
            for (table, names) in [("names", &rules.names), ("variants", &rules.variants)] {
                let camel = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
                let free = |name: &str| table == "variants" || !is_reserved(name);
                let is_name = |name: &str| camel(name) && is_identifier(name) && free(name);
                for (key, name) in names.iter().filter(|(_, name)| !is_name(name)) {
                    wrong(
                        format!("{protocol}.{table}.\"{key}\""),
                        name,
                        "a name for a type, such as CartLine",
                    );
                }
            }
        }
        Error::check(problems)
    }

    fn new(protocols: BTreeMap<Protocol, ProtocolPolicy>) -> Self {
        Self { protocols, runtime_path: "../../crates/tradespec-runtime".to_owned(), shown: None }
    }

    /// Where `tradespec-runtime` is, seen from a generated crate. By default from one in the `generated` folder of
    /// Tradespec's own repository.
    #[must_use]
    pub fn with_runtime_path(mut self, path: impl Into<String>) -> Self {
        self.runtime_path = path.into();
        self
    }

    pub(crate) fn runtime_path(&self) -> &str {
        &self.runtime_path
    }

    pub(crate) fn of(&self, protocol: Protocol) -> Option<&ProtocolPolicy> {
        self.protocols.get(&protocol)
    }
}

impl Default for Policy {
    fn default() -> Self {
        let text = include_str!("../../../schemas/codegen.toml");
        // The file is part of this crate, and a test reads it.
        let read = Self::from_toml("schemas/codegen.toml", text);
        Self { shown: None, ..read.unwrap_or_else(|_| Self::new(BTreeMap::new())) }
    }
}

impl ProtocolPolicy {
    /// The module of the types that stand in `file`; the files of extensions join the module of `main`.
    pub(crate) fn module(&self, file: &str, main: &str) -> String {
        let file = if is_of_an_extension(file) { main } else { file };
        let is_meant = |pattern: &str| match pattern.strip_suffix('*') {
            Some(start) => file.starts_with(start),
            None => pattern == file,
        };
        let listed = self.modules.iter().filter(|(pattern, _)| is_meant(pattern));
        match listed.max_by_key(|(pattern, _)| pattern.len()) {
            Some((_, module)) => module.clone(),
            None => {
                let name = file.rsplit('/').next().unwrap_or(file);
                let stem = name.strip_suffix(".json").unwrap_or(name);
                crate::rust::snake(stem.strip_prefix("schema.").unwrap_or(stem))
            }
        }
    }

    /// The extensions to compose into a release: as listed for it, else the default ones that `known` has.
    pub(crate) fn extensions(&self, release: &Release, known: &[String]) -> Vec<String> {
        match self.releases.get(release.as_str()) {
            Some(listed) => listed.extensions.clone(),
            None => self.default_extensions.iter().filter(|name| known.contains(name)).cloned().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]
    use super::*;

    #[test]
    fn the_built_in_policy_reads() {
        let policy =
            Policy::from_toml("codegen.toml", include_str!("../../../schemas/codegen.toml")).unwrap();
        let name = |protocol| policy.of(protocol).unwrap().crate_name.as_str();
        assert_eq!(Protocol::ALL.map(name), ["acp-types", "ucp-types"]);
    }

    #[test]
    fn the_longest_name_that_fits_says_the_module() {
        let text = "[ucp]\ncrate = \"x\"\n[ucp.modules]\n\"schemas/*\" = \"rest\"\n\
                    \"schemas/shopping/*\" = \"shop\"\n\"schemas/shopping/cart.json\" = \"basket\"\n";
        let policy = Policy::from_toml("codegen.toml", text).unwrap();
        let module = |file| policy.of(Protocol::Ucp).unwrap().module(file, "schemas/shopping/checkout.json");
        assert_eq!(module("schemas/ucp.json"), "rest");
        assert_eq!(module("schemas/shopping/types/link.json"), "shop");
        assert_eq!(module("schemas/shopping/cart.json"), "basket");
        assert_eq!(module("discovery/profile_schema.json"), "profile_schema");
        assert_eq!(module("com.example.gift@2026-01-01/schema.json"), "shop");
    }

    #[test]
    fn a_policy_for_no_protocol_is_an_error() {
        let error = Policy::from_toml("codegen.toml", "# later\n").unwrap_err();
        assert_eq!(error.to_string(), "codegen.toml: says nothing of a protocol; expected [acp] or [ucp]");
    }

    #[test]
    fn an_unknown_key_is_an_error_with_its_line() {
        let error = Policy::from_toml("codegen.toml", "[acp]\ncrate = \"x\"\nmodule = {}\n").unwrap_err();
        assert!(error.to_string().starts_with("codegen.toml:3:1: unknown field `module`"), "{error}");
    }
}
