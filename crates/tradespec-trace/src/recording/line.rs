//! One line of JSON lines.
//!
//! In:  the text of a line.
//! Out: an [`Exchange`]; nothing for what is none; or everything that is wrong with it.
//! Holds: members that are not known do not matter.

use serde_json::value::RawValue;
use tradespec_validator::Origin;

use super::fields::{self, Fields, Object};
use super::target::Target;
use super::{Exchange, Fault, Message};

const WHOLE: &str = "a recording has one exchange a line, or is a HAR document, which begins with \"log\"";
const MEANING: &str =
    "no exchange, which is an object with \"method\", \"path\" and \"status\", \"request\" and \"response\"";

/// Reads the exchange of a line.
pub(super) fn read(bytes: &[u8], origin: Origin) -> Result<Option<Exchange>, Vec<Fault>> {
    fields::whole(bytes, origin, WHOLE, |fields, whole| exchange(fields, whole, origin))
}

fn exchange<'t>(fields: &mut Fields<'t>, whole: &'t RawValue, origin: Origin) -> Option<Exchange> {
    let known = ["method", "path", "request", "status", "response", "time"];
    let members = fields.object(whole, &known, MEANING)?;
    let method = fields.method(&members);
    let target = fields.target(&members, "path");
    let request = message(fields, &members, "request");
    let status = fields.status(&members);
    let response = message(fields, &members, "response");
    let time = fields::time(&members, "time");
    let Target::Path { authority, path } = target? else { return None };
    let exchange = Exchange {
        origin,
        time,
        method: method?,
        authority,
        path,
        request: request?,
        status: status?,
        response: response?,
    };
    Some(exchange.with_host())
}

fn message<'t>(fields: &mut Fields<'t>, of: &Object<'t>, name: &str) -> Option<Message> {
    let members = fields.part(of, name, &["headers", "body"])?;
    Some(Message { headers: fields.headers(&members), body: fields.body(&members, "body") })
}
