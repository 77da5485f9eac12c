//! The store in memory, as time goes by.

use std::cell::Cell;
use std::time::{Duration, SystemTime};

use tradespec_protocol::idempotency::{
    Begin, Clock, Limits, MIN_RETENTION, MemoryStore, Request, Response, StoreError, begin,
};

type TestStore<'c> = MemoryStore<Seconds<'c>>;

/// A clock that tests set, in seconds.
struct Seconds<'c>(&'c Cell<u64>);

impl Clock for Seconds<'_> {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.0.get())
    }
}

const SECOND: Duration = Duration::from_secs(1);

fn store(seconds: &Cell<u64>, limits: Limits) -> TestStore<'_> {
    MemoryStore::with_limits(Seconds(seconds), limits).unwrap()
}

fn post<'r>(key: &'r str, body: &'r [u8]) -> Request<'r> {
    Request { method: "POST", identity: "agent-1", path: "/checkout_sessions", key: Some(key), body }
}

fn answer(status: u16) -> Response {
    Response { status, headers: Vec::new(), body: b"{ }\n".to_vec() }
}

/// Executes the request with this status if it is to be executed; the status that is sent, and whether it was executed.
fn send(store: &TestStore<'_>, request: &Request<'_>, status: u16) -> Result<(u16, bool), StoreError> {
    Ok(match begin(store, request)? {
        Begin::Execute(execution) => (execution.finish(answer(status)).unwrap().status, true),
        Begin::Answer(response) => (response.status, false),
    })
}

#[test]
fn an_answer_is_kept_for_the_retention_and_no_longer() {
    let now = Cell::new(1_000_000);
    let store = store(&now, Limits::default());
    assert_eq!(send(&store, &post("k", b"{}"), 201), Ok((201, true)));
    now.set(now.get() + MIN_RETENTION.as_secs() - 1);
    assert_eq!(send(&store, &post("k", b"{}"), 202), Ok((201, false)));
    assert_eq!(send(&store, &post("k", b"[]"), 202), Ok((422, false)));
    now.set(now.get() + 1);
    assert_eq!(send(&store, &post("k", b"[]"), 202), Ok((202, true)));
    // The key is another request's now.
    assert_eq!(send(&store, &post("k", b"{}"), 203), Ok((422, false)));
}

#[test]
fn the_retention_counts_from_the_answer_and_a_clock_that_goes_back_makes_it_longer() {
    let now = Cell::new(1_000_000);
    let store = store(&now, Limits::default());
    let Ok(Begin::Execute(slow)) = begin(&store, &post("k", b"{}")) else { panic!("not executed") };
    now.set(now.get() + 2 * MIN_RETENTION.as_secs());
    assert_eq!(send(&store, &post("k", b"{}"), 200), Ok((409, false)), "in flight does not expire");
    slow.finish(answer(201)).unwrap();
    now.set(now.get() + MIN_RETENTION.as_secs() - 1);
    assert_eq!(send(&store, &post("k", b"{}"), 200), Ok((201, false)));
    now.set(0);
    assert_eq!(send(&store, &post("k", b"{}"), 200), Ok((201, false)));
}

#[test]
fn after_a_5xx_or_no_answer_at_all_the_key_is_free() {
    let now = Cell::new(0);
    let store = store(&now, Limits::default());
    for status in [500, 503, 599] {
        assert_eq!(send(&store, &post("k", b"{}"), status), Ok((status, true)));
        assert!(store.is_empty());
    }
    drop(begin(&store, &post("k", b"[1]")).unwrap());
    assert!(store.is_empty());
    // Even for another body: nothing is known about the first one.
    assert_eq!(send(&store, &post("k", b"[2]"), 499), Ok((499, true)));
    assert_eq!(send(&store, &post("k", b"[2]"), 201), Ok((499, false)));
}

