//! The message rules, in one table: what documentation, outputs and settings call them.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use tradespec_schema::{Release, suggestion};

/// How much a breach weighs: what the text says MUST be is an error, what it says SHOULD be a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The message breaks a MUST.
    Error,
    /// The message breaks a SHOULD.
    Warning,
}

impl Severity {
    /// The lower-case word that outputs use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Severity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Where a protocol states a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The document: a schema file of the release whose description of a member states the rule, or a text.
    pub document: &'static str,
    /// The place in that document: a JSON pointer where it is a schema file, else the subject.
    pub section: &'static str,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let between = if self.section.starts_with('/') { "#" } else { ", " };
        write!(f, "{}{between}{}", self.document, self.section)
    }
}

macro_rules! rules {
    ($($(#[doc = $doc:literal])+
       $variant:ident = $text:literal, $severity:ident, $since:literal, $document:literal, $section:literal;)+) => {
        /// The message rules. Their text is stable: scripts may match on it.
        ///
        /// ```
        /// use tradespec_protocol::rules::{Rule, Severity};
        /// use tradespec_schema::Release;
        ///
        /// let rule: Rule = "raw-html-in-markdown".parse()?;
        /// assert_eq!(rule, Rule::RawHtmlInMarkdown);
        /// assert_eq!(rule.severity(), Severity::Error);
        /// assert!(!rule.applies_to(&Release::new("2026-01-30").map_err(|error| error.to_string())?));
        /// assert!(Rule::ALL.iter().all(|rule| !rule.meaning().is_empty()));
        /// # Ok::<(), String>(())
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Rule {
            /// Every rule, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The stable text of the rule.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// What a breach of the rule means, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),+).trim_ascii(),)+ }
            }

            /// How severe a breach is, where nothing says otherwise.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity,)+ }
            }

            /// The first release to which the rule applies; it applies to all later ones.
            #[must_use]
            pub const fn since(self) -> &'static str {
                match self { $(Self::$variant => $since,)+ }
            }

            /// Where the rule is stated, as of the newest release.
            #[must_use]
            pub const fn source(self) -> Source {
                match self {
                    $(Self::$variant => Source { document: $document, section: $section },)+
                }
            }
        }
    };
}

rules! {
    /// The totals of a session or an order have no entry of the type `total`.
    TotalsWithoutTotal = "totals-without-total", Warning, "2025-09-29",
        "ACP checkout specification", "totals";
    /// An amount of money is no whole number of minor units.
    AmountNotInMinorUnits = "amount-not-in-minor-units", Error, "2025-09-29",
        "ACP checkout specification", "amounts of money";
    /// A currency is none that ISO 4217 has.
    UnknownCurrency = "unknown-currency", Error, "2025-09-29",
        "schema.agentic_checkout.json", "/$defs/CheckoutSessionBase/properties/currency";
    /// A currency is not written in lower case.
    CurrencyNotInLowerCase = "currency-not-in-lower-case", Warning, "2025-09-29",
        "ACP checkout specification", "currency";
    /// The session selects a fulfillment option that it does not offer.
    UnknownFulfillmentOption = "unknown-fulfillment-option", Error, "2025-09-29",
        "schema.agentic_checkout.json", "/$defs/SelectedFulfillmentOption/properties/option_id";
    /// A path is no JSON path as RFC 9535 defines it.
    NotAJsonPath = "not-a-json-path", Error, "2025-09-29",
        "schema.agentic_checkout.json", "/$defs/MessageError/properties/param";
    /// A path points at nothing in the document that it is about.
    PathLeadsNowhere = "path-leads-nowhere", Warning, "2025-09-29",
        "schema.agentic_checkout.json", "/$defs/MessageError/properties/param";
    /// Content that is said to be markdown holds raw HTML.
    RawHtmlInMarkdown = "raw-html-in-markdown", Error, "2026-04-17",
        "schema.agentic_checkout.json", "/$defs/Disclosure/properties/content_type";
    /// A response has a member that only a request may have.
    WriteOnlyReturned = "write-only-returned", Error, "2025-09-29",
        "ACP checkout specification", "write-only members";
    /// The allocations of a discount do not add up to its amount.
    AllocationsDoNotAddUp = "allocations-do-not-add-up", Error, "2026-01-30",
        "schema.discount.json", "/$defs/applied_discount/properties/allocations";
    /// A coupon takes off both a percentage and an amount.
    TwoKindsOfDiscount = "two-kinds-of-discount", Error, "2026-01-30",
        "schema.discount.json", "/$defs/coupon/properties/percent_off";
    /// A coupon takes off an amount and does not say in which currency.
    AmountOffWithoutCurrency = "amount-off-without-currency", Error, "2026-01-30",
        "schema.discount.json", "/$defs/coupon/properties/currency";
    /// A coupon repeats and does not say for how many months.
    RepeatingWithoutMonths = "repeating-without-months", Error, "2026-01-30",
        "schema.discount.json", "/$defs/coupon/properties/duration_in_months";
    /// A discount is automatic and has a code.
    AutomaticDiscountWithCode = "automatic-discount-with-code", Error, "2026-01-30",
        "schema.discount.json", "/$defs/applied_discount/properties/code";
    /// A discount code is rejected that nobody submitted.
    RejectedCodeNotSubmitted = "rejected-code-not-submitted", Error, "2026-01-30",
        "schema.discount.json", "/$defs/rejected_discount/properties/code";
    /// A request has `coupons`, the deprecated name of `discounts.codes`.
    DeprecatedCoupons = "deprecated-coupons", Warning, "2026-01-30",
        "schema.agentic_checkout.json", "/$defs/CheckoutSessionCreateRequest/properties/coupons";
    /// The supported versions of a seller are not in the order of their dates, oldest first.
    VersionsOutOfOrder = "versions-out-of-order", Error, "2026-04-17",
        "schema.agentic_checkout.json", "/$defs/DiscoveryProtocol/properties/supported_versions";
    /// The version of a discovery document is not the newest of the supported ones.
    VersionNotNewest = "version-not-newest", Error, "2026-04-17",
        "schema.agentic_checkout.json", "/$defs/DiscoveryProtocol/properties/version";
    /// A discovery document, which anybody can read, says which merchant it is for.
    MerchantInDiscovery = "merchant-in-discovery", Error, "2026-04-17",
        "ACP discovery specification", "merchant identifiers";
}

impl Rule {
    /// Whether the rule applies to messages of the release.
    #[must_use]
    pub fn applies_to(self, release: &Release) -> bool {
        self.since() <= release.as_str()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(rule) = Self::ALL.iter().find(|rule| rule.as_str() == text) {
            return Ok(*rule);
        }
        let texts: Vec<_> = Self::ALL.iter().map(|rule| rule.as_str().to_owned()).collect();
        Err(match suggestion(text, texts.iter()) {
            Some(near) => format!("no message rule \"{text}\"; did you mean \"{near}\"?"),
            None => format!("no message rule \"{text}\"; there are {}", texts.join(", ")),
        })
    }
}
