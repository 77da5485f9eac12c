//! What two profiles come to.
//!
//! In:  the profile of a business and that of a platform.
//! Out: a [`Negotiation`], or a [`Failure`] to begin one.
//! Holds: every capability that either side declares is active or dropped, and no capability is both.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tradespec_schema::Release;

use super::choose::{Chosen, choose};
use super::entry::{Entry, spec_elsewhere};
use super::failure::{Failure, with_continue_url};
use super::form::Kind;
use super::name::is_name;
use super::operation::Operation;
use super::party::Party;
use super::profile::{Declared, Profile};
use super::reader::ProfileReader;
use super::reason::{Dropped, Note, Reason};
use super::version;

/// What a business and a platform have in common.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Negotiation {
    /// The release of the protocol.
    pub protocol_version: Release,
    /// The active capabilities by name, each as the business declares it.
    pub active: BTreeMap<String, Entry>,
    /// What was declared and does not take part, by name.
    pub dropped: Vec<Dropped>,
    /// What else there is to say, by name.
    pub notes: Vec<Note>,
}

/// Negotiates, as the business does.
///
/// ```
/// use tradespec_protocol::profiles::{Operation, Profile, Profiles, negotiate};
///
/// let profile = |capabilities: &str| Profile::read(format!(
///     r#"{{"ucp": {{"version": "2026-04-08", "services": {{}}, "payment_handlers": {{}}, "capabilities": {capabilities}}}}}"#
/// ).as_bytes());
/// let business = profile(r#"{
///     "dev.ucp.shopping.checkout": [{"version": "2026-01-23"}, {"version": "2026-04-08"}],
///     "dev.ucp.shopping.discount": [{"version": "2026-04-08", "extends": "dev.ucp.shopping.checkout"}],
///     "com.example.loyalty": [{"version": "2026-04-08", "extends": "dev.ucp.shopping.cart"}]
/// }"#)?;
/// let platform = profile(r#"{
///     "dev.ucp.shopping.checkout": [{"version": "2026-04-08"}],
///     "dev.ucp.shopping.discount": [{"version": "2026-04-08", "extends": "dev.ucp.shopping.checkout"}],
///     "com.example.loyalty": [{"version": "2026-04-08", "extends": "dev.ucp.shopping.cart"}]
/// }"#)?;
///
/// let negotiation = negotiate(&business, &platform, &Profiles::default())?;
/// assert_eq!(
///     negotiation.response(Operation::Checkout),
///     ["dev.ucp.shopping.checkout", "dev.ucp.shopping.discount"]
/// );
/// assert_eq!(
///     negotiation.dropped[0].reason.to_string(),
///     "orphan: it extends dev.ucp.shopping.cart, and that is not active"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn negotiate(
    business: &Profile,
    platform: &Profile,
    reader: &dyn ProfileReader,
) -> Result<Negotiation, Failure> {
    let business = version::agree(business, platform, reader)?;
    let protocol_version = platform.version().clone();
    let (chosen, reasons) = choose(&business, platform, &protocol_version);
    let capability =
        |(name, reason): (&str, Reason)| Dropped { name: name.to_owned(), kind: Kind::Capability, reason };
    let mut dropped: Vec<_> = reasons.into_iter().map(capability).collect();
    let mut notes = notes(&business, platform, &chosen);
    for (profile, party) in [(&*business, Party::Business), (platform, Party::Platform)] {
        others(profile, party, &mut dropped, &mut notes);
    }
    dropped.sort_by(|a, b| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
    // What both sides get wrong with one name is told once.
    dropped.dedup_by(|a, b| (&a.name, a.kind) == (&b.name, b.kind));
    notes.sort();
    notes.dedup();
    let active = chosen.into_iter().map(|(name, entry)| (name.to_owned(), entry.clone())).collect();
    Ok(Negotiation { protocol_version, active, dropped, notes })
}

impl Negotiation {
    /// The code of a negotiation that comes to nothing. It is an answer: HTTP status 200, and a result in MCP.
    pub const INCOMPATIBLE: &str = "capabilities_incompatible";

    /// Whether anything is active.
    #[must_use]
    pub fn is_compatible(&self) -> bool {
        !self.active.is_empty()
    }

    /// The names of the capabilities that a response to this operation lists: the root that it is about, and what
    /// extends that root itself.
    #[must_use]
    pub fn response(&self, operation: Operation) -> Vec<&str> {
        let root = operation.root();
        if self.active.get(root).is_none_or(|entry| !entry.extends.is_empty()) {
            return Vec::new();
        }
        let listed = self.active.iter().filter(|(name, entry)| *name == root || entry.extends.contains(root));
        listed.map(|(name, _)| name.as_str()).collect()
    }

    /// The body that says that nothing is in common, and where the buyer can go on by hand.
    ///
    /// ```
    /// # use tradespec_protocol::profiles::{Profile, Profiles, negotiate};
    /// let nothing = Profile::read(br#"{"ucp": {"version": "2026-04-08"}}"#)?;
    /// let negotiation = negotiate(&nothing, &nothing, &Profiles::default())?;
    /// let body = negotiation.incompatible_body(Some("https://shop.example/")).expect("nothing is active");
    /// assert_eq!(body["ucp"]["status"], "error");
    /// assert_eq!(body["messages"][0]["code"], "capabilities_incompatible");
    /// assert_eq!(body["continue_url"], "https://shop.example/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn incompatible_body(&self, continue_url: Option<&str>) -> Option<Value> {
        if self.is_compatible() {
            return None;
        }
        let body = json!({
            "ucp": {"version": self.protocol_version.as_str(), "status": "error"},
            "messages": [{
                "type": "error",
                "code": Self::INCOMPATIBLE,
                "content": "the business and the platform have no capability in common",
                "severity": "unrecoverable",
            }],
        });
        Some(with_continue_url(body, continue_url))
    }
}

