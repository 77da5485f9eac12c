//! The modules that the cases of this folder expect. Written by `UPDATE_EXPECTED=1`.

#[path = "0001-a-member-that-refers-to-its-own-type-with-a-condition"]
pub(crate) mod c0001 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0002-a-member-that-refers-to-its-own-type-in-an-allof"]
pub(crate) mod c0002 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0101-conditions-between-members-are-left-to-the-validator"]
pub(crate) mod c0101 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0102-a-fixed-or-default-list-is-a-list"]
pub(crate) mod c0102 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0103-one-of-two-members-required-is-one-struct"]
pub(crate) mod c0103 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0104-bounds-and-forms-stand-in-the-docs"]
pub(crate) mod c0104 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0105-every-keyword-that-no-type-expresses-is-listed"]
pub(crate) mod c0105 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0106-a-schema-that-is-true-or-false-is-no-keyword-to-list"]
pub(crate) mod c0106 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0201-a-type-of-another-file-is-named-with-its-module"]
pub(crate) mod c0201 {
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
    #[path = "expected.feed.rs"]
    pub(crate) mod feed;
}

#[path = "0202-a-reference-into-a-definition-means-the-type-at-that-place"]
pub(crate) mod c0202 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0203-a-member-beside-a-closed-base-is-kept-and-said-to-be-refused"]
pub(crate) mod c0203 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0204-everything-an-allof-brings-is-one-struct"]
pub(crate) mod c0204 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0205-members-that-stand-beside-a-reference-join-it"]
pub(crate) mod c0205 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0206-a-base-with-one-alias-goes-by-the-name-of-the-alias"]
pub(crate) mod c0206 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0207-a-base-with-two-aliases-keeps-its-name"]
pub(crate) mod c0207 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0208-an-alias-of-an-alias-is-followed"]
pub(crate) mod c0208 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0209-an-open-object-keeps-what-it-does-not-know"]
pub(crate) mod c0209 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0210-an-open-object-may-know-a-member-called-extra"]
pub(crate) mod c0210 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0211-a-required-member-with-a-fixed-value-is-always-written"]
pub(crate) mod c0211 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0212-an-optional-member-with-a-fixed-value-is-a-vocabulary"]
pub(crate) mod c0212 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0213-fixed-values-that-are-no-strings-keep-their-type"]
pub(crate) mod c0213 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0214-a-deprecated-member-is-marked"]
pub(crate) mod c0214 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0215-an-object-without-members"]
pub(crate) mod c0215 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0216-one-member-described-twice-has-the-first-type"]
pub(crate) mod c0216 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0217-an-allof-of-what-is-no-object-has-the-type-of-its-first-branch"]
pub(crate) mod c0217 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0218-a-required-member-without-schema-is-among-the-unknown-ones"]
pub(crate) mod c0218 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0219-an-object-inside-an-object-is-named-for-its-place"]
pub(crate) mod c0219 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0220-an-alias-of-a-type-that-refers-back-to-it"]
pub(crate) mod c0220 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0221-a-place-inside-a-definition-may-be-referred-to-before-it-comes"]
pub(crate) mod c0221 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0222-a-member-described-twice-has-the-type-that-says-most"]
pub(crate) mod c0222 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0223-what-an-allof-includes-keeps-the-name-of-where-it-stands"]
pub(crate) mod c0223 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0224-the-elements-of-a-list-with-a-name"]
pub(crate) mod c0224 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0250-an-object-with-a-fixed-member-only"]
pub(crate) mod c0250 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0301-references-are-told-apart-by-a-fixed-member"]
pub(crate) mod c0301 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0302-objects-in-place-are-told-apart-by-a-fixed-member"]
pub(crate) mod c0302 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0303-one-of-two-lists"]
pub(crate) mod c0303 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0304-one-of-several-scalars"]
pub(crate) mod c0304 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0305-null-beside-a-type"]
pub(crate) mod c0305 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0306-objects-with-nothing-to-tell-them-apart"]
pub(crate) mod c0306 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0307-a-tag-may-be-of-any-name-and-value"]
pub(crate) mod c0307 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0308-tag-values-that-become-one-name"]
pub(crate) mod c0308 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0309-a-tag-that-two-branches-share-tells-nothing"]
pub(crate) mod c0309 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0310-a-tag-that-is-the-second-fixed-member"]
pub(crate) mod c0310 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0311-a-union-of-unions"]
pub(crate) mod c0311 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0312-a-tag-whose-value-is-a-list-of-one"]
pub(crate) mod c0312 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0313-branches-beside-members-are-left-to-the-validator"]
pub(crate) mod c0313 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0314-equal-unions-are-one-type"]
pub(crate) mod c0314 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0315-a-tag-inside-a-shared-base"]
pub(crate) mod c0315 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0316-variants-may-be-called-like-those-of-the-standard-library"]
pub(crate) mod c0316 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0317-a-union-of-definitions-is-named-for-what-they-share"]
pub(crate) mod c0317 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0318-branches-of-every-form-get-names-of-their-own"]
pub(crate) mod c0318 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0319-a-list-of-types-with-one-twice"]
pub(crate) mod c0319 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0320-a-branch-that-requires-more-comes-first"]
pub(crate) mod c0320 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0350-an-open-object-with-a-tag"]
pub(crate) mod c0350 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0401-values-of-a-vocabulary-may-grow"]
pub(crate) mod c0401 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0402-values-that-become-one-name-are-numbered"]
pub(crate) mod c0402 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0403-a-value-may-be-empty-or-no-word"]
pub(crate) mod c0403 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0404-a-value-may-be-called-unknown"]
pub(crate) mod c0404 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0405-null-among-the-values"]
pub(crate) mod c0405 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0406-values-that-are-no-strings"]
pub(crate) mod c0406 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0407-equal-values-under-one-member-are-one-type"]
pub(crate) mod c0407 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0408-different-values-under-one-member-are-two-types"]
pub(crate) mod c0408 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0409-a-definition-that-fixes-one-string"]
pub(crate) mod c0409 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0410-values-that-differ-only-in-case"]
pub(crate) mod c0410 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0450-a-vocabulary-that-uses-up-every-word-for-unknown"]
pub(crate) mod c0450 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0451-a-value-called-err"]
pub(crate) mod c0451 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0501-members-may-be-called-like-keywords"]
pub(crate) mod c0501 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0502-members-that-differ-only-in-how-words-are-joined"]
pub(crate) mod c0502 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0504-types-may-be-called-like-those-of-the-standard-library"]
pub(crate) mod c0504 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0505-a-type-in-place-gives-way-to-a-definition-of-its-name"]
pub(crate) mod c0505 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0506-definitions-of-any-name"]
pub(crate) mod c0506 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0507-files-of-any-name"]
pub(crate) mod c0507 {
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
    #[path = "expected.schema_3ds_v2.rs"]
    pub(crate) mod schema_3ds_v2;
    #[path = "expected.schema_mod.rs"]
    pub(crate) mod schema_mod;
    #[path = "expected.schema_type.rs"]
    pub(crate) mod schema_type;
}

