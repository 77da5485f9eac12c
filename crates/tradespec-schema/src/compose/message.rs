//! Finding the type of a message by what is known of it.
//!
//! In:  a type's name, and perhaps the direction and the operation of the message.
//! Out: the type of that message, or what would tell which one is meant.

use std::collections::BTreeSet;

use super::ComposedSchema;
use crate::error::{Code, Error, Place};
use crate::messages::{self, Direction};
use crate::names::TypeId;
use crate::resolve::Variant;

impl ComposedSchema {
    /// Finds the type of a message by a type's name, as [`Self::type_named`] does, and by what is known of its direction and
    /// operation.
    ///
    /// # Errors
    ///
    /// No type has the name, or none of its messages is meant, or more than one.
    ///
    /// ```
    /// use tradespec_schema::messages::Direction;
    /// use tradespec_schema::{Catalogue, Protocol, compose};
    ///
    /// let composed = compose(&Catalogue::embedded()?.release(Protocol::Ucp, None)?, &[])?;
    /// let find = |direction, operation| composed.message_named("dev.ucp.shopping.cart", direction, operation);
    /// assert_eq!(find(None, None)?.name, "Cart");
    /// assert_eq!(find(Some(Direction::Request), Some("update"))?.name, "CartUpdateRequest");
    /// let error = find(Some(Direction::Request), None).unwrap_err().to_string();
    /// assert!(error.contains("say which operation: create or update"), "{error}");
    /// # Ok::<(), tradespec_schema::Error>(())
    /// ```
    pub fn message_named(
        &self,
        name: &str,
        direction: Option<Direction>,
        operation: Option<&str>,
    ) -> Result<TypeId, Error> {
        let plain = self.type_named(name)?;
        let is_several =
            self.messages(&plain).next().is_some() && self.messages(&plain).all(|(_, id)| *id != plain);
        if direction.is_none() && operation.is_none() && !is_several {
            return Ok(plain);
        }
        let of_direction: Vec<(&Variant, &TypeId)> = self
            .messages(&plain)
            .filter(|(variant, _)| direction.is_none_or(|wanted| variant.direction == wanted))
            .collect();
        let of_operation =
            |(variant, _): &(&Variant, &TypeId)| operation.is_none_or(|wanted| variant.operation == wanted);
        let fits: BTreeSet<&TypeId> =
            of_direction.iter().filter(|message| of_operation(message)).map(|(_, id)| *id).collect();
        let mut fits = fits.into_iter();
        match (fits.next(), fits.next()) {
            (Some(only), None) => Ok(only.clone()),
            // A response has what the type has, unless its operation makes a difference.
            (None, _) if direction != Some(Direction::Request) && self.is_answer(&plain, operation) => {
                Ok(plain)
            }
            (found, _) => {
                let message = which(&plain, direction, operation, found.is_some(), &of_direction);
                Err(Error::new(Code::UnknownType, Place::none(), message))
            }
        }
    }

    /// Whether an operation answers with a type, or any one if none is given.
    fn is_answer(&self, type_id: &TypeId, operation: Option<&str>) -> bool {
        let name = type_id.to_string();
        let mut all = messages::operations(self.protocol()).iter();
        all.any(|known| {
            known.response == Some(name.as_str()) && (operation.is_none() || known.action == operation)
        })
    }
}

/// What would say which message of a type is meant: several fit, or none.
fn which(
    type_id: &TypeId,
    direction: Option<Direction>,
    operation: Option<&str>,
    several: bool,
    known: &[(&Variant, &TypeId)],
) -> String {
    let operations: BTreeSet<_> = known.iter().map(|(variant, _)| variant.operation.as_str()).collect();
    let operations = operations.into_iter().collect::<Vec<_>>().join(" or ");
    let message = direction.map_or("message", Direction::as_str);
    match operation {
        None if several => {
            format!(
                "the {message} of each operation has a {type_id} of its own; say which operation: {operations}"
            )
        }
        Some(operation) if several => {
            format!("a {type_id} is something else in request and response of \"{operation}\"; say which")
        }
        _ if known.is_empty() => {
            format!("{type_id} is the type of no {message}; leave out what kind of message it is")
        }
        _ => {
            let operation = operation.unwrap_or_default();
            format!("{type_id} is in no {message} of \"{operation}\"; say which operation: {operations}")
        }
    }
}
