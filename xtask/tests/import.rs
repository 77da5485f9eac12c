//! `cargo xtask import` as it is called, with a made-up sixth release: what it finds, what it writes, and that the steps in
//! CONTRIBUTING.md lead to types.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails panics")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

const DATE: &str = "2026-10-01";
const REVISION: &str = "0123456789abcdef0123456789abcdef01234567";

/// A checkout with one release, and a schemas folder with the release before.
struct Desk {
    folder: TempDir,
}

struct Ended {
    code: i32,
    stdout: String,
    stderr: String,
}

/// The repository's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

impl Desk {
    /// The new release means what 2026-04-17 means.
    fn new() -> Self {
        let desk = Self { folder: TempDir::new().unwrap() };
        let schemas = root().join("schemas");
        fs::create_dir_all(desk.path("schemas")).unwrap();
        fs::copy(schemas.join("codegen.toml"), desk.path("schemas/codegen.toml")).unwrap();
        copy(&schemas.join("extensions"), &desk.path("schemas/extensions"));
        copy(&schemas.join("acp/2026-04-17"), &desk.path("schemas/acp/2026-04-17"));
        copy(&schemas.join("acp/2026-04-17"), &desk.published(""));
        fs::remove_file(desk.published("source.toml")).unwrap();
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn published(&self, file: &str) -> PathBuf {
        self.path("checkout/spec").join(DATE).join("json-schema").join(file)
    }

    fn publish(&self, file: &str, schema: &Value) {
        fs::write(self.published(file), serde_json::to_string_pretty(schema).unwrap()).unwrap();
    }

    fn change(&self, file: &str, change: impl FnOnce(&mut Value)) {
        let mut schema = read(&self.published(file));
        change(&mut schema);
        self.publish(file, &schema);
    }

    /// Makes the checkout one of git's, at `REVISION`.
    fn check_out(&self) {
        fs::create_dir_all(self.path("checkout/.git/refs/heads")).unwrap();
        fs::write(self.path("checkout/.git/HEAD"), "ref: refs/heads/main\n").unwrap();
        fs::write(self.path("checkout/.git/refs/heads/main"), format!("{REVISION}\n")).unwrap();
    }

    /// What `import` prints and returns, with the temporary folder left out.
    fn import(&self, more: &[&str]) -> Ended {
        let checkout = self.path("checkout");
        let mut arguments = vec!["import", "--from", checkout.to_str().unwrap()];
        arguments.extend(more);
        self.xtask(&arguments)
    }

    /// Runs a task on the schemas of this desk.
    fn xtask(&self, arguments: &[&str]) -> Ended {
        let ended = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(arguments)
            .arg("--schemas")
            .arg(self.path("schemas"))
            .output()
            .unwrap();
        let folder = format!("{}/", fs::canonicalize(self.folder.path()).unwrap().display());
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap().replace(&folder, "");
        Ended { code: ended.status.code().unwrap(), stdout: text(&ended.stdout), stderr: text(&ended.stderr) }
    }

    /// The open decisions: kind, file, pointer, message.
    fn decisions(&self) -> Vec<[String; 4]> {
        let ended = self.import(&["--format", "json"]);
        assert_eq!(ended.stderr, "");
        let report: Value = serde_json::from_str(&ended.stdout).unwrap();
        let decisions = report["decisions"].as_array().unwrap();
        assert_eq!(ended.code, i32::from(!decisions.is_empty()));
        let text = |decision: &Value, member: &str| decision[member].as_str().unwrap().to_owned();
        assert!(decisions.iter().all(|decision| decision["release"] == DATE));
        decisions
            .iter()
            .map(|d| ["kind", "file", "pointer", "message"].map(|member| text(d, member)))
            .collect()
    }

    /// The open decisions without the one that the release is new, as `kind file#pointer`.
    fn places(&self) -> Vec<String> {
        let decisions = self.decisions();
        assert_eq!(decisions[0][0], "new-release");
        decisions[1..].iter().map(|[kind, file, pointer, _]| format!("{kind} {file}#{pointer}")).collect()
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned()).collect();
        names.sort();
        names
    }
}

/// One new file, one new type, one changed bound.
fn sound_changes(desk: &Desk) {
    desk.publish(
        "schema.returns.json",
        &json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": {"ReturnLabel": {"type": "object", "required": ["url"], "properties": {"url": {"type": "string"}}}}
        }),
    );
    desk.change("schema.feed.json", |feed| {
        feed["$defs"]["Warehouse"] = json!({"type": "object", "properties": {"code": {"type": "string"}}});
    });
    desk.change("schema.delegate_payment.json", |payment| {
        payment["$defs"]["PaymentMethodCard"]["properties"]["iin"]["maxLength"] = json!(10);
    });
}