#[test]
fn a_scope_is_identity_path_and_key() {
    let now = Cell::new(0);
    let store = store(&now, Limits::default());
    let first = post("k", b"{}");
    assert_eq!(send(&store, &first, 201), Ok((201, true)));
    for other in [
        Request { identity: "agent-2", ..first },
        Request { path: "/checkout_sessions/cs_1", ..first },
        Request { key: Some("K"), ..first },
        // What would be the same if the parts were put together.
        Request { identity: "agent-1/", path: "checkout_sessions", ..first },
    ] {
        assert_eq!(send(&store, &other, 200), Ok((200, true)), "{other:?}");
    }
    assert_eq!(store.len(), 5);
    assert_eq!(send(&store, &first, 200), Ok((201, false)));
}

#[test]
fn only_a_post_is_guarded() {
    let now = Cell::new(0);
    let store = store(&now, Limits::default());
    let put = Request { method: "PUT", ..post("k", b"not json") };
    assert_eq!(send(&store, &put, 200), Ok((200, true)));
    assert_eq!(send(&store, &put, 200), Ok((200, true)));
    assert!(store.is_empty());
}

#[test]
fn no_body_is_a_body_of_its_own_and_one_without_meaning_is_refused() {
    let now = Cell::new(0);
    let store = store(&now, Limits::default());
    assert_eq!(send(&store, &post("k", b""), 200), Ok((200, true)));
    assert_eq!(send(&store, &post("k", b""), 201), Ok((200, false)));
    assert_eq!(send(&store, &post("k", b"{}"), 201), Ok((422, false)));
    for body in [&b"{"[..], b"{\"a\":1,\"a\":1}", b" "] {
        let Ok(Begin::Answer(refused)) = begin(&store, &post("k2", body)) else { panic!("executed") };
        assert_eq!(refused.status, 400);
        let error: serde_json::Value = serde_json::from_slice(&refused.body).unwrap();
        assert_eq!((&error["type"], &error["code"]), (&"invalid_request".into(), &"invalid_json".into()));
    }
    assert_eq!(store.len(), 1);
}

#[test]
fn a_full_store_begins_nothing_and_forgets_nothing_that_counts() {
    let now = Cell::new(0);
    let limits = Limits { records: 2, retry_after: 3 * SECOND, ..Limits::default() };
    let store = store(&now, limits);
    assert_eq!(send(&store, &post("a", b"{}"), 201), Ok((201, true)));
    let Ok(Begin::Execute(running)) = begin(&store, &post("b", b"{}")) else { panic!("not executed") };
    assert_eq!(send(&store, &post("c", b"{}"), 201), Err(StoreError::Full));
    assert_eq!(send(&store, &post("a", b"{}"), 200), Ok((201, false)));
    now.set(MIN_RETENTION.as_secs());
    assert_eq!(send(&store, &post("c", b"{}"), 201), Ok((201, true)), "the first has expired");
    let Ok(Begin::Answer(wait)) = begin(&store, &post("b", b"{}")) else { panic!("executed") };
    assert_eq!(wait.headers.last().unwrap(), &("Retry-After".to_owned(), "3".to_owned()));
    running.finish(answer(500)).unwrap();
    assert_eq!(store.len(), 1);
}

#[test]
fn bytes_are_bounded_too_and_given_back() {
    let now = Cell::new(0);
    let store = store(&now, Limits { bytes: 100, ..Limits::default() });
    let key = "k".repeat(90);
    assert_eq!(send(&store, &post(&key, b"{}"), 201), Ok((201, true)));
    assert_eq!(send(&store, &post("c", b"{}"), 201), Err(StoreError::Full));
    now.set(MIN_RETENTION.as_secs());
    assert_eq!(send(&store, &post(&key, b"{}"), 500), Ok((500, true)));
    assert_eq!(send(&store, &post("c", b"{}"), 201), Ok((201, true)));
}

#[test]
fn retention_is_never_below_a_day() {
    let limits = Limits { retention: MIN_RETENTION / 2, ..Limits::default() };
    assert!(MemoryStore::with_limits(SystemTime::now, limits).is_err());
    assert_eq!(Limits::default().retention, MIN_RETENTION);
}
