//! Profiles and their negotiation: what a business and a platform declare becomes what holds between them.
//!
//! In:  the [`Profile`] of each, and a [`ProfileReader`] for the profiles that the business has for other releases.
//! Out: a [`Negotiation`]: the active capabilities, a reason for everything dropped, and what responses list; or a
//!      [`Failure`] to begin one.
//! Holds: an entry whose schema is not on its owner's domain takes no part. The result does not depend on the order in
//!        which anything is declared. No document makes any of it panic.
//!
//! Source: UCP, profiles, discovery and negotiation.

mod address;
mod authority;
mod choose;
mod entry;
mod failure;
mod form;
mod name;
mod operation;
mod outcome;
mod party;
mod problem;
mod profile;
mod reader;
mod reason;
mod report;
mod version;

pub use address::{profile_of_header, profile_of_meta};
pub use authority::{AuthorityFault, bind, profile_address};
pub use entry::{Entry, Range, Requires};
pub use failure::{Failure, FailureCode, MCP_DISCOVERY};
pub use form::Kind;
pub use operation::Operation;
pub use outcome::{Negotiation, negotiate};
pub use party::Party;
pub use problem::{ProfileError, ProfileProblem};
pub use profile::{MOST_BYTES, Profile};
pub use reader::{ProfileReader, Profiles, ReadFailure};
pub use reason::{Dropped, Note, Reason};
pub use report::Report;
