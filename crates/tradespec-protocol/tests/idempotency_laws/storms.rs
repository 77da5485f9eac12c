//! Retry storms: however many threads send a request, it is executed once.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::SystemTime;

use proptest::prelude::*;
use tradespec_protocol::idempotency::{Begin, MemoryStore, Request, Response, begin};

use crate::model::{Model, Pen, model};

fn store() -> MemoryStore<fn() -> SystemTime> {
    MemoryStore::new(SystemTime::now)
}

/// Sends the request until it is answered for good. As many executions as `failures` counts fail; the others count in `executions`.
fn insist(
    store: &MemoryStore<fn() -> SystemTime>,
    request: &Request<'_>,
    failures: &AtomicUsize,
    executions: &AtomicUsize,
) -> Response {
    loop {
        match begin(store, request).unwrap() {
            Begin::Execute(execution) => {
                let fails = failures
                    .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                    .is_ok();
                if fails {
                    let error = Response { status: 503, headers: Vec::new(), body: Vec::new() };
                    assert_eq!(execution.finish(error).ok().unwrap().status, 503);
                    continue;
                }
                let number = executions.fetch_add(1, Ordering::SeqCst);
                // Others get a chance to run into this one.
                thread::yield_now();
                let body = format!("{{ \"execution\": {number} }}").into_bytes();
                return execution.finish(Response { status: 201, headers: Vec::new(), body }).ok().unwrap();
            }
            Begin::Answer(answer) if answer.status == 409 => thread::yield_now(),
            Begin::Answer(answer) => return answer,
        }
    }
}

#[test]
fn a_thousand_posts_with_fifty_keys_execute_fifty_times() {
    let store = store();
    let (failures, executions) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let answers: Mutex<HashMap<usize, Vec<Response>>> = Mutex::default();
    thread::scope(|scope| {
        for post in 0..1_000 {
            let (store, failures, executions, answers) = (&store, &failures, &executions, &answers);
            scope.spawn(move || {
                let key = format!("key-{}", post % 50);
                let body = format!(r#"{{"n": {}}}"#, post % 50);
                let request = Request {
                    method: "POST",
                    identity: "agent-1",
                    path: "/checkout_sessions",
                    key: Some(&key),
                    body: body.as_bytes(),
                };
                let answer = insist(store, &request, failures, executions);
                answers.lock().unwrap().entry(post % 50).or_default().push(answer);
            });
        }
    });
    assert_eq!(executions.load(Ordering::SeqCst), 50);
    let answers = answers.into_inner().unwrap();
    let mut bodies = Vec::new();
    for of_key in answers.values() {
        assert_eq!(of_key.len(), 20);
        assert!(of_key.iter().all(|answer| answer.status == 201 && answer.body == of_key[0].body));
        let replayed = of_key.iter().filter(|answer| !answer.headers.is_empty()).count();
        assert_eq!(replayed, 19);
        bodies.push(&of_key[0].body);
    }
    bodies.sort();
    bodies.dedup();
    assert_eq!(bodies.len(), 50);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn one_body_in_many_spellings_is_executed_once(
        value in model(), seeds in prop::collection::vec(any::<u64>(), 2..12), failing in 0_usize..6,
    ) {
        let store = store();
        let (failures, executions) = (AtomicUsize::new(failing), AtomicUsize::new(0));
        thread::scope(|scope| {
            for seed in &seeds {
                let (store, failures, executions, value) = (&store, &failures, &executions, &value);
                scope.spawn(move || {
                    let body = value.write(&mut Pen(*seed));
                    let request = Request {
                        method: "POST",
                        identity: "agent-1",
                        path: "/carts",
                        key: Some("k"),
                        body: body.as_bytes(),
                    };
                    assert_eq!(insist(store, &request, failures, executions).body, b"{ \"execution\": 0 }");
                });
            }
        });
        prop_assert_eq!(executions.load(Ordering::SeqCst), 1);
        prop_assert_eq!(failures.load(Ordering::SeqCst), 0);
    }

    #[test]
    fn of_two_bodies_with_one_key_one_is_executed(a in model(), b in model(), seeds: (u64, u64)) {
        prop_assume!(a != b);
        let store = store();
        let executions = AtomicUsize::new(0);
        let answers = Mutex::new(Vec::new());
        let send = |value: &Model, seed: u64| {
            let body = value.write(&mut Pen(seed));
            let request = Request {
                method: "POST",
                identity: "agent-1",
                path: "/carts",
                key: Some("k"),
                body: body.as_bytes(),
            };
            let answer = insist(&store, &request, &AtomicUsize::new(0), &executions);
            answers.lock().unwrap().push(answer.status);
        };
        let send = &send;
        thread::scope(|scope| {
            scope.spawn(|| send(&a, seeds.0));
            scope.spawn(|| send(&b, seeds.1));
        });
        prop_assert_eq!(executions.load(Ordering::SeqCst), 1);
        let mut answers = answers.into_inner().unwrap();
        answers.sort_unstable();
        prop_assert_eq!(answers, [201, 422]);
    }
}