#[path = "0508-a-type-may-be-called-like-a-module-and-a-type-of-it"]
pub(crate) mod c0508 {
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
    #[path = "expected.feed.rs"]
    pub(crate) mod feed;
}

#[path = "0509-names-that-typify-would-write-otherwise"]
pub(crate) mod c0509 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0510-a-type-of-another-module-whose-name-is-one-letter"]
pub(crate) mod c0510 {
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
    #[path = "expected.schema_3ds_v2.rs"]
    pub(crate) mod schema_3ds_v2;
}

#[path = "0511-a-member-that-gives-its-name-to-a-shared-type-called-like-the-standard-librarys"]
pub(crate) mod c0511 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0512-a-vocabulary-called-value-beside-any-value"]
pub(crate) mod c0512 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0513-members-without-letters"]
pub(crate) mod c0513 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0514-self-in-two-cases"]
pub(crate) mod c0514 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0515-an-object-under-a-member-called-self"]
pub(crate) mod c0515 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0516-a-definition-that-starts-with-an-umlaut"]
pub(crate) mod c0516 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0550-names-of-single-letters"]
pub(crate) mod c0550 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0551-a-vocabulary-with-a-name-of-single-letters"]
pub(crate) mod c0551 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0552-a-vocabulary-may-be-called-like-a-module-and-a-type-of-it"]
pub(crate) mod c0552 {
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
    #[path = "expected.feed.rs"]
    pub(crate) mod feed;
}

