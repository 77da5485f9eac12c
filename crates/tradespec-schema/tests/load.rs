//! Reading folders: the layouts, what cannot be read, and how references name files.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tradespec_schema::{
    Catalogue, Code, Error, Extension, Index, Location, Protocol, Release, SchemaMap, SchemaSet, Variant,
    compose, load, messages::Direction, resolve,
};

const CART: &str = r#"{"$defs": {"Cart": {"type": "object", "properties": {"id": {"type": "string"}}}}}"#;

/// A folder with these files in it.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let root = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = root.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    root
}

/// Protocol, date and the folder below `root` of each release found.
fn found(root: &Path) -> Vec<String> {
    let releases = load::releases(root).unwrap();
    let below = |path: &Path| load::shown(path.strip_prefix(root).unwrap_or(Path::new("elsewhere")));
    releases.iter().map(|r| format!("{} {} {}", r.protocol, r.release, below(&r.folder))).collect()
}

/// The error without the folder that is another one in every run.
fn text(error: &Error, root: &Path) -> String {
    error.to_string().replace(&load::shown(root), "ROOT")
}

fn index(files: &[(&str, &str)]) -> Result<Index, Error> {
    let files = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Index::new(&SchemaSet::from_files(Protocol::Acp, Release::new("2026-04-17")?, files)?)
}

#[test]
fn the_layout_of_this_repository_is_read() {
    let root =
        folder(&[("acp/2026-04-17/schema.cart.json", CART), ("acp/2026-01-30/schema.cart.json", CART)]);
    assert_eq!(found(root.path()), ["acp 2026-01-30 acp/2026-01-30", "acp 2026-04-17 acp/2026-04-17"]);
}

#[test]
fn the_layout_of_the_published_repository_is_read() {
    let root = folder(&[
        ("spec/2026-04-17/json-schema/schema.cart.json", CART),
        ("spec/2026-04-17/openapi/openapi.json", "not read"),
        ("spec/unreleased/json-schema/schema.cart.json", CART),
        ("README.md", "not read"),
    ]);
    assert_eq!(found(root.path()), ["acp 2026-04-17 spec/2026-04-17/json-schema"]);
}

#[test]
fn the_mixed_layout_is_read() {
    let root = folder(&[
        ("acp/2026-04-17/json-schema/schema.cart.json", CART),
        ("acp/2026-04-17/examples/x.json", "[1]"),
    ]);
    assert_eq!(found(root.path()), ["acp 2026-04-17 acp/2026-04-17/json-schema"]);
    let set = load::releases(root.path()).unwrap()[0].load().unwrap();
    assert_eq!(set.files().keys().collect::<Vec<_>>(), ["schema.cart.json"]);
}

#[test]
fn one_release_by_itself_is_read() {
    let root = folder(&[("2026-04-17/json-schema/schema.cart.json", CART)]);
    let release = root.path().join("2026-04-17");
    assert_eq!(found(&release), ["acp 2026-04-17 json-schema"]);
}

#[test]
fn a_release_in_two_layouts_is_one_release() {
    let root = folder(&[
        ("acp/2026-04-17/schema.cart.json", CART),
        ("spec/2026-04-17/json-schema/schema.cart.json", CART),
    ]);
    assert_eq!(found(root.path()), ["acp 2026-04-17 acp/2026-04-17"]);
}

#[test]
fn a_folder_without_a_release_says_what_was_expected() {
    let root = folder(&[("acp/latest/schema.cart.json", CART)]);
    let error = load::releases(root.path()).unwrap_err();
    assert!(error.has(Code::NoRelease));
    assert_eq!(
        text(&error, root.path()),
        "ROOT: no release found; expected acp/<date>/schema.*.json, acp/<date>/json-schema/*.json, \
         spec/<date>/json-schema/*.json or ucp/<date>/schemas/**/*.json [no-release]"
    );
}

#[test]
fn a_release_folder_without_files_is_no_release() {
    let root = folder(&[("acp/2026-04-17/notes.txt", "nothing here")]);
    let error = load::releases(root.path()).unwrap()[0].load().unwrap_err();
    assert_eq!(error.to_string(), "release 2026-04-17 of acp has no schema files [no-release]");
}

#[test]
fn a_date_that_is_none_is_no_release() {
    for text in
        ["2026-02-29", "2026-4-17", "2026-04-17 ", "26-04-17", "2026-13-01", "2026/04/17", "latest", ""]
    {
        assert!(Release::new(text).is_err_and(|error| error.has(Code::BadRelease)), "{text:?}");
    }
    assert!(Release::new("2028-02-29").is_ok());
}

