//! What tells one finding from all others, for tools that compare two runs.
//!
//! In:  findings, in the order in which they are written.
//! Out: a hash of each.
//! Holds: it is the same in another run, also where lines were added or taken away above; and no two findings of a
//! run have the same.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::Checked;
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;

/// Makes fingerprints, and knows which there were.
#[derive(Debug, Default)]
pub(super) struct Fingerprints {
    /// How many findings there were of the same path, code, place and message: one in each line of a file, say.
    seen: HashMap<[u8; 32], u64>,
}

impl Fingerprints {
    /// The fingerprint of the next finding.
    pub(super) fn next<C: Kind>(&mut self, checked: &Checked<C>, diagnostic: &Diagnostic<C>) -> String {
        let path = checked.slashed();
        let mut hasher = Sha256::new();
        for part in [&path, diagnostic.code.as_str(), diagnostic.instance_path.as_str(), &diagnostic.message]
        {
            // With its length before it, no part can be taken for a piece of the next one.
            hasher.update(part.len().to_string());
            hasher.update([0]);
            hasher.update(part);
        }
        let before = self.seen.entry(hasher.clone().finalize().into()).or_default();
        hasher.update(before.to_string());
        *before += 1;
        hasher.finalize().iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
    }
}