/// One unknown keyword, one reference that leads nowhere.
fn faults(desk: &Desk) {
    desk.change("schema.cart.json", |cart| {
        cart["$defs"]["Cart"]["x-audience"] = json!("agents");
    });
    desk.change("schema.feed.json", |feed| {
        feed["$defs"]["Seller"]["properties"]["links"]["items"] = json!({"$ref": "#/$defs/Lnk"});
    });
}

#[test]
fn a_sixth_release_is_reported_with_exactly_what_is_new_in_it() {
    let desk = Desk::new();
    sound_changes(&desk);
    faults(&desk);
    let [cart, feed, payment] = ["schema.cart.json", "schema.feed.json", "schema.delegate_payment.json"];
    let seller = read(&desk.published(feed))["$defs"]["Seller"]["properties"]["links"].clone();
    assert!(seller["items"]["$ref"].is_string(), "the release has the list that the test breaks");
    let expected = [
        [
            "new-release",
            "",
            "",
            "the release is not here; `cargo xtask import --start` begins it; compared with 2026-04-17 in what follows",
        ],
        [
            "changed-type",
            payment,
            "/$defs/PaymentMethodCard",
            "1 change of meaning: /properties/iin/maxLength: 8 before, 10 now",
        ],
        ["new-types", feed, "/$defs", "1 new type: Warehouse"],
        [
            "new-file",
            "schema.returns.json",
            "",
            "new file with 1 type: ReturnLabel; its types get a module of their own, unless codegen.toml names one under modules",
        ],
        [
            "unknown-keyword",
            cart,
            "/$defs/Cart/x-audience",
            "\"x-audience\" is no keyword that the validator knows, in 1 place; see whether it is meant to constrain anything",
        ],
        [
            "dangling-ref",
            feed,
            "/$defs/Seller/properties/links/items/$ref",
            "\"#/$defs/Lnk\": schema.feed.json has no schema at \"/$defs/Lnk\"; did you mean \"Link\"?",
        ],
    ];
    let found = desk.decisions();
    assert_eq!(found, expected.map(|row| row.map(str::to_owned)));
    assert_eq!(desk.files("schemas/acp"), ["2026-04-17"], "nothing is written");
}

#[test]
fn a_release_that_means_the_same_has_nothing_but_its_date() {
    assert_eq!(Desk::new().places(), [""; 0]);
}

#[test]
fn people_read_a_line_each() {
    let desk = Desk::new();
    sound_changes(&desk);
    let ended = desk.import(&[]);
    assert_eq!((ended.code, ended.stderr.as_str()), (1, ""));
    let lines: Vec<_> = ended.stdout.lines().collect();
    assert_eq!(lines.len(), 5, "{}", ended.stdout);
    assert_eq!(lines[2], "acp/2026-10-01/schema.feed.json#/$defs: 1 new type: Warehouse [new-types]");
    assert_eq!(lines[4], "4 decisions open in 1 release");
}

#[test]
fn what_went_is_reported_too() {
    let desk = Desk::new();
    fs::remove_file(desk.published("schema.delegate_authentication.json")).unwrap();
    desk.change("schema.delegate_payment.json", |payment| {
        let card = payment["$defs"]["PaymentMethodCard"]["properties"].as_object_mut().unwrap();
        card.shift_remove("iin").unwrap();
        card.insert("title".to_owned(), json!({"type": "string"}));
    });
    assert_eq!(
        desk.places(),
        [
            "new-members schema.delegate_payment.json#/$defs/PaymentMethodCard",
            "changed-type schema.delegate_payment.json#/$defs/PaymentMethodCard",
            "gone-file schema.delegate_authentication.json#",
        ]
    );
}

