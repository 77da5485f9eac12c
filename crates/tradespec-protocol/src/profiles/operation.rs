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
    /// Every operation.
    pub const ALL: [Self; 3] = [Self::Checkout, Self::Cart, Self::Order];

    /// The operation as it is written.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Checkout => "checkout",
            Self::Cart => "cart",
            Self::Order => "order",
        }
    }

    /// The root capability that it is about.
    #[must_use]
    pub fn root(self) -> &'static str {
        match self {
            Self::Checkout => "dev.ucp.shopping.checkout",
            Self::Cart => "dev.ucp.shopping.cart",
            Self::Order => "dev.ucp.shopping.order",
        }
    }

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
        Self::ALL.into_iter().find(|operation| operation.as_str() == text)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
