//! Where a platform says that its profile is.
//!
//! In:  the value of a `UCP-Agent` header, or the `meta` of an MCP request.
//! Out: the address of the platform's profile, or a [`Failure`].
//! Holds: the address is https, on a domain, and carries no user.
//!
//! Source: UCP, profile advertisement; RFC 8941, dictionaries.

use serde_json::Value;
use sfv::{BareItem, Dictionary, Item, ListEntry, Parser};

use super::authority::profile_address;
use super::failure::{Failure, FailureCode};

/// Reads the address from a `UCP-Agent` header. Of several such headers, the values are joined with commas.
///
/// ```
/// use tradespec_protocol::profiles::profile_of_header;
///
/// let address = profile_of_header(r#"profile="https://agent.example/profile.json""#)?;
/// assert_eq!(address, "https://agent.example/profile.json");
/// assert!(profile_of_header("https://agent.example/profile.json").is_err());
/// # Ok::<(), tradespec_protocol::profiles::Failure>(())
/// ```
pub fn profile_of_header(value: &str) -> Result<String, Failure> {
    let wrong = || {
        invalid("UCP-Agent must be a dictionary with a text: profile=\"https://agent.example/profile.json\"")
    };
    let members: Dictionary = Parser::new(value).parse().map_err(|_| wrong())?;
    match members.get("profile") {
        Some(ListEntry::Item(Item { bare_item: BareItem::String(address), .. })) => checked(address.as_str()),
        _ => Err(wrong()),
    }
}

/// Reads the address from the `meta` of an MCP request.
///
/// ```
/// use serde_json::json;
/// use tradespec_protocol::profiles::profile_of_meta;
///
/// let meta = json!({"ucp-agent": {"profile": "https://agent.example/profile.json"}});
/// assert_eq!(profile_of_meta(&meta)?, "https://agent.example/profile.json");
/// # Ok::<(), tradespec_protocol::profiles::Failure>(())
/// ```
pub fn profile_of_meta(meta: &Value) -> Result<String, Failure> {
    let address = meta.get("ucp-agent").and_then(|agent| agent.get("profile")).and_then(Value::as_str);
    checked(address.ok_or_else(|| invalid("meta must have ucp-agent.profile, the address of a profile"))?)
}

fn checked(address: &str) -> Result<String, Failure> {
    let url = profile_address(address);
    url.map(String::from).map_err(|fault| invalid(format!("the address of the profile: {fault}")))
}

fn invalid(message: impl Into<String>) -> Failure {
    Failure::new(FailureCode::InvalidProfileUrl, message)
}
