//! What something costs.
//!
//! In:  goods, the discount on them, and what has to be added.
//! Out: a [`Bill`], and the `totals` of lines, sessions and orders.
//! Holds: the entries add up: base less discount is the subtotal, and with delivery and tax it is the total.

use acp_types::v2026_04_17::checkout::{Item, LineItem, LineItemAvailabilityStatus, Total, TotalType};

use crate::catalogue::{Good, TAX};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bill {
    lines: Vec<Line>,
    delivery: Option<i64>,
    tax: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Line {
    good: &'static Good,
    discount: i64,
}

impl Bill {
    /// A bill for one of each, with so many percent off.
    pub(super) fn new(goods: &[&'static Good], percent_off: i64) -> Self {
        let line = |good: &&'static Good| Line { good, discount: percent(good.price, percent_off) };
        Self { lines: goods.iter().map(line).collect(), delivery: None, tax: None }
    }

    /// With the price of delivery.
    pub(super) fn delivered(self, price: Option<i64>) -> Self {
        Self { delivery: price, ..self }
    }

    /// With tax, which is known once the address is.
    pub(super) fn taxed(self, is_known: bool) -> Self {
        let tax = is_known.then(|| percent(self.subtotal(), TAX));
        Self { tax, ..self }
    }

    pub(super) fn total(&self) -> i64 {
        self.subtotal() + self.delivery.unwrap_or_default() + self.tax.unwrap_or_default()
    }

    /// What is taken off each line.
    pub(super) fn discounts(&self) -> impl Iterator<Item = i64> + '_ {
        self.lines.iter().map(|line| line.discount)
    }

    pub(super) fn totals(&self) -> Vec<Total> {
        let discount: i64 = self.discounts().sum();
        let mut totals = vec![total(TotalType::ItemsBaseAmount, "Goods", self.base())];
        if discount > 0 {
            totals.push(total(TotalType::ItemsDiscount, "Discount", discount));
        }
        totals.push(total(TotalType::Subtotal, "Subtotal", self.subtotal()));
        totals.extend(self.delivery.map(|price| total(TotalType::Fulfillment, "Delivery", price)));
        totals.extend(self.tax.map(|tax| total(TotalType::Tax, "Tax", tax)));
        totals.push(total(TotalType::Total, "Total", self.total()));
        totals
    }

    pub(super) fn line_items(&self) -> Vec<LineItem> {
        self.lines.iter().zip(1..).map(|(line, number)| line.item(number)).collect()
    }

    fn base(&self) -> i64 {
        self.lines.iter().map(|line| line.good.price).sum()
    }

    fn subtotal(&self) -> i64 {
        self.base() - self.discounts().sum::<i64>()
    }
}

impl Line {
    fn item(self, number: i64) -> LineItem {
        let Good { id, name, price, in_stock } = *self.good;
        let mut totals = vec![total(TotalType::ItemsBaseAmount, "Goods", price)];
        if self.discount > 0 {
            totals.push(total(TotalType::ItemsDiscount, "Discount", self.discount));
        }
        totals.push(total(TotalType::Total, "Total", price - self.discount));
        let stock = if in_stock {
            LineItemAvailabilityStatus::InStock
        } else {
            LineItemAvailabilityStatus::OutOfStock
        };
        LineItem::builder()
            .id(format!("li_{number}"))
            .item(Item::builder().id(id).name(name).unit_amount(price).build())
            .quantity(1)
            .name(name)
            .unit_amount(price)
            .availability_status(stock)
            .totals(totals)
            .build()
    }
}

pub(super) fn total(kind: TotalType, text: &str, amount: i64) -> Total {
    Total::builder().type_(kind).display_text(text).amount(amount).build()
}

/// Rounded down to whole cents.
fn percent(amount: i64, percent: i64) -> i64 {
    amount * percent / 100
}
