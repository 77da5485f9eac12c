//! The shop: what it remembers, and what it does for each operation.
//!
//! In:  an operation, the id in the path, and the body.
//! Out: an answer.
//! Holds: a request that is refused changes nothing; ids are counted, so that the same requests get the same answers.

mod bill;
mod cart;
mod discounts;
mod payment;
mod session;
mod texts;

use std::collections::BTreeMap;

use acp_types::v2026_04_17::checkout::Item;
use serde_json::{Value, json};
use tradespec_protocol::negotiation::{Policy, Seller};
use tradespec_schema::Release;

use crate::catalogue::{self, CARD_HANDLER, Good};
use crate::clock::Watch;
use crate::door::Doors;
use crate::error::Error;
use crate::headers::RELEASE;
use crate::reply::{self, Reply};
use crate::routes::Operation;

use cart::Cart;
use session::Session;

#[derive(Debug)]
pub(crate) struct Shop {
    watch: Watch,
    seller: Seller,
    doors: &'static Doors,
    sessions: BTreeMap<String, Session>,
    carts: BTreeMap<String, Cart>,
}

impl Shop {
    pub(crate) fn new(watch: Watch) -> Result<Self, Error> {
        let policy: Policy =
            serde_json::from_value(policy()).map_err(|error| Error::new(error.to_string()))?;
        let seller =
            Seller::new(policy, &Release::new(RELEASE)?).map_err(|error| Error::new(error.to_string()))?;
        let doors = Doors::get()?;
        Ok(Self { watch, seller, doors, sessions: BTreeMap::new(), carts: BTreeMap::new() })
    }

    pub(crate) fn handle(&mut self, operation: Operation, id: &str, body: &[u8]) -> Reply {
        let reply = match operation {
            Operation::Create => self.create(body),
            Operation::Update => self.update(id, body),
            Operation::Get => self.session(id).map(|session| session.reply(200)),
            Operation::Complete => self.complete(id, body),
            Operation::Cancel => self.cancel(id, body),
            Operation::CartCreate => self.create_cart(body),
            Operation::CartUpdate => self.update_cart(id, body),
            Operation::CartGet => self.cart(id).map(|cart| cart.reply(200)),
            Operation::CartCancel => self.cancel_cart(id),
            Operation::Discovery | Operation::Other => Err(unknown("operation")),
        };
        reply.unwrap_or_else(|refusal| refusal)
    }

    /// A session as the next answer would show it.
    pub(crate) fn session_json(&self, id: &str) -> Option<Value> {
        serde_json::to_value(self.sessions.get(id)?.view()).ok()
    }

    fn create(&mut self, body: &[u8]) -> Result<Reply, Reply> {
        let request = self.doors.create.open(body)?;
        let id = format!("cs_{}", self.sessions.len() + 1);
        let session = Session::new(id.clone(), request, &self.seller, self.watch.timestamp())?;
        let reply = session.reply(201);
        self.sessions.insert(id, session);
        Ok(reply)
    }

    fn update(&mut self, id: &str, body: &[u8]) -> Result<Reply, Reply> {
        let session = self.session(id)?;
        let updated = session.updated(self.doors.update.open(body)?, self.watch.timestamp())?;
        let reply = updated.reply(200);
        self.sessions.insert(id.to_owned(), updated);
        Ok(reply)
    }

    fn complete(&mut self, id: &str, body: &[u8]) -> Result<Reply, Reply> {
        let now = self.watch.timestamp();
        let doors = self.doors;
        let session = self.session_mut(id)?;
        session.complete(doors.complete.open(body)?, now)?;
        Ok(session.reply(200))
    }

    fn cancel(&mut self, id: &str, body: &[u8]) -> Result<Reply, Reply> {
        let now = self.watch.timestamp();
        let doors = self.doors;
        let session = self.session_mut(id)?;
        // The body may be left out. Why the buyer left is for the shop's eyes only.
        if !body.is_empty() {
            doors.cancel.open(body)?;
        }
        session.cancel(now)?;
        Ok(session.reply(200))
    }

    fn create_cart(&mut self, body: &[u8]) -> Result<Reply, Reply> {
        let request = self.doors.cart_create.open(body)?;
        let id = format!("cart_{}", self.carts.len() + 1);
        let cart =
            Cart { id: id.clone(), goods: goods(&request.line_items)?, buyer: request.buyer, gone: false };
        let reply = cart.reply(201);
        self.carts.insert(id, cart);
        Ok(reply)
    }

    fn update_cart(&mut self, id: &str, body: &[u8]) -> Result<Reply, Reply> {
        self.cart(id)?;
        let request = self.doors.cart_update.open(body)?;
        let cart =
            Cart { id: id.to_owned(), goods: goods(&request.line_items)?, buyer: request.buyer, gone: false };
        let reply = cart.reply(200);
        self.carts.insert(id.to_owned(), cart);
        Ok(reply)
    }

    fn cancel_cart(&mut self, id: &str) -> Result<Reply, Reply> {
        let reply = self.cart(id)?.reply(200);
        // Its id is not given again.
        self.carts.entry(id.to_owned()).and_modify(|cart| cart.gone = true);
        Ok(reply)
    }

    fn session(&self, id: &str) -> Result<&Session, Reply> {
        self.sessions.get(id).ok_or_else(|| unknown("session"))
    }

    fn session_mut(&mut self, id: &str) -> Result<&mut Session, Reply> {
        self.sessions.get_mut(id).ok_or_else(|| unknown("session"))
    }

    fn cart(&self, id: &str) -> Result<&Cart, Reply> {
        self.carts.get(id).filter(|cart| !cart.gone).ok_or_else(|| unknown("cart"))
    }
}

fn unknown(what: &str) -> Reply {
    reply::refused(404, "not_found", &format!("there is no such {what}"))
}

/// The goods that a request names.
fn goods(items: &[Item]) -> Result<Vec<&'static Good>, Reply> {
    let known = |(n, item): (usize, &Item)| {
        catalogue::good(&item.id).ok_or_else(|| {
            let param = format!("$.line_items[{n}].id");
            reply::refused_at(&param, "unknown_item", "the shop has no such item")
        })
    };
    items.iter().enumerate().map(known).collect()
}

/// What the shop asks of agents and offers them, as `tradespec negotiate --seller` reads it.
fn policy() -> Value {
    json!({
        "interventions": {
            "supported": ["3ds", "address_verification"],
            "required": ["3ds"],
            "enforcement": "always",
        },
        "extensions": [{
            "name": "discount",
            "extends": [
                "$.CheckoutSession.discounts",
                "$.CheckoutSessionCreateRequest.discounts",
                "$.CheckoutSessionUpdateRequest.discounts",
            ],
        }],
        "payment": {
            "handlers": [{
                "id": CARD_HANDLER,
                "name": "com.example.pay.card",
                "version": "2026-03-02",
                "spec": "https://pay.example/handlers/card",
                "requires_delegate_payment": true,
                "requires_pci_compliance": false,
                "psp": "quaypay",
                "config_schema": "https://pay.example/handlers/card/config.json",
                "instrument_schemas": ["https://pay.example/handlers/card/instrument.json"],
                "config": {},
            }],
        },
    })
}
