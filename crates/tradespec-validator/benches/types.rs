//! Reading and writing a real session response: the generated type against `serde_json::Value`.
//!
//! `serde_json` is as the workspace has it: `preserve_order` makes a `Value`'s object an index map and
//! `float_roundtrip` reads numbers exactly. Both sides pay for the second, the `Value` alone for the first.
#![allow(clippy::unwrap_used, reason = "the payload is known to be valid")]

use acp_types::v2026_04_17::checkout::CheckoutSession;
use divan::Bencher;
use divan::counter::BytesCount;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

const PAYLOAD: &str = include_str!("../../../examples/payloads/valid/agentic_checkout.CheckoutSession.json");

fn main() {
    divan::main();
}

/// The payload as it crosses the wire, without white space.
fn compact() -> Vec<u8> {
    serde_json::to_vec(&serde_json::from_str::<Value>(PAYLOAD).unwrap()).unwrap()
}

#[divan::bench(types = [CheckoutSession, Value])]
fn read<T: DeserializeOwned>(bencher: Bencher) {
    let bytes = compact();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| serde_json::from_slice::<T>(divan::black_box(&bytes)).unwrap());
}

#[divan::bench(types = [CheckoutSession, Value])]
fn write<T: DeserializeOwned + Serialize + Sync>(bencher: Bencher) {
    let bytes = compact();
    let message: T = serde_json::from_slice(&bytes).unwrap();
    bencher
        .counter(BytesCount::of_slice(&bytes))
        .bench(|| serde_json::to_vec(divan::black_box(&message)).unwrap());
}
