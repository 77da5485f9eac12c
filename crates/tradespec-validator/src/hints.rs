//! Unknown members that an extension would make known.
//!
//! In:  the findings of a message, and the extensions that are known but not active.
//! Out: the same findings, with help where activating one of the extensions would do away with one of them.
//! Holds: nothing is guessed; the extension is composed with the active ones and the message validated again.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tradespec_schema::{Extension, Index, TypeId, compose};

use crate::compiled::Compiled;
use crate::diagnostic::quoted;
use crate::explain::Finding;

/// The extensions that could be activated, each compiled when it is first needed.
#[derive(Debug)]
pub(crate) struct Hints {
    index: Arc<Index>,
    active: Vec<Extension>,
    candidates: Vec<Candidate>,
}

#[derive(Debug)]
struct Candidate {
    extension: Extension,
    /// `None` inside where it cannot be composed with the active ones.
    compiled: OnceLock<Option<Compiled>>,
}

impl Hints {
    pub(crate) fn new(index: Arc<Index>, active: Vec<Extension>, inactive: &[Extension]) -> Self {
        let mut candidates: Vec<_> = inactive
            .iter()
            .map(|extension| Candidate { extension: extension.clone(), compiled: OnceLock::new() })
            .collect();
        // The newest version comes first.
        candidates.sort_by(|a, b| b.extension.id().cmp(a.extension.id()));
        Self { index, active, candidates }
    }

    pub(crate) fn add(&self, type_id: &TypeId, instance: &Value, findings: &mut [Finding]) {
        let unknown: BTreeSet<_> =
            findings.iter().filter_map(|finding| finding.unknown_member.clone()).collect();
        if unknown.is_empty() {
            return;
        }
        for candidate in &self.candidates {
            let adds: BTreeSet<_> = candidate
                .extension
                .points()
                .iter()
                .map(tradespec_schema::ExtensionPoint::field)
                .filter(|field| unknown.contains(*field))
                .collect();
            if adds.is_empty() {
                continue;
            }
            let Some(compiled) = candidate.compiled.get_or_init(|| self.compile(candidate, type_id)) else {
                continue;
            };
            let left = compiled.findings(instance);
            for finding in
                findings.iter_mut().filter(|finding| finding.diagnostic.inactive_extension.is_none())
            {
                let Some(member) = finding.unknown_member.clone().filter(|name| adds.contains(name.as_str()))
                else {
                    continue;
                };
                let still = left.iter().any(|other| {
                    other.unknown_member.as_ref() == Some(&member)
                        && other.diagnostic.instance_path == finding.diagnostic.instance_path
                });
                if !still {
                    let id = candidate.extension.id();
                    finding.diagnostic.help = Some(format!(
                        "{} is a field of extension {id}; activate it with --extension {}",
                        quoted(&member),
                        id.name
                    ));
                    finding.diagnostic.inactive_extension = Some(id.clone());
                }
            }
        }
    }

    fn compile(&self, candidate: &Candidate, type_id: &TypeId) -> Option<Compiled> {
        let mut extensions = self.active.clone();
        extensions.push(candidate.extension.clone());
        let composed = compose(&self.index, &extensions).ok()?;
        Compiled::new(&composed, type_id).ok()
    }
}
