//! Reverse-domain names.
//!
//! In:  a text.
//! Out: whether it is such a name.
//! Holds: a name is short, and nothing in it can steer a terminal.

/// More would be no domain and a few words.
const LONGEST: usize = 255;

/// Whether this is the name of a capability, a service or a payment handler.
///
/// At least two labels of lower-case letters, digits, `_` and `-`, the first one beginning with a letter. The published
/// pattern has no `-`, which would leave the owners of domains such as `my-shop.example`, and of all that are not
/// ASCII, without a name.
pub(crate) fn is_name(text: &str) -> bool {
    let label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && label.bytes().all(in_label)
    };
    text.len() <= LONGEST
        && text.contains('.')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.split('.').all(label)
}

fn in_label(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-')
}
