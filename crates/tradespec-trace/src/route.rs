//! Which operation a request asks for.
//!
//! In:  a method and a path, which may begin with anything: a service may have its own prefix.
//! Out: the operation of the protocol, with the id in the path; or that there is none.

use tradespec_schema::Protocol;
use tradespec_schema::messages::{Operation, operations};

/// What a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route<'p> {
    /// An operation of the protocol, on the thing of that id.
    Known(&'static Operation, Option<&'p str>),
    /// Something else, at a path that begins like one of the protocol.
    Unknown,
    /// Nothing of the protocol.
    Other,
}

/// What `method` and `path` ask for.
pub(crate) fn route<'p>(protocol: Protocol, method: &str, path: &'p str) -> Route<'p> {
    let segments: Vec<_> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let mut seen = false;
    for operation in operations(protocol) {
        let Some((wanted, template)) = operation.name.split_once(" /") else { continue };
        let template: Vec<_> = template.split('/').collect();
        // Where the template can start: at its first word.
        for start in (0..segments.len()).filter(|start| segments[*start] == template[0]) {
            let rest = &segments[start..];
            // One word that many services have, such as `.well-known`, does not make it a path of this one.
            seen |= !template[0].starts_with('.');
            if wanted == method && template.len() == rest.len() {
                let id = template.iter().position(|step| step.starts_with('{'));
                let fits =
                    template.iter().zip(rest).all(|(step, found)| step.starts_with('{') || step == found);
                if fits {
                    return Route::Known(operation, id.and_then(|at| rest.get(at).copied()));
                }
            }
        }
    }
    if seen { Route::Unknown } else { Route::Other }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(method: &str, path: &str) -> String {
        match route(Protocol::Acp, method, path) {
            Route::Known(operation, id) => format!("{} {}", operation.name, id.unwrap_or("-")),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_path_may_have_a_prefix_and_a_slash_at_its_end() {
        assert_eq!(name("POST", "/checkout_sessions"), "POST /checkout_sessions -");
        assert_eq!(name("POST", "/api/v1/checkout_sessions/"), "POST /checkout_sessions -");
        assert_eq!(name("GET", "/checkout_sessions/cs_1"), "GET /checkout_sessions/{id} cs_1");
        assert_eq!(
            name("POST", "/checkout_sessions/cs_1/cancel"),
            "POST /checkout_sessions/{id}/cancel cs_1"
        );
        assert_eq!(
            name("POST", "/checkout_sessions/carts/cancel"),
            "POST /checkout_sessions/{id}/cancel carts"
        );
        assert_eq!(name("GET", "/.well-known/acp.json"), "GET /.well-known/acp.json -");
    }

    #[test]
    fn what_the_protocol_has_not_is_told_apart_from_what_is_not_of_it() {
        assert_eq!(name("DELETE", "/checkout_sessions/cs_1"), "Unknown");
        assert_eq!(name("POST", "/checkout_sessions/cs_1/refund"), "Unknown");
        assert_eq!(name("GET", "/.well-known/security.txt"), "Other");
        assert_eq!(name("GET", "/"), "Other");
        assert_eq!(name("GET", "/any/operation"), "Other");
    }
}
