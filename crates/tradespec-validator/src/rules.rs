//! The message rules, beside what the schema says.
//!
//! In:  a message, the request that it answers where that is known, and what its schema finds.
//! Out: the diagnostics of both, in the order that reports have.
//! Holds: one place has one finding. That of the schema stays, but for an unknown member that a rule knows the reason
//! against; and nothing is said of what is in an unknown member but that.

use std::collections::HashSet;

use serde_json::Value;
use tradespec_protocol::rules::{self, Breach, Context, Rule};
use tradespec_schema::messages::{self, Direction};
use tradespec_schema::{Pointer, Protocol, Release, TypeId};

use crate::code::{Code, Severity};
use crate::diagnostic::Diagnostic;
use crate::explain::in_document;

/// The rules for messages of one type.
#[derive(Debug)]
pub(crate) struct Rules {
    release: Release,
    type_name: String,
    direction: Direction,
    without: Vec<Rule>,
}

impl Rules {
    /// Those that the protocol has, if it has any, but for some.
    pub(crate) fn of(
        protocol: Protocol,
        release: &Release,
        type_id: &TypeId,
        without: &[Rule],
    ) -> Option<Self> {
        let is_response = messages::is_response(protocol, type_id);
        let direction = if is_response { Direction::Response } else { Direction::Request };
        let (release, type_name, without) = (release.clone(), type_id.to_string(), without.to_vec());
        (protocol == Protocol::Acp).then_some(Self { release, type_name, direction, without })
    }

    /// Whether no rule is broken that weighs as an error.
    pub(crate) fn allow(&self, message: &Value) -> bool {
        self.breaches(message, None).iter().all(|breach| severity(breach) != Severity::Error)
    }

    /// What the schema finds in `message`, and the breaches of rules.
    pub(crate) fn add(
        &self,
        message: &Value,
        request: Option<&Value>,
        by_schema: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let mut breaches = self.breaches(message, request);
        if breaches.is_empty() {
            return by_schema;
        }
        let said = Said::of(&by_schema);
        breaches.retain(|breach| !said.covers(breach));
        let reasons: HashSet<_> =
            breaches.iter().filter(|breach| is_reason(breach.rule)).map(|breach| &breach.at).collect();
        let mut all = by_schema;
        all.retain(|found| found.unknown_member().is_none() || !reasons.contains(&place(found)));
        all.extend(breaches.into_iter().map(diagnostic));
        all.sort_by_cached_key(|found| (in_document(&found.instance_path), found.code));
        all
    }

    fn breaches(&self, message: &Value, request: Option<&Value>) -> Vec<Breach> {
        let context = Context::new(&self.release, &self.type_name, self.direction);
        let context = request.map_or(context, |request| context.answering(request));
        let mut breaches = rules::check(message, &context);
        breaches.retain(|breach| !self.without.contains(&breach.rule));
        breaches
    }
}

/// What the schema says, by place.
struct Said {
    errors: HashSet<String>,
    unknown: HashSet<String>,
}

impl Said {
    fn of(found: &[Diagnostic]) -> Self {
        let (unknown, others): (Vec<_>, Vec<_>) =
            found.iter().partition(|found| found.unknown_member().is_some());
        let errors = others.into_iter().filter(|found| found.severity == Severity::Error);
        let text = |found: &Diagnostic| place(found).to_string();
        Self { errors: errors.map(text).collect(), unknown: unknown.into_iter().map(text).collect() }
    }

    /// Whether there is nothing left to say about the breach.
    fn covers(&self, breach: &Breach) -> bool {
        let at = breach.at.as_str();
        self.errors.contains(at)
            || (!is_reason(breach.rule) && self.unknown_has(at))
            // The type of an entry that is misspelt may well be the one that is missed.
            || (breach.rule == Rule::TotalsWithoutTotal && self.errors_are_in(at))
    }

    fn errors_are_in(&self, at: &str) -> bool {
        let is_in = |error: &String| error.strip_prefix(at).is_some_and(|below| below.starts_with('/'));
        self.errors.iter().any(is_in)
    }

    /// Whether the place is in an unknown member, or is one.
    fn unknown_has(&self, at: &str) -> bool {
        let mut ends = at.match_indices('/').map(|(end, _)| end).skip(1).chain([at.len()]);
        ends.any(|end| at.get(..end).is_some_and(|above| self.unknown.contains(above)))
    }
}

/// Whether the rule says why a member must not be there, which is more than that it is unknown.
fn is_reason(rule: Rule) -> bool {
    matches!(rule, Rule::WriteOnlyReturned | Rule::MerchantInDiscovery)
}

/// Whether a breach of the rule is that a member is there, whatever its value.
pub(crate) fn is_about_presence(rule: Rule) -> bool {
    is_reason(rule) || matches!(rule, Rule::DeprecatedCoupons | Rule::AutomaticDiscountWithCode)
}

/// What a finding is about: a member that is unknown or missing, or the value.
fn place(found: &Diagnostic) -> Pointer {
    match &found.member {
        Some(name) => found.instance_path.join(name),
        None => found.instance_path.clone(),
    }
}

fn severity(breach: &Breach) -> Severity {
    breach.rule.severity().into()
}

fn diagnostic(breach: Breach) -> Diagnostic {
    let Breach { rule, at, message, help } = breach;
    Diagnostic { help, ..Diagnostic::of(Code::Rule(rule), at, message) }
}
