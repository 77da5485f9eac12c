//! The checker of recordings.
//!
//! ```text
//! Exchange ──route──▶ Seen ──headers, bodies, replays, negotiation, sessions──▶ Checked, and an event of the timeline
//! ```
//!
//! In:  exchanges in the order in which they were recorded.
//! Out: what is wrong with each, and in the end the [`Timelines`].
//! Holds: what is remembered is bounded by [`Limits`], and has no bodies in it.

use std::collections::HashMap;

use tradespec_protocol::session::Session;
use tradespec_schema::{Error, Extension, Pointer, Release};
use tradespec_validator::render::{Checked, Subject as Against};
use tradespec_validator::{Builder, Checker, Diagnostic, Kind, Report};

use crate::check::negotiation::{self, Declared};
use crate::check::replays::{Effect, Replays};
use crate::check::sessions::Life;
use crate::check::{bodies, headers};
use crate::code::Code;
use crate::digest::{Digest, digest_of};
use crate::findings::{Findings, start};
use crate::recent::Recent;
use crate::recording::{Exchange, Fault};
use crate::route::{Route, route};
use crate::rule::Rule;
use crate::seen::{Seen, Subject};
use crate::timeline::{Event, Finding, Timeline, Timelines};

/// What is remembered at most; of sessions and keys at least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Sessions and carts; the oldest is forgotten when there are more.
    pub sessions: usize,
    /// Answers to requests with idempotency keys; the oldest is forgotten when there are more.
    pub keys: usize,
    /// Exchanges in the timelines; those after them are left out.
    pub events: usize,
}

impl Default for Limits {
    /// 50,000 sessions, 200,000 keys, 100,000 events.
    fn default() -> Self {
        Self { sessions: 50_000, keys: 200_000, events: 100_000 }
    }
}

/// The most characters of an id that a timeline shows.
const SHOWN: usize = 80;

/// Checks exchanges, one after the other.
///
/// ```
/// use tradespec_trace::{Tracer, recording};
/// use tradespec_validator::Validator;
///
/// let recorded = br#"{"method": "POST", "path": "/checkout_sessions/cs_1/cancel", "status": 500,
///   "request": {"headers": {"api-version": "2026-04-17", "idempotency-key": "k"}},
///   "response": {"body": {"error": {"type": "processing_error", "code": "oops", "message": "Try again."}}}}"#;
/// let line = recorded.iter().map(|byte| if *byte == b'\n' { b' ' } else { *byte }).collect::<Vec<u8>>();
///
/// let mut tracer = Tracer::new(Validator::builder())?;
/// let mut found = Vec::new();
/// recording::read(&mut &line[..], recording::Limits::default(), &mut |exchange| {
///     found.extend(exchange.ok().and_then(|exchange| tracer.exchange("traffic.jsonl", &exchange)));
///     true
/// })?;
/// assert_eq!(found[0].report[0].code.as_str(), "wrapped-error");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Tracer<'c> {
    checker: Checker<'c>,
    known: HashMap<Release, Known>,
    limits: Limits,
    replays: Replays,
    lives: Recent<Key, Life>,
    timelines: Timelines,
    /// Where the timeline of each session is.
    shown: HashMap<Key, usize>,
    events: usize,
    passed_over: usize,
}

/// What is known of a release.
#[derive(Debug)]
struct Known {
    extensions: Vec<Extension>,
    /// A session of which nothing was seen; its copies share the table of transitions.
    session: Session,
}

/// Which session or cart, of which host.
type Key = (Subject, Digest);

impl<'c> Tracer<'c> {
    /// A checker with the schemas that `builder` chooses from; its message rules are always on.
    ///
    /// # Errors
    ///
    /// Those of [`Builder::checker`].
    pub fn new(builder: Builder<'c>) -> Result<Self, Error> {
        Self::with_limits(builder, Limits::default())
    }

    /// As [`Self::new`], with other limits.
    ///
    /// # Errors
    ///
    /// Those of [`Builder::checker`].
    pub fn with_limits(builder: Builder<'c>, limits: Limits) -> Result<Self, Error> {
        let checker = builder.rules().checker()?;
        Ok(Self {
            checker,
            known: HashMap::new(),
            limits,
            replays: Replays::new(limits.keys),
            lives: Recent::new(limits.sessions),
            timelines: Timelines::default(),
            shown: HashMap::new(),
            events: 0,
            passed_over: 0,
        })
    }

