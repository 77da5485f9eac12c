//! Paying for a session.
//!
//! In:  a session, and a request to complete it.
//! Out: the session completed, or declined with a message in it; or a refusal.
//! Holds: nothing an agent declares lets a payment through that would not go through otherwise.

use acp_types::v2026_04_17::checkout::{
    AuthenticationMetadata, AuthenticationMetadataAcquirerDetails, AuthenticationMetadataDirectoryServer,
    AuthenticationResult, AuthenticationResultOutcome, CheckoutSessionCompleteRequest, CheckoutSessionStatus,
};
use tradespec_runtime::DateTime;

use super::session::{Phase, Session};
use crate::catalogue::{self, CARD_HANDLER, Card};
use crate::reply::{self, Reply};

impl Session {
    pub(super) fn complete(
        &mut self,
        request: CheckoutSessionCompleteRequest,
        now: DateTime,
    ) -> Result<(), Reply> {
        self.check_open()?;
        let is_authenticated = match self.status() {
            CheckoutSessionStatus::ReadyForPayment => true,
            CheckoutSessionStatus::AuthenticationRequired => {
                let result = request.authentication_result.as_ref().ok_or_else(requires_authentication)?;
                is_authenticated(result)
            }
            _ => return Err(reply::refused(400, "not_ready_for_payment", "something is missing still")),
        };
        let data = request.payment_data;
        let instrument = data.instrument.filter(|_| data.handler_id.as_deref() == Some(CARD_HANDLER));
        let Some(instrument) = instrument else {
            let message = "the shop takes cards only";
            return Err(reply::refused_at("$.payment_data", "unsupported_payment", message));
        };
        let card = catalogue::card(&instrument.credential.token);
        if card == Card::DownOnce && !self.was_down {
            self.was_down = true;
            return Err(reply::unavailable("payment_provider_down", "the payment provider does not answer"));
        }
        self.buyer = request.buyer.or_else(|| self.buyer.take());
        self.declined = card == Card::Declined || !is_authenticated;
        if !self.declined {
            self.phase = Phase::Completed;
        }
        self.updated = now;
        Ok(())
    }
}

fn requires_authentication() -> Reply {
    let message = "this payment has to be authenticated first";
    reply::refused_at("$.authentication_result", "requires_3ds", message)
}

fn is_authenticated(result: &AuthenticationResult) -> bool {
    use AuthenticationResultOutcome::{AttemptAcknowledged, Authenticated};
    matches!(result.outcome, Authenticated | AttemptAcknowledged)
}

/// What the agent needs to have a payment authenticated.
pub(super) fn authentication() -> AuthenticationMetadata {
    let acquirer = AuthenticationMetadataAcquirerDetails::builder()
        .acquirer_bin("412345")
        .acquirer_country("US")
        .acquirer_merchant_id("kiln-and-kettle")
        .merchant_name("Kiln & Kettle")
        .build();
    AuthenticationMetadata::builder()
        .acquirer_details(acquirer)
        .directory_server(AuthenticationMetadataDirectoryServer::Visa)
        .build()
}
