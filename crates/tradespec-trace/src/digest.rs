//! Digests, by which what was recorded is known again without being kept.

use sha2::{Digest as _, Sha256};

/// The SHA-256 of something.
pub(crate) type Digest = [u8; 32];

pub(crate) fn digest(bytes: &[u8]) -> Digest {
    Sha256::digest(bytes).into()
}

/// The digest of some texts in their order: another one wherever they are cut differently.
pub(crate) fn digest_of(texts: &[&str]) -> Digest {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_that_are_cut_differently_have_another_digest() {
        assert_eq!(digest_of(&["shop", "cs_1"]), digest_of(&["shop", "cs_1"]));
        for other in [&["shopc", "s_1"][..], &["shopcs_1"], &["shop", "cs_1", ""], &["cs_1", "shop"]] {
            assert_ne!(digest_of(&["shop", "cs_1"]), digest_of(other), "{other:?}");
        }
    }
}
