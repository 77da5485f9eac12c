//! Which members of a message hold what must not be shown, even to those who ask to see values.
//!
//! The table is data, per protocol: card numbers and codes, cryptograms, tokens, credentials, authorisation data.
//! A protocol's own names are there as they stand in its schemas; beside them words that mark a secret wherever they
//! are part of a name, because extensions and mistakes bring names that no schema has.

use crate::protocol::Protocol;

/// The names of secret members, and the words that make a name secret; without case, `_` and `-`.
#[derive(Debug, Clone, Copy)]
struct Secrets {
    names: &'static [&'static str],
    words: &'static [&'static str],
}

/// What no protocol shows.
const WORDS: &[&str] = &[
    "accesskey",
    "accountnumber",
    "apikey",
    "authorisation",
    "authorization",
    "credential",
    "cryptogram",
    "password",
    "passphrase",
    "privatekey",
    "secret",
    "signature",
    "token",
];

const ACP: Secrets = Secrets {
    names: &[
        // `authentication_value` is the cryptogram of a 3-D Secure result under another name.
        "authenticationvalue",
        "cardnumber",
        "cvc",
        "cvv",
        "iban",
        // Goods that are a key or a link are worth what was paid for them.
        "accessurl",
        "licensekey",
        // The card number of `delegate_payment`.
        "number",
        "pan",
        "pin",
    ],
    words: WORDS,
};

const UCP: Secrets = Secrets {
    names: &[
        "cardnumber",
        // What a payment or a mandate is authorised by.
        "checkoutmandate",
        "cvc",
        "cvv",
        "iban",
        "number",
        "pan",
        "paymentmandate",
        "pin",
    ],
    words: WORDS,
};

/// Whether the value of a member of this name is secret, with everything in it.
///
/// ```
/// use tradespec_schema::{Protocol, is_secret};
///
/// assert!(is_secret(Protocol::Acp, "cvc"));
/// assert!(is_secret(Protocol::Acp, "three_ds_cryptogram"));
/// assert!(is_secret(Protocol::Acp, "vaultToken"));
/// assert!(!is_secret(Protocol::Acp, "currency"));
/// assert!(is_secret(Protocol::Ucp, "checkout_mandate"));
/// ```
#[must_use]
pub fn is_secret(protocol: Protocol, name: &str) -> bool {
    let secrets = match protocol {
        Protocol::Acp => ACP,
        Protocol::Ucp => UCP,
    };
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    secrets.names.contains(&plain.as_str()) || secrets.words.iter().any(|word| plain.contains(word))
}
