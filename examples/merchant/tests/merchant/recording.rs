//! The honest recording: the same each time, and right in every body and header.

use std::collections::HashMap;

use merchant::Set;
use serde_json::Value;
use tradespec_protocol::rules::{Context, check};
use tradespec_schema::messages::{Direction, operations};
use tradespec_schema::{Protocol, Release};
use tradespec_validator::Validator;

use crate::common::{exchanges, id, recording};

const SETS: [Set; 2] = [Set::Proper, Set::Refusals];

/// The validators of all types, made once.
#[derive(Default)]
struct Validators(HashMap<(&'static str, bool), Validator>);

impl Validators {
    fn get(&mut self, message_type: &'static str, with_discount: bool) -> &Validator {
        self.0.entry((message_type, with_discount)).or_insert_with(|| {
            let builder = Validator::builder().release("2026-04-17").message_type(message_type);
            let builder = if with_discount { builder.extension("discount") } else { builder };
            builder.build().unwrap()
        })
    }
}

/// The operation of the protocol that an exchange is of: its name has the same method and as many segments.
fn types(exchange: &Value) -> (Option<&'static str>, Option<&'static str>) {
    let (method, path) = (exchange["method"].as_str().unwrap(), exchange["path"].as_str().unwrap());
    let is_like = |name: &str| {
        let Some(template) = name.strip_prefix(&format!("{method} ")) else { return false };
        template.split('/').count() == path.split('/').count()
            && template.split('/').zip(path.split('/')).all(|(want, is)| want == "{id}" || want == is)
    };
    let operation = operations(Protocol::Acp).iter().find(|operation| is_like(operation.name));
    let (request, response) =
        operation.map_or((None, None), |operation| (operation.request, operation.response));
    match exchange["status"].as_u64().unwrap() {
        400.. => (request, Some("agentic_checkout.Error")),
        // A payment that is declined makes no order.
        _ if exchange["response"]["body"].get("order").is_none() => {
            (request, response.map(|name| name.trim_end_matches("WithOrder")))
        }
        _ => (request, response),
    }
}

#[test]
fn two_recordings_are_the_same() {
    for set in SETS {
        assert_eq!(recording(set, None), recording(set, None));
    }
}

#[test]
fn every_answer_is_valid_and_keeps_the_rules_of_messages() {
    let release = Release::new("2026-04-17").unwrap();
    let mut validators = Validators::default();
    for set in SETS {
        for exchange in exchanges(&recording(set, None)) {
            let (_, response) = types(&exchange);
            let body = &exchange["response"]["body"];
            let with_discount = body["capabilities"]["extensions"].is_array();
            let report = validators.get(response.unwrap(), with_discount).check(body.to_string().as_bytes());
            assert!(report.is_empty(), "{}: {report:?}", id(&exchange));
            let context = Context::new(&release, response.unwrap(), Direction::Response);
            let context = match exchange["request"].get("body") {
                Some(request) if request.is_object() => context.answering(request),
                _ => context,
            };
            let breaches = check(body, &context);
            assert!(breaches.is_empty(), "{}: {breaches:?}", id(&exchange));
        }
    }
}

#[test]
fn every_request_of_a_proper_agent_is_valid() {
    let mut validators = Validators::default();
    for exchange in exchanges(&recording(Set::Proper, None)) {
        if let (Some(request), Some(body)) = (types(&exchange).0, exchange["request"].get("body")) {
            let report = validators.get(request, false).check(body.to_string().as_bytes());
            assert!(report.is_empty(), "{}: {report:?}", id(&exchange));
        }
    }
}

#[test]
fn every_answer_has_its_headers() {
    for set in SETS {
        for exchange in exchanges(&recording(set, None)) {
            let (sent, got) = (&exchange["request"]["headers"], &exchange["response"]["headers"]);
            assert_eq!(got["content-type"], "application/json", "{}", id(&exchange));
            assert_eq!(got["api-version"], "2026-04-17", "{}", id(&exchange));
            for echoed in ["request-id", "idempotency-key"] {
                assert_eq!(got.get(echoed), sent.get(echoed), "{}", id(&exchange));
            }
        }
    }
}