#[test]
fn a_release_that_is_unknown_lists_the_known_ones() {
    let root =
        folder(&[("acp/2026-04-17/schema.cart.json", CART), ("acp/2026-01-30/schema.cart.json", CART)]);
    let catalogue = Catalogue::folder(root.path()).unwrap();
    let wanted = Release::new("2026-04-18").unwrap();
    let error = catalogue.release(Protocol::Acp, Some(&wanted)).unwrap_err();
    assert!(error.has(Code::UnknownRelease));
    assert_eq!(
        error.to_string(),
        "acp has no release of 2026-04-18; known: 2026-01-30, 2026-04-17 [unknown-release]"
    );
    let newest = catalogue.release(Protocol::Acp, None).unwrap();
    assert_eq!(newest.release().as_str(), "2026-04-17");
}

#[test]
fn what_cannot_be_read_is_named() {
    let root = folder(&[(
        "2026-06-01/extension.json",
        r#"{"name": "a", "extends": ["$.Cart.a"], "schema": "no.json"}"#,
    )]);
    let missing = load::read(&root.path().join("gone.json")).unwrap_err();
    assert!(missing.has(Code::Unreadable));
    assert!(text(&missing, root.path()).starts_with("ROOT/gone.json: cannot be read: "), "{missing}");

    let declaration = root.path().join("2026-06-01/extension.json");
    let schema = Extension::load(&declaration, &SchemaMap::default()).unwrap_err();
    assert!(schema.has(Code::Unreadable));
    assert!(text(&schema, root.path()).starts_with("ROOT/2026-06-01/no.json: cannot be read: "), "{schema}");
}

#[test]
fn a_file_that_is_not_text_is_named() {
    let root = folder(&[]);
    let path = root.path().join("acp/2026-04-17/schema.cart.json");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, b"{\"a\": \"\xff\"}").unwrap();
    let error = load::releases(root.path()).unwrap()[0].load().unwrap_err();
    assert!(error.has(Code::InvalidJson));
    assert!(
        text(&error, root.path()).starts_with("ROOT/acp/2026-04-17/schema.cart.json: not UTF-8: "),
        "{error}"
    );
}

#[test]
fn a_file_that_is_not_json_is_named_with_line_and_column() {
    let root = folder(&[("acp/2026-04-17/schema.cart.json", "{\n  \"$defs\": {,}\n}")]);
    let error = load::releases(root.path()).unwrap()[0].load().unwrap_err();
    assert_eq!(error.to_string(), "schema.cart.json:2:13: not JSON: key must be a string [invalid-json]");
    assert_eq!(error.problems()[0].place.file_name(), "schema.cart.json");
}

#[test]
fn members_that_stand_twice_are_noted() {
    let text = r#"{"$defs": {"A": {"type": "string"}, "B/C": {"enum": [1, {"x": 1, "x": 2}]}, "A": {"type": "integer"}}}"#;
    let files = [("schema.cart.json".to_owned(), text.to_owned())];
    let set = SchemaSet::from_files(Protocol::Acp, Release::new("2026-04-17").unwrap(), files).unwrap();
    let file = &set.files()["schema.cart.json"];
    let twice: Vec<_> = file.duplicates.iter().map(ToString::to_string).collect();
    assert_eq!(twice, ["/$defs/B~1C/enum/1/x", "/$defs/A"]);
    assert_eq!(file.root["$defs"]["A"]["type"], "integer", "the last one counts");
    assert_eq!(file.definitions().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["A", "B/C"]);
}

#[test]
fn nesting_is_bounded() {
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let error = tradespec_schema::parse_json(deep.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("recursion limit"), "{error}");
}

#[test]
fn a_reference_leads_to_a_file_by_name_by_id_by_anchor_and_by_pointer() {
    let index = index(&[
        (
            "schema.a.json",
            r##"{"$id": "https://example.com/a.json#", "$defs": {
                "Named": {"$ref": "schema.b.json#/$defs/B"},
                "Beside": {"$ref": "./schema.b.json#/$defs/B"},
                "ById": {"$ref": "https://example.com/b.json#/$defs/B"},
                "Own": {"$ref": "https://example.com/a.json#/$defs/Named"},
                "Anchor": {"$ref": "schema.b.json#b"},
                "Here": {"$ref": "#/$defs/Named"},
                "Whole": {"$ref": "schema.b.json"},
                "Encoded": {"$ref": "schema%2Eb.json#/%24defs/with%20space~1and~0tilde"},
                "Deep": {"$ref": "schema.b.json#/$defs/B/properties/id"}
            }}"##,
        ),
        (
            "schema.b.json",
            r#"{"$id": "https://example.com/b.json", "type": "object", "$defs": {
                "B": {"$anchor": "b", "properties": {"id": {"type": "string"}}},
                "with space/and~tilde": {"type": "null"}
            }}"#,
        ),
    ])
    .unwrap();
    let led =
        |name: &str| index.schema(&Location::definition("schema.a.json", name)).unwrap()["$ref"].clone();
    for name in ["Named", "Beside", "ById", "Anchor"] {
        assert_eq!(led(name), "schema.b.json#/$defs/B", "{name}");
    }
    assert_eq!(led("Own"), "schema.a.json#/$defs/Named");
    assert_eq!(led("Here"), "schema.a.json#/$defs/Named");
    assert_eq!(led("Whole"), "schema.b.json#");
    assert_eq!(led("Encoded"), "schema.b.json#/$defs/with space~1and~0tilde");
    assert_eq!(led("Deep"), "schema.b.json#/$defs/B/properties/id");
}

