//! Files that are not valid in the draft that they declare.

use std::sync::OnceLock;

use jsonschema::{Draft, Validator};
use serde_json::{Value, json};
use tradespec_schema::{Location, Pointer};
use tradespec_validator::explained;

use super::patterns::compiles;
use crate::code::Code;
use crate::finding::Fault;
use crate::tree::{DRAFT, Tree};

/// A draft of JSON Schema.
struct Known {
    /// What `$schema` calls it, without an empty fragment.
    uri: &'static str,
    name: &'static str,
    draft: Draft,
    /// Its own schema, compiled when it is first needed.
    compiled: OnceLock<Option<Validator>>,
}

impl Known {
    const fn new(uri: &'static str, name: &'static str, draft: Draft) -> Self {
        Self { uri, name, draft, compiled: OnceLock::new() }
    }

    fn meta(&self) -> Value {
        json!({"$ref": self.uri})
    }

    fn validator(&self) -> Option<&Validator> {
        let options = jsonschema::options().with_draft(self.draft).should_validate_formats(true).offline();
        self.compiled.get_or_init(|| options.build(&self.meta()).ok()).as_ref()
    }
}

/// The drafts that are known here.
static DRAFTS: [Known; 5] = [
    Known::new(DRAFT, "2020-12", Draft::Draft202012),
    Known::new("https://json-schema.org/draft/2019-09/schema", "2019-09", Draft::Draft201909),
    Known::new("http://json-schema.org/draft-07/schema", "7", Draft::Draft7),
    Known::new("http://json-schema.org/draft-06/schema", "6", Draft::Draft6),
    Known::new("http://json-schema.org/draft-04/schema", "4", Draft::Draft4),
];

pub(super) fn check(tree: &Tree) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (key, file) in tree.linted().filter(|(_, file)| file.is_schema) {
        let declared =
            file.root.get("$schema").and_then(Value::as_str).unwrap_or(DRAFT).trim_end_matches('#');
        let place = |pointer: Pointer| Location { file: key.clone(), pointer };
        // The older ones are often written with https.
        let uri = declared.replacen("https://json-schema.org/draft-", "http://json-schema.org/draft-", 1);
        let known = DRAFTS.iter().find(|known| known.uri == uri);
        let Some((known, validator)) = known.and_then(|known| Some((known, known.validator()?))) else {
            let at = place(Pointer::root().join("$schema"));
            let message = format!(
                "\"{declared}\" is no draft of JSON Schema that is known here, so what the file means is not checked"
            );
            faults.push(Fault::new(Code::InvalidSchema, at, message).help(format!("use \"{DRAFT}\"")));
            continue;
        };
        let found = explained(&known.meta(), validator.iter_errors(&file.root));
        for diagnostic in found {
            let at = place(diagnostic.instance_path);
            // The rule on patterns says more.
            if at.pointer.segments().last().is_some_and(|keyword| keyword == "patternProperties")
                && at
                    .pointer
                    .resolve(&file.root)
                    .and_then(Value::as_object)
                    .is_some_and(|names| names.keys().any(|name| !compiles(name)))
            {
                continue;
            }
            if at.pointer.segments().last().is_some_and(|keyword| keyword == "pattern")
                && at.pointer.resolve(&file.root).is_some_and(Value::is_string)
            {
                continue;
            }
            let keyword = at.pointer.segments().last().unwrap_or_default();
            let what = if keyword.is_empty() { String::new() } else { format!("\"{keyword}\": ") };
            let fault = Fault::new(
                Code::InvalidSchema,
                at.clone(),
                format!("not valid in draft {}: {what}{}", known.name, diagnostic.message),
            );
            faults.push(match help(&keyword, at.pointer.resolve(&file.root)) {
                Some(help) => fault.help(help),
                None => fault,
            });
        }
    }
    // The same keyword is found through several vocabularies.
    faults.sort_by(|a, b| (&a.at, &a.message).cmp(&(&b.at, &b.message)));
    faults.dedup();
    faults
}

/// What to write instead, where it is a habit of an older draft.
fn help(keyword: &str, value: Option<&Value>) -> Option<String> {
    match (keyword, value?) {
        ("exclusiveMinimum" | "exclusiveMaximum", Value::Bool(_)) => {
            let bound = if keyword == "exclusiveMinimum" { "minimum" } else { "maximum" };
            Some(format!(
                "a boolean here is of draft 4; put the number of \"{bound}\" here and leave \"{bound}\" out"
            ))
        }
        ("required", Value::Bool(_)) => {
            Some("a boolean here is of draft 3; list the name in \"required\" of the object".to_owned())
        }
        ("items", Value::Array(_)) => {
            Some("a list of schemas here is of draft 2019-09; it is \"prefixItems\" now".to_owned())
        }
        ("examples", Value::Object(_)) => {
            Some("\"examples\" is a list of values; named examples are of OpenAPI".to_owned())
        }
        _ => None,
    }
}