#[path = "0601-an-absent-list-is-not-an-empty-one"]
pub(crate) mod c0601 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0602-maps-are-sorted-and-free-objects-are-kept"]
pub(crate) mod c0602 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0603-types-that-contain-themselves"]
pub(crate) mod c0603 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0604-unions-that-contain-themselves-in-lists"]
pub(crate) mod c0604 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0605-unions-that-contain-themselves-directly"]
pub(crate) mod c0605 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0606-lists-and-maps-that-contain-themselves"]
pub(crate) mod c0606 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0607-a-type-that-must-contain-itself"]
pub(crate) mod c0607 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0608-scalars"]
pub(crate) mod c0608 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0609-a-nullable-type-that-contains-itself"]
pub(crate) mod c0609 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0610-null-inside-null-is-null"]
pub(crate) mod c0610 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0650-types-of-two-modules-that-contain-each-other"]
pub(crate) mod c0650 {
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
    #[path = "expected.feed.rs"]
    pub(crate) mod feed;
}

#[path = "0651-a-type-that-contains-itself-through-an-alias"]
pub(crate) mod c0651 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0652-a-ring-through-places-inside-a-definition"]
pub(crate) mod c0652 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0701-texts-that-could-end-a-comment-or-a-string"]
pub(crate) mod c0701 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0702-a-long-line-is-broken-between-words"]
pub(crate) mod c0702 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0750-texts-that-rustdoc-takes-for-links-tags-and-tests"]
pub(crate) mod c0750 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0751-a-description-with-a-lone-carriage-return"]
pub(crate) mod c0751 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0801-the-policy-names-definitions-and-types-in-place"]
pub(crate) mod c0801 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0802-the-policy-excludes-definitions"]
pub(crate) mod c0802 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0803-an-excluded-definition-that-contains-itself"]
pub(crate) mod c0803 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0804-files-may-share-a-module"]
pub(crate) mod c0804 {
    #[path = "expected.checkout.rs"]
    pub(crate) mod checkout;
    #[path = "expected.feed.rs"]
    pub(crate) mod feed;
}

#[path = "0813-a-name-in-the-policy-may-have-capitals"]
pub(crate) mod c0813 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0902-definitions-that-are-true-false-or-empty"]
pub(crate) mod c0902 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0903-a-reference-to-a-whole-file"]
pub(crate) mod c0903 {
    #[path = "expected.address.rs"]
    pub(crate) mod address;
    #[path = "expected.agentic_checkout.rs"]
    pub(crate) mod agentic_checkout;
}

#[path = "0904-definitions-inside-a-definition"]
pub(crate) mod c0904 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0905-definitions-that-are-no-schemas"]
pub(crate) mod c0905 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0906-keywords-with-values-that-are-none"]
pub(crate) mod c0906 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "0907-a-type-that-a-value-can-never-have"]
pub(crate) mod c0907 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1001-a-field-of-an-extension-joins-a-closed-type"]
pub(crate) mod c1001 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1003-a-field-deep-in-a-shared-type-makes-a-type-for-that-place"]
pub(crate) mod c1003 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1005-the-policy-names-a-definition-of-an-extension"]
pub(crate) mod c1005 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1006-an-extension-that-is-not-asked-for-adds-nothing"]
pub(crate) mod c1006 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1008-values-of-an-extension-join-a-vocabulary"]
pub(crate) mod c1008 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1009-a-core-extension-that-is-not-active-is-excluded"]
pub(crate) mod c1009 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1010-a-core-extension-joins-the-types-it-extends"]
pub(crate) mod c1010 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}

#[path = "1101-messages-have-types-of-their-own"]
pub(crate) mod c1101 {
    #[path = "expected.checkout.rs"]
    pub(crate) mod checkout;
    #[path = "expected.types.rs"]
    pub(crate) mod types;
}

#[path = "1102-an-extension-requires-nothing-of-who-does-without-it"]
pub(crate) mod c1102 {
    #[path = "expected.rs"]
    pub(crate) mod types;
}
