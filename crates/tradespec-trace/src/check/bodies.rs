//! Bodies: each is what its operation and release say, with the extensions that are in force.
//!
//! In:  an exchange, and the extensions of its session.
//! Out: what the validator finds, and where a body is missing or wrapped.
//!
//! Source: ACP, operations.

use serde_json::Value;
use tradespec_schema::{Error, Release};
use tradespec_validator::{Checker, Report};

use crate::findings::{Findings, Side};
use crate::recording::Body;
use crate::rule::Rule;
use crate::seen::Seen;

/// Completing answers a session with its order once that is there; until then it is a session like any other.
const WITH_ORDER: (&str, &str) =
    ("agentic_checkout.CheckoutSessionWithOrder", "agentic_checkout.CheckoutSession");

/// Checks both bodies. `active` are the extensions of the session before the exchange; the result is those after it.
///
/// # Errors
///
/// The release does not have the operation, or its schemas cannot be used.
pub(crate) fn check(
    checker: &Checker<'_>,
    seen: &Seen<'_>,
    release: &Release,
    active: &[String],
    findings: &mut Findings<'_>,
) -> Result<Vec<String>, Error> {
    let one = One { checker, release, findings };
    one.both(seen, active)
}

struct One<'a, 'c, 'f, 'e> {
    checker: &'a Checker<'c>,
    release: &'a Release,
    findings: &'f mut Findings<'e>,
}

impl One<'_, '_, '_, '_> {
    fn both(mut self, seen: &Seen<'_>, active: &[String]) -> Result<Vec<String>, Error> {
        let request =
            seen.operation.request.map(|type_name| self.request(seen, type_name, active)).transpose()?;
        let exchange = seen.exchange;
        let body = exchange.response.body.as_ref();
        if exchange.status >= 400 {
            if let Some(body) = body {
                self.failure(seen, body)?;
            }
            return Ok(active.to_vec());
        }
        let (true, Some(type_name)) = (seen.succeeded(), seen.operation.response) else {
            return Ok(request.unwrap_or_else(|| active.to_vec()));
        };
        let type_name = match seen.response.get("status").and_then(Value::as_str) {
            Some(status) if type_name == WITH_ORDER.0 && status != "completed" => WITH_ORDER.1,
            _ => type_name,
        };
        let Some(body) = body else {
            let message = format!("the answer has no body; {} is expected", bare(type_name));
            self.findings.add(Rule::BodyMissing, Side::Response.body(), message, "");
            return Ok(active.to_vec());
        };
        // What an answer declares is in force; where it declares nothing, what was in force before.
        let (declared, about_them) = self.checker.declared(Some(self.release), type_name, &seen.response)?;
        let declares = seen.response.pointer(self.checker.protocol().extension_list()).is_some();
        let active = if declares { declared } else { active.to_vec() };
        let validator = self.checker.validator(Some(self.release), &active, type_name)?;
        let answered = Some(&seen.request).filter(|request| !request.is_null());
        let report = validator.check_answer(&body.bytes, body.origin, answered);
        self.findings.report(Side::Response, body, Report::new(about_them));
        self.findings.report(Side::Response, body, report);
        Ok(active)
    }

    /// Checks the body of the request, and gives the extensions that are in force in it: those of the session, and those
    /// that it declares.
    fn request(&mut self, seen: &Seen<'_>, type_name: &str, active: &[String]) -> Result<Vec<String>, Error> {
        let (declared, _) = self.checker.declared(Some(self.release), type_name, &seen.request)?;
        let mut names = active.to_vec();
        let named = |name: &str| name.split('@').next().unwrap_or(name).to_owned();
        for name in declared {
            if names.iter().all(|other| named(other) != named(&name)) {
                names.push(name);
            }
        }
        let validator = self.checker.validator(Some(self.release), &names, type_name)?;
        match &seen.exchange.request.body {
            Some(body) => {
                let report = validator.check_at(&body.bytes, body.origin);
                self.findings.report(Side::Request, body, report);
            }
            // A body in which nothing is required may be left out.
            None if validator.is_valid(&Value::Object(serde_json::Map::new())) => {}
            None => {
                let message = format!("the request has no body; {} is expected", bare(type_name));
                self.findings.add(Rule::BodyMissing, Side::Request.body(), message, "");
            }
        }
        Ok(names)
    }

    fn failure(&mut self, seen: &Seen<'_>, body: &Body) -> Result<(), Error> {
        if let Some(members) = seen.response.as_object()
            && members.len() == 1
            && members.get("error").is_some_and(Value::is_object)
        {
            let message = "the error is wrapped in a member \"error\"";
            let help = "put type, code and message at the top of the body";
            self.findings.add(Rule::WrappedError, Side::Response.body(), message, help);
            return Ok(());
        }
        // The error type of the file that the operation's types are in, or that of the main file where it has none.
        let of_operation = seen.operation.response.or(seen.operation.request).unwrap_or_default();
        let file = of_operation.split('.').next().unwrap_or_default();
        let named = |name: &str| self.checker.validator(Some(self.release), &[], name);
        let validator = named(&format!("{file}.Error")).or_else(|_| named("agentic_checkout.Error"))?;
        let answered = Some(&seen.request).filter(|request| !request.is_null());
        let report = validator.check_answer(&body.bytes, body.origin, answered);
        self.findings.report(Side::Response, body, report);
        Ok(())
    }
}

fn bare(type_name: &str) -> &str {
    type_name.rsplit('.').next().unwrap_or(type_name)
}
