//! Laws of the lifecycle: random walks along the table are accepted, and one wrong step is refused with its rule.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests fail by panicking")]

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use tradespec_protocol::session::{
    Exchange, Operation, Rule, Session, State, Status, Transition, Violation, statuses, transitions,
};
use tradespec_schema::Release;

const RELEASES: [&str; 5] = ["2025-09-29", "2025-12-12", "2026-01-16", "2026-01-30", "2026-04-17"];

#[derive(Debug, Clone)]
struct Step {
    operation: Operation,
    request: Value,
    status: u16,
    response: Value,
}

impl Step {
    /// The exchange of an operation that does all it should.
    fn lawful(operation: Operation, to: Status) -> Self {
        let mut response = json!({"id": "cs_1", "status": to.as_str(), "messages": [{"type": "error"}]});
        if to == Status::AuthenticationRequired {
            response["authentication_metadata"] = json!({});
        }
        if to == Status::Completed {
            response["order"] =
                json!({"id": "o", "checkout_session_id": "cs_1", "permalink_url": "https://a.example"});
        }
        let request = json!({"authentication_result": {"outcome": "authenticated"}});
        Self { operation, request, status: operation.success(), response }
    }

    fn apply(&self, session: &mut Session) -> Result<State, Violation> {
        session.apply(&Exchange {
            operation: self.operation,
            request: &self.request,
            status: self.status,
            response: &self.response,
        })
    }
}

/// Walks along the table, and gives the session and its status.
fn walk(release: &Release, choices: &[usize]) -> (Session, Status) {
    let table: Vec<Transition> = transitions(release).collect();
    let mut session = Session::new(release);
    let mut now = None;
    for choice in choices {
        let ways: Vec<_> = table.iter().filter(|step| step.from == now).collect();
        let way = ways[choice % ways.len()];
        let step = Step::lawful(way.operation, way.to);
        assert_eq!(step.apply(&mut session), Ok(State::Known(way.to)), "{way:?}");
        now = Some(way.to);
    }
    (session, now.expect("a walk has a step"))
}

/// An exchange that breaks one rule after `now`, and the rule; none where the rule cannot be broken there.
fn wrong(rule: Rule, release: &Release, now: Status, choice: usize) -> Option<Step> {
    let table: Vec<Transition> = transitions(release).filter(|step| step.from == Some(now)).collect();
    let lawful = |wanted: &dyn Fn(&Transition) -> bool| {
        let ways: Vec<_> = table.iter().filter(|step| wanted(step)).collect();
        let way = (!ways.is_empty()).then(|| ways[choice % ways.len()])?;
        Some(Step::lawful(way.operation, way.to))
    };
    let changed = |step: Option<Step>, change: &dyn Fn(&mut Step)| {
        let mut step = step?;
        change(&mut step);
        Some(step)
    };
    let completing =
        |step: &Transition| step.operation == Operation::Complete && step.to == Status::Completed;
    match rule {
        Rule::SuccessStatus => changed(lawful(&|_| true), &|step| step.status = 204),
        Rule::SessionUnreadable => {
            changed(lawful(&|_| true), &|step| step.response["status"] = json!("paid"))
        }
        Rule::SessionId => changed(lawful(&|_| true), &|step| step.response["id"] = json!("cs_2")),
        Rule::CreatedAgain => Some(Step::lawful(Operation::Create, Status::ReadyForPayment)),
        Rule::ChangedAfterEnd | Rule::IllegalTransition => {
            let unlawful: Vec<_> = Operation::ALL
                .into_iter()
                .filter(|operation| *operation != Operation::Create)
                .filter(|operation| {
                    *operation != Operation::Cancel || !matches!(now, Status::Completed | Status::Canceled)
                })
                .flat_map(|operation| statuses(release).iter().map(move |to| (operation, *to)))
                .filter(|way| !table.iter().any(|step| (step.operation, step.to) == *way))
                .collect();
            let (operation, to) = unlawful[choice % unlawful.len()];
            (now.is_final() == (rule == Rule::ChangedAfterEnd)).then(|| Step::lawful(operation, to))
        }
        Rule::NotCompleted => {
            let step = lawful(&|step| {
                let to_be_paid = matches!(
                    step.to,
                    Status::Incomplete | Status::NotReadyForPayment | Status::ReadyForPayment
                );
                step.operation == Operation::Complete && to_be_paid
            });
            changed(step, &|step| step.response["messages"] = json!([]))
        }
        Rule::OrderMissing => changed(lawful(&completing), &|step| {
            let members = ["id", "checkout_session_id", "permalink_url"];
            step.response["order"][members[choice % 3]] = Value::Null;
        }),
        Rule::OrderOfOther => changed(lawful(&|step| step.to == Status::Completed), &|step| {
            step.response["order"]["checkout_session_id"] = json!("cs_2");
        }),
        Rule::AuthenticationMetadata => {
            changed(lawful(&|step| step.to == Status::AuthenticationRequired), &|step| {
                step.response["authentication_metadata"] = Value::Null;
            })
        }
        Rule::AuthenticationResult => {
            let step = lawful(&completing).filter(|_| now == Status::AuthenticationRequired);
            changed(step, &|step| step.request = Value::Null)
        }
        Rule::CancelOfEnded => matches!(now, Status::Completed | Status::Canceled)
            .then(|| Step::lawful(Operation::Cancel, Status::Canceled)),
        other => panic!("no way to break {other}"),
    }
}

