//! The extensions that a payload itself declares.
//!
//! In:  a payload, the extensions that are known, and the release's rules for where declarations stand.
//! Out: the extensions to activate for this payload, and what is wrong with the declarations.
//!
//! Source: ACP, extensions: in requests `capabilities.extensions` lists names, in responses declarations
//! `{name, extends, …}`.

use serde_json::Value;
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
/// a word.
pub(crate) fn declared(protocol: Protocol, payload: &Value, known: &[Extension], response: bool) -> Declared {
    let mut declared = Declared::default();
    let at = Pointer::from_text(protocol.extension_list());
    let Some(list) = at.resolve(payload).and_then(Value::as_array) else {
        return declared;
    };
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
            None if response => declared.diagnostics.push(unknown(name, at_name, known)),
            None => {}
        }
    }
    declared.names.sort();
    declared.names.dedup();
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

fn unknown(name: &str, at: Pointer, known: &[Extension]) -> Diagnostic {
    let message =
        format!("no schema is known for extension {}, so its fields cannot be checked", quoted(name));
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
