//! The shapes that profiles have had, as data.
//!
//! In:  the release that a profile says it is of.
//! Out: the [`Form`] of that release: where its registries stand, how they list, where entries have addresses.
//! Holds: a release that brings a new shape is a new row, and no code.

use std::fmt;

/// What a profile declares under names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// What can be done: a root capability or an extension of one.
    Capability,
    /// A way of calling.
    Service,
    /// A way of taking payment.
    PaymentHandler,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Capability => "capability",
            Self::Service => "service",
            Self::PaymentHandler => "payment handler",
        })
    }
}

/// How a registry lists its entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// An object from names to arrays of entries.
    Arrays,
    /// An object from names to entries.
    Singles,
    /// An array of entries with their names inside.
    List,
}

/// Where the entries of one kind stand, and what they look like.
#[derive(Debug)]
pub(crate) struct Registry {
    pub(crate) kind: Kind,
    /// The members that lead to it from the top of the profile.
    pub(crate) path: &'static [&'static str],
    /// The layouts it may have. Where one shape of JSON fits, that one is meant.
    pub(crate) layouts: &'static [Layout],
    /// The members that lead to an entry's addresses of schemas, each a text or a list of texts.
    pub(crate) schemas: &'static [&'static [&'static str]],
}

impl Registry {
    pub(crate) fn allows(&self, layout: Layout) -> bool {
        self.layouts.contains(&layout)
    }

    /// Whether only a list with names inside would do.
    pub(crate) fn is_list_only(&self) -> bool {
        self.layouts == [Layout::List]
    }
}

/// The shape of profiles from a release on.
#[derive(Debug)]
pub(crate) struct Form {
    since: &'static str,
    pub(crate) registries: [Registry; 3],
}

const SCHEMA: &[&[&str]] = &[&["schema"]];

/// Every form, oldest first. The first one's registries of capabilities and services are also read as later ones
/// have them, because nothing else could be meant.
static FORMS: [Form; 2] = [
    Form {
        since: "2026-01-11",
        registries: [
            Registry {
                kind: Kind::Capability,
                path: &["ucp", "capabilities"],
                layouts: &[Layout::List, Layout::Arrays],
                schemas: SCHEMA,
            },
            Registry {
                kind: Kind::Service,
                path: &["ucp", "services"],
                layouts: &[Layout::Singles, Layout::Arrays],
                schemas: &[&["schema"], &["rest", "schema"], &["mcp", "schema"], &["embedded", "schema"]],
            },
            Registry {
                kind: Kind::PaymentHandler,
                path: &["payment", "handlers"],
                layouts: &[Layout::List],
                schemas: &[&["schema"], &["config_schema"], &["instrument_schemas"]],
            },
        ],
    },
    Form {
        since: "2026-01-23",
        registries: [
            Registry {
                kind: Kind::Capability,
                path: &["ucp", "capabilities"],
                layouts: &[Layout::Arrays],
                schemas: SCHEMA,
            },
            Registry {
                kind: Kind::Service,
                path: &["ucp", "services"],
                layouts: &[Layout::Arrays],
                schemas: SCHEMA,
            },
            Registry {
                kind: Kind::PaymentHandler,
                path: &["ucp", "payment_handlers"],
                layouts: &[Layout::Arrays],
                schemas: SCHEMA,
            },
        ],
    },
];

/// The form of a release: the newest that is no newer than it, or else the oldest.
pub(crate) fn of(release: &str) -> &'static Form {
    let [oldest, ..] = &FORMS;
    FORMS.iter().rev().find(|form| form.since <= release).unwrap_or(oldest)
}
