//! What a request is for: a path, or a URL.
//!
//! In:  the text that was recorded.
//! Out: the path, and the host where there is one.
//! Holds: query, fragment, user and password are dropped.

/// What a request is for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A path, of a host or of an unknown one.
    Path {
        /// The host with its port, in small letters.
        authority: Option<String>,
        /// Without query and fragment.
        path: String,
    },
    /// A URL of another scheme than `http` and `https`.
    OtherScheme,
}

/// Takes a path or a URL apart.
pub(super) fn parse(text: &str) -> Option<Target> {
    if text.starts_with('/') {
        return Some(Target::Path { authority: None, path: path(text) });
    }
    let (scheme, rest) = text.split_once(':')?;
    if !scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        || !scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    {
        return None;
    }
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return Some(Target::OtherScheme);
    }
    let rest = rest.strip_prefix("//")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, rest) = rest.split_at_checked(end)?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    if host.is_empty() {
        return None;
    }
    Some(Target::Path { authority: Some(host.to_ascii_lowercase()), path: path(rest) })
}

/// A path without query and fragment; `/` where there is none.
fn path(text: &str) -> String {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    if path.is_empty() { "/".to_owned() } else { path.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{Target, parse};

    #[test]
    fn paths_and_urls_are_taken_apart() {
        let rows = [
            ("/", None, "/"),
            ("/carts/c_1", None, "/carts/c_1"),
            ("/carts?a=/b#c", None, "/carts"),
            ("/carts#?", None, "/carts"),
            ("//carts", None, "//carts"),
            ("http://shop.example", Some("shop.example"), "/"),
            ("https://Shop.example:8443/v1/carts?x", Some("shop.example:8443"), "/v1/carts"),
            ("HTTPS://shop.example?x=/y", Some("shop.example"), "/"),
            ("http://user:secret@shop.example/a@b", Some("shop.example"), "/a@b"),
            ("http://[::1]:80/a", Some("[::1]:80"), "/a"),
            ("https://é.example/ü", Some("é.example"), "/ü"),
        ];
        for (text, authority, path) in rows {
            let wanted = Target::Path { authority: authority.map(str::to_owned), path: path.to_owned() };
            assert_eq!(parse(text), Some(wanted), "{text}");
        }
        for text in ["data:,x", "wss://shop.example/", "chrome-extension://x/y"] {
            assert_eq!(parse(text), Some(Target::OtherScheme), "{text}");
        }
        for text in ["", "carts", "*", "?x", "http:/x", "https://", "http://user@/x", "a b://c", "1a:b", ":"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
