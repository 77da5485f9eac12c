//! A cart: goods and their prices, before anybody wants to pay.

use acp_types::v2026_04_17::checkout::{self, Buyer, Message};

use super::bill::Bill;
use super::texts;
use crate::catalogue::{CURRENCY, Good};
use crate::reply::{self, Reply};

#[derive(Debug, Clone)]
pub(super) struct Cart {
    pub(super) id: String,
    pub(super) goods: Vec<&'static Good>,
    pub(super) buyer: Option<Buyer>,
    /// Whether it was canceled; nobody sees it then.
    pub(super) gone: bool,
}

impl Cart {
    pub(super) fn reply(&self, status: u16) -> Reply {
        let bill = Bill::new(&self.goods, 0);
        let messages: Vec<Message> = texts::out_of_stock(&self.goods).collect();
        let cart = checkout::Cart::builder()
            .id(&*self.id)
            .line_items(bill.line_items())
            .maybe_buyer(self.buyer.clone())
            .currency(CURRENCY)
            .totals(bill.totals())
            .messages(messages)
            .build();
        reply::json(status, &cart)
    }
}
