//! `cargo xtask codegen` as it is called: what it prints, what it returns, and what it leaves behind.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

const SCHEMA: &str = r##"{
  "$defs": {
    "Cart": {
      "type": "object",
      "additionalProperties": false,
      "required": ["status"],
      "properties": {"status": {"enum": ["open", "closed"]}, "count": {"type": "integer", "minimum": 1}}
    },
    "CartBase": {"type": "object", "properties": {"id": {"type": "string"}}},
    "Basket": {"$ref": "#/$defs/CartBase"},
    "Registry": {"type": "object", "properties": {"carts": {"type": "array"}}}
  }
}
"##;

const POLICY: &str = r#"[acp]
crate = "shop-types"

[acp.modules]
"schema.agentic_checkout.json" = "checkout"

[acp.exclude]
"agentic_checkout.Registry" = "crosses no wire"
"#;

const HEADLINE: &str =
    "acp 2026-04-17: 4 definitions -> 3 types (checkout 3), 2 excluded, 2 keywords left to the validator\n";

/// A schemas folder with one release, and a folder to write to.
struct Shop {
    folder: TempDir,
}

/// How a call ended, with the temporary folder left out of what it said.
#[derive(Debug, PartialEq)]
struct Ended {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Shop {
    fn new() -> Self {
        let shop = Self { folder: TempDir::new().unwrap() };
        shop.put("schemas/acp/2026-04-17/schema.agentic_checkout.json", SCHEMA);
        shop.put("schemas/codegen.toml", POLICY);
        shop
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        let file = self.path(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// `codegen --schemas schemas --out out` with more arguments.
    fn codegen(&self, more: &[&str]) -> Ended {
        let schemas = self.path("schemas");
        let out = self.path("out");
        let mut arguments =
            vec!["codegen", "--schemas", schemas.to_str().unwrap(), "--out", out.to_str().unwrap()];
        arguments.extend(more);
        self.xtask(&arguments)
    }

    fn xtask(&self, arguments: &[&str]) -> Ended {
        let ended = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap();
        let folder = format!("{}/", self.folder.path().display());
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().replace(&folder, "");
        Ended { code: ended.status.code().unwrap(), stdout: text(&ended.stdout), stderr: text(&ended.stderr) }
    }

    fn written(&self) -> bool {
        self.path("out").exists()
    }
}

fn ended(code: i32, stdout: &str, stderr: &str) -> Ended {
    Ended { code, stdout: stdout.to_owned(), stderr: stderr.to_owned() }
}

#[test]
fn it_writes_what_is_missing_and_says_what_became_of_the_definitions() {
    let shop = Shop::new();
    let first = shop.codegen(&[]);
    assert_eq!(first, ended(0, &format!("{HEADLINE}7 of 7 files written, 0 removed in out\n"), ""));
    let files = [
        "bundles/acp/2026-04-17/checkout.json",
        "shop-types/Cargo.toml",
        "shop-types/rustfmt.toml",
        "shop-types/src/lib.rs",
        "shop-types/API.txt",
        "shop-types/src/v2026_04_17/mod.rs",
        "shop-types/src/v2026_04_17/checkout.rs",
    ];
    for file in files {
        assert!(shop.path("out").join(file).is_file(), "{file}");
    }
    assert_eq!(shop.codegen(&[]), ended(0, &format!("{HEADLINE}7 files up to date in out\n"), ""));
}

#[test]
fn it_removes_what_nothing_generates_any_more() {
    let shop = Shop::new();
    shop.codegen(&[]);
    shop.put("out/shop-types/src/v2025_01_01/mod.rs", "// @generated\n");
    let again = shop.codegen(&[]);
    assert_eq!(again, ended(0, &format!("{HEADLINE}0 of 7 files written, 1 removed in out\n"), ""));
    assert!(!shop.path("out/shop-types/src/v2025_01_01").exists());
}

#[test]
fn a_check_passes_where_everything_is_up_to_date() {
    let shop = Shop::new();
    shop.codegen(&[]);
    assert_eq!(shop.codegen(&["--check"]), ended(0, &format!("{HEADLINE}7 files up to date in out\n"), ""));
}

#[test]
fn a_check_fails_on_stale_missing_and_left_over_files_and_changes_none() {
    let shop = Shop::new();
    shop.codegen(&[]);
    let lib = shop.path("out/shop-types/src/lib.rs");
    let stale = fs::read_to_string(&lib).unwrap().replace("forbid(unsafe_code)", "deny(unsafe_code)");
    fs::write(&lib, &stale).unwrap();
    fs::remove_file(shop.path("out/shop-types/src/v2026_04_17/mod.rs")).unwrap();
    shop.put("out/shop-types/src/more.rs", "// by hand\n");
    let check = shop.codegen(&["--check"]);
    assert_eq!((check.code, check.stdout.as_str()), (1, HEADLINE));
    let (list, rest) = check.stderr.split_once("\n\n").unwrap();
    assert_eq!(
        list,
        "stale: out/shop-types/src/lib.rs\nstale: out/shop-types/src/v2026_04_17/mod.rs\n\
         left over: out/shop-types/src/more.rs"
    );
    assert!(rest.starts_with("--- shop-types/src/lib.rs\n+++ shop-types/src/lib.rs\n"), "{rest}");
    assert!(rest.contains("\n-#![deny(unsafe_code)]\n+#![forbid(unsafe_code)]\n"), "{rest}");
    assert!(rest.ends_with("\n\nrun `cargo xtask codegen` and commit what it writes\n"), "{rest}");
    assert_eq!(fs::read_to_string(&lib).unwrap(), stale);
    assert!(!shop.path("out/shop-types/src/v2026_04_17/mod.rs").exists());
}

#[test]
fn a_check_fails_where_nothing_was_generated_yet_and_writes_nothing() {
    let shop = Shop::new();
    let check = shop.codegen(&["--check"]);
    assert_eq!(check.code, 1);
    assert_eq!(check.stderr.matches("stale: out/").count(), 7);
    assert!(!shop.written());
}

#[test]
fn a_changed_schema_makes_the_output_stale() {
    let shop = Shop::new();
    shop.codegen(&[]);
    let changed = SCHEMA.replace(r#""closed""#, r#""closed", "expired""#);
    shop.put("schemas/acp/2026-04-17/schema.agentic_checkout.json", &changed);
    let check = shop.codegen(&["--check"]);
    assert_eq!(check.code, 1);
    assert!(check.stderr.starts_with(
        "stale: out/bundles/acp/2026-04-17/checkout.json\nstale: out/shop-types/API.txt\n\
         stale: out/shop-types/src/v2026_04_17/checkout.rs\n"
    ));
    assert_eq!(shop.codegen(&[]).stdout, format!("{HEADLINE}3 of 7 files written, 0 removed in out\n"));
    assert_eq!(shop.codegen(&["--check"]).code, 0);
}

#[test]
fn it_explains_what_became_no_type_and_what_is_left_to_the_validator() {
    let shop = Shop::new();
    let explained = shop.codegen(&["--explain"]);
    assert_eq!(explained.code, 0);
    let (headline, rest) = explained.stdout.split_at(HEADLINE.len());
    assert_eq!(headline, HEADLINE);
    assert_eq!(
        rest,
        "  no type of their own:
    agentic_checkout.Registry: crosses no wire
    agentic_checkout.CartBase: is the body of agentic_checkout.Basket, which carries its name
  left to the validator:
    a bound: the validator checks it:
      schema.agentic_checkout.json#/$defs/Cart/properties/count/minimum
    which further members may stand there: the type keeps them all, the validator checks them:
      schema.agentic_checkout.json#/$defs/Cart/additionalProperties
7 of 7 files written, 0 removed in out
"
    );
}

#[test]
fn a_folder_without_releases_is_an_error() {
    let shop = Shop::new();
    for folder in ["nowhere", "out", "schemas/acp/2026-04-17/schema.agentic_checkout.json"] {
        let error = shop.xtask(&["codegen", "--schemas", folder, "--out", "out"]);
        let message = format!(
            "error: {folder}: no release found; expected acp/<date>/schema.*.json, \
             acp/<date>/json-schema/*.json, spec/<date>/json-schema/*.json or \
             ucp/<date>/schemas/**/*.json [no-release]\n"
        );
        assert_eq!(error, ended(2, "", &message));
    }
    assert!(!shop.written());
}

#[test]
fn a_malformed_policy_is_an_error_with_line_and_column() {
    let shop = Shop::new();
    for (policy, message) in [
        ("[acp]\ncrate = \"x\"\nmodule = 1\n", "error: schemas/codegen.toml:3:1: unknown field `module`"),
        ("[acp]\ncrate = x\n", "error: schemas/codegen.toml:2:9: "),
        (
            "[acp]\n  crate = 5\n",
            "error: schemas/codegen.toml:2:11: invalid type: integer `5`, expected a string",
        ),
        ("[acp.names]\n", "error: schemas/codegen.toml:1:2: missing field `crate`"),
        ("# ü\n[gcp]\ncrate = \"x\"\n", "error: schemas/codegen.toml:2:2: unknown field `gcp`"),
        ("", "error: schemas/codegen.toml: says nothing of a protocol; expected [acp] or [ucp]"),
    ] {
        shop.put("schemas/codegen.toml", policy);
        let error = shop.codegen(&[]);
        assert_eq!((error.code, error.stdout.as_str()), (2, ""));
        assert!(error.stderr.starts_with(message), "{}", error.stderr);
    }
    assert!(!shop.written());
}

#[test]
fn a_schema_that_is_not_json_is_an_error_with_its_place() {
    let shop = Shop::new();
    shop.put("schemas/acp/2026-04-17/schema.agentic_checkout.json", "{\n  \"$defs\": {,}\n}\n");
    let error = shop.codegen(&[]);
    assert_eq!(error.code, 2);
    let (place, what) = error.stderr.split_once(": not JSON: ").unwrap();
    assert!(place.starts_with("error: acp/2026-04-17/schema.agentic_checkout.json"), "{place}");
    assert!(what.contains("key must be a string"), "{what}");
    assert!(!shop.written());
}

#[test]
fn all_problems_are_shown_a_line_each_and_nothing_is_written() {
    let shop = Shop::new();
    shop.codegen(&[]);
    let before = fs::read_to_string(shop.path("out/shop-types/src/v2026_04_17/checkout.rs")).unwrap();
    let schema =
        r##"{"$defs": {"Cart": {"$ref": "#/$defs/Card"}, "B": {"$ref": "schema.feed.json#/$defs/X"}}}"##;
    shop.put("schemas/acp/2026-04-17/schema.agentic_checkout.json", schema);
    shop.put("schemas/acp/2026-01-30/schema.agentic_checkout.json", r#"{"$defs": {"a": {}, "A": {}}}"#);
    let error = shop.codegen(&["--check"]);
    assert_eq!((error.code, error.stdout.as_str()), (2, ""));
    let lines: Vec<_> = error.stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{}", error.stderr);
    assert!(lines.iter().all(|line| line.starts_with("error: ")), "{}", error.stderr);
    for pointer in ["$defs/A: ", "$defs/Cart/$ref: ", "$defs/B/$ref: "] {
        let place = format!("schema.agentic_checkout.json#/{pointer}");
        assert!(lines.iter().any(|line| line.contains(&place)), "{place} is not in {}", error.stderr);
    }
    assert_eq!(shop.codegen(&[]), ended(2, "", &error.stderr));
    assert_eq!(fs::read_to_string(shop.path("out/shop-types/src/v2026_04_17/checkout.rs")).unwrap(), before);
}

#[test]
fn a_file_made_by_hand_is_not_removed() {
    let shop = Shop::new();
    shop.put("out/shop-types/src/mine.rs", "// by hand\n");
    let message =
        "error: out/shop-types/src/mine.rs: was not generated and would be removed; move it elsewhere\n";
    assert_eq!(shop.codegen(&[]), ended(2, "", message));
    assert!(!shop.path("out/shop-types/Cargo.toml").exists());
}

#[test]
fn schemas_without_a_policy_get_the_one_that_is_built_in() {
    let shop = Shop::new();
    fs::remove_file(shop.path("schemas/codegen.toml")).unwrap();
    // A release that the built-in policy does not list.
    fs::rename(shop.path("schemas/acp/2026-04-17"), shop.path("schemas/acp/2031-01-01")).unwrap();
    let ended = shop.codegen(&[]);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""));
    assert!(shop.path("out/acp-types/src/v2031_01_01/checkout.rs").is_file());
}

#[test]
fn arguments_that_it_does_not_know_are_an_error() {
    let shop = Shop::new();
    let error = shop.codegen(&["--chekc"]);
    assert_eq!(error.code, 2);
    assert!(error.stderr.contains("'--check'"), "{}", error.stderr);
    assert_eq!(shop.xtask(&[]).code, 2);
    assert!(!shop.written());
}

#[test]
fn help_says_what_the_exit_status_means() {
    let help = Shop::new().xtask(&["codegen", "--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    for text in ["--check", "--explain", "--schemas <DIR>", "--out <DIR>", "Exit status: 0", "1 with --check"]
    {
        assert!(help.stdout.contains(text), "{text} is not in {}", help.stdout);
    }
}
