//! A checkout session.
//!
//! In:  requests that are valid.
//! Out: what the session is after them, as the message that the agent gets.
//! Holds: its status follows from what it holds; what the shop requires of a payment does not depend on what the agent
//! says of itself.

use acp_types::v2026_04_17::checkout::{
    Buyer, Capabilities, CheckoutSession, CheckoutSessionCreateRequest, CheckoutSessionStatus,
    CheckoutSessionUpdateRequest, DiscountsRequest, FulfillmentDetails, FulfillmentOption,
    FulfillmentOptionShipping, Message, Order, ProtocolVersion, SelectedFulfillmentOption, TotalType,
};
use serde_json::{Map, Value, json};
use tradespec_protocol::negotiation::{Outcome, Seller};
use tradespec_runtime::DateTime;

use super::bill::{Bill, total};
use super::discounts::Codes;
use super::{goods, payment, texts};
use crate::catalogue::{self, AUTHENTICATED_FROM, CURRENCY, DELIVERIES, Delivery, Good};
use crate::headers::RELEASE;
use crate::reply::{self, Reply};

#[derive(Debug, Clone)]
pub(super) struct Session {
    id: String,
    goods: Vec<&'static Good>,
    pub(super) buyer: Option<Buyer>,
    details: Option<FulfillmentDetails>,
    selected: Vec<SelectedFulfillmentOption>,
    codes: Vec<String>,
    terms: Terms,
    pub(super) phase: Phase,
    /// Whether the last payment was declined.
    pub(super) declined: bool,
    /// Whether the payment provider was down before.
    pub(super) was_down: bool,
    created: DateTime,
    pub(super) updated: DateTime,
}

/// What was negotiated when the session was created.
#[derive(Debug, Clone)]
struct Terms {
    capabilities: Capabilities,
    messages: Vec<Message>,
    is_blocked: bool,
    has_discounts: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Open,
    Completed,
    Canceled,
}

impl Session {
    pub(super) fn new(
        id: String,
        request: CheckoutSessionCreateRequest,
        seller: &Seller,
        now: DateTime,
    ) -> Result<Self, Reply> {
        if !request.currency.eq_ignore_ascii_case(CURRENCY) {
            let message = "the shop sells in US dollars only";
            return Err(reply::refused_at("$.currency", "unsupported_currency", message));
        }
        Ok(Self {
            id,
            goods: goods(&request.line_items)?,
            buyer: request.buyer,
            details: request.fulfillment_details,
            selected: Vec::new(),
            codes: request.discounts.and_then(|discounts| discounts.codes).unwrap_or_default(),
            terms: Terms::new(&seller.negotiate(&json!(request.capabilities)))?,
            phase: Phase::Open,
            declined: false,
            was_down: false,
            created: now.clone(),
            updated: now,
        })
    }

    pub(super) fn updated(
        &self,
        request: CheckoutSessionUpdateRequest,
        now: DateTime,
    ) -> Result<Self, Reply> {
        self.check_open()?;
        let mut session = self.clone();
        if let Some(items) = request.line_items.value().filter(|items| !items.is_empty()) {
            session.goods = goods(items)?;
        }
        session.buyer = request.buyer.apply(session.buyer);
        session.details = request.fulfillment_details.apply(session.details);
        session.selected =
            request.selected_fulfillment_options.apply(Some(session.selected)).unwrap_or_default();
        let codes = request
            .discounts
            .apply(Some(DiscountsRequest { codes: Some(session.codes), other_members: Map::new() }));
        session.codes = codes.and_then(|discounts| discounts.codes).unwrap_or_default();
        session.check_selection()?;
        session.updated = now;
        Ok(session)
    }

    pub(super) fn cancel(&mut self, now: DateTime) -> Result<(), Reply> {
        if self.phase != Phase::Open {
            let message = "the session is completed or canceled already";
            return Err(reply::refused(405, "session_ended", message));
        }
        self.phase = Phase::Canceled;
        self.updated = now;
        Ok(())
    }

    pub(super) fn check_open(&self) -> Result<(), Reply> {
        if self.phase == Phase::Open {
            return Ok(());
        }
        Err(reply::refused(400, "session_ended", "the session is completed or canceled; create a new one"))
    }

    /// Only what is offered can be selected, and only for lines that are there.
    fn check_selection(&self) -> Result<(), Reply> {
        for (n, selected) in self.selected.iter().enumerate() {
            let at = format!("$.selected_fulfillment_options[{n}]");
            if !self.offered().iter().any(|delivery| delivery.id == selected.option_id) {
                let message = "the session does not offer this option";
                return Err(reply::refused_at(&format!("{at}.option_id"), "unknown_option", message));
            }
            let lines = 1..=self.goods.len();
            let known = |id: &String| lines.clone().any(|number| *id == format!("li_{number}"));
            if !selected.item_ids.iter().all(known) {
                let message = "the session has no such line";
                return Err(reply::refused_at(&format!("{at}.item_ids"), "unknown_line", message));
            }
        }
        Ok(())
    }

