//! The words of capabilities, and the releases that have them.
//!
//! In:  a release.
//! Out: the words that its `capabilities` object may hold.
//! Holds: the words are those of the schemas; a test compares them.

/// The words of one release, oldest release first.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    pub(crate) release: &'static str,
    pub(crate) supported: &'static [&'static str],
    pub(crate) required: &'static [&'static str],
    pub(crate) display_context: &'static [&'static str],
    pub(crate) redirect_context: &'static [&'static str],
}

const fn first(release: &'static str) -> Vocabulary {
    Vocabulary {
        release,
        supported: &["3ds", "biometric", "address_verification"],
        required: &["3ds", "biometric"],
        display_context: &["native", "webview", "modal", "redirect"],
        redirect_context: &["in_app", "external_browser", "none"],
    }
}

/// Every release that negotiates. Earlier ones have no `capabilities`.
pub(crate) static VOCABULARIES: [Vocabulary; 2] = [first("2026-01-30"), first("2026-04-17")];

pub(crate) fn of(release: &str) -> Option<&'static Vocabulary> {
    VOCABULARIES.iter().find(|vocabulary| vocabulary.release == release)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests fail by panicking")]

    use serde_json::Value;
    use tradespec_schema::{Catalogue, Protocol};

    use super::*;

    /// The words are the enumerations of the schemas, and the releases are those whose schema has capabilities.
    #[test]
    fn agrees_with_the_schemas() {
        let catalogue = Catalogue::embedded().expect("the schemas load");
        let mut with_capabilities = Vec::new();
        for (protocol, release) in catalogue.releases() {
            if protocol != Protocol::Acp {
                continue;
            }
            let index = catalogue.release(protocol, Some(release)).expect("the release loads");
            let composed = tradespec_schema::compose(&index, &[]).expect("the core composes");
            let Ok(type_id) = composed.type_named("InterventionCapabilities") else { continue };
            with_capabilities.push(release.to_string());
            let vocabulary = of(release.as_str()).expect("the release has words");
            let document = composed.bundle_type(&type_id);
            let root = &document["$defs"]["InterventionCapabilities"]["properties"];
            let words = |at: &str| -> Vec<String> {
                let words = root.pointer(at).and_then(Value::as_array).expect("an enumeration");
                words.iter().map(|word| word.as_str().expect("a word").to_owned()).collect()
            };
            assert_eq!(words("/supported/items/enum"), vocabulary.supported);
            assert_eq!(words("/required/items/enum"), vocabulary.required);
            assert_eq!(words("/display_context/enum"), vocabulary.display_context);
            assert_eq!(words("/redirect_context/enum"), vocabulary.redirect_context);
        }
        let known: Vec<_> = VOCABULARIES.iter().map(|vocabulary| vocabulary.release).collect();
        assert_eq!(with_capabilities, known);
    }
}
