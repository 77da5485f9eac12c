//! The statuses of a checkout session, and the releases that have them.
//!
//! In:  a release.
//! Out: its statuses.
//! Holds: they are those of the schemas; a test compares them.

use std::fmt;

use Status::{
    AuthenticationRequired, Canceled, CompleteInProgress, Completed, Expired, InProgress, Incomplete,
    NotReadyForPayment, PendingApproval, ReadyForPayment, RequiresEscalation,
};

/// A status that some release has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Status {
    /// Something that the seller needs is missing.
    Incomplete,
    /// It cannot be paid yet.
    NotReadyForPayment,
    /// The buyer has to go on at the seller's own site.
    RequiresEscalation,
    /// The buyer has to be authenticated before the payment.
    AuthenticationRequired,
    /// It can be paid.
    ReadyForPayment,
    /// Somebody has to approve it.
    PendingApproval,
    /// The payment is under way.
    CompleteInProgress,
    /// It is paid, and there is an order.
    Completed,
    /// It was given up.
    Canceled,
    /// Something is under way.
    InProgress,
    /// Its time ran out.
    Expired,
}

impl Status {
    /// Every status of any release.
    pub const ALL: [Self; 11] = [
        Incomplete,
        NotReadyForPayment,
        RequiresEscalation,
        AuthenticationRequired,
        ReadyForPayment,
        PendingApproval,
        CompleteInProgress,
        Completed,
        Canceled,
        InProgress,
        Expired,
    ];

    /// The word on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Incomplete => "incomplete",
            NotReadyForPayment => "not_ready_for_payment",
            RequiresEscalation => "requires_escalation",
            AuthenticationRequired => "authentication_required",
            ReadyForPayment => "ready_for_payment",
            PendingApproval => "pending_approval",
            CompleteInProgress => "complete_in_progress",
            Completed => "completed",
            Canceled => "canceled",
            InProgress => "in_progress",
            Expired => "expired",
        }
    }

    /// The status of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }

    /// Whether a session that has it changes no more.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Completed | Canceled | Expired)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

const FIRST: [Status; 5] = [NotReadyForPayment, ReadyForPayment, Completed, Canceled, InProgress];
const WITH_AUTHENTICATION: [Status; 6] =
    [NotReadyForPayment, AuthenticationRequired, ReadyForPayment, Completed, Canceled, InProgress];

/// The statuses of each release, oldest release first.
const RELEASES: [(&str, &[Status]); 5] = [
    ("2025-09-29", &FIRST),
    ("2025-12-12", &WITH_AUTHENTICATION),
    ("2026-01-16", &WITH_AUTHENTICATION),
    ("2026-01-30", &Status::ALL),
    ("2026-04-17", &Status::ALL),
];

/// The statuses of a release; those of the newest one that is known for a release that is not.
///
/// ```
/// use tradespec_protocol::session::{Status, statuses};
/// use tradespec_schema::Release;
///
/// assert!(statuses(&Release::new("2026-04-17")?).contains(&Status::Expired));
/// assert!(!statuses(&Release::new("2025-12-12")?).contains(&Status::Expired));
/// # Ok::<(), tradespec_schema::Error>(())
/// ```
#[must_use]
pub fn statuses(release: &tradespec_schema::Release) -> &'static [Status] {
    let known = RELEASES.iter().find(|(date, _)| *date == release.as_str());
    known.map_or(&Status::ALL, |(_, statuses)| statuses)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

    use std::collections::BTreeSet;

    use serde_json::Value;
    use tradespec_schema::{Release, embedded_files};

    use super::*;

    /// Every release of the schemas has a row, and no other; its statuses are those of the schema.
    #[test]
    fn agrees_with_the_schemas() {
        let mut releases = Vec::new();
        for (path, text) in embedded_files() {
            let steps: Vec<_> = path.split('/').collect();
            let ["schemas", "acp", date, "schema.agentic_checkout.json"] = steps[..] else { continue };
            let document: Value = serde_json::from_str(text).expect("the schema is JSON");
            let words = &document["$defs"]["CheckoutSessionBase"]["properties"]["status"]["enum"];
            let words = words.as_array().expect("an enumeration").iter();
            let schema: BTreeSet<_> = words.map(|word| word.as_str().expect("a word")).collect();
            let release = Release::new(date).expect("a date");
            let table: BTreeSet<_> = statuses(&release).iter().map(|status| status.as_str()).collect();
            assert_eq!(schema, table, "{date}");
            releases.push(date.to_owned());
        }
        releases.sort();
        assert_eq!(releases, RELEASES.map(|(date, _)| date));
    }
}
