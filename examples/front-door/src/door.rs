//! The door: an extractor that hands over a message only if it is valid.
//!
//! In:  the body of a request.
//! Out: [`Valid`], or a [`Refusal`]: the flat `Error` of ACP.
//! Holds: no value of the request is in the answer to it.

use std::marker::PhantomData;
use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use tradespec_runtime::Message;
use tradespec_validator::{ErrorBody, Strictness, Validator};

/// Checks messages of one type. Made once, when the service starts; a clone shares the validator.
#[derive(Debug)]
pub struct Door<M> {
    validator: Arc<Validator>,
    message: PhantomData<fn() -> M>,
}

impl<M> Clone for Door<M> {
    fn clone(&self) -> Self {
        Self { validator: Arc::clone(&self.validator), message: PhantomData }
    }
}

impl<M: Message> Door<M> {
    /// A door for messages of type `M`, in the release that it is of.
    pub fn new() -> Result<Self, tradespec_schema::Error> {
        // A service receives: what it does not know may come from a newer sender, and is passed over.
        let strictness = Strictness { receiver: true, ..Strictness::default() };
        let validator = Validator::builder().message::<M>().strictness(strictness).build()?;
        Ok(Self { validator: Arc::new(validator), message: PhantomData })
    }
}

/// A message that is valid.
#[derive(Debug)]
pub struct Valid<M>(pub M);

impl<S, M> FromRequest<S> for Valid<M>
where
    S: Send + Sync,
    Door<M>: FromRef<S>,
    M: Message + DeserializeOwned,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        // The limit of axum holds here: 2 MB, unless `DefaultBodyLimit` says otherwise.
        let body = Bytes::from_request(request, state).await.map_err(|refused| {
            Refusal::new(refused.status(), "unreadable", "the body cannot be read, or is too large")
        })?;
        let report = Door::<M>::from_ref(state).validator.check(&body);
        if let Some(body) = report.error_body() {
            return Err(Refusal { status: StatusCode::BAD_REQUEST, body });
        }
        // What serde says may quote the message, so it is not passed on.
        serde_json::from_slice(&body).map(Valid).map_err(|_| {
            let message =
                "a number is not taken here; write whole numbers without a fraction, within 64 bits";
            Refusal::new(StatusCode::BAD_REQUEST, "unsupported_number", message)
        })
    }
}

/// Why a request is not let in.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    body: ErrorBody,
}

impl Refusal {
    fn new(status: StatusCode, code: &str, message: &str) -> Self {
        let (code, message) = (code.to_owned(), message.to_owned());
        Self { status, body: ErrorBody { r#type: "invalid_request", code, message, param: None } }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(self.body)).into_response()
    }
}