#[test]
fn names_that_collide_or_come_out_poor_are_reported() {
    let desk = Desk::new();
    desk.change("schema.agentic_checkout.json", |checkout| {
        // Two names that are one in Rust.
        checkout["$defs"]["line_item"] =
            json!({"type": "object", "properties": {"note": {"type": "string"}}});
    });
    let found = desk.decisions();
    let collision = found.iter().find(|[kind, ..]| kind == "generation").unwrap();
    assert!(collision[3].contains("two types called LineItem"), "{}", collision[3]);

    let desk = Desk::new();
    desk.change("schema.feed.json", |feed| {
        let object =
            json!({"type": "object", "properties": {"a-b": {"type": "string"}, "a_b": {"type": "string"}}});
        feed["$defs"]["Depot"] = object;
    });
    desk.change("schema.cart.json", |cart| cart["$defs"]["Item"] = json!({"type": "string"}));
    // In modules of their own, types of one name are only worth a look.
    desk.change("schema.delegate_payment.json", |of| of["$defs"]["Cart"] = json!({"type": "string"}));
    assert_eq!(
        desk.places(),
        [
            "new-types schema.cart.json#/$defs",
            "new-types schema.delegate_payment.json#/$defs",
            "new-types schema.feed.json#/$defs",
            "same-name schema.delegate_payment.json#/$defs/Cart",
            "same-name schema.cart.json#/$defs/Item",
            "generation schema.cart.json#/$defs/Item",
        ]
    );
    desk.change("schema.cart.json", |cart| {
        cart["$defs"].as_object_mut().unwrap().shift_remove("Item").unwrap();
    });
    desk.change("schema.delegate_payment.json", |payment| {
        payment["$defs"].as_object_mut().unwrap().shift_remove("Cart").unwrap();
    });
    assert_eq!(
        desk.places(),
        ["new-types schema.feed.json#/$defs", "poor-name schema.feed.json#/$defs/Depot"]
    );
}

#[test]
fn an_extension_that_does_not_compose_is_reported() {
    let desk = Desk::new();
    desk.change("schema.extension.json", |registry| {
        let discount = &mut registry["$defs"]["core_extensions"]["properties"]["discount"];
        let text = discount.to_string();
        assert!(text.contains("$.CheckoutSession.discounts"), "{text}");
        let wrong = text.replace("$.CheckoutSession.discounts", "$.CheckoutSesion.discounts");
        *discount = serde_json::from_str(&wrong).unwrap();
    });
    let found = desk.decisions();
    let extension: Vec<_> = found.iter().filter(|[kind, ..]| kind == "extension").collect();
    assert!(!extension.is_empty(), "{found:?}");
    assert!(
        extension.iter().all(|[.., message]| message.starts_with("discount@2026-10-01 does not compose: "))
    );
}

#[test]
fn a_keyword_that_lowering_has_no_row_for_is_reported() {
    let desk = Desk::new();
    desk.change("schema.feed.json", |feed| {
        feed["$defs"]["Product"]["properties"]["variants"]["contains"] = json!({"required": ["id"]});
    });
    assert!(
        desk.places().contains(
            &"keyword-not-in-types schema.feed.json#/$defs/Product/properties/variants/contains".to_owned()
        ),
        "{:?}",
        desk.places()
    );
}

#[test]
fn start_writes_the_note_and_nothing_else() {
    let desk = Desk::new();
    let error = desk.import(&["--start"]);
    assert_eq!(
        (error.code, error.stderr.as_str()),
        (2, "error: the checkout does not say its revision; give it with --revision\n")
    );
    assert_eq!(desk.files("schemas/acp"), ["2026-04-17"]);

    desk.check_out();
    let ended = desk.import(&["--start"]);
    assert_eq!((ended.code, ended.stderr.as_str()), (1, ""));
    assert!(ended.stdout.contains("\nwhat follows:\n1. transcribe into "), "{}", ended.stdout);
    assert_eq!(desk.files(&format!("schemas/acp/{DATE}")), ["source.toml"]);
    let note = fs::read_to_string(desk.path(&format!("schemas/acp/{DATE}/source.toml"))).unwrap();
    for line in [
        "release = \"2026-10-01\"",
        "repository = \"https://github.com/agentic-commerce-protocol/agentic-commerce-protocol\"",
        "folder = \"spec/2026-10-01/json-schema\"",
        "revision = \"0123456789ab\"",
        "licence = \"Apache-2.0\"",
    ] {
        assert!(note.lines().any(|of| of == line), "{line} is not in\n{note}");
    }
    assert_eq!(note.lines().filter(|line| line.starts_with("\"schema.")).count(), 7, "{note}");
    assert_eq!(desk.decisions()[0][0], "begun-release");
}

#[test]
fn a_release_that_was_edited_after_it_was_read_is_reported() {
    let desk = Desk::new();
    desk.check_out();
    assert_eq!(desk.import(&["--start"]).code, 1);
    copy(&desk.published(""), &desk.path(&format!("schemas/acp/{DATE}")));
    let ended = desk.import(&[]);
    assert_eq!(
        (ended.code, ended.stdout.as_str()),
        (0, "0 decisions open in 0 releases; as they were read: 2026-10-01\n")
    );

    desk.change("schema.cart.json", |cart| cart["title"] = json!("Another title"));
    let words = desk.decisions();
    assert_eq!(words.len(), 1, "{words:?}");
    assert_eq!(words[0][0], "edited-release");
    assert!(words[0][3].starts_with("1 edited file: schema.cart.json since revision 0123456789ab was read"));

    desk.change("schema.cart.json", |cart| cart["$defs"]["Cart"]["maxProperties"] = json!(30));
    let meaning = desk.decisions();
    let kinds: Vec<_> = meaning.iter().map(|[kind, ..]| kind.as_str()).collect();
    assert_eq!(kinds, ["edited-release", "transcription", "changed-type"]);

    // Recorded anew, it is still not transcribed.
    assert_eq!(desk.import(&["--start"]).code, 1);
    assert_eq!(desk.decisions()[0][0], "transcription");
}

