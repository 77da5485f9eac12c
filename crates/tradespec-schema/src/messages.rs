//! Which types cross the wire, in which operation and in which direction.
//!
//! The table is what a protocol publishes about its operations; schemas do not say it. Types are named
//! `<file>.<Name>`, and a release has those operations whose types it has.

use std::fmt;

use crate::names::TypeId;
use crate::protocol::Protocol;

/// One operation of a protocol and the types of its bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Method and path, such as `POST /carts`.
    pub name: &'static str,
    /// The MCP tool that does the same, such as `create_cart`, where the protocol has tools.
    pub tool: Option<&'static str>,
    /// What annotations call it, such as `create`, where the protocol's schemas have annotations.
    pub action: Option<&'static str>,
    /// The type of the request's body, where it has one.
    pub request: Option<&'static str>,
    /// The status of a response that reports success, where the protocol says which.
    pub success: Option<u16>,
    /// The type of the response's body, where it has one.
    pub response: Option<&'static str>,
}

/// Which way a message goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the agent.
    Request,
    /// To the agent.
    Response,
}

impl Direction {
    /// The lower-case word that outputs use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Response => "response",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Every operation of a protocol, in any of its releases.
#[must_use]
pub fn operations(protocol: Protocol) -> &'static [Operation] {
    match protocol {
        Protocol::Acp => ACP,
        Protocol::Ucp => UCP,
    }
}

/// The operations in which a type is a body, each with the direction. None for a type that is only a part of others.
///
/// ```
/// use tradespec_schema::{Protocol, TypeId};
/// use tradespec_schema::messages::{Direction, uses};
///
/// let cart = TypeId { file: "schema.cart.json".to_owned(), name: "CartCreateRequest".to_owned() };
/// let uses: Vec<_> = uses(Protocol::Acp, &cart).map(|(operation, direction)| (operation.name, direction)).collect();
/// assert_eq!(uses, [("POST /carts", Direction::Request)]);
/// ```
pub fn uses(protocol: Protocol, type_id: &TypeId) -> impl Iterator<Item = (&'static Operation, Direction)> {
    let name = type_id.to_string();
    operations(protocol).iter().flat_map(move |operation| {
        let request = (operation.request == Some(name.as_str())).then_some((operation, Direction::Request));
        let response =
            (operation.response == Some(name.as_str())).then_some((operation, Direction::Response));
        request.into_iter().chain(response)
    })
}

/// Whether the type is an update in which, by the protocol's text, `null` clears a member and absence leaves it alone.
///
/// Source: ACP, rules on idempotency ("`null` is not absence") and on updating a checkout session. A cart is replaced as
/// a whole, so it has nothing to clear.
#[must_use]
pub fn null_clears(protocol: Protocol, type_id: &TypeId) -> bool {
    match protocol {
        Protocol::Acp => type_id.to_string() == "agentic_checkout.CheckoutSessionUpdateRequest",
        Protocol::Ucp => false,
    }
}

/// Whether messages of the type may come from the seller.
#[must_use]
pub fn is_response(protocol: Protocol, type_id: &TypeId) -> bool {
    uses(protocol, type_id).any(|(_, direction)| direction == Direction::Response)
}

const fn operation(
    name: &'static str,
    request: Option<&'static str>,
    success: Option<u16>,
    response: Option<&'static str>,
) -> Operation {
    Operation { name, tool: None, action: None, request, success, response }
}

/// A response of any operation that reports a failure.
const FAILURE: &str = "any operation, status 4xx or 5xx";

const SESSION: Option<&str> = Some("agentic_checkout.CheckoutSession");
const CART: Option<&str> = Some("cart.Cart");
const AUTHENTICATION: Option<&str> = Some("delegate_authentication.DelegateAuthenticationSession");
const AUTHENTICATION_RESULT: Option<&str> =
    Some("delegate_authentication.DelegateAuthenticationSessionWithResult");
const FEED: Option<&str> = Some("feed.FeedMetadata");

