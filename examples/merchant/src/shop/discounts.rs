//! Discount codes of a session.
//!
//! In:  the codes that the agent submitted, and what is ordered.
//! Out: how many percent are off, and the `discounts` of the session.
//! Holds: the allocations of a discount add up to its amount; a code that is rejected was submitted.

use acp_types::v2026_04_17::checkout::{
    AppliedDiscount, AppliedDiscountMethod, Coupon, DiscountAllocation, DiscountErrorCode, DiscountsResponse,
    RejectedDiscount,
};

use super::bill::Bill;
use crate::catalogue::{self, Discount};

/// What the codes come to.
#[derive(Debug, Clone, Default)]
pub(super) struct Codes {
    submitted: Vec<String>,
    taken: Option<(String, i64)>,
    pub(super) rejected: Vec<RejectedDiscount>,
}

impl Codes {
    pub(super) fn new(submitted: &[String]) -> Self {
        let mut codes = Self { submitted: submitted.to_vec(), ..Self::default() };
        for code in submitted {
            let reason = match catalogue::discount(code) {
                Discount::Percent(percent) if codes.taken.is_none() => {
                    codes.taken = Some((code.clone(), percent));
                    continue;
                }
                Discount::Percent(_) => DiscountErrorCode::DiscountCodeAlreadyApplied,
                Discount::Expired => DiscountErrorCode::DiscountCodeExpired,
                Discount::Unknown => DiscountErrorCode::DiscountCodeInvalid,
            };
            codes.rejected.push(rejected(code, reason));
        }
        codes
    }

    pub(super) fn percent_off(&self) -> i64 {
        self.taken.as_ref().map_or(0, |(_, percent)| *percent)
    }

    /// The `discounts` of a session with that bill.
    pub(super) fn response(&self, bill: &Bill) -> DiscountsResponse {
        let applied = self.taken.iter().map(|(code, percent)| applied(code, *percent, bill)).collect();
        DiscountsResponse::builder()
            .codes(self.submitted.clone())
            .applied(applied)
            .rejected(self.rejected.clone())
            .build()
    }
}

fn applied(code: &str, percent: i64, bill: &Bill) -> AppliedDiscount {
    let share =
        |(n, amount)| DiscountAllocation::builder().path(format!("$.line_items[{n}]")).amount(amount).build();
    let coupon = Coupon::builder()
        .id("coupon_spring")
        .name(format!("Spring, {percent}% off"))
        .percent_off(percent.into())
        .build();
    AppliedDiscount::builder()
        .id("discount_1")
        .code(code)
        .coupon(coupon)
        .amount(bill.discounts().sum())
        .method(AppliedDiscountMethod::Each)
        .allocations(bill.discounts().enumerate().map(share).collect())
        .build()
}

fn rejected(code: &str, reason: DiscountErrorCode) -> RejectedDiscount {
    let message = match reason {
        DiscountErrorCode::DiscountCodeAlreadyApplied => "This code is in use already.",
        DiscountErrorCode::DiscountCodeExpired => "This code was good until March.",
        _ => "This code is not known here.",
    };
    RejectedDiscount::builder().code(code).reason(reason).message(message).build()
}
