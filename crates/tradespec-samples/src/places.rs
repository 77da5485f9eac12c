//! Every place of a document.

use serde_json::Value;
use tradespec_schema::Pointer;

/// The pointers of every value: the document first, and what stands in a value behind it.
///
/// ```
/// use serde_json::json;
/// use tradespec_samples::places;
///
/// let found = places(&json!({"a": [1], "b/c": null}));
/// let found: Vec<_> = found.iter().map(|place| place.as_str()).collect();
/// assert_eq!(found, ["", "/a", "/b~1c", "/a/0"]);
/// ```
#[must_use]
pub fn places(document: &Value) -> Vec<Pointer> {
    let mut found = vec![Pointer::root()];
    let mut at = 0;
    while at < found.len() {
        let here = found[at].clone();
        match here.resolve(document) {
            Some(Value::Object(members)) => found.extend(members.keys().map(|name| here.join(name))),
            Some(Value::Array(list)) => found.extend((0..list.len()).map(|n| here.join(&n.to_string()))),
            _ => {}
        }
        at += 1;
    }
    found
}
