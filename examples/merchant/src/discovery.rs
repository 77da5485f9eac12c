//! What the merchant says of itself to everybody.

use acp_types::v2026_04_17::checkout::{
    DiscoveryCapabilities, DiscoveryCapabilitiesInterventionType as Intervention,
    DiscoveryCapabilitiesService as Service, DiscoveryExtension, DiscoveryProtocol, DiscoveryResponse,
    DiscoveryResponseTransport,
};

use crate::catalogue::CURRENCY;
use crate::headers::RELEASE;

/// The discovery document of a merchant whose API stands at `base_url`.
pub(crate) fn document(base_url: &str) -> DiscoveryResponse {
    let capabilities = DiscoveryCapabilities::builder()
        .services(vec![Service::Checkout, Service::Carts])
        .extensions(vec![DiscoveryExtension::builder().name("discount").build()])
        .intervention_types(vec![Intervention::ThreeDs, Intervention::AddressVerification])
        .supported_currencies(vec![CURRENCY.to_owned()])
        .build();
    DiscoveryResponse::builder()
        .protocol(
            DiscoveryProtocol::builder()
                .version(RELEASE)
                .supported_versions(vec![RELEASE.to_owned()])
                .build(),
        )
        .api_base_url(base_url)
        .transports(vec![DiscoveryResponseTransport::Rest])
        .capabilities(capabilities)
        .build()
}
