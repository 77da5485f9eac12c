//! Recordings: files of requests with their answers.
//!
//! In:  JSON lines, or a HAR document, from any reader.
//! Out: one [`Exchange`] after the other, each with its place in the file; or the [`Fault`] of one that cannot be read.
//! Holds: one exchange is in memory at a time, and none is larger than [`Limits`] allows; a fault does not hide the
//! exchanges after it.

mod cursor;
mod entry;
mod fields;
mod har;
mod line;
mod lines;
mod opening;
mod target;

use std::io::{self, BufRead, Read};

use tradespec_validator::Origin;

use cursor::Cursor;
use opening::Opening;

/// What is read at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The size of one exchange, in bytes of the file.
    pub exchange_bytes: usize,
}

impl Default for Limits {
    /// 16 MiB.
    fn default() -> Self {
        Self { exchange_bytes: 16 << 20 }
    }
}

/// One request with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// Where it starts in the file.
    pub origin: Origin,
    /// When the request was sent, in milliseconds since 1970 (UTC), where the recording says.
    pub time: Option<i64>,
    /// The method, in capitals.
    pub method: String,
    /// The host with its port, where the recording says.
    pub authority: Option<String>,
    /// The path without query and fragment.
    pub path: String,
    /// What was sent.
    pub request: Message,
    /// The status code of the answer.
    pub status: u16,
    /// What was answered.
    pub response: Message,
}

/// One side of an exchange.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Message {
    /// The headers, in their order.
    pub headers: Headers,
    /// The body, if there is one.
    pub body: Option<Body>,
}

/// The headers of one side.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// These headers.
    #[must_use]
    pub fn new(headers: Vec<(String, String)>) -> Self {
        Self(headers)
    }

    /// Whether the recording has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first value of the header of that name, whatever its case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Every header with its value, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A body, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Where it starts in the file.
    pub origin: Origin,
    /// Whether the file has the very bytes there, so that a place in the body is a place in the file. Otherwise it stands
    /// there as a text of JSON or in another encoding.
    pub verbatim: bool,
}

/// Something that is no exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where it is in the file.
    pub origin: Origin,
    /// What is wrong and what would be right: lower case, no full stop, no value of the recording.
    pub message: String,
}

impl Exchange {
    /// The exchange with the host that its request names, if none is known yet.
    fn with_host(mut self) -> Self {
        if self.authority.is_none() {
            self.authority = self.request.headers.get("host").map(str::to_ascii_lowercase);
        }
        self
    }
}

impl Fault {
    fn new(origin: Origin, message: impl Into<String>) -> Self {
        Self { origin, message: message.into() }
    }
}

/// Says that an exchange is too long to be read.
fn too_long(origin: Origin, limits: Limits) -> Fault {
    let message = format!(
        "an exchange of more than {} bytes is not read; leave out what makes it so large",
        limits.exchange_bytes
    );
    Fault::new(origin, message)
}

/// What was passed over in a recording.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Passed {
    /// What is no exchange: requests that were aborted, so that there is no response, and what was not fetched by HTTP,
    /// such as `data:` URLs.
    pub no_exchange: usize,
}

/// Reads a recording, and hands each exchange or fault to `each` until that says `false`. One exchange may have several
/// faults.
///
/// ```
/// use tradespec_trace::recording::{Limits, read};
///
/// let recording = br#"{"method": "GET", "path": "/checkout_sessions/cs_1", "status": 200, "response": {"body": {"id": "cs_1"}}}
/// {"method": "GET", "path": "/checkout_sessions/cs_1"}
/// "#;
/// let mut found = Vec::new();
/// read(&mut recording.as_slice(), Limits::default(), &mut |exchange| {
///     found.push(exchange);
///     true
/// })?;
///
/// let exchange = found[0].as_ref().unwrap();
/// let body = exchange.response.body.as_ref().unwrap();
/// assert_eq!((exchange.status, body.bytes.as_slice()), (200, br#"{"id": "cs_1"}"#.as_slice()));
/// assert_eq!((body.origin.line, body.origin.column), (1, 90));
///
/// let fault = found[1].as_ref().unwrap_err();
/// assert_eq!((fault.origin.line, fault.message.as_str()), (2, "no \"status\": the status code of the response, from 100 to 599"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// The reader fails.
pub fn read(
    reader: &mut dyn BufRead,
    limits: Limits,
    each: &mut dyn FnMut(Result<Exchange, Fault>) -> bool,
) -> io::Result<Passed> {
    let mut passed = Passed::default();
    let mut cursor = Cursor::new(reader);
    match opening::read(&mut cursor, limits.exchange_bytes)? {
        Opening::Har => har::read(&mut cursor, limits, &mut passed, each)?,
        Opening::Lines { start, read } => {
            lines::read(&mut read.as_slice().chain(cursor.into_reader()), start, limits, &mut passed, each)?;
        }
        Opening::List { start } => {
            let message =
                "a list is no recording; write one exchange a line, without brackets and commas around them";
            each(Err(Fault::new(start, message)));
        }
    }
    Ok(passed)
}

/// Hands over an exchange or each of its faults, until `each` says `false`.
fn hand_over(
    read: Result<Option<Exchange>, Vec<Fault>>,
    passed: &mut Passed,
    each: &mut dyn FnMut(Result<Exchange, Fault>) -> bool,
) -> bool {
    match read {
        Ok(Some(exchange)) => each(Ok(exchange)),
        Ok(None) => {
            passed.no_exchange += 1;
            true
        }
        Err(mut faults) => {
            faults.sort_by_key(|fault| fault.origin.offset);
            faults.into_iter().all(|fault| each(Err(fault)))
        }
    }
}
