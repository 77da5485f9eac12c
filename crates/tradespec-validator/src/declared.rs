//! The extensions that a payload itself declares.
//!
//! In:  a payload, the extensions that are known, and the release's rules for where declarations stand.
//! Out: the extensions to activate for this payload, and what is wrong with the declarations.
//!
//! Source: ACP, extensions: in requests `capabilities.extensions` lists names, in responses declarations
//! `{name, extends, …}`. UCP, registries: `ucp.capabilities` of a profile or a response has for each name a list of
//! entries, each of which is one version.

use serde_json::{Map, Value};
use tradespec_schema::{Extension, ExtensionPoint, ExtensionRef, Pointer, Protocol, newest_extension};

use crate::code::Code;
use crate::diagnostic::{Diagnostic, quoted};

/// What came of a payload's declarations.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// The known extensions that it declares, as `name@date` or a core extension's name.
    pub(crate) names: Vec<String>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What `payload` declares. Only a response says what is in force, so only there is an extension that nobody knows worth
/// a word. `capabilities` are known, too, and are no extensions.
pub(crate) fn declared(
    protocol: Protocol,
    payload: &Value,
    known: &[Extension],
    capabilities: &[&str],
    response: bool,
) -> Declared {
    let at = Pointer::from_text(protocol.extension_list());
    let mut declared = match at.resolve(payload) {
        Some(Value::Array(list)) => in_list(list, &at, known, response),
        Some(Value::Object(registry)) => in_registry(registry, &at, known, capabilities, response),
        _ => Declared::default(),
    };
    declared.names.sort();
    declared.names.dedup();
    declared
}

/// What a registry declares: the newest version of each name that is known.
fn in_registry(
    registry: &Map<String, Value>,
    at: &Pointer,
    known: &[Extension],
    capabilities: &[&str],
    response: bool,
) -> Declared {
    let mut declared = Declared::default();
    let is_plain = |name: &String| {
        capabilities.contains(&name.as_str()) && known.iter().all(|extension| extension.id().name != *name)
    };
    for (name, entries) in registry {
        let entries = entries.as_array().map(Vec::as_slice).unwrap_or_default();
        let versions = entries.iter().filter_map(|entry| entry.get("version")?.as_str());
        let newest = versions
            .filter_map(|version| ExtensionRef::new(&format!("{name}@{version}")).ok())
            .filter_map(|reference| newest_extension(&reference, known))
            .max_by_key(|extension| extension.id());
        match newest {
            Some(extension) => declared.names.push(extension.id().to_string()),
            None if response && !is_plain(name) => {
                declared.diagnostics.push(unknown("capability", name, at.join(name), known));
            }
            None => {}
        }
    }
    declared
}

fn in_list(list: &[Value], at: &Pointer, known: &[Extension], response: bool) -> Declared {
    let mut declared = Declared::default();
    for (n, element) in list.iter().enumerate() {
        let at = at.join(&n.to_string());
        let (name, at_name, extends) = match element {
            Value::String(name) => (name, at.clone(), None),
            Value::Object(members) => match members.get("name") {
                Some(Value::String(name)) => {
                    (name, at.join("name"), members.get("extends").and_then(Value::as_array))
                }
                _ => continue,
            },
            _ => continue,
        };
        let found = ExtensionRef::new(name).ok().and_then(|reference| newest_extension(&reference, known));
        match found {
            Some(extension) => {
                declared.names.push(extension.id().to_string());
                let paths = extends.into_iter().flatten().enumerate();
                declared.diagnostics.extend(paths.filter_map(|(n, path)| {
                    mismatch(extension, path, &at.join("extends").join(&n.to_string()))
                }));
            }
            None if response => declared.diagnostics.push(unknown("extension", name, at_name, known)),
            None => {}
        }
    }
    declared
}

/// What is wrong with a path that a declaration lists: the known extension adds nothing there.
fn mismatch(extension: &Extension, path: &Value, at: &Pointer) -> Option<Diagnostic> {
    let point: ExtensionPoint = path.as_str()?.parse().ok()?;
    if extension.points().contains(&point) {
        return None;
    }
    let id = extension.id();
    let message = format!("extension {id} adds nothing at {}", quoted(&point.to_string()));
    let mut diagnostic = Diagnostic::new(Code::ExtensionMismatch, at.clone(), Pointer::root(), message);
    let points: Vec<_> = extension.points().iter().map(ToString::to_string).collect();
    diagnostic.help = Some(format!("it adds {}", points.join(", ")));
    Some(diagnostic)
}

fn unknown(what: &str, name: &str, at: Pointer, known: &[Extension]) -> Diagnostic {
    let message = format!("no schema is known for {what} {}, so its fields cannot be checked", quoted(name));
    let mut diagnostic = Diagnostic::new(Code::UnknownExtension, at, Pointer::root(), message);
    let bare = name.split('@').next().unwrap_or(name);
    let versions: Vec<_> =
        known.iter().filter(|other| other.id().name == bare).map(|other| other.id().to_string()).collect();
    diagnostic.help = Some(if versions.is_empty() {
        "give its declaration with --extension-file".to_owned()
    } else {
        format!("known versions: {}", versions.join(", "))
    });
    diagnostic
}
