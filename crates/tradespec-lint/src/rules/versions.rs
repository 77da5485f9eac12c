//! Files of UCP that say another version of themselves than that of the release they are in.
//!
//! Only early releases have the member; it was left as it was when the files were edited.

use serde_json::Value;
use tradespec_schema::{Location, Pointer, Protocol, Release};

use crate::code::Code;
use crate::finding::Fault;
use crate::tree::Tree;

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let Some(release) = tree.release.as_deref().filter(|_| tree.protocol == Some(Protocol::Ucp)) else {
        return Vec::new();
    };
    let fault = |(key, version): (&String, &str)| {
        let at = Location { file: key.clone(), pointer: Pointer::root().join("version") };
        let message = format!("the file says it is of {version}, and the release is {release}");
        Fault::new(Code::OtherVersion, at, message)
            .help("a reader who goes by the file takes it for the capability's older version; give it the release's date")
    };
    let version_of = |root: &'_ Value| root.get("version").and_then(Value::as_str).map(str::to_owned);
    tree.linted()
        .filter_map(|(key, file)| Some((key, version_of(&file.root)?)))
        .filter(|(_, version)| version != release && Release::new(version).is_ok())
        .map(|(key, version)| fault((key, &version)))
        .collect()
}