const ACP: &[Operation] = &[
    operation(
        "POST /checkout_sessions",
        Some("agentic_checkout.CheckoutSessionCreateRequest"),
        Some(201),
        SESSION,
    ),
    operation(
        "POST /checkout_sessions/{id}",
        Some("agentic_checkout.CheckoutSessionUpdateRequest"),
        Some(200),
        SESSION,
    ),
    operation("GET /checkout_sessions/{id}", None, Some(200), SESSION),
    operation(
        "POST /checkout_sessions/{id}/complete",
        Some("agentic_checkout.CheckoutSessionCompleteRequest"),
        Some(200),
        Some("agentic_checkout.CheckoutSessionWithOrder"),
    ),
    operation(
        "POST /checkout_sessions/{id}/cancel",
        Some("agentic_checkout.CancelSessionRequest"),
        Some(200),
        SESSION,
    ),
    operation("POST /carts", Some("cart.CartCreateRequest"), Some(201), CART),
    operation("PUT /carts/{id}", Some("cart.CartUpdateRequest"), Some(200), CART),
    operation("GET /carts/{id}", None, Some(200), CART),
    operation("POST /carts/{id}/cancel", None, Some(200), CART),
    operation(
        "POST /agentic_commerce/delegate_payment",
        Some("delegate_payment.DelegatePaymentRequest"),
        Some(201),
        Some("delegate_payment.DelegatePaymentResponse"),
    ),
    operation(
        "POST /delegate_authentication",
        Some("delegate_authentication.DelegateAuthenticationCreateRequest"),
        None,
        AUTHENTICATION,
    ),
    operation(
        "POST /delegate_authentication/{id}/authenticate",
        Some("delegate_authentication.DelegateAuthenticationAuthenticateRequest"),
        None,
        AUTHENTICATION,
    ),
    operation("GET /delegate_authentication/{id}", None, None, AUTHENTICATION_RESULT),
    operation("POST /feeds", Some("feed.CreateFeedRequest"), None, FEED),
    operation("GET /feeds/{id}", None, None, FEED),
    operation("GET /feeds/{id}/products", None, None, Some("feed.ProductsResponse")),
    operation("PATCH /feeds/{id}/products", Some("feed.UpsertProductsRequest"), None, None),
    operation("GET /.well-known/acp.json", None, Some(200), Some("agentic_checkout.DiscoveryResponse")),
    operation(FAILURE, None, None, Some("agentic_checkout.Error")),
    operation(FAILURE, None, None, Some("delegate_payment.Error")),
    operation(FAILURE, None, None, Some("delegate_authentication.Error")),
    operation(FAILURE, None, None, Some("feed.Error")),
];

/// An operation of UCP that is also a tool.
const fn action(
    (name, tool, action): (&'static str, &'static str, &'static str),
    request: Option<&'static str>,
    success: u16,
    response: &'static str,
) -> Operation {
    Operation {
        name,
        tool: Some(tool),
        action: Some(action),
        request,
        success: Some(success),
        response: Some(response),
    }
}

const UCP_CHECKOUT: &str = "shopping/checkout.Checkout";
const UCP_CART: &str = "shopping/cart.Cart";

/// Source: UCP, the HTTP and MCP bindings of the shopping service. The types of requests are those that composition makes
/// of a type for an operation: `CheckoutCreateRequest` is what of a `Checkout` is sent to create one.
const UCP: &[Operation] = &[
    action(
        ("POST /checkout-sessions", "create_checkout", "create"),
        Some("shopping/checkout.CheckoutCreateRequest"),
        201,
        UCP_CHECKOUT,
    ),
    action(("GET /checkout-sessions/{id}", "get_checkout", "read"), None, 200, UCP_CHECKOUT),
    action(
        ("PUT /checkout-sessions/{id}", "update_checkout", "update"),
        Some("shopping/checkout.CheckoutUpdateRequest"),
        200,
        UCP_CHECKOUT,
    ),
    action(
        ("POST /checkout-sessions/{id}/complete", "complete_checkout", "complete"),
        Some("shopping/checkout.CheckoutCompleteRequest"),
        200,
        UCP_CHECKOUT,
    ),
    action(("POST /checkout-sessions/{id}/cancel", "cancel_checkout", "cancel"), None, 200, UCP_CHECKOUT),
    action(("POST /carts", "create_cart", "create"), Some("shopping/cart.CartCreateRequest"), 201, UCP_CART),
    action(("GET /carts/{id}", "get_cart", "read"), None, 200, UCP_CART),
    action(
        ("PUT /carts/{id}", "update_cart", "update"),
        Some("shopping/cart.CartUpdateRequest"),
        200,
        UCP_CART,
    ),
    action(("POST /carts/{id}/cancel", "cancel_cart", "cancel"), None, 200, UCP_CART),
    action(
        ("POST /catalog/search", "search_catalog", "search"),
        Some("shopping/catalog_search.search_request"),
        200,
        "shopping/catalog_search.search_response",
    ),
    action(
        ("POST /catalog/lookup", "lookup_catalog", "lookup"),
        Some("shopping/catalog_lookup.lookup_request"),
        200,
        "shopping/catalog_lookup.lookup_response",
    ),
    action(
        ("POST /catalog/product", "get_product", "get_product"),
        Some("shopping/catalog_lookup.get_product_request"),
        200,
        "shopping/catalog_lookup.get_product_response",
    ),
    action(("GET /orders/{id}", "get_order", "read"), None, 200, "shopping/order.Order"),
    // News of an order goes the other way, from the business to the platform, and holds what the business would answer.
    operation("an order event", None, None, Some("shopping/order.Order")),
    operation("GET /.well-known/ucp", None, Some(200), Some("discovery/profile_schema.ProfileSchema")),
    operation("any operation that fails", None, None, Some("shopping/types/error_response.ErrorResponse")),
];
