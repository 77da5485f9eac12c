//! The members of one exchange, each with its place in the file.
//!
//! In:  the text of an exchange.
//! Out: texts, status codes, headers and bodies; and a [`Fault`] for each member that is not what it should be.
//! Holds: no fault has a value of the text in it.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use tradespec_validator::Origin;

use super::target::{self, Target};
use super::{Body, Exchange, Fault, Headers, cursor};

/// How many faults of one exchange are told.
const MOST_FAULTS: usize = 20;

/// The text of an exchange, and what was found to be wrong with it so far.
pub(super) struct Fields<'t> {
    text: &'t str,
    origin: Origin,
    pub(super) faults: Vec<Fault>,
}

/// The members of an object in their order; one may stand twice.
pub(super) struct Object<'t> {
    /// Its text; that of the object around it for one that is not there.
    text: &'t str,
    members: Vec<(String, &'t RawValue)>,
}

impl<'t> Object<'t> {
    /// The member of that name, unless it is `null`.
    pub(super) fn get(&self, name: &str) -> Option<&'t RawValue> {
        let found = self.members.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| *value).filter(|value| value.get() != "null")
    }
}

/// Reads the exchange that starts at `origin`: JSON, of which `exchange` makes one; `whole` says what it should be.
pub(super) fn whole(
    bytes: &[u8],
    origin: Origin,
    whole: &str,
    exchange: impl for<'t> FnOnce(&mut Fields<'t>, &'t RawValue) -> Option<Exchange>,
) -> Result<Option<Exchange>, Vec<Fault>> {
    let (mut fields, value) = Fields::new(bytes, origin, whole).map_err(|fault| vec![fault])?;
    let exchange = exchange(&mut fields, value);
    if fields.faults.is_empty() { Ok(exchange) } else { Err(fields.faults) }
}

impl<'t> Fields<'t> {
    /// The exchange that starts at `origin`, as JSON; `whole` says what it should be.
    fn new(bytes: &'t [u8], origin: Origin, whole: &str) -> Result<(Self, &'t RawValue), Fault> {
        let at = |offset: usize| {
            let mut place = origin;
            cursor::advance(&mut place, bytes.get(..offset).unwrap_or(bytes));
            place
        };
        let text = str::from_utf8(bytes).map_err(|error| {
            Fault::new(at(error.valid_up_to()), "not UTF-8; a recording is a text in UTF-8")
        })?;
        let value = serde_json::from_str(text).map_err(|error: serde_json::Error| {
            let (place, what) = if error.is_eof() {
                (at(text.len()), "it ends too early".to_owned())
            } else {
                (at(offset(text, &error)), said(&error))
            };
            Fault::new(place, format!("not JSON: {what}; {whole}"))
        })?;
        Ok((Self { text, origin, faults: Vec::new() }, value))
    }

    /// Where a part of the text stands in the file.
    fn place(&self, part: &str) -> Origin {
        let before = (part.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let mut place = self.origin;
        cursor::advance(&mut place, self.text.as_bytes().get(..before).unwrap_or_default());
        place
    }

    /// Says that a part of the text is wrong, unless enough is.
    pub(super) fn wrong(&mut self, part: &str, message: impl Into<String>) {
        if self.faults.len() < MOST_FAULTS {
            let place = self.place(part);
            self.faults.push(Fault::new(place, message));
        }
    }

    /// The members of an object, of which no `known` one may stand twice; `meaning` says what it should be.
    pub(super) fn object(
        &mut self,
        value: &'t RawValue,
        known: &[&str],
        meaning: &str,
    ) -> Option<Object<'t>> {
        let Some(object) = read(value) else {
            self.wrong(value.get(), meaning);
            return None;
        };
        for known in known {
            let of_name = object.members.iter().filter(|(name, _)| name == known);
            for (_, value) in of_name.skip(1) {
                self.wrong(value.get(), format!("\"{known}\" stands twice; leave one of them out"));
            }
        }
        Some(object)
    }