#[test]
fn a_reference_that_leads_nowhere_is_named_with_file_and_pointer() {
    let error = index(&[(
        "schema.a.json",
        r#"{"$defs": {"A": {"properties": {"x/y": {"items": {"$ref": "https://example.com/elsewhere"}}}}}}"#,
    )])
    .unwrap_err();
    assert!(error.has(Code::UnresolvedRef));
    assert_eq!(
        error.to_string(),
        "schema.a.json#/$defs/A/properties/x~1y/items/$ref: \"https://example.com/elsewhere\" is no file of this \
         release and no $id in it; nothing is fetched. Files: schema.a.json [unresolved-ref]"
    );
}

#[test]
fn a_type_is_found_by_name_or_with_its_file() {
    let main = r#"{"$defs": {"Address": {"type": "object"}, "Cart": {"type": "object"}}}"#;
    let other = r#"{"$defs": {"Address": {"type": "string"}, "Link": {"type": "string"}}}"#;
    let index = index(&[
        ("schema.agentic_checkout.json", main),
        ("schema.pay.json", other),
        ("schema.feed.json", other),
    ]);
    let composed = compose(&index.unwrap(), &[]).unwrap();
    let named = |name: &str| composed.type_named(name).map(|id| id.to_string());
    assert_eq!(named("Address").unwrap(), "agentic_checkout.Address");
    assert_eq!(named("pay.Address").unwrap(), "pay.Address");
    let several = named("Link").unwrap_err();
    assert!(several.has(Code::AmbiguousType));
    assert_eq!(
        several.to_string(),
        "several files have a type \"Link\": say feed.Link or pay.Link [ambiguous-type]"
    );
    let unknown = named("Crat").unwrap_err();
    assert!(unknown.has(Code::UnknownType));
    assert_eq!(
        unknown.to_string(),
        "no type \"Crat\" in this release; did you mean \"Cart\"? [unknown-type]"
    );
}

#[test]
fn extensions_are_found_beside_the_releases() {
    let declaration =
        r#"{"name": "com.example.gift@2026-06-01", "extends": ["$.Cart.gift"], "schema": "schema.json"}"#;
    let schema = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "string"}}}}}"#;
    let root = folder(&[
        ("acp/2026-04-17/schema.cart.json", CART),
        ("extensions/com.example.gift/2026-06-01/extension.json", declaration),
        ("extensions/com.example.gift/2026-06-01/schema.json", schema),
        ("extensions/com.example.gift/drafts/notes.txt", "not read"),
        ("extensions/README.md", "not read"),
    ]);
    let catalogue = Catalogue::folder(root.path()).unwrap();
    let index = catalogue.release(Protocol::Acp, None).unwrap();
    let known = catalogue.extensions(&index).unwrap();
    assert_eq!(known.iter().map(|e| e.id().to_string()).collect::<Vec<_>>(), ["com.example.gift@2026-06-01"]);
    assert!(!known[0].is_core());
    assert_eq!(compose(&index, &known).unwrap().fields().len(), 1);
}

#[test]
fn mistakes_of_all_extensions_of_a_folder_are_reported() {
    let root = folder(&[
        ("acp/2026-04-17/schema.cart.json", CART),
        ("extensions/a/2026-06-01/extension.json", "{"),
        (
            "extensions/b/2026-06-01/extension.json",
            r#"{"name": "b", "extends": [], "schema": "schema.json"}"#,
        ),
    ]);
    let error = Catalogue::folder(root.path()).unwrap_err();
    assert_eq!(
        text(&error, root.path()),
        "ROOT/extensions/a/2026-06-01/extension.json:1:1: not JSON: EOF while parsing an object [invalid-json]\n\
         ROOT/extensions/b/2026-06-01/extension.json#/extends: \"extends\" names no field, so there is nothing to \
         compose [bad-declaration]"
    );
}

