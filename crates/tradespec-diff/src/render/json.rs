//! One JSON document: `{"changes": […]}`.

use serde_json::json;

use crate::diff::Diff;

/// The changes as one JSON document.
pub(super) fn json(diff: &Diff) -> String {
    let document = json!({"old": diff.old, "new": diff.new, "changes": diff.changes});
    format!("{document:#}\n")
}
