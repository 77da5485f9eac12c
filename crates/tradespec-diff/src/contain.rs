//! Whether one schema contains another, by canonical forms.
//!
//! Asked where no document was found. The forms are an experimental part of `jsonschema`; an answer that takes too long is
//! none.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use jsonschema::Draft;
use jsonschema::canonical::{self, Containment};
use serde_json::Value;

use crate::view::View;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether `outer` accepts all that `inner` accepts; `None` where that cannot be told.
pub(crate) fn contains(outer: &View<'_>, inner: &View<'_>) -> Option<bool> {
    let (outer, inner) = (outer.edition.document(&outer.whole), inner.edition.document(&inner.whole));
    let (send, receive) = mpsc::channel();
    // A computation cannot be stopped; one that takes too long is left behind.
    thread::spawn(move || {
        // Nobody may be waiting any more.
        let _ = send.send(answer(&outer, &inner));
    });
    receive.recv_timeout(PATIENCE).ok().flatten()
}

fn answer(outer: &Value, inner: &Value) -> Option<bool> {
    let read = |document: &Value| {
        let options = canonical::options().with_draft(Draft::Draft202012).should_validate_formats(true);
        options.offline().canonicalize(document).ok()
    };
    match read(outer)?.covers(&read(inner)?).ok()? {
        Containment::Yes => Some(true),
        Containment::No => Some(false),
        Containment::Unknown => None,
    }
}