    /// Forgets every exchange: what comes next is another recording, of another seller maybe.
    pub fn forget(&mut self) {
        self.replays = Replays::new(self.limits.keys);
        self.lives = Recent::new(self.limits.sessions);
        self.shown.clear();
        self.timelines = Timelines::default();
        (self.events, self.passed_over) = (0, 0);
    }

    /// How many exchanges had nothing to do with the protocol.
    #[must_use]
    pub fn passed_over(&self) -> usize {
        self.passed_over
    }

    /// What happened to each session.
    #[must_use]
    pub fn into_timelines(self) -> Timelines {
        self.timelines
    }

    /// A part of a recording that is no exchange.
    #[must_use]
    pub fn fault(&self, path: &str, fault: &Fault) -> Checked<Code> {
        let code = Code::Exchange(Rule::UnreadableExchange);
        let mut diagnostic = Diagnostic::of(code, Pointer::root(), &fault.message);
        diagnostic.span = Some(start(fault.origin));
        Checked::new(path, Some(fault.origin.line), None, Report::new(vec![diagnostic]))
    }

    /// Checks an exchange of the recording at `path`; none if it has nothing to do with the protocol.
    pub fn exchange(&mut self, path: &str, exchange: &Exchange) -> Option<Checked<Code>> {
        let mut findings = Findings::new(exchange);
        let (operation, id) = match route(self.checker.protocol(), &exchange.method, &exchange.path) {
            Route::Known(operation, id) => (operation, id),
            Route::Unknown if exchange.request.headers.get(headers::API_VERSION).is_some() => {
                unknown(exchange, "the protocol has no such operation", &mut findings);
                return Some(self.checked(path, exchange, None, findings.done()));
            }
            Route::Unknown | Route::Other => {
                self.passed_over += 1;
                return None;
            }
        };
        let seen = Seen::new(exchange, operation, id);
        headers::check(&seen, &self.checker, &mut findings);
        let Some(release) = self.release(&seen) else {
            return Some(self.checked(path, exchange, None, findings.done()));
        };
        let against = self.judge(&seen, &release, &mut findings);
        let diagnostics = findings.done();
        self.note(path, &seen, &release, &diagnostics, &against);
        Some(self.checked(path, exchange, Some((&seen, &release, &against.extensions)), diagnostics))
    }

    /// The release by which an exchange is judged: the one that it asks for, if that is known; without one, the one that
    /// the answer states, or else the one that was chosen, or the newest.
    fn release(&self, seen: &Seen<'_>) -> Option<Release> {
        let releases = self.checker.releases();
        let known = |date: &str| releases.iter().find(|release| release.as_str() == date).cloned();
        match seen.exchange.request.headers.get(headers::API_VERSION) {
            Some(asked) => known(asked),
            None => {
                let stated = seen.response.pointer(self.checker.protocol().stated_release());
                let stated = stated.and_then(|stated| known(stated.as_str()?));
                let has_it = |release: &Release| {
                    let name = seen.operation.response.unwrap_or_default();
                    self.checker.validator(Some(release), &[], name).is_ok()
                };
                stated.filter(has_it).or_else(|| self.checker.release_unless_stated().cloned())
            }
        }
    }

    fn judge(&mut self, seen: &Seen<'_>, release: &Release, findings: &mut Findings<'_>) -> Judged {
        let key = key(seen);
        let active =
            key.and_then(|key| self.lives.get(key)).map(|life| life.extensions.clone()).unwrap_or_default();
        let extensions = match bodies::check(&self.checker, seen, release, &active, findings) {
            Ok(extensions) => extensions,
            Err(error) => {
                let why: Vec<_> = error.problems().iter().map(|problem| problem.message.as_str()).collect();
                let message = format!("release {release} has no such operation: {}", why.join("; "));
                unknown(seen.exchange, &message, findings);
                return Judged { key, extensions: Vec::new(), replayed: false };
            }
        };
        let effect = self.replays.check(seen, findings);
        if effect == Effect::Usual
            && let Some(key) = key
        {
            self.live(key, seen, release, &extensions, findings);
        }
        Judged { key, extensions, replayed: effect == Effect::Replay }
    }

