//! Faults of published schemas that a reader has to cope with: one row each.
//!
//! In:  a file of a release as it was published.
//! Out: the file as its authors must have meant it.
//! Holds: a row changes the one value it names, and only where that is what was published; a test fails when a row no
//! longer finds what it mends.

use serde_json::Value;

use crate::protocol::{Protocol, Release};

/// One published fault.
struct Fixup {
    protocol: Protocol,
    release: &'static str,
    file: &'static str,
    /// Where the faulty value stands.
    at: &'static str,
    published: fn(&Value) -> bool,
    meant: fn() -> Value,
}

const FIXUPS: &[Fixup] = &[
    // Draft 4 had a boolean beside `minimum: 0`; draft 2020-12, which the file declares, takes a number, and validators
    // refuse the file or read `true` as 1. ACP changed the member to an integer of at least 1 in 2025-12-12; no public
    // issue names the fault.
    Fixup {
        protocol: Protocol::Acp,
        release: "2025-09-29",
        file: "schema.agentic_checkout.json",
        at: "/$defs/Item/properties/quantity/exclusiveMinimum",
        published: |value| *value == Value::Bool(true),
        meant: || Value::from(0),
    },
    // The file of services is not in the tree that was published, neither by its path nor by its URL; the next release
    // has it elsewhere. A service may then be anything. No public issue names the fault.
    Fixup {
        protocol: Protocol::Ucp,
        release: "2026-01-11",
        file: "schemas/ucp.json",
        at: "/$defs/services/additionalProperties",
        published: |value| {
            value.get("$ref").is_some_and(|target| target == "../services/service_schema.json")
        },
        meant: || Value::Bool(true),
    },
];

/// Mends what is known to be wrong with a file of a release; how many faults were found.
pub(crate) fn mend(protocol: Protocol, release: &Release, file: &str, root: &mut Value) -> usize {
    let rows = FIXUPS
        .iter()
        .filter(|row| row.protocol == protocol && row.release == release.as_str() && row.file == file);
    let mut mended = 0;
    for row in rows {
        if let Some(value) = root.pointer_mut(row.at).filter(|value| (row.published)(value)) {
            *value = (row.meant)();
            mended += 1;
        }
    }
    mended
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests fail by panicking")]

    use super::{FIXUPS, mend};
    use crate::catalogue::embedded_files;
    use crate::protocol::Release;

    #[test]
    fn each_row_finds_what_it_mends() {
        for row in FIXUPS {
            let release = Release::new(row.release).unwrap();
            let path = format!("schemas/{}/{release}/{}", row.protocol, row.file);
            let file = embedded_files().into_iter().find(|(other, _)| *other == path);
            let mut root: serde_json::Value = serde_json::from_str(file.unwrap().1).unwrap();
            let before = root.clone();
            assert_eq!(mend(row.protocol, &release, row.file, &mut root), 1, "{} {}", row.release, row.at);
            assert_ne!(root, before);
            assert_eq!(mend(row.protocol, &release, row.file, &mut root), 0, "mended once");
        }
    }
}
