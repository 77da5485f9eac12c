//! Checks messages against composed schemas, and says what is wrong with them.
//!
//! ```text
//! ComposedSchema + TypeId ──▶ Validator ──validate(&Value)──▶ [Diagnostic] ──Render──▶ text, JSON, …
//! ```
//!
//! A [`Validator`] is made once for a protocol, a release, a message type and the active extensions, and used for
//! any number of messages. It checks what the composed JSON Schema (draft 2020-12) says, formats included, and
//! on request ([`Builder::rules`]) the message rules that the protocol's text has beside it. It reads neither files nor
//! the network. A [`Diagnostic`] never contains a value of the message: messages carry card
//! data and tokens, and diagnostics end up in logs.
//!
//! ```
//! use serde_json::json;
//! use tradespec_validator::{Code, Validator};
//!
//! let validator = Validator::builder().release("2026-04-17").message_type("CheckoutSessionUpdateRequest").build()?;
//! assert!(validator.is_valid(&json!({"order_notes": "Please ring twice."})));
//!
//! let found = validator.check_value(&json!({"line_items": [{"id": "teapot", "nmae": "Teapot"}]}));
//! assert_eq!(found[0].code, Code::UnknownMember);
//! assert_eq!(found[0].instance_path.as_str(), "/line_items/0");
//! assert_eq!(found[0].message, r#"unknown member "nmae""#);
//! assert_eq!(found[0].help.as_deref(), Some(r#"did you mean "name"?"#));
//! # Ok::<(), tradespec_schema::Error>(())
//! ```
//!
//! What can go wrong in making a validator goes wrong with the schemas, so the error type of this crate is
//! [`tradespec_schema::Error`].

mod builder;
mod checker;
mod code;
mod compiled;
mod declared;
mod detect;
mod diagnostic;
mod document;
mod envelope;
mod error_body;
mod explain;
mod hints;
mod kind;
mod named;
mod pages;
mod places;
pub mod render;
mod report;
mod rules;
mod span;
mod strict;
mod strictness;
mod trees;
mod validator;

pub use builder::{Builder, Selection};
pub use checker::{Checker, Hint};
pub use code::{Code, Severity};
pub use diagnostic::Diagnostic;
pub use error_body::ErrorBody;
pub use kind::{Kind, Words};
pub use pages::page;
pub use places::{Places, explained};
pub use report::Report;
pub use span::{Excerpt, Origin, Span};
pub use strictness::Strictness;
pub use tradespec_protocol::rules::Rule;
pub use tradespec_schema::{Error, messages};
pub use validator::Validator;
