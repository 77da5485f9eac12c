//! Keywords that the validator does not check.
//!
//! In:  the files of a release.
//! Out: every keyword that JSON Schema 2020-12 does not define, with the places where it stands.
//! Holds: names of members and data are never taken for keywords.

use std::collections::BTreeMap;

use tradespec_schema::walk::{self, Keyword};
use tradespec_schema::{Location, Pointer, SchemaSet};

/// What a validator of JSON Schema 2020-12 checks or looks at. `walk` knows those that hold schemas, and annotations.
const CHECKED: &[&str] = &[
    "$anchor",
    "$dynamicAnchor",
    "$ref",
    "$vocabulary",
    "const",
    "contentEncoding",
    "contentMediaType",
    "default",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "readOnly",
    "required",
    "type",
    "uniqueItems",
    "writeOnly",
];

/// Drafts before 2020-12 had these; 2020-12 takes no notice of them.
const EARLIER: &[&str] = &["additionalItems", "definitions"];

/// The keywords of a release that its validator takes no notice of, each with the places of its schemas.
pub(crate) fn unknown(set: &SchemaSet) -> BTreeMap<String, Vec<Location>> {
    let mut found: BTreeMap<String, Vec<Location>> = BTreeMap::new();
    for (file, content) in set.files() {
        walk::each(&content.root, &Pointer::root(), &mut |at, schema| {
            for (keyword, _) in schema.as_object().into_iter().flatten() {
                if !is_known(keyword) {
                    let place = Location { file: file.clone(), pointer: at.clone() };
                    found.entry(keyword.clone()).or_default().push(place);
                }
            }
        });
    }
    found
}

pub(super) fn is_known(keyword: &str) -> bool {
    let has_meaning = Keyword::of(keyword) != Keyword::Data && !EARLIER.contains(&keyword);
    has_meaning || CHECKED.contains(&keyword)
}