    /// The members of an object that is a member of another; one that is missing has none.
    pub(super) fn part(&mut self, of: &Object<'t>, name: &str, known: &[&str]) -> Option<Object<'t>> {
        let Some(value) = of.get(name) else { return Some(Object { text: of.text, members: Vec::new() }) };
        self.object(value, known, &format!("\"{name}\" is no object"))
    }

    /// A text that must be there; `meaning` says what it is.
    pub(super) fn text(&mut self, of: &Object<'t>, name: &str, meaning: &str) -> Option<(&'t str, String)> {
        let Some(value) = of.get(name) else {
            self.wrong(of.text, format!("no \"{name}\": {meaning}"));
            return None;
        };
        Some((value.get(), self.as_text(name, value)?))
    }

    /// A value that should be a text.
    fn as_text(&mut self, name: &str, value: &'t RawValue) -> Option<String> {
        let text = serde_json::from_str(value.get()).ok();
        if text.is_none() {
            let message = if is_text(value) {
                format!("\"{name}\" has an escape that stands for no character, such as half of a pair")
            } else {
                format!("\"{name}\" is no text")
            };
            self.wrong(value.get(), message);
        }
        text
    }

    /// What the request is for: the path or the URL that is the member of that name.
    pub(super) fn target(&mut self, of: &Object<'t>, name: &str) -> Option<Target> {
        let (at, text) = self.text(of, name, "the path of the request, or its URL")?;
        let target = target::parse(&text);
        if target.is_none() {
            let message = format!("\"{name}\" is neither a path, which begins with \"/\", nor a URL");
            self.wrong(at, message);
        }
        target
    }

    /// The method, in capitals.
    pub(super) fn method(&mut self, of: &Object<'t>) -> Option<String> {
        let (at, method) = self.text(of, "method", "the method of the request, such as POST")?;
        let is_method = !method.is_empty() && method.bytes().all(|byte| byte.is_ascii_graphic());
        if !is_method {
            self.wrong(at, "\"method\" is no method, such as POST");
        }
        is_method.then(|| method.to_ascii_uppercase())
    }

    /// The status code.
    pub(super) fn status(&mut self, of: &Object<'t>) -> Option<u16> {
        let Some(value) = of.get("status") else {
            self.wrong(of.text, "no \"status\": the status code of the response, from 100 to 599");
            return None;
        };
        let status = serde_json::from_str(value.get()).ok().filter(|status| (100..600).contains(status));
        if status.is_none() {
            self.wrong(value.get(), "\"status\" is no whole number from 100 to 599");
        }
        status
    }

    /// The headers, of any shape that recorders write.
    pub(super) fn headers(&mut self, of: &Object<'t>) -> Headers {
        let Some(value) = of.get("headers") else { return Headers::default() };
        let mut headers = Vec::new();
        if let Some(object) = read(value) {
            for (name, value) in object.members {
                if let Ok(text) = serde_json::from_str(value.get()) {
                    headers.push((name, text));
                } else if let Ok(texts) = serde_json::from_str::<Vec<String>>(value.get()) {
                    headers.extend(texts.into_iter().map(|text| (name.clone(), text)));
                } else {
                    self.wrong(value.get(), "the value of a header is neither a text nor a list of texts");
                }
            }
        } else if let Ok(list) = serde_json::from_str::<Vec<&RawValue>>(value.get()) {
            for header in list {
                let members = ["name", "value"];
                let meaning = "a header is no object with \"name\" and \"value\"";
                let Some(header) = self.object(header, &members, meaning) else { continue };
                let name = self.text(&header, "name", "the name of the header");
                let value = self.text(&header, "value", "the value of the header");
                headers.extend(name.zip(value).map(|((_, name), (_, value))| (name, value)));
            }
        } else {
            let message = "\"headers\" is neither an object, of names with texts, nor a list of objects with \"name\" \
                           and \"value\"";
            self.wrong(value.get(), message);
        }
        Headers::new(headers)
    }

    /// A body: JSON as it stands there, or the text that is written as a text.
    pub(super) fn body(&mut self, of: &Object<'t>, name: &str) -> Option<Body> {
        let value = of.get(name)?;
        if is_text(value) {
            return self.text_body(of, name);
        }
        let origin = self.place(value.get());
        Some(Body { bytes: value.get().as_bytes().to_vec(), origin, verbatim: true })
    }

    /// A body that is written as a text. There is none where the text is empty.
    pub(super) fn text_body(&mut self, of: &Object<'t>, name: &str) -> Option<Body> {
        let value = of.get(name)?;
        let text = self.as_text(name, value).filter(|text| !text.is_empty())?;
        let verbatim = !value.get().contains('\\');
        // The text starts behind its quote.
        let origin = self.place(value.get().get(1..).unwrap_or_default());
        Some(Body { bytes: text.into_bytes(), origin, verbatim })
    }
}

/// When a request was sent, in milliseconds since 1970; what is no time is none.
pub(super) fn time(of: &Object<'_>, name: &str) -> Option<i64> {
    let text: String = serde_json::from_str(of.get(name)?.get()).ok()?;
    text.parse().ok().map(jiff::Timestamp::as_millisecond)
}

fn is_text(value: &RawValue) -> bool {
    value.get().starts_with('"')
}

/// The offset of a fault that JSON has by line and column.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let lines_before = error.line().saturating_sub(1);
    let line_start: usize = text.split_inclusive('\n').take(lines_before).map(str::len).sum();
    line_start + error.column().saturating_sub(1)
}

/// What is wrong, without the place in the text of one exchange, which is not the place in the file.
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_owned()
}

/// The members of a value that is an object.
fn read(value: &RawValue) -> Option<Object<'_>> {
    let Members(members) = serde_json::from_str(value.get()).ok()?;
    Some(Object { text: value.get(), members })
}

/// The members of an object as they stand there.
struct Members<'t>(Vec<(String, &'t RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(InOrder)
    }
}

struct InOrder;

impl<'de> Visitor<'de> for InOrder {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Members(members))
    }
}