/// What there is to say about capabilities that are active.
fn notes(business: &Profile, platform: &Profile, chosen: &Chosen<'_>) -> Vec<Note> {
    let mut notes = Vec::new();
    for (name, entry) in chosen {
        let mut note = |message| notes.push(Note { name: (*name).to_owned(), message });
        for (profile, party) in [(business, Party::Business), (platform, Party::Platform)] {
            let Some(declared) = profile.declared(Kind::Capability).get(*name) else { continue };
            for refused in &declared.refused {
                note(format!("another entry is left out: {}", Reason::refused(refused, party)));
            }
            for version in &declared.repeated {
                note(format!("{party} declares {version} more than once; once is enough"));
            }
            let Some(same) = declared.entries.iter().find(|other| other.version == entry.version) else {
                continue;
            };
            if let Some(message) = spec_note(same, name, party) {
                note(message);
            }
            if party == Party::Platform && !same.agrees(entry) {
                note(
                    "the sides disagree about what it extends or requires; that of the business counts"
                        .to_owned(),
                );
            }
            if party == Party::Platform && same.schema.is_none() {
                note("the platform gives no schema, so nothing shows who speaks for the name".to_owned());
            }
        }
    }
    notes
}

fn spec_note(entry: &Entry, name: &str, party: Party) -> Option<String> {
    spec_elsewhere(entry, name).map(|fault| format!("the spec of {party} is not the owner's: {fault}"))
}

/// Services and payment handlers are not negotiated; they only have to be their owner's.
fn others(profile: &Profile, party: Party, dropped: &mut Vec<Dropped>, notes: &mut Vec<Note>) {
    for kind in [Kind::Service, Kind::PaymentHandler] {
        for (name, Declared { entries, refused, .. }) in profile.declared(kind) {
            let first = refused.first().map(|refused| Reason::refused(refused, party));
            let bad_name = (!is_name(name)).then_some(Reason::BadName);
            if let Some(reason) = bad_name.or(first) {
                dropped.push(Dropped { name: name.clone(), kind, reason });
            }
            let spec = entries.iter().filter_map(|entry| spec_note(entry, name, party));
            notes.extend(spec.map(|message| Note { name: name.clone(), message }));
        }
    }
}