    /// Takes an exchange into the life of its session.
    fn live(
        &mut self,
        key: Key,
        seen: &Seen<'_>,
        release: &Release,
        extensions: &[String],
        findings: &mut Findings<'_>,
    ) {
        let known = self.known.entry(release.clone()).or_insert_with(|| Known {
            extensions: self.checker.extensions(Some(release)).unwrap_or_default(),
            session: Session::new(release),
        });
        let (life, forgotten) = self.lives.entry(key, || {
            let session = || match seen.id {
                Some(id) => known.session.clone().with_id(id),
                None => known.session.clone(),
            };
            Life::new((key.0 == Subject::Session).then(session))
        });
        if let Some(oldest) = forgotten {
            self.shown.remove(&oldest);
        }
        negotiation::check_request(&seen.request, findings);
        let states = seen.request.get("capabilities").is_some();
        if seen.succeeded() && (states || seen.id.is_none()) {
            life.declared = Declared::of(&seen.request);
            negotiation::check_response(&seen.response, &life.declared, &known.extensions, findings);
        }
        if seen.succeeded() && seen.exchange.method == "POST" {
            negotiation::check_enforcement(&seen.response, findings);
        }
        life.check(seen, findings);
        if seen.succeeded() {
            life.extensions = extensions.to_vec();
        }
    }

    fn checked(
        &self,
        path: &str,
        exchange: &Exchange,
        judged: Option<(&Seen<'_>, &Release, &[String])>,
        diagnostics: Vec<Diagnostic<Code>>,
    ) -> Checked<Code> {
        let against = judged.map(|(seen, release, extensions)| Against {
            type_name: seen.operation.name.to_owned(),
            protocol: self.checker.protocol().to_string(),
            release: release.to_string(),
            extensions: extensions.to_vec(),
        });
        Checked::new(path, Some(exchange.origin.line), against, Report::new(diagnostics))
    }

    /// Puts an exchange into the timelines.
    fn note(
        &mut self,
        path: &str,
        seen: &Seen<'_>,
        release: &Release,
        diagnostics: &[Diagnostic<Code>],
        judged: &Judged,
    ) {
        if self.events == self.limits.events {
            self.timelines.left_out += 1;
            return;
        }
        self.events += 1;
        let file = match self.timelines.files.iter().rposition(|file| file == path) {
            Some(file) => file,
            None => {
                self.timelines.files.push(path.to_owned());
                self.timelines.files.len() - 1
            }
        };
        let life = judged.key.and_then(|key| self.lives.get(key));
        let event = Event {
            file,
            line: seen.exchange.origin.line,
            time: seen.exchange.time,
            operation: seen.operation.name.to_owned(),
            status: seen.exchange.status,
            state: life.and_then(Life::status),
            replayed: judged.replayed,
            findings: diagnostics
                .iter()
                .map(|diagnostic| Finding {
                    severity: diagnostic.severity,
                    code: Kind::as_str(diagnostic.code),
                    message: diagnostic.message.clone(),
                })
                .collect(),
        };
        let Some(key) = judged.key else {
            self.timelines.others.push(event);
            return;
        };
        let at = *self.shown.entry(key).or_insert_with(|| {
            let id = seen.id.or_else(|| seen.response.get("id")?.as_str());
            self.timelines.sessions.push(Timeline {
                kind: if key.0 == Subject::Cart { "cart" } else { "session" },
                id: id.map(|id| id.chars().take(SHOWN).collect()),
                release: Some(release.to_string()),
                extensions: Vec::new(),
                events: Vec::new(),
            });
            self.timelines.sessions.len() - 1
        });
        if let Some(timeline) = self.timelines.sessions.get_mut(at) {
            timeline.extensions.clone_from(&judged.extensions);
            timeline.events.push(event);
        }
    }
}

/// What came of judging an exchange.
struct Judged {
    key: Option<Key>,
    extensions: Vec<String>,
    replayed: bool,
}

/// The session or cart that an exchange is about: by the id in the path, or that of the answer which creates it.
fn key(seen: &Seen<'_>) -> Option<Key> {
    let subject = seen.subject();
    let created = || seen.response.get("id").and_then(serde_json::Value::as_str).filter(|_| seen.succeeded());
    let id = seen.id.or_else(created)?;
    let authority = seen.exchange.authority.as_deref().unwrap_or_default();
    (subject != Subject::Other).then(|| (subject, digest_of(&[authority, id])))
}

/// An operation that is not there should not succeed.
fn unknown(exchange: &Exchange, message: &str, findings: &mut Findings<'_>) {
    if (200..=299).contains(&exchange.status) {
        let message = format!("the request succeeds, and {message}");
        let help = "answer 404 or 405, or name a release that has it";
        findings.add(Rule::UnknownOperation, crate::findings::status(), message, help);
    }
}
