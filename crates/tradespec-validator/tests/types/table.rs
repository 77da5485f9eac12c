//! Message types by name.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tradespec_runtime::Message;
use tradespec_schema::Protocol;

/// Reads a message and writes it again.
pub(crate) type RoundTrip = fn(&str) -> Result<String, serde_json::Error>;

fn round_trip<T: Serialize + DeserializeOwned>(text: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(&serde_json::from_str::<T>(text)?)
}

/// A protocol, a release, the name that the validator takes, and the type.
pub(crate) struct Row {
    pub(crate) protocol: Protocol,
    pub(crate) release: &'static str,
    pub(crate) name: &'static str,
    pub(crate) round_trip: RoundTrip,
}

fn message<T: Message>() -> Row {
    let protocol = Protocol::ALL.into_iter().find(|protocol| protocol.as_str() == T::PROTOCOL).unwrap();
    Row { protocol, release: T::RELEASE, name: T::NAME, round_trip: round_trip::<T> }
}

macro_rules! messages {
    ($($module:path: $($name:ident)+;)+) => {
        vec![$({
            use $module as types;
            vec![$(message::<types::$name>()),+]
        }),+].into_iter().flatten().collect::<Vec<_>>()
    };
}

/// Every message type of every release, and the parts that published examples show by themselves.
pub(crate) fn rows() -> Vec<Row> {
    use acp_types::{
        v2025_09_29 as september, v2025_12_12 as december, v2026_01_16 as new_year, v2026_01_30 as january,
        v2026_04_17 as april,
    };
    let mut rows = messages! {
        september::checkout: CheckoutSession CheckoutSessionCompleteRequest CheckoutSessionCreateRequest
            CheckoutSessionUpdateRequest CheckoutSessionWithOrder Error;
        september::delegate_payment: DelegatePaymentRequest DelegatePaymentResponse Error;
        december::checkout: CancelSessionRequest CheckoutSession CheckoutSessionCompleteRequest
            CheckoutSessionCreateRequest CheckoutSessionUpdateRequest CheckoutSessionWithOrder Error;
        december::delegate_payment: DelegatePaymentRequest DelegatePaymentResponse Error;
        new_year::checkout: CancelSessionRequest CheckoutSession CheckoutSessionCompleteRequest
            CheckoutSessionCreateRequest CheckoutSessionUpdateRequest CheckoutSessionWithOrder Error;
        new_year::delegate_payment: DelegatePaymentRequest DelegatePaymentResponse Error;
        january::checkout: CancelSessionRequest CheckoutSession CheckoutSessionCompleteRequest
            CheckoutSessionCreateRequest CheckoutSessionUpdateRequest CheckoutSessionWithOrder Error;
        january::delegate_payment: DelegatePaymentRequest DelegatePaymentResponse Error;
        april::checkout: CancelSessionRequest Cart CartCreateRequest CartUpdateRequest CheckoutSession
            CheckoutSessionCompleteRequest CheckoutSessionCreateRequest CheckoutSessionUpdateRequest
            CheckoutSessionWithOrder DiscoveryResponse Error;
        april::delegate_authentication: DelegateAuthenticationAuthenticateRequest
            DelegateAuthenticationCreateRequest DelegateAuthenticationSession
            DelegateAuthenticationSessionWithResult Error;
        april::delegate_payment: DelegatePaymentRequest DelegatePaymentResponse Error;
        april::feed: CreateFeedRequest Error FeedMetadata ProductsResponse UpsertProductsRequest;
    };
    macro_rules! part {
        ($release:literal, $name:literal, $of:ty) => {
            rows.push(Row {
                protocol: Protocol::Acp,
                release: $release,
                name: $name,
                round_trip: round_trip::<$of>,
            });
        };
    }
    part!("2025-12-12", "agentic_checkout.Order", december::checkout::Order);
    part!("2025-09-29", "agentic_checkout.Order", september::checkout::Order);
    part!("2026-01-16", "agentic_checkout.AuthenticationResult", new_year::checkout::AuthenticationResult);
    part!("2026-01-16", "agentic_checkout.Order", new_year::checkout::Order);
    part!("2026-01-30", "agentic_checkout.AuthenticationResult", january::checkout::AuthenticationResult);
    part!("2026-01-30", "agentic_checkout.Order", january::checkout::Order);
    part!("2026-04-17", "agentic_checkout.AuthenticationResult", april::checkout::AuthenticationResult);
    part!("2026-04-17", "agentic_checkout.Order", april::checkout::Order);
    rows.extend(ucp());
    rows
}

/// Every message type of UCP.
fn ucp() -> Vec<Row> {
    use ucp_types::{v2026_01_11 as first, v2026_01_23 as second, v2026_04_08 as third};
    messages! {
        first::checkout: Checkout CheckoutCompleteRequest CheckoutCreateRequest CheckoutUpdateRequest;
        first::order: Order;
        first::profile: Profile;
        second::checkout: Checkout CheckoutCompleteRequest CheckoutCreateRequest CheckoutUpdateRequest;
        second::order: Order;
        second::profile: Profile;
        third::cart: Cart CartCreateRequest CartUpdateRequest;
        third::catalog: GetProductRequest GetProductResponse LookupRequest LookupResponse SearchRequest
            SearchResponse;
        third::checkout: Checkout CheckoutCompleteRequest CheckoutCreateRequest CheckoutUpdateRequest;
        third::message: ErrorResponse;
        third::order: Order;
        third::profile: Profile;
    }
}

/// The type of that name in a release; no two protocols have a release of one date.
pub(crate) fn find(release: &str, name: &str) -> RoundTrip {
    let rows = rows();
    let row = rows.iter().find(|row| row.release == release && row.name == name);
    row.unwrap_or_else(|| panic!("no type for {name} of {release}")).round_trip
}

/// Reads and writes `text` twice: the first pass keeps the JSON value, the second the bytes.
pub(crate) fn check(round_trip: RoundTrip, text: &str) -> Result<(), String> {
    let written = round_trip(text).map_err(|error| format!("not read: {error}"))?;
    let value =
        |text: &str| serde_json::from_str::<serde_json::Value>(text).map_err(|error| error.to_string());
    let (before, after) = (value(text)?, value(&written)?);
    if before != after {
        return Err(format!("written as another value:\n{before}\n{after}"));
    }
    let again = round_trip(&written).map_err(|error| format!("not read again: {error}"))?;
    if again == written { Ok(()) } else { Err(format!("not stable:\n{written}\n{again}")) }
}

#[test]
fn every_message_type_is_in_the_table() {
    let catalogue = tradespec_schema::Catalogue::embedded().unwrap();
    let rows = rows();
    for (protocol, release) in catalogue.releases() {
        let index = catalogue.release(protocol, Some(release)).unwrap();
        let composed = tradespec_schema::compose(&index, &[]).unwrap();
        for id in composed.types() {
            if tradespec_schema::messages::uses(protocol, &id).next().is_some() {
                let known = rows.iter().any(|row| {
                    (row.protocol, row.release) == (protocol, release.as_str()) && row.name == id.to_string()
                });
                assert!(known, "{id} of {release}");
            }
        }
    }
}
