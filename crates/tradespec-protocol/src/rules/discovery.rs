//! A discovery document lists its versions by date and says nothing about which merchant it is for.

use serde_json::Value;
use tradespec_schema::{Pointer, Release};

use super::Rule;
use super::breaches::Breaches;
use super::walk::{Member, elements};

/// The type of such a document; of others this module must not be asked.
pub(super) const TYPE: &str = "DiscoveryResponse";

/// Words for the one who sells, and words that make an identifier of it.
const SELLERS: &[&str] = &["merchant", "seller", "shop", "store"];
const IDENTIFIERS: &[&str] = &["account", "id", "identifier", "identifiers", "ids", "number", "reference"];

pub(super) fn check(message: &Value, breaches: &mut Breaches<'_>) {
    let Some(protocol) = message.get("protocol") else { return };
    let at = Pointer::root().join("protocol");
    let dated = elements(protocol, &at, "supported_versions")
        .map(|(at, version)| Some((at, Release::new(version.as_str()?).ok()?)));
    // A version that is no date is for the schema to report.
    let Some(versions) = dated.collect::<Option<Vec<_>>>() else { return };
    for ((_, earlier), (at, later)) in versions.iter().zip(versions.iter().skip(1)) {
        if later < earlier {
            let message = "is older than the version before it";
            breaches.add(Rule::VersionsOutOfOrder, at.clone(), message, "list the versions from old to new");
        }
    }
    let newest = versions.iter().map(|(_, version)| version).max();
    let stated = protocol.get("version").and_then(|version| Release::new(version.as_str()?).ok());
    if let (Some(newest), Some(stated)) = (newest, stated)
        && *newest != stated
    {
        let message = "is not the newest of \"supported_versions\"";
        let help = "state the newest version, and list it as the last one";
        breaches.add(Rule::VersionNotNewest, at.join("version"), message, help);
    }
}

pub(super) fn check_member(member: &Member<'_>, breaches: &mut Breaches<'_>) {
    if identifies_merchant(member) {
        let message = "says which merchant the document is for";
        let help = "leave it out: anybody can read a discovery document";
        breaches.add(Rule::MerchantInDiscovery, member.place.pointer(), message, help);
    }
}

/// Whether a member names a merchant: by a name such as `merchant_id` or `sellerId`, or as the text or number `merchant`.
fn identifies_merchant(member: &Member<'_>) -> bool {
    if member.value.is_null() || member.value.is_boolean() {
        return false;
    }
    let words = words(member.name);
    let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
    let is_alone = words.len() == 1 && (member.value.is_string() || member.value.is_number());
    has(SELLERS) && (has(IDENTIFIERS) || is_alone)
}

/// The words of a name in snake case, kebab case or camel case, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        let is_separator = !c.is_alphanumeric();
        if is_separator || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if let (false, Some(word)) = (is_separator, words.last_mut()) {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}
