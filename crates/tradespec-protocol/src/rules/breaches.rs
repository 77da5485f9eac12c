//! The breaches of one message, as they are found.
//!
//! Holds: a rule that does not apply to the release of the message adds nothing.

use tradespec_schema::Pointer;

use super::{Breach, Context, Rule};

pub(super) struct Breaches<'c> {
    pub(super) context: &'c Context<'c>,
    found: Vec<Breach>,
}

impl<'c> Breaches<'c> {
    pub(super) fn new(context: &'c Context<'c>) -> Self {
        Self { context, found: Vec::new() }
    }

    pub(super) fn add(&mut self, rule: Rule, at: Pointer, message: impl Into<String>, help: &str) {
        if rule.applies_to(self.context.release) {
            let help = (!help.is_empty()).then(|| help.to_owned());
            self.found.push(Breach { rule, at, message: message.into(), help });
        }
    }

    pub(super) fn sorted(mut self) -> Vec<Breach> {
        self.found.sort_by(|a, b| (&a.at, a.rule).cmp(&(&b.at, b.rule)));
        self.found
    }
}
