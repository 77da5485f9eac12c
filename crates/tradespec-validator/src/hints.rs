//! Unknown members that an extension or another release would make known, and nulls that the protocol has a use for.
//!
//! In:  the findings of a message, the extensions that are known but not active, and the other releases.
//! Out: the same findings, with help where one of these has the member, or null would clear one.
//! Holds: nothing is guessed; the type is composed with the extension, or of the other release, and the message
//! validated again.

use std::slice;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tradespec_schema::{Catalogue, ComposedSchema, Extension, Index, Release, TypeId, compose, messages};

use crate::code::Code;
use crate::compiled::Compiled;
use crate::diagnostic::{Diagnostic, quoted};
use crate::explain::{Finding, joined};

/// Where a member could be known, each compiled when it is first needed.
#[derive(Debug)]
pub(crate) struct Hints {
    index: Arc<Index>,
    catalogue: Arc<Catalogue>,
    active: Vec<Extension>,
    extensions: Vec<(Extension, Lazy)>,
    releases: Vec<(Release, Lazy)>,
    /// Whether what open objects allow is unknown, too.
    strict: bool,
}

/// `None` inside where it cannot be composed.
type Lazy = OnceLock<Option<Compiled>>;

impl Hints {
    pub(crate) fn new(
        index: Arc<Index>,
        catalogue: Arc<Catalogue>,
        active: Vec<Extension>,
        inactive: &[Extension],
        strict: bool,
    ) -> Self {
        let mut extensions: Vec<_> =
            inactive.iter().map(|extension| (extension.clone(), OnceLock::new())).collect();
        // The newest version comes first.
        extensions.sort_by(|(a, _), (b, _)| b.id().cmp(a.id()));
        let others = catalogue
            .releases()
            .filter(|(protocol, release)| *protocol == index.protocol() && *release != index.release());
        let releases = others.map(|(_, release)| (release.clone(), OnceLock::new())).collect();
        Self { index, catalogue, active, extensions, releases, strict }
    }

    pub(crate) fn add(&self, type_id: &TypeId, message: &Value, findings: &mut [Finding]) {
        if messages::null_clears(self.index.protocol(), type_id) {
            findings.iter_mut().for_each(|finding| clearing(&mut finding.diagnostic));
        }
        let mut unknown: Vec<_> =
            findings.iter_mut().filter(|finding| finding.diagnostic.unknown_member().is_some()).collect();
        if unknown.is_empty() {
            return;
        }
        for (extension, compiled) in &self.extensions {
            let adds = |member: &str| {
                // What extends a capability does not say which members it adds.
                !extension.parents().is_empty()
                    || extension.points().iter().any(|point| point.field() == member)
            };
            if !unknown.iter().any(|finding| finding.diagnostic.unknown_member().is_some_and(adds)) {
                continue;
            }
            let compile = || {
                let extensions = [&self.active[..], slice::from_ref(extension)].concat();
                self.compiled(&compose(&self.index, &extensions).ok()?, type_id)
            };
            let Some(compiled) = compiled.get_or_init(compile) else { continue };
            let left = compiled.findings(message, false);
            unknown.retain_mut(|finding| {
                let member = finding.diagnostic.unknown_member().unwrap_or_default().to_owned();
                let known = adds(&member) && is_known(&finding.diagnostic, &member, &left);
                if known {
                    by_extension(finding, &member, extension);
                }
                !known
            });
        }
        self.by_releases(type_id, message, &mut unknown);
    }

    fn compiled(&self, composed: &ComposedSchema, type_id: &TypeId) -> Option<Compiled> {
        let compiled = Compiled::new(composed, type_id).ok()?;
        Some(if self.strict { compiled.strict() } else { compiled })
    }

    /// Names the releases that have the members.
    fn by_releases(&self, type_id: &TypeId, message: &Value, unknown: &mut [&mut Finding]) {
        if unknown.is_empty() {
            return;
        }
        let mut having: Vec<Vec<&str>> = vec![Vec::new(); unknown.len()];
        for (release, compiled) in &self.releases {
            let compile = || {
                let index = self.catalogue.release(self.index.protocol(), Some(release)).ok()?;
                self.compiled(&compose(&index, &[]).ok()?, type_id)
            };
            let Some(compiled) = compiled.get_or_init(compile) else { continue };
            let left = compiled.findings(message, false);
            for (finding, having) in unknown.iter().zip(&mut having) {
                let member = finding.diagnostic.unknown_member().unwrap_or_default();
                if is_known(&finding.diagnostic, member, &left) {
                    having.push(release.as_str());
                }
            }
        }
        for (finding, having) in unknown.iter_mut().zip(having) {
            let releases = match having.as_slice() {
                [] => continue,
                [only] => format!("release {only}"),
                several => format!("releases {}", joined(several, "and")),
            };
            let member = quoted(finding.diagnostic.unknown_member().unwrap_or_default());
            let note = format!("{releases} had {member} here, {} has not", self.index.release());
            finding.diagnostic.help = Some(match finding.diagnostic.help.take() {
                Some(help) => format!("{help} ({note})"),
                None => note,
            });
        }
    }
}

/// Whether the member that is unknown by `diagnostic` is known where `left` is what is found.
fn is_known(diagnostic: &Diagnostic, member: &str, left: &[Finding]) -> bool {
    let path = diagnostic.instance_path.join(member);
    left.iter().map(|finding| &finding.diagnostic).all(|other| {
        let at = match other.unknown_member() {
            Some(name) => other.instance_path.join(name),
            // A member that is missing around the place says nothing of the place.
            None if other.code == Code::MissingMember => return true,
            // What is wrong with the member itself is said of one that is known.
            None if other.instance_path == path => return true,
            None => other.instance_path.clone(),
        };
        let below = path.as_str().strip_prefix(at.as_str());
        !below.is_some_and(|below| below.is_empty() || below.starts_with('/'))
    })
}

/// Says of a null what the protocol's text would have it mean.
fn clearing(diagnostic: &mut Diagnostic) {
    let mut segments = diagnostic.instance_path.segments();
    let (Code::NullValue, Some(name), None) = (diagnostic.code, segments.next(), segments.next()) else {
        return;
    };
    diagnostic.help = Some(format!(
        "leave {} out to leave it as it is; by the protocol's text null clears a member, but this release's schema \
         allows no null here",
        quoted(&name)
    ));
}

fn by_extension(finding: &mut Finding, member: &str, extension: &Extension) {
    let id = extension.id();
    finding.diagnostic.help = Some(format!(
        "{} is a field of extension {id}; activate it with --extension {}",
        quoted(member),
        id.name
    ));
    finding.diagnostic.inactive_extension = Some(id.clone());
}
