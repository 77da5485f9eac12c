//! Bodies of requests, let in only if they are valid.
//!
//! In:  the bytes of a body.
//! Out: the request as a type, or the refusal, with the place of the first fault.
//! Holds: what a receiver must tolerate (unknown members and words, `null` that clears) is let in.

use std::marker::PhantomData;
use std::sync::LazyLock;

use acp_types::v2026_04_17::checkout::{
    CancelSessionRequest, CartCreateRequest, CartUpdateRequest, CheckoutSessionCompleteRequest,
    CheckoutSessionCreateRequest, CheckoutSessionUpdateRequest,
};
use serde::de::DeserializeOwned;
use tradespec_runtime::Message;
use tradespec_validator::{Strictness, Validator};

use crate::error::Error;
use crate::reply::{self, Reply};

/// A door for each request that has a body.
#[derive(Debug)]
pub(crate) struct Doors {
    pub(crate) create: Door<CheckoutSessionCreateRequest>,
    pub(crate) update: Door<CheckoutSessionUpdateRequest>,
    pub(crate) complete: Door<CheckoutSessionCompleteRequest>,
    pub(crate) cancel: Door<CancelSessionRequest>,
    pub(crate) cart_create: Door<CartCreateRequest>,
    pub(crate) cart_update: Door<CartUpdateRequest>,
}

/// Lets in messages of one type.
#[derive(Debug)]
pub(crate) struct Door<M> {
    validator: Validator,
    message: PhantomData<fn() -> M>,
}

/// Validators take a while to make and are the same for every merchant.
static DOORS: LazyLock<Result<Doors, Error>> = LazyLock::new(|| {
    Ok(Doors {
        create: Door::new()?,
        update: Door::new()?,
        complete: Door::new()?,
        cancel: Door::new()?,
        cart_create: Door::new()?,
        cart_update: Door::new()?,
    })
});

impl Doors {
    /// The doors. Fails only if the schemas that are built in are broken.
    pub(crate) fn get() -> Result<&'static Self, Error> {
        DOORS.as_ref().map_err(Clone::clone)
    }
}

impl<M: Message + DeserializeOwned> Door<M> {
    fn new() -> Result<Self, Error> {
        let strictness = Strictness { receiver: true, allow_null_clear: true, ..Strictness::default() };
        let validator = Validator::builder().message::<M>().strictness(strictness).build()?;
        Ok(Self { validator, message: PhantomData })
    }

    pub(crate) fn open(&self, body: &[u8]) -> Result<M, Reply> {
        if let Some(error) = self.validator.check(body).error_body() {
            return Err(reply::json(400, &error));
        }
        // What serde says may quote the message, so it is not passed on.
        serde_json::from_slice(body).map_err(|_| {
            reply::refused(400, "unsupported_number", "a number has a fraction or is beyond 64 bits")
        })
    }
}
