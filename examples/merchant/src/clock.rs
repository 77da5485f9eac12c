//! The time, as whoever makes a merchant has it.
//!
//! In:  a function that says what time it is.
//! Out: a [`Watch`], for the shop and for the store of idempotency keys.
//! Holds: nothing else in this crate asks for the time.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use jiff::Timestamp;
use tradespec_protocol::idempotency::Clock;
use tradespec_runtime::DateTime;

/// 2026-05-04, 09:00 UTC.
const STOPPED_AT: Duration = Duration::from_secs(1_777_885_200);

/// What says the time to a merchant.
#[derive(Clone)]
pub struct Watch(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Watch {
    /// A watch that asks `now`.
    pub fn new(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// A watch that stands still, so that two runs are the same.
    #[must_use]
    pub fn stopped() -> Self {
        Self::new(|| SystemTime::UNIX_EPOCH + STOPPED_AT)
    }

    /// The time as it stands in messages: to the second, in UTC.
    pub(crate) fn timestamp(&self) -> DateTime {
        let seconds = self.now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let second = i64::try_from(seconds).ok().and_then(|seconds| Timestamp::from_second(seconds).ok());
        second.unwrap_or(Timestamp::UNIX_EPOCH).to_string().into()
    }
}

impl Clock for Watch {
    fn now(&self) -> SystemTime {
        (self.0)()
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watch").field(&self.now()).finish()
    }
}
