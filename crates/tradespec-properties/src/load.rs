//! Reading files of schemas, and the declarations of extensions.

use serde_json::Value;
use tradespec_schema::{
    Error, Extension, Index, Protocol, Release, SchemaFile, SchemaSet, embedded_files, parse_json,
};

use crate::choices::Choices;
use crate::json;

/// Any text is a file of schemas or refused with reasons; what is read is what another reader reads; written and read
/// again it is the same.
///
/// ```
/// tradespec_properties::load(br#"{"$defs": {"Cart": {"$ref": "elsewhere.json"}}}"#);
/// ```
pub fn load(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let text = if choices.once_in(2) {
        let files = embedded_files();
        let (_, text) = choices.one(&files);
        let mut text = text.as_bytes().to_vec();
        if choices.once_in(2)
            && let Ok(mut document) = serde_json::from_slice::<Value>(&text)
        {
            json::spoil(&mut document, &mut choices, 3);
            text = document.to_string().into_bytes();
        }
        json::spoil_bytes(&mut text, &mut choices, 3);
        text
    } else {
        choices.rest().to_vec()
    };
    read_as_others_do(&text);
    match SchemaFile::parse("schema.a.json", &text) {
        Ok(file) => {
            let again = SchemaFile::parse("schema.a.json", file.root.to_string().as_bytes());
            assert_eq!(again.expect("what was written is read").root, file.root);
        }
        Err(error) => has_reasons(&error),
    }
    let Ok(text) = String::from_utf8(text) else { return };
    for (protocol, date, name) in
        [(Protocol::Acp, "2026-04-17", json::MAIN), (Protocol::Ucp, "2026-04-08", "shopping/checkout.json")]
    {
        let release = Release::new(date).expect("a date");
        let set = SchemaSet::from_files(protocol, release, [(name.to_owned(), text.clone())]);
        match set.and_then(|set| Index::new(&set)).and_then(|index| Extension::core(&index)) {
            Ok(_) => {}
            Err(error) => has_reasons(&error),
        }
    }
    let own = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "boolean"}}}}}"#;
    let declared =
        Extension::from_text("extension.json", &text, |name| Ok((name.to_owned(), own.to_owned())));
    if let Err(error) = declared {
        has_reasons(&error);
    }
}

/// Where ours reads a value, `serde_json` reads the same, and the other way round but for a byte order mark.
fn read_as_others_do(text: &[u8]) {
    let ours = parse_json(text);
    match (&ours, serde_json::from_slice::<Value>(text)) {
        (Ok(ours), Ok(theirs)) => assert!(ours.value == theirs, "another value"),
        (Err(error), Err(_)) => assert!(error.line > 0 && error.column > 0 && !error.message.is_empty()),
        (ours, theirs) => panic!("ours is {}, theirs is {}", ours.is_ok(), theirs.is_ok()),
    }
}

/// An error has messages, each in the form that all have.
pub(crate) fn has_reasons(error: &Error) {
    assert!(!error.problems().is_empty());
    for problem in error.problems() {
        assert!(!problem.message.is_empty() && !problem.message.ends_with('.'), "{}", problem.message);
    }
}
