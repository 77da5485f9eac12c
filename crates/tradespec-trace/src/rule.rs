//! The rules of an exchange, in one table: what documentation, outputs and settings call them.

use std::fmt;

use tradespec_validator::Severity;

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $text:literal, $severity:ident, $source:literal;)+) => {
        /// What a request and its answer can do wrong beside their bodies and the lifecycle of a session. The text of each
        /// is stable: scripts may match on it.
        ///
        /// ```
        /// use tradespec_trace::Rule;
        /// use tradespec_validator::Severity;
        ///
        /// assert_eq!(Rule::ReplayDiffers.as_str(), "replay-differs");
        /// assert_eq!(Rule::ReplayDiffers.severity(), Severity::Error);
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// Every rule with what breaks it, for documentation.
            pub const ALL: &'static [(Self, &'static str)] =
                &[$((Self::$variant, concat!($($doc),+).trim_ascii()),)+];

            /// The stable text of the rule.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// How much a breach weighs: what MUST be is an error, what SHOULD be a warning.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $(Self::$variant => Severity::$severity,)+
                }
            }

            /// Where the rule is stated: the document and the subject in it.
            #[must_use]
            pub const fn source(self) -> &'static str {
                match self {
                    $(Self::$variant => $source,)+
                }
            }
        }
    };
}

rules! {
    /// A part of a recording is no exchange, so nothing is known of it.
    UnreadableExchange = "unreadable-exchange", Error, "the forms of a recording, docs/trace.md";
    /// A request that the release does not have succeeds.
    UnknownOperation = "unknown-operation", Warning, "ACP, operations";
    /// A request or an answer has no body where its operation has one.
    BodyMissing = "body-missing", Error, "ACP, operations";
    /// An error is wrapped in another object and not flat.
    WrappedError = "wrapped-error", Error, "ACP, operations, errors";
    /// A body is said to be something else than JSON.
    ContentType = "content-type", Warning, "ACP checkout specification, headers";
    /// A request does not say by which release it goes, and succeeds.
    ApiVersionMissing = "api-version-missing", Error, "ACP, operations, API-Version";
    /// A request names a release that is not known, so its bodies are not checked.
    ApiVersionUnknown = "api-version-unknown", Warning, "ACP, operations, API-Version";
    /// An answer says that it goes by another release than the one that was asked for.
    VersionOfBody = "version-of-body", Error, "ACP, operations, API-Version";
    /// An answer does not repeat a header of the request that answers repeat.
    HeaderNotEchoed = "header-not-echoed", Warning, "ACP checkout specification, headers";
    /// A POST without idempotency key succeeds.
    IdempotencyKeyMissing = "idempotency-key-missing", Error, "ACP, idempotency, key";
    /// A POST with an idempotency key that is too long succeeds.
    IdempotencyKeyInvalid = "idempotency-key-invalid", Error, "ACP, idempotency, key";
    /// A POST without idempotency key is refused in another way than the protocol says.
    MissingKeyMisreported = "missing-key-misreported", Error, "ACP, idempotency, missing key";
    /// The answer to a request that is sent again is not the one that was given before.
    ReplayDiffers = "replay-differs", Error, "ACP, idempotency, same key and body";
    /// An answer that is given again does not say so.
    ReplayNotMarked = "replay-not-marked", Error, "ACP, idempotency, same key and body";
    /// Another body under an idempotency key that was used succeeds.
    ConflictNotRefused = "conflict-not-refused", Error, "ACP, idempotency, same key and other body";
    /// Another body under an idempotency key that was used is refused in another way than the protocol says.
    ConflictMisreported = "conflict-misreported", Error, "ACP, idempotency, same key and other body";
    /// The answer that a request is still running does not say when to ask again.
    RetryAfterMissing = "retry-after-missing", Error, "ACP, idempotency, still running";
    /// A failure of the server was kept, and is given again.
    FailureReplayed = "failure-replayed", Error, "ACP, idempotency, failures";
    /// The total of a session is another one, and nothing that was asked or said explains it.
    TotalChanged = "total-changed", Error, "ACP checkout specification, authoritative totals";
    /// An answer supports an intervention that the agent does not.
    InterventionNotMutual = "intervention-not-mutual", Error, "ACP, capability negotiation, supported";
    /// The agent cannot do what is always required, and the session goes on as if it could.
    InterventionNotEnforced = "intervention-not-enforced", Error, "ACP, capability negotiation, enforcement";
    /// An extension is active that the agent did not declare.
    ExtensionNotDeclared = "extension-not-declared", Error, "ACP, capability negotiation, extensions";
    /// An extension is active in another version than the agent declared.
    ExtensionVersion = "extension-version", Error, "ACP, capability negotiation, extensions";
    /// An answer has a capability that only agents state.
    AgentFieldReturned = "agent-field-returned", Error, "schema.agentic_checkout.json#/$defs/InterventionCapabilities";
    /// A request has a capability that only sellers state.
    SellerFieldSent = "seller-field-sent", Warning, "schema.agentic_checkout.json#/$defs/InterventionCapabilities";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
