//! What several test binaries of this crate need: a release of one's own, generated.

#![allow(dead_code, reason = "each test binary uses a part of this")]

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use tradespec_codegen::{Error, Generated, Policy, generate};
use tradespec_schema::Catalogue;

/// The one release of every staged folder, and the module it becomes.
pub(crate) const RELEASE: &str = "2026-04-17";
const RELEASE_MODULE: &str = "v2026_04_17";

/// A schemas folder with one release, and the policy for it.
pub(crate) struct Staged {
    folder: TempDir,
    policy: String,
}

impl Staged {
    /// The release that these files make up.
    pub(crate) fn files(files: &[(&str, String)]) -> Self {
        let folder = TempDir::new().unwrap();
        let release = folder.path().join("acp").join(RELEASE);
        fs::create_dir_all(&release).unwrap();
        for (name, text) in files {
            fs::write(release.join(name), text).unwrap();
        }
        Self { folder, policy: "[acp]\ncrate = \"case-types\"\n".to_owned() }
    }

    /// The folder of a case: `schema*.json`, and where it has them `extension.json` with `extension.schema.json`, and
    /// `codegen.toml`. The extension is composed in, unless `codegen.toml` says otherwise. A case of UCP has a folder `ucp`
    /// with the tree of a release, and a `codegen.toml`.
    pub(crate) fn case(case: &Path) -> Self {
        if case.join("ucp").is_dir() {
            let policy = fs::read_to_string(case.join("codegen.toml")).unwrap();
            return Self { policy, ..Self::tree(&case.join("ucp")) };
        }
        let read = |name: &str| fs::read_to_string(case.join(name));
        let names =
            fs::read_dir(case).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let schemas: Vec<_> = names.filter(|name| name.starts_with("schema")).collect();
        let files: Vec<_> = schemas.iter().map(|name| (name.as_str(), read(name).unwrap())).collect();
        let mut staged = Self::files(&files);
        if let Ok(declaration) = read("extension.json") {
            let name =
                serde_json::from_str::<Value>(&declaration).unwrap()["name"].as_str().unwrap().to_owned();
            let (name, date) = name.split_once('@').expect("an extension of a case has a version");
            let folder = staged.folder.path().join("extensions").join(name).join(date);
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("extension.json"), &declaration).unwrap();
            fs::write(folder.join("schema.json"), read("extension.schema.json").unwrap()).unwrap();
            staged.policy.push_str(&format!("default_extensions = [\"{name}\"]\n"));
        }
        if let Ok(policy) = read("codegen.toml") {
            staged.policy = policy;
        }
        staged
    }

    /// The tree of a release of UCP, with its extensions and a module for each file.
    pub(crate) fn tree(release: &Path) -> Self {
        let folder = TempDir::new().unwrap();
        copy(release, &folder.path().join("ucp").join(RELEASE));
        let extensions = ["ap2_mandate", "buyer_consent", "cart", "discount", "fulfillment"];
        let extensions = extensions.map(|name| format!("\"dev.ucp.shopping.{name}\"")).join(", ");
        let policy = format!("[ucp]\ncrate = \"case-types\"\ndefault_extensions = [{extensions}]\n");
        Self { folder, policy }
    }

    /// Changes a file of a tree.
    pub(crate) fn change(&self, file: &str, change: impl FnOnce(&mut Value)) {
        let path = self.folder.path().join("ucp").join(RELEASE).join(file);
        let mut document = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        change(&mut document);
        fs::write(path, document.to_string()).unwrap();
    }

    pub(crate) fn catalogue(&self) -> Result<Catalogue, Error> {
        Ok(Catalogue::folder(self.folder.path())?)
    }

    pub(crate) fn policy(&self) -> Result<Policy, Error> {
        Policy::from_toml("codegen.toml", &self.policy)
    }

    /// All stages.
    pub(crate) fn generate(&self) -> Result<Generated, Error> {
        generate(&self.catalogue()?, &self.policy()?)
    }

    /// An error as it reads wherever the tests run.
    pub(crate) fn shown(&self, error: &Error) -> String {
        let folder = tradespec_schema::load::shown(self.folder.path());
        format!("{error}\n").replace(&format!("{folder}/"), "")
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The Rust modules of the staged release by name, without their first line, which names the tool.
pub(crate) fn modules(generated: &Generated) -> Vec<(String, String)> {
    let files = generated.output.files().iter();
    let modules = files.filter_map(|(path, text)| {
        let path = path.to_str().unwrap();
        let (_, name) = path.strip_suffix(".rs")?.split_once(&format!("/src/{RELEASE_MODULE}/"))?;
        let (header, body) = text.split_once("\n\n").unwrap();
        assert!(header.starts_with("// @generated by cargo xtask codegen from "), "{header}");
        (name != "mod").then(|| (name.to_owned(), body.to_owned()))
    });
    modules.collect()
}

/// Checks that everything that was generated is what it says: Rust, TOML or JSON.
pub(crate) fn check_syntax(generated: &Generated) {
    for (path, text) in generated.output.files() {
        let fault = match path.extension().and_then(|extension| extension.to_str()) {
            Some("rs") => syn::parse_file(text).err().map(|error| error.to_string()),
            Some("toml") => toml::from_str::<toml::Table>(text).err().map(|error| error.to_string()),
            Some("txt") => None,
            Some("json") => serde_json::from_str::<Value>(text).err().map(|error| error.to_string()),
            _ => Some("a file of an unknown kind".to_owned()),
        };
        assert_eq!(fault, None, "{}:\n{text}", path.display());
    }
}