#[test]
fn every_release_here_says_what_it_was_read_from() {
    for entry in fs::read_dir(root().join("schemas/acp")).unwrap() {
        let folder = entry.unwrap().path();
        let note: toml::Table = fs::read_to_string(folder.join("source.toml")).unwrap().parse().unwrap();
        assert_eq!(note["release"].as_str(), folder.file_name().unwrap().to_str());
        let hashes = note["files"].as_table().unwrap();
        let mut recorded: Vec<_> = hashes.keys().map(String::as_str).collect();
        recorded.push("source.toml");
        recorded.sort_unstable();
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        assert_eq!(recorded, files);
        assert!(hashes.values().all(|hash| hash.as_str().unwrap().len() == 64));
    }
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let desk = Desk::new();
    for (arguments, message) in [
        (vec!["import", "--from", "/nowhere"], "error: /nowhere: cannot be read"),
        (vec!["import", "--from", "/nowhere", "--protocol", "abc"], "error: invalid value 'abc'"),
        (vec!["parity", "--from", "/nowhere"], "error: /nowhere: cannot be read"),
    ] {
        let ended = desk.xtask(&arguments);
        assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
        assert!(ended.stderr.starts_with(message), "{}", ended.stderr);
    }
    let ended = desk.import(&["--release", "2026-11-11"]);
    assert_eq!(
        (ended.code, ended.stderr.as_str()),
        (2, "error: the checkout has no release 2026-11-11; it has 2026-10-01\n")
    );
    fs::write(desk.published("schema.feed.json"), "{\"$defs\": ").unwrap();
    let ended = desk.import(&[]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("schema.feed.json"), "{}", ended.stderr);
}

/// The commands of "Adding a release", in their order.
fn steps() -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let section = text.split("\n## ").find(|section| section.starts_with("Adding a release")).unwrap();
    let commands = section.lines().filter_map(|line| line.trim().strip_prefix("cargo xtask "));
    commands.map(|command| command.split(' ').map(str::to_owned).collect()).collect()
}

#[test]
fn the_steps_of_contributing_lead_to_types() {
    let desk = Desk::new();
    desk.check_out();
    sound_changes(&desk);
    let own = desk.path(&format!("schemas/acp/{DATE}"));
    let (checkout, out) = (desk.path("checkout"), desk.path("out"));
    let mut taken = Vec::new();
    for step in steps().iter().filter(|step| *step != &["check"]) {
        let mut arguments: Vec<&str> = step
            .iter()
            .map(|word| match word.as_str() {
                "DIR" => checkout.to_str().unwrap(),
                "DATE" => DATE,
                word => word,
            })
            .collect();
        if step[0] == "parity" {
            // Before the files are transcribed there is everything to do.
            assert_eq!(desk.xtask(&arguments).code, 1);
            copy(&desk.published(""), &own);
            let policy = desk.path("schemas/codegen.toml");
            let text = fs::read_to_string(&policy).unwrap();
            let modules = "[acp.modules]\n\"schema.returns.json\" = \"after_sale\"";
            fs::write(&policy, text.replace("[acp.modules]", modules)).unwrap();
        }
        if step[0] == "codegen" {
            arguments.extend(["--out", out.to_str().unwrap()]);
        }
        let ended = desk.xtask(&arguments);
        assert_eq!(ended.stderr, "", "{step:?}");
        taken.push((step[0].clone(), step.contains(&"--start".to_owned()), ended.code));
    }
    let expected = [
        ("import", false, 1),
        ("import", true, 1),
        ("parity", false, 0),
        ("codegen", false, 0),
        ("import", false, 0),
    ];
    assert_eq!(taken, expected.map(|(task, start, code)| (task.to_owned(), start, code)));

    let module = out.join("acp-types/src/v2026_10_01");
    let text = |name: &str| fs::read_to_string(module.join(name)).unwrap();
    assert!(text("after_sale.rs").contains("pub struct ReturnLabel"));
    assert!(text("feed.rs").contains("pub struct Warehouse"));
    assert!(text("checkout.rs").contains("pub struct CheckoutSession"));
}