fn anything() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        select(Status::ALL.to_vec()).prop_map(|status| status.as_str().to_owned()),
        Just("cs_1".to_owned()),
        ".{0,4}",
    ];
    let leaf = prop_oneof![Just(Value::Null), any::<i32>().prop_map(Value::from), text.prop_map(Value::from)];
    let key = prop_oneof![
        select(vec!["id", "status", "order", "messages", "code", "checkout_session_id"])
            .prop_map(str::to_owned),
        ".{0,3}",
    ];
    leaf.prop_recursive(3, 20, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key.clone(), inner), 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Any walk along the table is accepted; after it, each rule that can be broken there is refused by its name, and the
    /// session goes on.
    #[test]
    fn one_wrong_step_is_refused_with_its_rule(
        release in select(RELEASES.to_vec()),
        choices in prop::collection::vec(any::<usize>(), 1..12),
        choice in any::<usize>(),
    ) {
        let release = Release::new(release).expect("a date");
        let (session, now) = walk(&release, &choices);
        for (rule, _) in Rule::ALL {
            let Some(step) = wrong(*rule, &release, now, choice) else { continue };
            let result = step.apply(&mut session.clone());
            let found = result.map_err(|violation| violation.rule);
            prop_assert_eq!(found, Err(*rule), "{:?} after {}", step, now);
        }
    }

    /// Whatever is exchanged, it is judged.
    #[test]
    fn anything_may_be_exchanged(
        exchanges in prop::collection::vec((select(Operation::ALL.to_vec()), anything(), 0u16..700, anything()), 1..8)
    ) {
        let mut session = Session::new(&Release::new("2026-04-17").expect("a date"));
        for (operation, request, status, response) in &exchanges {
            let exchange = Exchange { operation: *operation, request, status: *status, response };
            if let Err(violation) = session.apply(&exchange) {
                prop_assert!(!violation.message.is_empty());
            }
        }
    }
}

/// Every rule can be broken somewhere, so the law above is about all of them; no transition leads out of an end but to
/// itself.
#[test]
fn every_rule_can_be_broken() {
    let release = Release::new("2026-04-17").expect("a date");
    for (rule, _) in Rule::ALL {
        let choices = Status::ALL.into_iter().map(|now| wrong(*rule, &release, now, 0));
        assert!(choices.flatten().next().is_some(), "{rule}");
    }
    for release in RELEASES {
        let release = Release::new(release).expect("a date");
        let ends = transitions(&release).filter(|step| step.from.is_some_and(Status::is_final));
        assert!(ends.into_iter().all(|step| step.operation == Operation::Get && step.from == Some(step.to)));
    }
}
