//! Discounts agree with themselves and with the codes that were submitted.
//!
//! In:  the `discounts` of a session, or of a request; for the codes also the request that the session answers.

use std::collections::HashSet;

use serde_json::Value;
use tradespec_schema::Pointer;

use super::Rule;
use super::breaches::Breaches;
use super::walk::{elements, given};

pub(super) fn check(message: &Value, breaches: &mut Breaches<'_>) {
    check_alias(message, breaches);
    let Some(discounts) = message.get("discounts") else { return };
    let at = Pointer::root().join("discounts");
    for (at, discount) in elements(discounts, &at, "applied") {
        check_allocations(discount, &at, breaches);
        check_code(discount, &at, breaches);
        if let Some(coupon) = discount.get("coupon") {
            check_coupon(coupon, &at.join("coupon"), breaches);
        }
    }
    check_rejected(discounts, &at, breaches);
}

fn check_alias(message: &Value, breaches: &mut Breaches<'_>) {
    if breaches.context.is_response() || given(message, "coupons").is_none() {
        return;
    }
    let has_codes = message.get("discounts").is_some_and(|discounts| given(discounts, "codes").is_some());
    let message = if has_codes {
        "is the deprecated name of \"discounts.codes\", which is there too"
    } else {
        "is the deprecated name of \"discounts.codes\""
    };
    let help = "send every code in \"discounts.codes\" and leave \"coupons\" out";
    breaches.add(Rule::DeprecatedCoupons, Pointer::root().join("coupons"), message, help);
}

/// The sum is exact: amounts that are no integers are for the schema to report.
fn check_allocations(discount: &Value, at: &Pointer, breaches: &mut Breaches<'_>) {
    let Some(allocations) = discount.get("allocations").and_then(Value::as_array) else { return };
    let Some(amount) = integer(discount) else { return };
    let Some(shares) = allocations.iter().map(integer).collect::<Option<Vec<_>>>() else { return };
    if shares.iter().sum::<i128>() != amount {
        let message = "does not add up to the \"amount\" of the discount";
        let help = "allocate the whole amount, or leave \"allocations\" out";
        breaches.add(Rule::AllocationsDoNotAddUp, at.join("allocations"), message, help);
    }
}

/// The `amount`, as far as JSON integers go in 64 bits; so many of them do not overflow a sum.
fn integer(value: &Value) -> Option<i128> {
    let amount = value.get("amount")?;
    amount.as_i64().map(i128::from).or_else(|| amount.as_u64().map(i128::from))
}

fn check_code(discount: &Value, at: &Pointer, breaches: &mut Breaches<'_>) {
    let is_automatic = discount.get("automatic").and_then(Value::as_bool) == Some(true);
    if is_automatic && given(discount, "code").is_some() {
        let message = "is the code of a discount that is automatic";
        let help = "leave the code out, or say that the discount is not automatic";
        breaches.add(Rule::AutomaticDiscountWithCode, at.join("code"), message, help);
    }
}

fn check_coupon(coupon: &Value, at: &Pointer, breaches: &mut Breaches<'_>) {
    let has = |name| given(coupon, name).is_some();
    if has("percent_off") && has("amount_off") {
        let message = "has both \"percent_off\" and \"amount_off\"";
        breaches.add(Rule::TwoKindsOfDiscount, at.clone(), message, "keep the one by which it is worked out");
    }
    if has("amount_off") && !has("currency") {
        let message = "has \"amount_off\" and no \"currency\"";
        breaches.add(Rule::AmountOffWithoutCurrency, at.clone(), message, "say the currency of the amount");
    }
    let is_repeating = coupon.get("duration").and_then(Value::as_str) == Some("repeating");
    if is_repeating && !has("duration_in_months") {
        let message = "has the duration \"repeating\" and no \"duration_in_months\"";
        breaches.add(Rule::RepeatingWithoutMonths, at.clone(), message, "say for how many months it repeats");
    }
}

fn check_rejected(discounts: &Value, at: &Pointer, breaches: &mut Breaches<'_>) {
    let Some(submitted) = submitted(discounts, breaches.context.request) else { return };
    for (at, rejected) in elements(discounts, at, "rejected") {
        let Some(code) = rejected.get("code").and_then(Value::as_str) else { continue };
        if !submitted.contains(&code.to_lowercase()) {
            let message = "rejects a code that was not submitted";
            let help = "reject only codes of the request, which \"discounts.codes\" repeats";
            breaches.add(Rule::RejectedCodeNotSubmitted, at.join("code"), message, help);
        }
    }
}

/// The codes that were submitted, without case: those of the request, if it has any say in it, else those that the
/// session repeats. A request without codes leaves the earlier ones as they are.
fn submitted(discounts: &Value, request: Option<&Value>) -> Option<HashSet<String>> {
    let of_request = list(request.and_then(|request| request.get("discounts")), "codes");
    let by_alias = list(request, "coupons");
    let codes: Vec<_> = match (of_request, by_alias) {
        (None, None) => list(Some(discounts), "codes")?.iter().collect(),
        (codes, alias) => codes.into_iter().chain(alias).flatten().collect(),
    };
    Some(codes.into_iter().filter_map(Value::as_str).map(str::to_lowercase).collect())
}

fn list<'v>(value: Option<&'v Value>, name: &str) -> Option<&'v Vec<Value>> {
    value?.get(name)?.as_array()
}
