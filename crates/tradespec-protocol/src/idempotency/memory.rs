//! A store in memory, for one process.
//!
//! In:  a clock and limits.
//! Out: a [`Store`] that any number of threads can share.
//! Holds: a record that counts is never thrown away to make room; instead, nothing new is begun. Records that have
//! expired go whenever something is begun, each once.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use super::body::Fingerprint;
use super::decision::{Record, Response};
use super::key::Scope;
use super::store::{Begun, Clock, MIN_RETENTION, Store};

/// How much a [`MemoryStore`] keeps, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How long an answer is kept after it was given; at least [`MIN_RETENTION`].
    pub retention: Duration,
    /// How many records there may be.
    pub records: usize,
    /// Above so many bytes of scopes and answers nothing is begun. What is in flight then may still go beyond.
    pub bytes: usize,
    /// What `Retry-After` says about a request in flight.
    pub retry_after: Duration,
}

impl Default for Limits {
    /// 24 hours, 100,000 records, 256 MiB, one second.
    fn default() -> Self {
        Self {
            retention: MIN_RETENTION,
            records: 100_000,
            bytes: 256 << 20,
            retry_after: Duration::from_secs(1),
        }
    }
}

/// A store in memory. What is in it ends with the process.
///
/// ```
/// use std::time::SystemTime;
/// use tradespec_protocol::idempotency::{Limits, MemoryStore};
///
/// let store = MemoryStore::new(SystemTime::now);
/// assert!(store.is_empty());
///
/// let minute = Limits { retention: std::time::Duration::from_secs(60), ..Limits::default() };
/// assert!(MemoryStore::with_limits(SystemTime::now, minute).is_err());
/// ```
#[derive(Debug)]
pub struct MemoryStore<C> {
    clock: C,
    limits: Limits,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    records: HashMap<Arc<Scope>, Kept>,
    /// When records were completed, in that order.
    completed: VecDeque<(SystemTime, Arc<Scope>)>,
    bytes: usize,
    last_ticket: u64,
}

#[derive(Debug)]
struct Kept {
    ticket: u64,
    fingerprint: Fingerprint,
    bytes: usize,
    answer: Option<Arc<Response>>,
}

/// Why a [`MemoryStore`] cannot do its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no room for another record until one expires.
    Full,
    /// Nothing is in flight under this ticket.
    NotInFlight,
}

/// A retention below [`MIN_RETENTION`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionTooShort(());

impl<C: Clock> MemoryStore<C> {
    /// A store with the default limits.
    pub fn new(clock: C) -> Self {
        Self { clock, limits: Limits::default(), inner: Mutex::default() }
    }

    /// A store with these limits.
    ///
    /// # Errors
    /// The retention is below [`MIN_RETENTION`].
    pub fn with_limits(clock: C, limits: Limits) -> Result<Self, RetentionTooShort> {
        if limits.retention < MIN_RETENTION {
            return Err(RetentionTooShort(()));
        }
        Ok(Self { clock, limits, inner: Mutex::default() })
    }

    /// How many records there are, in flight or completed.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().records.len()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// No thread leaves the records half changed, so it does not matter if one panicked.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<C: Clock> Store for MemoryStore<C> {
    type Ticket = u64;
    type Error = StoreError;

    fn begin(&self, scope: &Scope, fingerprint: &Fingerprint) -> Result<Begun<u64>, StoreError> {
        let now = self.clock.now();
        let mut inner = self.lock();
        inner.forget(now, self.limits.retention);
        if let Some(kept) = inner.records.get(scope) {
            return Ok(Begun::Taken(kept.record(self.limits.retry_after)));
        }
        if inner.records.len() >= self.limits.records || inner.bytes >= self.limits.bytes {
            return Err(StoreError::Full);
        }
        inner.last_ticket += 1;
        let ticket = inner.last_ticket;
        let bytes = scope.identity.len() + scope.path.len() + scope.key.as_str().len();
        inner.bytes += bytes;
        let kept = Kept { ticket, fingerprint: *fingerprint, bytes, answer: None };
        inner.records.insert(Arc::new(scope.clone()), kept);
        Ok(Begun::Started(ticket))
    }

    fn complete(&self, scope: &Scope, ticket: u64, response: &Response) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut guard = self.lock();
        let inner = &mut *guard;
        let Some((shared, _)) = inner.records.get_key_value(scope) else {
            return Err(StoreError::NotInFlight);
        };
        let shared = Arc::clone(shared);
        let kept = inner.records.get_mut(scope).filter(|kept| kept.is_held_by(ticket));
        let kept = kept.ok_or(StoreError::NotInFlight)?;
        let headers: usize = response.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        let bytes = response.body.len() + headers;
        kept.bytes += bytes;
        kept.answer = Some(Arc::new(response.clone()));
        inner.bytes += bytes;
        inner.completed.push_back((now, shared));
        Ok(())
    }

    fn release(&self, scope: &Scope, ticket: u64) -> Result<(), StoreError> {
        let mut inner = self.lock();
        if !inner.records.get(scope).is_some_and(|kept| kept.is_held_by(ticket)) {
            return Err(StoreError::NotInFlight);
        }
        inner.remove(scope);
        Ok(())
    }
}

impl Inner {
    /// Removes what was kept long enough. A clock that goes backwards keeps it longer, never shorter.
    fn forget(&mut self, now: SystemTime, retention: Duration) {
        let expired = |since: SystemTime| now.duration_since(since).is_ok_and(|age| age >= retention);
        while self.completed.front().is_some_and(|(since, _)| expired(*since))
            && let Some((_, scope)) = self.completed.pop_front()
        {
            self.remove(&scope);
        }
    }

    fn remove(&mut self, scope: &Scope) {
        if let Some(kept) = self.records.remove(scope) {
            self.bytes -= kept.bytes;
        }
    }
}

impl Kept {
    fn is_held_by(&self, ticket: u64) -> bool {
        self.ticket == ticket && self.answer.is_none()
    }

    fn record(&self, retry_after: Duration) -> Record {
        let fingerprint = self.fingerprint;
        match &self.answer {
            None => Record::InFlight { fingerprint, retry_after },
            Some(response) => Record::Completed { fingerprint, response: Arc::clone(response) },
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Full => "no room for another idempotency record; answer 503 and try again later",
            Self::NotInFlight => "no request is in flight under this ticket",
        })
    }
}

impl std::error::Error for StoreError {}

impl fmt::Display for RetentionTooShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("answers are kept for at least 24 hours; give a longer retention")
    }
}

impl std::error::Error for RetentionTooShort {}