    pub(super) fn status(&self) -> CheckoutSessionStatus {
        match self.phase {
            Phase::Completed => return CheckoutSessionStatus::Completed,
            Phase::Canceled => return CheckoutSessionStatus::Canceled,
            Phase::Open => {}
        }
        let in_stock = self.goods.iter().all(|good| good.in_stock);
        if self.terms.is_blocked || !in_stock || self.selected.is_empty() {
            CheckoutSessionStatus::NotReadyForPayment
        } else if self.bill().total() >= AUTHENTICATED_FROM {
            CheckoutSessionStatus::AuthenticationRequired
        } else {
            CheckoutSessionStatus::ReadyForPayment
        }
    }

    pub(super) fn reply(&self, status: u16) -> Reply {
        reply::json(status, &self.view())
    }

    /// The session as the agent sees it.
    pub(super) fn view(&self) -> CheckoutSession {
        let bill = self.bill();
        let status = self.status();
        let waits = status == CheckoutSessionStatus::AuthenticationRequired;
        let selected = (!self.selected.is_empty()).then(|| self.selected.clone());
        CheckoutSession::builder()
            .id(&*self.id)
            .protocol(ProtocolVersion::builder().version(RELEASE).build())
            .capabilities(self.terms.capabilities.clone())
            .maybe_buyer(self.buyer.clone())
            .status(status)
            .currency(CURRENCY)
            .line_items(bill.line_items())
            .maybe_fulfillment_details(self.details.clone())
            .fulfillment_options(self.offered().iter().map(option).collect())
            .maybe_selected_fulfillment_options(selected)
            .totals(bill.totals())
            .messages(self.messages())
            .links(texts::links())
            .maybe_authentication_metadata(waits.then(payment::authentication))
            .created_at(self.created.clone())
            .updated_at(self.updated.clone())
            .maybe_discounts(self.terms.has_discounts.then(|| self.codes().response(&bill)))
            .maybe_order((self.phase == Phase::Completed).then(|| self.order(&bill)))
            .build()
    }

    fn messages(&self) -> Vec<Message> {
        let mut messages: Vec<_> = texts::out_of_stock(&self.goods).collect();
        messages.extend(self.terms.messages.iter().cloned());
        messages.extend(self.declined.then(texts::declined));
        messages.extend(self.codes().rejected.iter().enumerate().map(|(n, code)| texts::rejected(n, code)));
        messages.extend(self.offered().is_empty().then(texts::address_wanted));
        messages.push(texts::returns());
        messages
    }

    fn order(&self, bill: &Bill) -> Order {
        let number = self.id.trim_start_matches("cs_");
        Order::builder()
            .id(format!("order_{number}"))
            .checkout_session_id(&*self.id)
            .permalink_url(format!("https://shop.example/orders/{number}"))
            .totals(bill.totals())
            .build()
    }

    fn bill(&self) -> Bill {
        let mut chosen: Vec<&str> = self.selected.iter().map(|option| &*option.option_id).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let prices = chosen.into_iter().filter_map(catalogue::delivery).map(|delivery| delivery.price);
        let delivery = (!self.selected.is_empty()).then(|| prices.sum());
        let has_address = !self.offered().is_empty();
        Bill::new(&self.goods, self.codes().percent_off()).delivered(delivery).taxed(has_address)
    }

    /// Without the extension, codes mean nothing.
    fn codes(&self) -> Codes {
        Codes::new(if self.terms.has_discounts { &self.codes } else { &[] })
    }

    fn offered(&self) -> &'static [Delivery] {
        let has_address = self.details.as_ref().is_some_and(|details| details.address.is_some());
        if has_address { DELIVERIES } else { &[] }
    }
}

impl Terms {
    fn new(outcome: &Outcome) -> Result<Self, Reply> {
        let read = || {
            Ok::<_, serde_json::Error>(Self {
                capabilities: serde_json::from_value(Value::Object(outcome.capabilities.clone()))?,
                messages: serde_json::from_value(json!(outcome.messages))?,
                is_blocked: outcome.status.is_some(),
                has_discounts: outcome.extensions.iter().any(|extension| extension.name == "discount"),
            })
        };
        read().map_err(|_| reply::unavailable("negotiation", "what was negotiated cannot be read"))
    }
}

fn option(delivery: &Delivery) -> FulfillmentOption {
    let option = FulfillmentOptionShipping::builder()
        .id(delivery.id)
        .title(delivery.title)
        .carrier(delivery.carrier)
        .totals(vec![total(TotalType::Fulfillment, delivery.title, delivery.price)])
        .build();
    FulfillmentOption::Shipping(option)
}
