//! What the shop sells and how it can be paid for: the facts, as tables.
//!
//! In:  ids and codes as agents send them.
//! Out: prices, discounts, ways of delivery, and what a payment provider would say of a card.
//! Holds: amounts are in cents; what a request says of a price is never looked at.

/// The one currency of the shop.
pub(crate) const CURRENCY: &str = "usd";

/// Tax on goods, in percent.
pub(crate) const TAX: i64 = 8;

/// From this total on, a payment has to be authenticated (3D Secure).
pub(crate) const AUTHENTICATED_FROM: i64 = 50_000;

/// The handler of card payments, as `payment.handlers` names it.
pub(crate) const CARD_HANDLER: &str = "card";

/// Something that is sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Good {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) price: i64,
    pub(crate) in_stock: bool,
}

const GOODS: &[Good] = &[
    Good { id: "mug", name: "Stoneware mug", price: 1_800, in_stock: true },
    Good { id: "teapot", name: "Cast-iron teapot", price: 6_450, in_stock: true },
    Good { id: "kettle", name: "Copper kettle", price: 52_000, in_stock: true },
    Good { id: "vase", name: "Celadon vase", price: 9_900, in_stock: false },
];

/// A way to get the goods to the buyer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Delivery {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) carrier: &'static str,
    pub(crate) price: i64,
}

/// All of them, offered as soon as there is an address.
pub(crate) const DELIVERIES: &[Delivery] = &[
    Delivery { id: "post", title: "By post, three days", carrier: "Larch Post", price: 500 },
    Delivery { id: "courier", title: "By courier, tomorrow", carrier: "Swift Riders", price: 1_500 },
];

/// What becomes of a discount code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Discount {
    /// So many percent off every line.
    Percent(i64),
    /// It was good once.
    Expired,
    /// Nobody knows it.
    Unknown,
}

/// What the payment provider says of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Card {
    Accepted,
    Declined,
    /// The provider is down when it is asked first, and accepts the card when it is asked again.
    DownOnce,
}

pub(crate) fn good(id: &str) -> Option<&'static Good> {
    GOODS.iter().find(|good| good.id == id)
}

pub(crate) fn delivery(id: &str) -> Option<&'static Delivery> {
    DELIVERIES.iter().find(|delivery| delivery.id == id)
}

/// Upper and lower case are the same.
pub(crate) fn discount(code: &str) -> Discount {
    match code.to_ascii_uppercase().as_str() {
        "SPRING10" => Discount::Percent(10),
        "WINTER25" => Discount::Expired,
        _ => Discount::Unknown,
    }
}

/// A card that nobody knows is declined.
pub(crate) fn card(token: &str) -> Card {
    match token {
        "tok_accepted" => Card::Accepted,
        "tok_provider_down" => Card::DownOnce,
        _ => Card::Declined,
    }
}
