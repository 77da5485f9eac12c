//! Which operation a method and a path are.
//!
//! In:  the method and the path of a request.
//! Out: a [`Route`], or why there is none, as an answer.
//! Holds: no other module looks into a path.

use crate::reply::{self, Reply};

/// What can be asked of the merchant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Discovery,
    Create,
    Update,
    Get,
    Complete,
    Cancel,
    CartCreate,
    CartUpdate,
    CartGet,
    CartCancel,
    /// Anything else; only answered with a refusal.
    Other,
}

/// An operation, and the id in its path; empty if there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Route<'p> {
    pub(crate) operation: Operation,
    pub(crate) id: &'p str,
}

type Methods = &'static [(&'static str, Operation)];

/// Finds the operation. The second part is what to answer if it is [`Operation::Other`].
pub(crate) fn route<'p>(method: &str, path: &'p str) -> (Route<'p>, Option<Reply>) {
    let segments: Vec<_> = path.split('/').skip(1).collect();
    let (id, methods): (_, Methods) = match segments.as_slice() {
        [".well-known", "acp.json"] => ("", &[("GET", Operation::Discovery)]),
        ["checkout_sessions"] => ("", &[("POST", Operation::Create)]),
        ["checkout_sessions", id] => (id, &[("GET", Operation::Get), ("POST", Operation::Update)]),
        ["checkout_sessions", id, "complete"] => (id, &[("POST", Operation::Complete)]),
        ["checkout_sessions", id, "cancel"] => (id, &[("POST", Operation::Cancel)]),
        ["carts"] => ("", &[("POST", Operation::CartCreate)]),
        ["carts", id] => (id, &[("GET", Operation::CartGet), ("PUT", Operation::CartUpdate)]),
        ["carts", id, "cancel"] => (id, &[("POST", Operation::CartCancel)]),
        _ => {
            let refusal = reply::refused(404, "not_found", "there is nothing at this path");
            return (Route { operation: Operation::Other, id: "" }, Some(refusal));
        }
    };
    match methods.iter().find(|(known, _)| *known == method) {
        Some((_, operation)) => (Route { operation: *operation, id }, None),
        None => {
            let allowed: Vec<_> = methods.iter().map(|(known, _)| *known).collect();
            let mut refusal = reply::refused(405, "method_not_allowed", "this path has no such method");
            refusal.headers.push(("Allow".to_owned(), allowed.join(", ")));
            (Route { operation: Operation::Other, id }, Some(refusal))
        }
    }
}
