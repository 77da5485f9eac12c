//! Which active capabilities a response lists.
//!
//! In:  an operation.
//! Out: the roots that it is about.

use std::fmt;

/// What a response answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// Anything done with a checkout.
    Checkout,
    /// Anything done with a cart.
    Cart,
    /// Anything told about an order.
    Order,
}

impl Operation {
    /// Each operation as it is written, and the root capability that it is about.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Checkout, "checkout", "dev.ucp.shopping.checkout"),
        (Self::Cart, "cart", "dev.ucp.shopping.cart"),
        (Self::Order, "order", "dev.ucp.shopping.order"),
    ];

    /// The operation that is written so.
    ///
    /// ```
    /// use tradespec_protocol::profiles::Operation;
    ///
    /// assert_eq!(Operation::named("cart"), Some(Operation::Cart));
    /// assert_eq!(Operation::named("basket"), None);
    /// ```
    #[must_use]
    pub fn named(text: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, name, _)| *name == text).map(|(operation, ..)| *operation)
    }

    /// Whether a root capability is what this operation is about.
    pub(crate) fn is_about(self, name: &str) -> bool {
        Self::ALL.iter().any(|(operation, _, root)| *operation == self && *root == name)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = Self::ALL.iter().find(|(operation, ..)| operation == self);
        f.write_str(row.map_or("", |(_, name, _)| name))
    }
}
