//! One entry of a HAR document.
//!
//! In:  the text of an element of `log.entries`.
//! Out: an [`Exchange`]; nothing for what is none; or everything that is wrong with it.
//! Holds: members that are not known do not matter.
//!
//! Source: HTTP Archive 1.2.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::value::RawValue;
use tradespec_validator::Origin;

use super::fields::{self, Fields, Object};
use super::target::Target;
use super::{Body, Exchange, Fault, Message};

const WHOLE: &str = "an entry is one object with \"request\" and \"response\"";
const MEANING: &str = "no entry, which is an object with \"request\" and \"response\"";

/// Recorders differ in whether they fill up the last group.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Reads the exchange of an entry.
pub(super) fn read(bytes: &[u8], origin: Origin) -> Result<Option<Exchange>, Vec<Fault>> {
    fields::whole(bytes, origin, WHOLE, |fields, whole| exchange(fields, whole, origin))
}

fn exchange<'t>(fields: &mut Fields<'t>, whole: &'t RawValue, origin: Origin) -> Option<Exchange> {
    let entry = fields.object(whole, &["request", "response", "startedDateTime"], MEANING)?;
    let asked = fields.part(&entry, "request", &["method", "url", "headers", "postData"]);
    let answered = fields.part(&entry, "response", &["status", "headers", "content"]);
    let (asked, answered) = (asked?, answered?);
    if answered.get("status").is_some_and(|status| status.get() == "0") {
        return None;
    }
    let method = fields.method(&asked);
    let target = fields.target(&asked, "url");
    let request = message(fields, &asked, "postData", &["text"]);
    let status = fields.status(&answered);
    let response = message(fields, &answered, "content", &["text", "encoding"]);
    let time = fields::time(&entry, "startedDateTime");
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

/// One side, with its body in the member of that name.
fn message<'t>(fields: &mut Fields<'t>, of: &Object<'t>, name: &str, known: &[&str]) -> Option<Message> {
    let content = fields.part(of, name, known)?;
    let body = fields.text_body(&content, "text").and_then(|body| decoded(fields, &content, body));
    Some(Message { headers: fields.headers(of), body })
}

/// The bytes that a text stands for.
fn decoded<'t>(fields: &mut Fields<'t>, content: &Object<'t>, body: Body) -> Option<Body> {
    let Some(encoding) = content.get("encoding") else { return Some(body) };
    match encoding.get() {
        "\"\"" => Some(body),
        "\"base64\"" => match BASE64.decode(&body.bytes) {
            Ok(bytes) => Some(Body { bytes, verbatim: false, ..body }),
            Err(_) => {
                fields.wrong(encoding.get(), "\"text\" is not in base64, as \"encoding\" says");
                None
            }
        },
        _ => {
            fields.wrong(encoding.get(), "\"encoding\" is not \"base64\", the only one that is known");
            None
        }
    }
}