#[test]
fn the_url_of_a_schema_is_read_from_the_file_it_is_mapped_to() {
    let declaration = r#"{"name": "com.example.gift@2026-06-01", "extends": ["$.Cart.gift"],
        "schema": "https://gift.example.com/schema.json"}"#;
    let schema = r#"{"$defs": {"Cart": {"properties": {"gift": {"type": "string"}}}}}"#;
    let root = folder(&[("extension.json", declaration), ("elsewhere/gift.json", schema)]);
    let path = root.path().join("extension.json");

    let unmapped = Extension::load(&path, &SchemaMap::default()).unwrap_err();
    assert!(unmapped.has(Code::UnmappedSchema));
    assert_eq!(
        text(&unmapped, root.path()),
        "ROOT/extension.json#/schema: \"https://gift.example.com/schema.json\" is not fetched; say which file it is \
         with --schema-map https://gift.example.com/schema.json=FILE [unmapped-schema]"
    );

    let mut map = SchemaMap::default();
    map.insert("https://gift.example.com/schema.json", root.path().join("elsewhere/gift.json"));
    let gift = Extension::load(&path, &map).unwrap();
    let composed = compose(&index(&[("schema.cart.json", CART)]).unwrap(), &[gift]).unwrap();
    assert_eq!(composed.fields()[0].point.to_string(), "$.Cart.gift");
}

#[test]
fn the_built_in_releases_and_extensions_are_all_there() {
    let catalogue = Catalogue::embedded().unwrap();
    let names: Vec<_> =
        catalogue.releases().map(|(protocol, release)| format!("{protocol} {release}")).collect();
    let on_disk = load::releases(&repository().join("schemas")).unwrap();
    let wanted: Vec<_> =
        on_disk.iter().map(|found| format!("{} {}", found.protocol, found.release)).collect();
    assert_eq!(names, wanted);
    for found in on_disk {
        let embedded = catalogue.release(found.protocol, Some(&found.release)).unwrap();
        let read = Index::new(&found.load().unwrap()).unwrap();
        assert_eq!(embedded.files(), read.files());
        assert!(found.load().unwrap().files().values().all(|file| file.duplicates.is_empty()));
        if found.protocol == Protocol::Acp {
            let extensions = catalogue.extensions(&embedded).unwrap();
            let ids: Vec<_> = extensions.iter().map(|extension| extension.id().to_string()).collect();
            // Extensions came with 2026-01-30.
            let discount = ids.contains(&format!("discount@{}", found.release));
            assert_eq!(discount, found.release.as_str() >= "2026-01-30");
            assert!(ids.contains(&"com.example.loyalty@2026-05-01".to_owned()), "{ids:?}");
        }
    }
}

#[test]
fn every_published_release_at_hand_is_read() {
    let upstream = repository().join("../shared/upstream");
    if !upstream.is_dir() {
        // Not everyone has the published files; `libtest` shows this with `--nocapture`.
        #[expect(clippy::print_stdout, reason = "a test that is skipped says so")]
        {
            println!("skipped: no published releases at ../shared/upstream");
        }
        return;
    }
    let releases: Vec<_> = load::releases(&upstream)
        .unwrap()
        .into_iter()
        .filter(|found| found.protocol == Protocol::Acp)
        .collect();
    let dates: Vec<_> = releases.iter().map(|found| found.release.as_str()).collect();
    assert_eq!(dates, ["2025-09-29", "2025-12-12", "2026-01-16", "2026-01-30", "2026-04-17"]);
    for found in &releases {
        let index = Index::new(&found.load().unwrap()).unwrap();
        let core = Extension::core(&index).unwrap();
        let composed = compose(&index, &core).unwrap();
        assert_eq!(core.len(), usize::from(found.release.as_str() >= "2026-01-30"), "{}", found.release);
        assert!(composed.types().count() > 20, "{}", found.release);
    }
}

/// The root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn an_annotation_of_no_known_form_is_told() {
    let file = r#"{"type": "object", "properties": {
        "a": {"ucp_request": "never"},
        "b": {"ucp_response": {"read": 7}},
        "c": {"ucp_request": {"from": "required", "to": "never"}}
    }}"#;
    let files = [("schemas/thing.json".to_owned(), file.to_owned())];
    let set = SchemaSet::from_files(Protocol::Ucp, Release::new("2026-04-08").unwrap(), files).unwrap();
    let variant = Variant::new(Direction::Request, "create");
    let error = resolve(&Index::new(&set).unwrap(), &variant).unwrap_err();
    assert!(error.problems().iter().all(|problem| problem.code == Code::BadAnnotation));
    let places: Vec<_> = error.problems().iter().map(|problem| problem.place.to_string()).collect();
    assert_eq!(
        places,
        ["schemas/thing.json#/properties/a/ucp_request", "schemas/thing.json#/properties/b/ucp_response"]
    );
}
